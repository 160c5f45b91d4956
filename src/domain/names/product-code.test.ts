import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gtinOf, isCodeOf } from './product-code.ts';

test.each([
  ['4006381333931', '4006381333931'],
  ['0 36000 29145 2', '0036000291452'],
  ['0036000291452', '0036000291452'],
  ['00036000291452', '0036000291452'],
  ['9638-5074', '96385074'],
  ['10036000291459', '10036000291459'],
  ['4006381333932', null],
  ['400638133393', null],
  ['', null],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', '4006381333931'],
  ['\uFEFF4006381\u00A0333931 ', '4006381333931'],
])('%j is the GTIN %j', (text, gtin) => {
  expect(gtinOf(text)).toBe(gtin);
});

test('a digit typed wrongly is always noticed', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 9 }), (place, more) => {
      const digits = Array.from('4006381333931', Number);
      digits[place] = ((digits[place] ?? 0) + more) % 10;
      expect(gtinOf(digits.join(''))).toBeNull();
    }),
    { seed: 16 },
  );
});

test('a colour is scanned by either code, however the scanner writes it', () => {
  const colour = { sku: 'BB-RUST-7', gtin: '0036000291452' };
  const scanned = ['bb-rust-7', ' BB-RUST-7\n', '036000291452'];
  expect(scanned.filter((code) => isCodeOf(code, colour))).toEqual(scanned);
  expect(isCodeOf('BB-RUST-70', colour)).toBe(false);
  expect(isCodeOf('', { ...colour, gtin: null })).toBe(false);
});
