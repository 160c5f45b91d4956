import { describe, expect, test } from 'vitest';
import {
  carrierName,
  carriers,
  isTrackingNumber,
  trackingLink,
  trackingNumber,
  trackingWarning,
} from './carrier.ts';

describe('a tracking number', () => {
  test.each([
    [' ab 1234 5678 5gb ', 'AB123456785GB'],
    ['\uFEFF1z 999 aa1\u00A001 2345 6784\r', '1Z999AA10123456784'],
    ['h00-12a\u200B', 'H00-12A'],
    ['ＡＢ１２３', 'AB123'],
  ])('%j is normalised to %s', (typed, kept) => {
    expect(trackingNumber(typed)).toBe(kept);
    expect(isTrackingNumber(kept)).toBe(true);
  });

  test.each(['', '-A', 'A-', 'A/B', 'Ä1', 'A'.repeat(41), '=1+1'])('cannot be %j', (text) => {
    expect(isTrackingNumber(text)).toBe(false);
  });

  test.each([
    // The standard's example, and the two remainders it treats separately.
    ['Royal Mail', 'EE473124829GB'],
    ['Royal Mail', 'RR000000005GB'],
    ['Royal Mail', 'RR101000000GB'],
    ['UPS', '1Z999AA10123456784'],
    ['UPS', '1Z5R89390357567127'],
    ['DHL', '3318810025'],
    ['FedEx', '986578788855'],
  ])('valid for %s, %s, fails with another check digit', (carrier, number) => {
    expect(trackingWarning(carrier, number)).toBeNull();
    const place = carrier === 'Royal Mail' ? number.length - 3 : number.length - 1;
    const other = (Number(number[place]) + 1) % 10;
    const wrong = number.slice(0, place) + other + number.slice(place + 1);
    expect(trackingWarning(carrier, wrong)).toBe(
      `${wrong} has a typing mistake: its check digit does not fit.`,
    );
  });

  test.each([
    ['Royal Mail', '32048571200001A3F0B12'],
    ['Evri', 'H00ABC1234567890'],
    ['A man with a van', 'EE473124820GB'],
    ['constructor', '1'],
  ])('is checked by its format where %s has no check digit: %s', (carrier, number) => {
    expect(trackingWarning(carrier, number)).toBeNull();
  });
});

describe('a carrier', () => {
  test.each([
    ['royal mail', 'Royal Mail'],
    ['ROYAL-MAIL', 'Royal Mail'],
    [' fedex ', 'FedEx'],
    [' A man with a van ', 'A man with a van'],
  ])('typed as %j is %s', (typed, name) => {
    expect(carrierName(typed)).toBe(name);
  });

  test('has a tracking page if the shop knows one', () => {
    for (const carrier of carriers) {
      expect(trackingLink(carrier, 'AB1-2')).toMatch(/^https:\/\/.*[/=]AB1-2$/);
      expect(trackingLink(carrier, null)).toBeNull();
    }
    expect(trackingLink('A man with a van', 'AB12')).toBeNull();
  });
});
