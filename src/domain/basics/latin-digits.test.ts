import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits.ts';

test.each([
  ['٠٢٠ ٧٩٤٦', '020 7946'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['＋４４（０）２０', '+44(0)20'],
  ['𝟘𝟙𝟚 ０９', '012 09'],
  ['12 Ügy St, Flat 3½', '12 Ügy St, Flat 3½'],
  ['ＳＷ１Ａ　１ＡＡ', 'SW1A 1AA'],
])('%j is %j', (text, latin) => {
  expect(latinDigits(text)).toBe(latin);
});
