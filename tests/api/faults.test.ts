import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { giveUpAll } from '../support/checkout-facts.ts';
import { faultScenarios, type Scenario, type Wish } from '../support/fault-scenarios.ts';
import { refundsOf } from '../support/refunds.ts';
import { createWire, type Fault } from '../support/wire.ts';

const count = 'database take_attempt';
const open = 'database open_checkout';
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
const noOrder = { orders: 0, payments: [], charged: 0, refunded: 0, left: 5, payable: 0 };
const moneyBack = { ...noOrder, payments: ['refunded'], charged: 5194, refunded: 5194, left: 0 };

/** Refunded at the dashboard: the order and its goods stay as they were. */
const returned = { ...oneOrder, payments: ['refunded'], refunded: 5194 };

const pressing = ['the shopper presses again and pays', 'time passes'];

interface FaultPoints {
  steps: string[];
  /** What makes it good, each alone (see fault-scenarios.ts). */
  ways: string[];
  /** How it ends, whatever broke. */
  end: typeof oneOrder | typeof noOrder | typeof moneyBack;
}

/**
 * Every call that leaves the functions, in order: each is a point at which they may fail or die.
 * Whoever adds a call to a function adds its row here, and it is broken in every way.
 */
const faultPoints: Record<string, FaultPoints> = {
  'CHECKOUT is pressed': { steps: [count, open, make, attach], ways: pressing, end: oneOrder },
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
  'a payment comes for goods that are gone': {
    steps: [look, complete, refunded, record, begin, refund, record],
    ways: ['the webhook is repeated', 'the sweep comes'],
    end: moneyBack,
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
  'the webhook of a refund at the dashboard comes': {
    steps: [refunded, record],
    ways: ['it is repeated', 'the refund sweep comes'],
    end: returned,
  },
  'the refund sweep finds a refund at the dashboard': {
    steps: [
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
};

// An order gets its name at Stripe after the answer: delivery-address.test.ts breaks that.
const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });

const { backend, shop } = await openBackend({ wire });
const scenarios = faultScenarios(backend);
beforeEach(async () => {
  await backend.stripe.reset();
  await backend.stripe.webhookMode({ mode: 'drop' });
  await giveUpAll(backend.database);
  // The functions say loudly what fails here on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

function scenarioOf(name: string): Scenario {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario “${name}”`);
  return scenario;
}

/** What a shopper's wish came to: in the database, in the stockroom and at Stripe. */
async function endOf({ shopper, sku }: Wish) {
  const { sql } = backend.database;
  const payments = await sql<{ status: string }[]>`
    select status from payments where user_id = ${shopper.id}`;
  const [rows] = await sql<
    [{ orders: number; holds: number; unfinished: number; sessions: (string | null)[] }]
  >`
    select (select count(*)::int from orders where user_id = ${shopper.id}) as orders,
      array_agg(stripe_session_id) as sessions,
      count(*) filter (where status in ('open', 'awaiting_payment', 'refund_due'))::int as unfinished,
      (select count(*)::int from stock_holds where variant_id = ${sku.variant_id}) as holds
    from checkouts where user_id = ${shopper.id}`;
  const all = await backend.stripe.sessions();
  const own = all.filter((session) => session.client_reference_id === shopper.id);
  const paid = own.filter((session) => session.payment_status === 'paid');
  const refunds = await Promise.all(paid.map(({ id }) => refundsOf(backend, id)));
  expect(rows, 'nothing is left to do').toMatchObject({ holds: 0, unfinished: 0 });
  return {
    orders: rows.orders,
    payments: payments.map(({ status }) => status),
    charged: paid.reduce((sum, { amount_total }) => sum + (amount_total ?? 0), 0),
    refunded: refunds.flat().reduce((sum, amount) => sum + amount, 0),
    left: await shop.unitsOf(sku),
    // The address of a session that no checkout has was never given to anyone.
    payable: own.filter(({ id, status }) => status === 'open' && rows.sessions.includes(id)).length,
  };
}

/** Each way of breaking each step, and each way of making it good. */
function cases({ steps, ways }: FaultPoints) {
  return steps.flatMap((step, place) => {
    const at = place + 1;
    const faults: Fault[] = ['never arrives', 'answer lost', 'killed after'];
    const broken = faults.flatMap((fault) => ways.map((way) => ({ at, step, fault, way })));
    // Stripe's library repeats what it has no answer to; supabase-js does not.
    const stumbles = { at, step, fault: 'stumbles' as const, way: ways[0] ?? '' };
    return step.startsWith('stripe') ? [...broken, stumbles] : broken;
  });
}

/** Ways by which the shopper gives up what could have been an order. */
const givenUp = new Set(['time passes']);

test('every scenario has a row in the table of fault points', () => {
  const rows = Object.entries(scenarios).map(([name, { recoveries }]) => [
    name,
    Object.keys(recoveries),
  ]);
  expect(rows).toEqual(Object.entries(faultPoints).map(([name, { ways }]) => [name, ways]));
});

test.each([
  [
    'payments 9: making a session carries a key derived from the checkout',
    'CHECKOUT is pressed',
    `select 'checkout-' || id as key from checkouts where user_id = $1`,
  ],
  [
    'payments 20: a refund carries the key of its attempt',
    'a payment comes for goods that are gone',
    `select r.id::text as key from refunds r join payments p on p.id = r.payment_id
     where p.user_id = $1`,
  ],
])('%s', async (_statement, name, query) => {
  const { prepare, act } = scenarioOf(name);
  const wish = await prepare(backend);
  wire.watch();
  await act(wish);
  const keys = await backend.database.sql.unsafe<{ key: string }[]>(query, [wish.shopper.id]);
  expect(wire.keys()).toEqual(keys.map(({ key }) => key));
  expect(wire.keys()).toHaveLength(1);
  wire.calls();
});

describe.each(Object.entries(faultPoints))('%s', (name, points) => {
  test('makes the calls listed in the table of fault points', async () => {
    const { prepare, act } = scenarioOf(name);
    const wish = await prepare(backend);
    wire.watch();
    await act(wish);
    expect(wire.calls()).toEqual(points.steps);
  });

  test.each(cases(points))('$at $step · $fault · $way', async ({ at, step, fault, way }) => {
    const { prepare, act, recoveries } = scenarioOf(name);
    const wish = await prepare(backend);
    wire.watch({ at, fault });
    // Whatever the shopper or Stripe is answered, if anything: what counts is what comes of it.
    await act(wish).catch(() => undefined);
    expect(wire.calls()[at - 1], 'the step that was broken').toBe(step);
    await recoveries[way]?.(wish);
    expect(await endOf(wish)).toEqual(givenUp.has(way) ? noOrder : points.end);
  });
});
