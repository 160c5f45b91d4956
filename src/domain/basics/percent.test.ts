import { expect, test } from 'vitest';
import { percentText, readPercent } from './percent.ts';

test.each([
  ['6', 600],
  ['17.5', 1750],
  ['6,5', 650],
  [' 20 % ', 2000],
  ['0', 0],
  ['8.25%', 825],
  ['100', 10_000],
])('“%s” is %i hundredths of a per cent', (text, basisPoints) => {
  expect(readPercent(text)).toBe(basisPoints);
  expect(readPercent(percentText(basisPoints))).toBe(basisPoints);
});

test.each(['', '-1', '100.01', '1000', '1.234', 'six', '%'])('“%s” is not a rate', (text) => {
  expect(readPercent(text)).toBeNull();
});
