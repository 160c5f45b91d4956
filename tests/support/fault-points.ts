const count = 'database take_attempt';
const open = 'database open_checkout';
const coupon = 'stripe POST /v1/coupons';
const make = 'stripe POST /v1/checkout/sessions';
const attach = 'database attach_stripe_session';
const look = 'stripe GET /v1/checkout/sessions/:id';
const expire = 'stripe POST /v1/checkout/sessions/:id/expire';
const release = 'database release_checkout';
const complete = 'database complete_checkout';
const find = 'database find_purchase';
const refund = 'stripe POST /v1/refunds';
const refunded = 'stripe GET /v1/refunds';
const begin = 'database begin_refund';
const record = 'database record_refunds';
const take = 'database take_unfinished_checkouts';

const oneOrder = { orders: 1, payments: ['paid'], charged: 5194, refunded: 0, left: 3, payable: 0 };
/** Released: nothing was charged, and nothing is held. */
export const noOrder = { orders: 0, payments: [], charged: 0, refunded: 0, left: 5, payable: 0 };
const moneyBack = { ...noOrder, payments: ['refunded'], charged: 5194, refunded: 5194, left: 0 };

/** Refunded at the dashboard: the order and its goods stay as they were. */
const returned = { ...oneOrder, payments: ['refunded'], refunded: 5194 };

const pressing = ['the shopper presses again and pays', 'time passes'];

export interface FaultPoints {
  steps: string[];
  /** Recoveries, each of which suffices alone (fault-scenarios.ts). */
  ways: string[];
  /** End state, whatever failed. */
  end: typeof oneOrder | typeof noOrder | typeof moneyBack;
}

/**
 * Every outgoing call of the functions, in order: each is a point at which they may fail or die. Add a row
 * here for every new call, and it is broken in every way. Each subject has its own test file,
 * `tests/api/SUBJECT-faults.test.ts`, so that they run in parallel.
 */
export const faultPoints: Record<'checkout' | 'payment' | 'refund', Record<string, FaultPoints>> = {
  checkout: {
    'CHECKOUT is pressed': { steps: [count, open, make, attach], ways: pressing, end: oneOrder },
    'CHECKOUT is pressed with a single-use code': {
      steps: [count, open, coupon, make, attach],
      ways: pressing,
      // 10 % of £49.00 less, and the tax of the rest.
      end: { ...oneOrder, charged: 4675 },
    },
    'CHECKOUT is pressed again': { steps: [count, open, look], ways: pressing, end: oneOrder },
    'CHECKOUT is pressed with another basket': {
      steps: [count, open, expire, release, open, make, attach],
      ways: pressing,
      end: oneOrder,
    },
    'the cancel link is followed': {
      steps: ['database GET /rest/v1/checkouts', expire, release],
      ways: ['it is followed again', 'time passes'],
      end: noOrder,
    },
  },
  payment: {
    'an expired page’s webhook comes': {
      steps: [look, release],
      ways: ['it is repeated', 'the sweep comes'],
      end: noOrder,
    },
    'a payment’s webhook comes': {
      steps: [look, complete],
      ways: [
        'it is repeated',
        'the shopper comes back',
        'the sweep comes',
        'the shopper presses CHECKOUT again',
      ],
      end: oneOrder,
    },
    'the shopper comes back from paying': {
      steps: [find, count, look, complete, find, count, find, find, 'database mark_order_seen'],
      ways: ['the page is reloaded', 'the sweep comes'],
      end: oneOrder,
    },
    'the webhook of a slow payment comes': {
      steps: [look, 'database await_payment'],
      ways: ['the money arrives'],
      end: oneOrder,
    },
    'the sweep finds a payment': {
      steps: [take, look, complete],
      ways: ['it comes again', 'the shopper comes back'],
      end: oneOrder,
    },
    'the sweep finds a checkout without a page': {
      steps: [take, release],
      ways: ['it comes again'],
      end: noOrder,
    },
  },
  refund: {
    'a payment comes for goods that are gone': {
      steps: [look, complete, refunded, record, begin, refund, record],
      ways: ['the webhook is repeated', 'the sweep comes'],
      end: moneyBack,
    },
    'the webhook of a refund at the dashboard comes': {
      steps: [refunded, record],
      ways: ['it is repeated', 'the refund sweep comes'],
      end: returned,
    },
    'the refund sweep finds a refund at the dashboard': {
      steps: [
        'database withdrawals_due',
        'database stripe_events_seen_until',
        'stripe GET /v1/events',
        refunded,
        record,
        'database mark_stripe_events_seen',
        'database take_due_order_refunds',
      ],
      ways: ['it comes again'],
      end: returned,
    },
    'the sweep finds a refund that Stripe made long ago': {
      steps: [take, look, refunded, complete, refunded, record, begin],
      ways: ['it comes again'],
      end: moneyBack,
    },
  },
};
