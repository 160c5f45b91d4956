import { expect, test } from 'vitest';
import { isShippingCountry, SHIPPING_COUNTRIES } from './countries.ts';
import { shippingZone } from './shipping-zone.ts';

test('every country in the specification is listed once', () => {
  const codes = SHIPPING_COUNTRIES.map(({ code }) => code);
  const names = SHIPPING_COUNTRIES.map(({ name }) => name);
  // The specification says 65 and then names these 66; every shopper it names can be served.
  expect(codes).toHaveLength(66);
  expect(new Set(codes).size).toBe(66);
  expect(new Set(names).size).toBe(66);
  expect(names[0]).toBe('United Kingdom');
  expect(names.at(-1)).toBe('New Zealand');
});

test('every code is the country’s ISO code', () => {
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const otherNames: Record<string, string> = {
    'Czech Republic': 'Czechia',
    'Bosnia and Herzegovina': 'Bosnia & Herzegovina',
    Turkey: 'Türkiye',
  };
  for (const { code, name } of SHIPPING_COUNTRIES) {
    expect([name, otherNames[name]]).toContain(regions.of(code));
  }
});

test('only the United Kingdom is domestic', () => {
  const domestic = SHIPPING_COUNTRIES.filter(({ code }) => shippingZone(code) === 'domestic');
  expect(domestic.map(({ code }) => code)).toEqual(['GB']);
});

test.each([
  ['JE', 'europe'],
  ['XK', 'europe'],
  ['TR', 'europe'],
  ['GL', 'world'],
])('a parcel to %s is in the zone %s', (code, zone) => {
  expect(shippingZone(code)).toBe(zone);
});

test.each(['GB', 'XK', 'NZ'])('the shop ships to %s', (code) => {
  expect(isShippingCountry(code)).toBe(true);
});

test.each(['', 'gb', 'RU', 'UK', 'United Kingdom', '__proto__'])(
  'the shop does not ship to %j',
  (code) => {
    expect(isShippingCountry(code)).toBe(false);
    expect(shippingZone(code)).toBeNull();
  },
);
