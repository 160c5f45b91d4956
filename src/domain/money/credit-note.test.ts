import { expect, test } from 'vitest';
import { type CreditNote, creditNoteSums } from './credit-note.ts';
import { refundReasons } from '../enums.ts';
import { pence } from './money.ts';
import { creditNoteReason } from '../orders/refund-purposes.ts';

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
  reason: 'return',
  shipping: none,
  goodwill: pence(500),
  items: [{ name: 'A hat, Ink', quantity: 1, amount: pence(2450) }],
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

test('each reason of a refund has a sentence of its own, as has a cancelled note', () => {
  const sentences = refundReasons.map((reason) => creditNoteReason({ cancels: null, reason }));
  expect(new Set(sentences).size).toBe(refundReasons.length);
  expect(creditNoteReason({ cancels: null, reason: 'late' })).toBe(
    'Refunded because it came late.',
  );
  expect(creditNoteReason({ cancels: null, reason: null })).toBe(
    'Refunded as a reduction of the price.',
  );
  expect(creditNoteReason({ cancels: 4, reason: 'late' })).toContain('credit note 4 is cancelled');
});
