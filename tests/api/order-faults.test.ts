import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterwardsDone } from '../support/afterwards.ts';
import { faultCases } from '../support/fault-tests.ts';
import { openBackend } from '../support/open-backend.ts';
import { type Case, orderFaultScenarios } from '../support/order-fault-scenarios.ts';
import { refundsOf } from '../support/refunds.ts';
import { studioFaultScenarios } from '../support/studio-fault-scenarios.ts';
import { createWire } from '../support/wire.ts';
import { eventually } from '../support/eventually.ts';

const listed = 'stripe GET /v1/refunds';
const make = 'stripe POST /v1/refunds';
const record = 'database record_refunds';
const begin = 'database begin_order_refund';
const progress = 'database order_refund_progress';

const untouched = { refunds: [], left: 3, owed: 0, mails: [] };
const refunded = { refunds: [500], left: 3, owed: 0, mails: ['order_refund'] };
const cancelled = { refunds: [5194], left: 5, owed: 0, mails: ['cancelled', 'order_refund'] };
const declined = { refunds: [4194, 1000], left: 5, owed: 0, mails: ['refund'] };
/** £10 was refunded at the dashboard, and the goods await a decision. */
const undecided = { refunds: [1000], left: 3, owed: 0, mails: [] };
/** One order, for which nothing more is to be paid. */
const noLink = { waits: null, orders: 1, mailed: true, payable: 0, left: 3 };

interface FaultPoints {
  /** Outgoing calls of the functions, in order. */
  steps: string[];
  /** Number of first steps that no earlier row has: a sample breaks only these. All if absent. */
  own?: number;
  /** End state, whatever failed. */
  end: object;
  /** End state if the request never arrived and is not repeated; absent if it was made before. */
  unheard?: object;
  /** End state if nobody acts again, for acts that lapse then. */
  lapsed?: object;
}

/**
 * As in fault-points.ts: add every new call here, and it is broken in every way. Calls of the request end
 * with its response, those of the sweep with its own.
 */
