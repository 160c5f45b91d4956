import { expect, test } from 'vitest';
import { entranceOf, reaches } from './areas.ts';
import { placeIn } from './place.ts';

const order = placeIn('?order=7');
const catalogue = placeIn('?catalogue');

test('packers reach orders, marketers the catalogue, managers both and the settings, and all of them their security', () => {
  const reached = (['packer', 'marketer', 'manager'] as const).map((role) => [
    reaches(role, order),
    reaches(role, catalogue),
    reaches(role, placeIn('?settings')),
    reaches(role, { at: 'security' }),
  ]);
  expect(reached).toEqual([
    [true, false, false, true],
    [false, true, false, true],
    [true, true, true, true],
  ]);
});

test('a marketer’s studio opens the catalogue, everybody else’s what must leave today', () => {
  const list = placeIn('');
  expect(entranceOf('marketer', list)).toEqual(catalogue);
  expect(entranceOf('marketer', order)).toEqual(order);
  expect(entranceOf('packer', list)).toEqual(list);
  expect(entranceOf('manager', list)).toEqual(list);
});
