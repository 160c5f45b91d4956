import { expect, test } from 'vitest';
import { shelfAfter, signed, unitsIn } from './stock-texts.ts';

test('a count says what is there, other reasons what came or went', () => {
  expect(shelfAfter('counted', 10, 8)).toBe(8);
  expect(shelfAfter('found', 10, 8)).toBe(18);
  expect(shelfAfter('damaged', 10, 8)).toBe(2);
  expect(shelfAfter('sample', 10, 12)).toBe(-2);
});

test('units are whole numbers', () => {
  expect([' 12 ', '0', '', '-1', '1.5', '1234567', '١'].map(unitsIn)).toEqual([
    12,
    0,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([signed(3), signed(-2)]).toEqual(['+3', '−2']);
});
