import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';

/**
 * Statements that the checkout must satisfy. Tests that prove one carry its number in their title, as in
 * "payments 7: …".
 */
const first = [
  'Whatever price, amount, total, currency or user a request carries, the amounts at Stripe are those of the database.',
  'A quantity of −1, 0, 1.5, "2", 1e9 or null is refused: no session, nothing held.',
  'Two lines of one variant are summed before the stock check.',
  'The checkout is frozen before the session exists; what the shopper does afterwards changes nothing that is paid.',
  'Amount and currency that Stripe reports equal the frozen ones; otherwise the payment goes under review, nothing is shipped, and an error is logged.',
  'Money is integer pence; no float ever holds an amount.',
  'Webhook, return page and sweep call one completion; concurrent calls make one order, one stock movement and one payment.',
  'Completion asks Stripe for the session and ignores the figures in the event.',
  'Creating the session sends an idempotency key derived from the checkout; a double click opens one session.',
  'If the browser is closed after paying, the webhook alone completes the order.',
  'If the webhook never arrives, the return page alone completes it; ten reloads change nothing.',
  'If neither arrives, the scheduled sweep completes it.',
  'A paid session never shows a shopper an error that invites a second payment.',
  'The cart is emptied only after the order is stored.',
  'Unpaid is not fulfilled; paid and no_payment_required are settled; slow payments complete or release later.',
  'The webhook answers 2xx only after the durable write; faults give 5xx; foreign events have no effect; a late expiry undoes nothing.',
  'The hold precedes the session and is released when Stripe refuses. Fifty buyers of the last unit get one session.',
  'The hold outlives the session. Expiry, the cancel link, a new start and the sweep release it, once.',
  'A shopper is never blocked by their own hold.',
  'A payment for undeliverable goods is refunded in full, once, and recorded; a failed refund is retried and logged as an error.',
  'The webhook accepts only recent signatures of Stripe; without a secret it refuses to work.',
  'A token of another shopper never reaches this shopper’s billing data, payment or order.',
  'Responses about returns and orders are no-store, and their pages noindex.',
  'No account or network of accounts keeps more than a small share of the stock without paying; holds end minutes after the page.',
  'The order goes to the address on the screen when CHECKOUT was pressed, whatever another tab or login does.',
  'The country that set the postage is that of the address at Stripe and of the parcel.',
];

/** Later statements, by number. */
const later: Record<number, string> = {
  27: 'A refund that failed is tried under a new key, after asking Stripe whether one exists; two refunds of one debt never happen.',
  28: 'A refund is final only when Stripe says so: pending, failed and cancelled refunds are states, shown and acted on.',
  29: 'Refunds and disputes at the dashboard are recorded by webhook or sweep, in full or in part; money alone moves no stock.',
  30: 'A payment refunded before it was completed makes no order. A review ends with a decision or a refund, and never locks the basket.',
  31: 'A shopper who has paid sees that until the order exists; no second payment page opens before that.',
  32: 'A paid session that this shop did not open is always logged.',
  33: 'A permanent refusal states its reason; if Stripe is unavailable, the message says that nothing was charged.',
  34: 'A gift card pays and takes nothing off: total, tax and documents are the same with it, and Stripe charges nothing or at least 30p.',
  35: 'What a gift card holds is spent once or given back once, however its checkout ends; a crowd never spends more than is on it.',
  36: 'A refund returns to the gift card first; neither the card nor Stripe gets back more than it gave.',
  37: 'The ledger of gift cards is only added to; its sum is the balance, and the accounts owe it.',
};

const statements = [
  ...first.map((statement, place) => ({ number: place + 1, statement })),
  ...Object.entries(later).map(([number, statement]) => ({ number: Number(number), statement })),
];

const files = globSync('{tests/{unit,database,api},{src,netlify}/**}/*.test.ts', {
  cwd: projectFolder,
});
const proofs = files.flatMap((file) => {
  const text = readFileSync(path.join(projectFolder, file), 'utf8');
  const titles = text.matchAll(/(?<call>[\w.]*)\(\s*['"`]payments (?<number>\d+): /g);
  return Array.from(titles, ({ groups }) => ({
    number: Number(groups?.['number']),
    call: groups?.['call'] ?? '',
  }));
});

test.each(statements)('$number. $statement', ({ number }) => {
  expect(proofs.filter((proof) => proof.number === number).length).toBeGreaterThan(0);
});

test('no numbered test is skipped or has a number without a statement', () => {
  const numbers = new Set(statements.map(({ number }) => number));
  expect(proofs.filter(({ number }) => !numbers.has(number))).toEqual([]);
  // A table of cases ends in `])(`, so no name precedes it.
  expect(proofs.filter(({ call }) => !['test', 'describe', ''].includes(call))).toEqual([]);
});
