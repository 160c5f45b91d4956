import { expect, test } from 'vitest';
import { addressOf, type Place, placeIn } from './place.ts';

const places: [string, Place][] = [
  ['/studio?list=to_send', { at: 'list', list: 'to_send', q: '', filters: {}, after: null }],
  [
    '/studio?list=all&q=O%E2%80%99Brien+%26+Co',
    { at: 'list', list: 'all', q: 'O’Brien & Co', filters: {}, after: null },
  ],
  [
    '/studio?list=late&after=20261125.0.7',
    { at: 'list', list: 'late', q: '', filters: {}, after: '20261125.0.7' },
  ],
  [
    '/studio?list=to_send&q=cap&delivery=express&to=europe',
    {
      at: 'list',
      list: 'to_send',
      q: 'cap',
      filters: { delivery: 'express', to: 'europe' },
      after: null,
    },
  ],
  [
    '/studio?list=all&goods=sent&money=refunded&since=2026-10-01&until=2026-10-31',
    {
      at: 'list',
      list: 'all',
      q: '',
      filters: { goods: 'sent', money: 'refunded', since: '2026-10-01', until: '2026-10-31' },
      after: null,
    },
  ],
  ['/studio?security', { at: 'security' }],
  ['/studio?order=1042', { at: 'order', order: 1042 }],
  ['/studio?checkout=a-checkout', { at: 'checkout', checkout: 'a-checkout' }],
  ['/studio?catalogue', { at: 'catalogue', page: '', query: {} }],
  ['/studio?catalogue&draft=a-draft', { at: 'catalogue', page: '', query: { draft: 'a-draft' } }],
  [
    '/studio?catalogue=releases&q=caps+%26+hats&state=draft',
    { at: 'catalogue', page: 'releases', query: { q: 'caps & hats', state: 'draft' } },
  ],
  ['/studio?mailing=subscribers', { at: 'mailing', page: 'subscribers', query: {} }],
  ['/studio?print=slips&orders=3,1,2', { at: 'print', print: 'slips', orders: [3, 1, 2] }],
];

test.each(places)('%s parses to its place and back', (address, place) => {
  expect(placeIn(new URL(address, 'https://shop.example').search)).toEqual(place);
  expect(addressOf(place)).toBe(address);
});

test.each(['', '?list=nonsense', '?order=-1', '?order=1e3', '?order=99999999999999999999'])(
  '%o falls back to orders to send',
  (search) => {
    expect(placeIn(search)).toEqual({
      at: 'list',
      list: 'to_send',
      q: '',
      filters: {},
      after: null,
    });
  },
);

function filtersAt(search: string) {
  const place = placeIn(search);
  return place.at === 'list' && place.filters;
}

test('drops unknown and invalid filters', () => {
  expect(filtersAt('?list=late&leaves=today&pieces=one&to=mars')).toEqual({ pieces: 'one' });
  expect(filtersAt('?list=all&since=0002-01-01&until=2026-02-30&why=dispute')).toEqual({});
  expect(filtersAt('?list=decide&why=review')).toEqual({ why: 'review' });
});

test('prints each order once and ignores invalid numbers', () => {
  expect(placeIn('?print=pick&orders=7,7,x,,8')).toEqual({
    at: 'print',
    print: 'pick',
    orders: [7, 8],
  });
});
