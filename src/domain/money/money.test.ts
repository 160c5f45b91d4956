import { describe, expect, test } from 'vitest';
import {
  formatPounds,
  isPrice,
  parsePrice,
  pence,
  penceToPounds,
  poundsText,
  poundsToPence,
} from './money.ts';

describe('a price is parsed to pence', () => {
  test.each([
    [45, 4500],
    [19.99, 1999],
    [0, 0],
    [1.1, 110],
    [8.29, 829],
    ['45', 4500],
    ['45.5', 4550],
    ['£45.00', 4500],
    ['£ 45.00', 4500],
    [' £45 ', 4500],
    ['Rs 45', 4500],
    ['Rs45.50', 4550],
    ['Rs. 45', 4500],
    ['rs 45', 4500],
    ['1,234.50', 123_450],
    ['£1,234,567.89', 123_456_789],
    ['45.500', 4550],
  ])('%j is %i pence', (price, expected) => {
    expect(parsePrice(price)).toBe(expected);
    expect(isPrice(price)).toBe(true);
  });

  test.each([
    '',
    '£',
    'Rs',
    'free',
    '-5',
    '£-5',
    '45.999',
    '1,23.00',
    '4 5',
    '1e3',
    '$45',
    -1,
    0.001,
    Number.NaN,
    Infinity,
  ])('%j is not a price', (price) => {
    expect(() => parsePrice(price)).toThrow(RangeError);
    expect(isPrice(price)).toBe(false);
  });

  test.each([null, undefined, {}, [45], true])('%j is not a price', (value) => {
    expect(isPrice(value)).toBe(false);
  });
});

describe('money is shown in pounds', () => {
  test.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [4500, '£45.00'],
    [123_450, '£1,234.50'],
    [-4500, '-£45.00'],
  ])('%i pence is %s', (amount, text) => {
    expect(formatPounds(pence(amount))).toBe(text);
  });

  test('stored amounts have two decimals and no currency sign', () => {
    expect(poundsText(pence(123_450))).toBe('1234.50');
  });
});

test('payments 6: every penny up to £1,000 survives the wire', () => {
  // One assertion, because a hundred thousand take seconds.
  const wrong: number[] = [];
  for (let amount = 0; amount <= 100_000; amount += 1) {
    const pounds = penceToPounds(pence(amount));
    const read = [poundsToPence(pounds), parsePrice(pounds.toFixed(2))];
    if (read.some((each) => each !== amount)) wrong.push(amount);
  }
  expect(wrong).toEqual([]);
});

test.each([0.5, Number.NaN, Infinity, 2 ** 53])('%d is not whole pence', (value) => {
  expect(() => pence(value)).toThrow(RangeError);
});
