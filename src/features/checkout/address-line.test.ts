import { describe, expect, test } from 'vitest';
import { EMPTY_BILLING_FORM } from '#domain/orders/billing.ts';
import { addressLine } from './address-line.ts';

const asks = 'The payment page will ask for town and postcode.';

function lineOf(country: string, address: string, left = true): string {
  return addressLine({ ...EMPTY_BILLING_FORM, address, country }, left);
}

describe('the hint below the address', () => {
  test.each([
    ['GB', '12 High Street, Leeds, ls14ap', 'Leeds LS1 4AP, United Kingdom'],
    ['FR', '8 rue de Rivoli, 75001 Paris', '75001 Paris, France'],
    ['US', '350 5th Ave, New York, New York 10118', 'New York NY 10118, United States'],
    ['IE', '5 Grafton Street, Dublin 2, D02X285, Ireland', 'Dublin 2 D02 X285, Ireland'],
  ])('in %s for %j names the destination, even while typing', (country, address, to) => {
    expect(lineOf(country, address)).toBe(`Delivering to ${to}.`);
    expect(lineOf(country, address, false)).toBe(`Delivering to ${to}.`);
  });

  test.each([
    ['GB', '7 Victim Street'],
    ['NZ', '12 Test Street, London'],
    ['FR', '8 rue de Rivoli, Paris'],
  ])('in %s for %j says that the payment page asks, once the field is left', (country, address) => {
    expect(lineOf(country, address, false)).toBe('');
    expect(lineOf(country, address)).toBe(asks);
  });

  test.each([
    ['an empty field', 'GB', '  '],
    ['no country', '', '12 High Street, Leeds LS1 4AP'],
    ['a country whose addresses are not parsed', 'AE', 'Villa 3, Al Wasl Road, Dubai'],
    ['an address that CHECKOUT rejects', 'GB', '1 George Street, Sydney NSW 2000'],
  ])('is empty for %s', (_, country, address) => {
    expect(lineOf(country, address)).toBe('');
  });
});
