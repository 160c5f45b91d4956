import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RETURN_DAYS } from '../basics/return-periods.ts';
import { DELIVERY_IN_SHORT, HANDLING_DAYS } from './promises.ts';

test('structured data makes the same promises as Shipping and Returns', () => {
  const text = readFileSync(
    new URL('../../../supabase/migrations/20261122001605_first_content.sql', import.meta.url),
    'utf8',
  ).replace(/\s+/g, ' ');
  expect(text).toContain(`within ${RETURN_DAYS} days of delivery`);
  expect(text).toContain(`within ${HANDLING_DAYS * 24} business hours`);
  for (const promise of ['2–3 business days', 'before 12:00 PM GMT']) {
    expect(text).toContain(promise);
    expect(DELIVERY_IN_SHORT.join(' ')).toContain(promise);
  }
});
