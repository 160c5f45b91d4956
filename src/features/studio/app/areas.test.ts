import { expect, test } from 'vitest';
import type { StaffAct } from '#domain/enums.ts';
import { entranceOf, reaches } from './areas.ts';
import { placeIn } from '../kit/place.ts';

const order = placeIn('?order=7');
const list = placeIn('');

test.each<[StaffAct, string]>([
  ['read_orders', '?order=7'],
  ['pack', '?print=slips&orders=7'],
  ['edit_catalogue', '?catalogue'],
  ['edit_catalogue', '?pages'],
  ['send_mailings', '?mailing'],
  ['give_discounts', '?discounts'],
  ['see_money', '?figures'],
  ['see_visits', '?figures'],
  ['edit_settings', '?settings'],
  ['answer_complaints', '?complaints'],
  ['read_orders', '?customers'],
  ['read_activity', '?activity'],
])('%s alone opens %s', (act, address) => {
  expect(reaches([act], placeIn(address))).toBe(true);
  const others = ['use_studio', 'read_orders', 'edit_catalogue', 'send_mailings'] as const;
  expect(
    reaches(
      others.filter((other) => other !== act),
      placeIn(address),
    ),
  ).toBe(false);
});

test('everybody who works here reaches the security of their login', () => {
  expect(reaches(['use_studio'], { at: 'security' })).toBe(true);
});

test('the studio opens what must leave today, else the first area within reach', () => {
  expect(entranceOf(['read_orders', 'edit_catalogue'], list)).toEqual(list);
  expect(entranceOf(['send_mailings', 'edit_catalogue'], list)).toEqual(placeIn('?catalogue'));
  expect(entranceOf(['answer_reviews'], list)).toEqual(placeIn('?catalogue'));
  expect(entranceOf(['edit_settings'], list)).toEqual(placeIn('?settings'));
  expect(entranceOf(['use_studio'], list)).toEqual({ at: 'security' });
  expect(entranceOf(['edit_catalogue'], order)).toEqual(order);
});
