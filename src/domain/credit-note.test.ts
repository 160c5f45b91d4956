import { expect, test } from 'vitest';
import { type CreditNote, creditNoteSums } from './credit-note.ts';
import { pence } from './money.ts';

const none = pence(0);
const note: CreditNote = {
  number: 7,
  cancels: null,
  issuedAt: '2026-03-04T12:00:00Z',
  amount: pence(3097),
  tax: pence(147),
  taxPercent: 6,
  goods: pence(2450),
  deduction: none,
  deductionReason: null,
  shipping: none,
  goodwill: pence(500),
  items: ['1 × A hat, Ink'],
};

test('added tax has a line of its own', () => {
  expect(creditNoteSums(note)).toEqual({
    parts: [
      ['Goods', 2450],
      ['Tax (6%)', 147],
      ['Goodwill', 500],
    ],
    taxInside: null,
  });
});

test('a deduction for use has a line of its own, and the rest adds up', () => {
  const { parts } = creditNoteSums({
    ...note,
    amount: pence(2567),
    tax: pence(117),
    deduction: pence(500),
  });
  expect(parts).toContainEqual(['Deducted for use', -500]);
  expect(parts.reduce((sum, [, part]) => sum + part, 0)).toBe(2567);
});

test('included tax, and that of a refund made at the dashboard, is part of the total', () => {
  const included = { ...note, goods: pence(2597), taxPercent: 20, tax: pence(516) };
  expect(creditNoteSums(included)).toMatchObject({
    parts: [
      ['Goods', 2597],
      ['Goodwill', 500],
    ],
    taxInside: 516,
  });
  const bare = { ...note, goods: none, goodwill: none };
  expect(creditNoteSums(bare)).toEqual({ parts: [], taxInside: 147 });
  expect(creditNoteSums({ ...bare, tax: none }).taxInside).toBeNull();
});
