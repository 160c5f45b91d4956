import type { Context, Cookie } from '@netlify/edge-functions';
import { expect, test } from 'vitest';
import { EMPTY_BILLING_FORM } from '#domain/orders/billing.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { startingForm, VISITOR_COUNTRY_COOKIE } from '#domain/orders/starting-form.ts';
import visitorCountry, { config } from '../../netlify/edge-functions/visitor-country.ts';
import { runsOn } from '#local/netlify-edge/edge-path.ts';

function cookiesFor(geo: Context['geo'], origin = 'https://shop.example'): Cookie[] {
  const set: Cookie[] = [];
  const cookies = { set: (cookie: Cookie) => void set.push(cookie) };
  expect(visitorCountry(new Request(`${origin}/billing`), { geo, cookies })).toBeUndefined();
  return set;
}

function documentCookie(set: Cookie[]): string {
  return set.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const empty = EMPTY_BILLING_FORM;
const fromIreland = `session=x; ${VISITOR_COUNTRY_COOKIE}=IE`;

test.each(SHIPPING_COUNTRIES)(
  'a visitor from $name finds it chosen on an untouched billing form',
  ({ code }) => {
    const cookies = documentCookie(cookiesFor({ country: { code } }));
    expect(startingForm(empty, cookies)).toEqual({ ...empty, country: code });
  },
);

test.each<[string, Context['geo']]>([
  ['from a country that the shop does not ship to', { country: { code: 'RU', name: 'Russia' } }],
  ['whose country has no code', { country: { name: 'Ireland' } }],
  ['from nowhere that Netlify knows', {}],
])('a visitor %s chooses the country', (_, geo) => {
  const set = cookiesFor(geo);
  expect(set).toEqual([]);
  expect(startingForm(empty, documentCookie(set))).toEqual(empty);
});

test('only the billing page gets the country, for minutes, readable by its script', () => {
  const [cookie, ...others] = cookiesFor({ country: { code: 'IE' } });
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ path: '/billing', sameSite: 'Lax', secure: true });
  expect(cookie?.maxAge).toBeLessThanOrEqual(15 * 60);
  expect(cookie?.httpOnly).toBeUndefined();
});

test('the country is also sent over plain http, where a secure cookie would be rejected', () => {
  const [cookie] = cookiesFor({ country: { code: 'IE' } }, 'http://localhost:8888');
  expect(cookie?.secure).toBe(false);
});

test('the cookie contains nothing but the country', () => {
  const geo = { country: { code: 'IE', name: 'Ireland' }, city: 'Cork', postalCode: 'T12' };
  expect(cookiesFor(geo).map(({ value }) => value)).toEqual(['IE']);
});

test('a saved form is kept as it is, whatever country the visitor is in', () => {
  const saved = { ...empty, name: 'Ada', country: 'GB' };
  expect(startingForm(saved, fromIreland)).toEqual(saved);
});

test('a saved form without a country is not given one', () => {
  const saved = { ...empty, name: 'Ada' };
  expect(startingForm(saved, fromIreland)).toEqual(saved);
});

test.each(['RU', 'ie', '', '%3Cb%3E'])('%j is never a chosen country', (country) => {
  expect(startingForm(empty, `${VISITOR_COUNTRY_COOKIE}=${country}`)).toEqual(empty);
  expect(startingForm({ ...empty, name: 'Ada', country }, fromIreland).country).toBe('');
});

test.each(['/billing', '/billing/'])('%s gets the visitor’s country', (path) => {
  expect(runsOn(config, path)).toBe(true);
});

test.each(['/', '/cart', '/login', '/billing/other', '/api/billing'])('%s is not', (path) => {
  expect(runsOn(config, path)).toBe(false);
});

test('the billing page is served even if the country cannot be determined', () => {
  expect(config.onError).toBe('bypass');
});