const faultPoints: Record<string, FaultPoints> = {
  'a manager refunds': {
    steps: ['database staff_refund', listed, record, begin, make, record, progress],
    end: refunded,
    unheard: untouched,
  },
  'a manager cancels': {
    steps: ['database staff_cancel', listed, record, begin, make, record, progress],
    end: cancelled,
    unheard: untouched,
  },
  'a manager declines what is under review': {
    steps: ['database staff_resolve_review', listed, record, 'database begin_refund', make, record],
    end: declined,
    unheard: undecided,
  },
  'the sweep refunds what an order owes': {
    steps: [
      'database withdrawals_due',
      'database stripe_events_seen_until',
      'stripe GET /v1/events',
      'database mark_stripe_events_seen',
      'database take_due_order_refunds',
      listed,
      record,
      begin,
      make,
      record,
    ],
    end: refunded,
  },
  'the sweep carries out a withdrawal': {
    steps: [
      'database withdrawals_due',
      'database carry_out_withdrawal',
      'database stripe_events_seen_until',
      'stripe GET /v1/events',
      'database mark_stripe_events_seen',
      'database take_due_order_refunds',
      listed,
      record,
      begin,
      make,
      record,
    ],
    // The receipt, and the confirmation that it is done.
    end: { ...cancelled, mails: ['cancelled', ...cancelled.mails] },
  },
  'a manager sends a payment link': {
    steps: [
      'database staff_open_link',
      'stripe POST /v1/checkout/sessions',
      'database attach_link',
    ],
    end: { ...noLink, waits: 'payment', payable: 1, left: 2 },
    lapsed: noLink,
  },
  'a manager calls a link off': {
    steps: [
      'database link_to_end',
      'stripe POST /v1/checkout/sessions/:id/expire',
      'database release_checkout',
    ],
    end: noLink,
  },
  'the webhook of a paid link comes': {
    steps: ['stripe GET /v1/checkout/sessions/:id', 'database complete_checkout'],
    end: { ...noLink, orders: 2, left: 2 },
  },
  'a manager swaps a piece': {
    steps: ['database staff_edit_order'],
    end: { moved: ['swapped 1'], orders: 0 },
  },
  'a manager swaps a piece for a cheaper one': {
    steps: ['database staff_edit_order', listed, record, begin, make, record, progress],
    own: 1,
    end: { refunds: [477], left: 4, owed: 0, mails: ['order_refund'] },
    unheard: untouched,
  },
  'a manager swaps a piece for a dearer one': {
    steps: [
      'database staff_edit_order',
      // The price paid for the old piece comes off as a coupon.
      'stripe POST /v1/coupons',
      'stripe POST /v1/checkout/sessions',
      'database attach_link',
    ],
    own: 2,
    end: { ...noLink, waits: 'payment', payable: 1 },
    lapsed: noLink,
  },
  'the webhook of a paid swap comes': {
    steps: ['stripe GET /v1/checkout/sessions/:id', 'database complete_checkout'],
    end: { ...noLink, orders: 2, left: 4 },
  },
  'a manager exchanges a piece for a dearer one': {
    steps: [
      'database staff_exchange',
      'stripe POST /v1/coupons',
      'stripe POST /v1/checkout/sessions',
      'database attach_link',
    ],
    own: 2,
    end: { ...noLink, payable: 1 },
    lapsed: noLink,
  },
  'the webhook of a paid exchange comes': {
    steps: ['stripe GET /v1/checkout/sessions/:id', 'database complete_checkout'],
    end: { ...noLink, waits: 'return', orders: 2 },
  },
  'a return is announced': {
    steps: ['database staff_ask_return'],
    end: { states: ['asked'], moved: [], refunds: [] },
  },
  'a return arrives': {
    steps: ['database staff_receive_return'],
    end: { states: ['received'], moved: ['returned 1'], refunds: [] },
  },
  'a return is settled': {
    steps: ['database staff_settle_return', listed, record, begin, make, record, progress],
    own: 1,
    end: { states: ['settled'], moved: ['returned 1'], refunds: [2597] },
    unheard: { states: ['received'], moved: ['returned 1'], refunds: [] },
  },
  'a discount is made': {
    steps: ['database staff_make_discount', 'database staff_discounts'],
    end: [{ codes: 0 }],
  },
  'codes of a discount are made': {
    steps: ['database staff_make_codes'],
    end: [{ codes: 3 }],
  },
  'a manager files a quarter': {
    steps: ['database staff_file_quarter', 'database keep_filed_files'],
    end: { filed: 1, movements: 1, files: 5 },
    unheard: { filed: 0, movements: 0, files: 0 },
  },
  'a manager gives pieces away': {
    steps: ['database staff_gift'],
    end: { moved: ['given -1'], orders: 1 },
  },
  'a manager sends pieces again': {
    steps: ['database staff_replace'],
    end: { moved: ['replaced -1'], orders: 1 },
  },
  'a manager exchanges pieces': {
    steps: ['database staff_exchange'],
    end: { moved: ['exchanged -1'], orders: 1 },
  },
  'a stock-take is saved': {
    steps: ['database staff_adjust_stock'],
    end: { moved: ['counted -1'], orders: 0 },
  },
  'an expected delivery arrives': {
    steps: ['database staff_close_delivery'],
    end: { moved: ['delivered 8'], orders: 0 },
  },
};

// The order number is written to Stripe after the response.
const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });

