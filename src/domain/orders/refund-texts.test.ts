import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { givenUpText, givenUpTexts, refundFailureText } from './refund-texts.ts';

test('each reason of the database to give a refund up has a sentence', () => {
  const schema = readFileSync('supabase/schemas/orders/order_facts.sql', 'utf8');
  const values = /create type public\.give_up_reason as enum \(([^)]*)\)/.exec(schema)?.[1] ?? '';
  const reasons = Array.from(values.matchAll(/'(\w+)'/g), ([, reason]) => reason);
  expect(Object.keys(givenUpTexts).toSorted()).toEqual(reasons.toSorted());
  expect(givenUpText('decided')).toBe('Decided in the studio.');
});

test.each([
  ['declined', 'the shopper’s bank declined it'],
  ['Refund amount is too large.', 'Refund amount is too large.'],
])('a refund that failed with “%s” reads “%s”', (reason, text) => {
  expect(refundFailureText(reason)).toBe(text);
});
