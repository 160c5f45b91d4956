import { fontBudget, pageBudgets } from '#harness/page-budgets.ts';

/** Calls that count for each purchase, by the names that functions have in tests. */
export const purchaseCalls = [
  'auth-guest',
  'listing-additionalpays',
  'stripe-save-billing-info',
  'stripe-create-stripe-session',
  'listing-reducequantity',
  'stripe-save-payment',
  'listing-ordercreatation',
  'stripe-webhook',
] as const;

/** Counted by `tests/api/cost-counts.test.ts`, which fails when they change. */
export const counts = {
  /** Calls of functions from the billing page to the order, including Stripe's webhook. */
  callsPerPurchase: purchaseCalls.length,
  /** E-mails to the shopper: confirmation, dispatch, arrival. */
  mailsPerOrder: 3,
  /** Bytes of the rows that the order and its history add to all tables; a tenth more or less is not a change. */
  rowBytesPerOrder: 3200,
};

/**
 * Disk space for each byte of rows: indexes, and room that updates leave. 7,450 bytes for 2,410 of rows, after 6,000
 * orders of `bench/many-orders.ts` (25 November 2026); 5,030 once compacted.
 */
export const diskPerRowByte = 3.1;

const { home, listing, product } = pageBudgets;

/** A visit of three pages on a phone: home, listing, product. */
export const visit = {
  /** Budgets of scripts, HTML and fonts (`harness/page-budgets.ts`), and pictures as `npm run bench` counts them. */
  bytes: {
    scripts: product.usedScript,
    markup: home.markup + listing.markup + product.markup,
    fonts: fontBudget,
    pictures: 103_680 + 60_800 + 24_740,
  },
  /** Requests, as `npm run bench` counts them; a script that two pages share counts once. */
  requests: 66,
  /** Calls of functions that the CDN does not answer, likewise. */
  calls: 3,
};

/** Nobody can count these before the shop is open. */
export const assumed = {
  visitsPerOrder: 50,
  daysPerMonth: 30,
  /** Seconds of a function per call, cold starts included: p50 is 0.05 to 0.18 here. */
  secondsPerCall: 0.25,
  /** Memory of a function in GB: Netlify's default. */
  gigabytes: 1,
  /** Credits of the scheduled jobs of a month (docs/decisions/0049-one-scheduler.md). */
  jobCredits: 18,
  /** Deploys a month besides those for stock: catalogue changes and code. */
  otherDeploys: 10,
  /** Pence of an order. */
  orderPence: 5000,
  /** People who are told of new orders, at most six times an hour, ten hours a day. */
  staff: 2,
  staffMailsPerDay: 60,
};