const { backend, shop } = await openBackend({ wire });
const scenarios = { ...orderFaultScenarios(backend), ...studioFaultScenarios(backend) };
const { sql } = backend.database;
beforeEach(async () => {
  await afterwardsDone();
  await backend.stripe.reset();
  await backend.stripe.webhookMode({ mode: 'drop' });
  // Leaves nothing of earlier tests for the sweep.
  await sql`update order_refunds set given_up_at = now(), given_up_because = 'decided', given_up_by = 'staff' where taken_at is null`;
  await sql`update orders set cancels_at = null where cancels_at is not null`;
  await sql`update stripe_events_seen set seen_until = now()`;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

function scenarioOf(name: string) {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario “${name}”`);
  return scenario;
}

/** End state: at Stripe, in stock, in the ledger and in the outbox. */
async function refundEnd({ session, sku, shopper }: Case) {
  const [row] = await sql<[{ owed: number; mails: string[] }]>`
    select
      (select count(*)::int from order_refunds f join orders o on o.id = f.order_id
       where o.user_id = ${shopper.id} and f.taken_at is null) as owed,
      (select coalesce(array_agg(kind::text order by kind::text), '{}') from mail_outbox m
       join checkouts c on c.id = m.checkout_id
       where c.user_id = ${shopper.id} and m.kind in ('cancelled', 'order_refund', 'refund')) as mails`;
  const refunds = await refundsOf(backend, session);
  return { refunds, left: await shop.freeUnitsOf(sku), ...row };
}

const endOf = (name: string, given: Case) => (scenarioOf(name).endOf ?? refundEnd)(given);

function casesOf(name: string, { steps, own }: FaultPoints) {
  return faultCases({ steps, own, ways: Object.keys(scenarioOf(name).recoveries) });
}

test('every scenario has a row in the table of fault points', () => {
  expect(Object.keys(scenarios)).toEqual(Object.keys(faultPoints));
});

test('payments 20: a refund of an order sends its attempt’s idempotency key', async () => {
  const given = await scenarioOf('a manager refunds').prepare();
  wire.watch();
  await given.press();
  wire.calls();
  const keys = await sql<{ key: string }[]>`
    select r.id::text as key from refunds r join payments p on p.id = r.payment_id
    where p.user_id = ${given.shopper.id}`;
  expect(wire.keys()).toEqual(keys.map(({ key }) => key));
  expect(wire.keys()).toHaveLength(1);
});

test('no call is made while a database transaction is open', async () => {
  // Each statement of the functions is a separate HTTP call, so no transaction can outlast it, and no lock on
  // the order is held when Stripe responds.
  const given = await scenarioOf('a manager refunds').prepare();
  await backend.stripe.fail({
    method: 'POST',
    path: '/v1/refunds',
    outcome: 'slow',
    delayMs: 1500,
  });
  const pressed = given.press();
  await eventually(async () => {
    const [row] = await sql`
      select count(*)::int as asked from refunds r join payments p on p.id = r.payment_id
      where p.user_id = ${given.shopper.id} and r.state = 'requested'`;
    expect(row).toEqual({ asked: 1 });
  });
  const locked = await sql.begin(
    (tx) => tx`select id from checkouts where user_id = ${given.shopper.id} for update nowait`,
  );
  expect(locked).toHaveLength(1);
  const [open] = await sql`
    select count(*)::int as transactions from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`;
  expect(open).toEqual({ transactions: 0 });
  expect(await pressed).toMatchObject({ body: { refund: { state: 'succeeded' } } });
});

describe.each(Object.entries(faultPoints))('%s', (name, points) => {
  test('makes the calls listed in the table of fault points', async () => {
    const given = await scenarioOf(name).prepare();
    wire.watch();
    await scenarioOf(name).act(given);
    expect(wire.calls()).toEqual(points.steps);
    expect(await endOf(name, given)).toEqual(points.end);
  });

  test.each(casesOf(name, points))(
    '$at $step · $fault · $way',
    async ({ at, step, fault, way }) => {
      const { prepare, act, recoveries } = scenarioOf(name);
      const given = await prepare();
      wire.watch({ at, fault });
      await act(given).catch(() => undefined);
      await afterwardsDone();
      expect(wire.calls()[at - 1], 'the step that was broken').toBe(step);
      await recoveries[way]?.(given);
      await afterwardsDone();
      const isPressed = way === 'the button is pressed again';
      const unheard = at === 1 && fault === 'never arrives' && !isPressed;
      const lapsed = way === 'time passes';
      expect(await endOf(name, given)).toEqual(
        (unheard && points.unheard) || (lapsed && points.lapsed) || points.end,
      );
    },
  );
});
