import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveUpAll } from './checkout-facts.ts';
import { type FaultPoints, faultPoints, noOrder } from './fault-points.ts';
import { faultScenarios, type Scenario, type Wish } from './fault-scenarios.ts';
import { runsWhole } from './long-suites.ts';
import { openBackend } from './open-backend.ts';
import { refundsOf } from './refunds.ts';
import { createWire, type Fault } from './wire.ts';

/**
 * Every fault at every step, with every recovery. A sample has one recovery for each, in turn, so that it still
 * has almost every pair of step and fault, and each recovery after several faults. A lost response to the last call
 * also covers a crash after it.
 * @param own number of first steps that a sample breaks.
 */
export function faultCases({
  steps,
  ways,
  own = steps.length,
}: Pick<FaultPoints, 'steps' | 'ways'> & { own?: number | undefined }) {
  return steps.slice(0, runsWhole ? steps.length : own).flatMap((step, place) => {
    const at = place + 1;
    const faults: Fault[] = ['never arrives', 'answer lost'];
    if (runsWhole || at < steps.length) faults.push('killed after');
    const broken = faults.flatMap((fault, kind) =>
      ways
        .filter((_, turn) => runsWhole || turn === (at + kind) % ways.length)
        .map((way) => ({ at, step, fault, way })),
    );
    // Stripe's library retries calls without a response; supabase-js does not.
    const fault: Fault = 'stumbles';
    const stumbles = { at, step, fault, way: ways[0] ?? '' };
    return step.startsWith('stripe') ? broken.concat(stumbles) : broken;
  });
}

/** Recoveries in which the shopper abandons the order. */
const givenUp = new Set(['time passes']);

interface OwnKeys {
  /** Idempotency keys that the shop sent with its calls. */
  given: string[];
  /** Keys that it should have sent. */
  derived: string[];
}

/**
 * Tests a subject with each call broken in every way. Call it once per test file.
 * @returns a function for the file's own tests: runs a scenario's act without faults and reports its
 *   idempotency keys. The query finds the derived keys (`key`) by the shopper's id.
 */
export async function testFaults(
  subject: keyof typeof faultPoints,
): Promise<{ keysOf: (scenario: string, query: string) => Promise<OwnKeys> }> {
  // The order number is written to Stripe after the response; delivery-address.test.ts breaks that call.
  const wire = createWire({ beside: ['stripe POST /v1/payment_intents/:id'] });

  const { backend, shop } = await openBackend({ wire });
  const scenarios = faultScenarios(backend);
  beforeEach(async () => {
    await backend.stripe.reset();
    await backend.stripe.webhookMode({ mode: 'drop' });
    await giveUpAll(backend.database);
    // Silences the functions' error log of intended failures.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());

  function scenarioOf(name: string): Scenario {
    const scenario = scenarios[name];
    if (!scenario) throw new Error(`There is no scenario “${name}”`);
    return scenario;
  }

  /** End state of a shopper's wish: in the database, in stock and at Stripe. */
  async function endOf({ shopper, sku, code }: Wish) {
    const { sql } = backend.database;
    const payments = await sql<{ status: string }[]>`
      select status from payments where user_id = ${shopper.id}`;
    const [rows] = await sql<
      [
        {
          orders: number;
          holds: number;
          unfinished: number;
          uses: number;
          sessions: (string | null)[];
        },
      ]
    >`
      select (select count(*)::int from orders where user_id = ${shopper.id}) as orders,
        array_agg(stripe_session_id) as sessions,
        count(*) filter (where status in ('open', 'awaiting_payment', 'refund_due'))::int as unfinished,
        (select count(*)::int from checkout_discounts
         where code = ${code ?? null} and given_back_at is null) as uses,
        (select count(*)::int from stock_holds where variant_id = ${sku.variant_id}) as holds
      from checkouts where user_id = ${shopper.id}`;
    const all = await backend.stripe.sessions();
    const own = all.filter((session) => session.client_reference_id === shopper.id);
    const paid = own.filter((session) => session.payment_status === 'paid');
    const refunds = await Promise.all(paid.map(({ id }) => refundsOf(backend, id)));
    expect(rows, 'nothing is left to do').toMatchObject({ holds: 0, unfinished: 0 });
    expect(rows.uses, 'the code is used up by an order, and by nothing else').toBe(
      code === undefined ? 0 : rows.orders,
    );
    return {
      orders: rows.orders,
      payments: payments.map(({ status }) => status),
      charged: paid.reduce((sum, { amount_total }) => sum + (amount_total ?? 0), 0),
      refunded: refunds.flat().reduce((sum, amount) => sum + amount, 0),
      left: await shop.unitsOf(sku),
      // The URL of a session without a checkout was never returned to anyone.
      payable: own.filter(({ id, status }) => status === 'open' && rows.sessions.includes(id))
        .length,
    };
  }

  test('every scenario has a row in the table of fault points', () => {
    const rows = Object.entries(scenarios).map(([name, { recoveries }]) => [
      name,
      Object.keys(recoveries),
    ]);
    const points = Object.values(faultPoints).flatMap((own) => Object.entries(own));
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(points.map(([name, { ways }]) => [name, ways])),
    );
    expect(points).toHaveLength(rows.length);
  });

  describe.each(Object.entries(faultPoints[subject]))('%s', (name, points) => {
    test('makes the calls listed in the table of fault points', async () => {
      const { prepare, act } = scenarioOf(name);
      const wish = await prepare(backend);
      wire.watch();
      await act(wish);
      expect(wire.calls()).toEqual(points.steps);
    });

    test.each(faultCases(points))('$at $step · $fault · $way', async ({ at, step, fault, way }) => {
      const { prepare, act, recoveries } = scenarioOf(name);
      const wish = await prepare(backend);
      wire.watch({ at, fault });
      // The response, if any, does not matter; the end state does.
      await act(wish).catch(() => undefined);
      expect(wire.calls()[at - 1], 'the step that was broken').toBe(step);
      await recoveries[way]?.(wish);
      expect(await endOf(wish)).toEqual(givenUp.has(way) ? noOrder : points.end);
    });
  });

  return {
    async keysOf(name, query) {
      const { prepare, act } = scenarioOf(name);
      const wish = await prepare(backend);
      wire.watch();
      await act(wish);
      wire.calls();
      const keys = await backend.database.sql.unsafe<{ key: string }[]>(query, [wish.shopper.id]);
      return { given: wire.keys(), derived: keys.map(({ key }) => key) };
    },
  };
}
