import { expect, test } from 'vitest';
import { OrderInWords } from './waiting-reasons.ts';

test.each<[kind: string, facts: object, text: string]>([
  [
    'dispute',
    { is_inquiry: true, reason: 'product_not_received' },
    'The bank is inquiring about this payment: product not received',
  ],
  ['review', { because: 'currency' }, 'Paid, but in another currency'],
  [
    'review',
    { because: 'address' },
    'Paid, but the address is incomplete, or in another country than it says',
  ],
  [
    'review',
    { because: 'country', to: 'IE', postage_for: 'GB' },
    'Paid, but the delivery country changed from United Kingdom to Ireland',
  ],
  [
    'refund_failed',
    { has_order: false, failures: 2, last_failure: null },
    'The refund of a payment without an order failed 2 times, and will be tried again',
  ],
  ['refund_surplus', { why: 'given_up' }, 'Stripe made a refund after it had been given up'],
  ['mail_parked', { mail: 'order_refund', error: null }, 'An e-mail was not sent (order refund)'],
  [
    'refunded_unsent',
    { units: 1 },
    'The money went back, and 1 piece is neither sent nor cancelled',
  ],
  [
    'refunded_unsent',
    { units: 3 },
    'The money went back, and 3 pieces are neither sent nor cancelled',
  ],
  ['refund_needs_shopper', {}, 'The refund waits for the shopper’s bank details'],
  ['payment_awaited', {}, 'The shopper chose a slow payment method'],
  [
    'withdrawal_declared',
    {},
    'Withdrawn by number and address: cancelled after 18:30, unless the shopper undoes it',
  ],
])('an order that waits because of %s, %j, reads “%s”', (kind, facts, text) => {
  const why = { kind, id: '1', facts, due_by: '2026-12-04T18:30:00+00:00' };
  expect(OrderInWords.parse({ whys: [why] }).whys).toMatchObject([{ kind, text }]);
});
