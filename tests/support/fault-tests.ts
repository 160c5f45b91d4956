import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveUpAll } from './checkout-facts.ts';
import { type FaultPoints, faultPoints, noOrder } from './fault-points.ts';
import { faultScenarios, type Scenario, type Wish } from './fault-scenarios.ts';
import { openBackend } from './open-backend.ts';
import { refundsOf } from './refunds.ts';
import { createWire, type Fault } from './wire.ts';

/** Each way of breaking each step, and each way of making it good. */
export function faultCases({ steps, ways }: Pick<FaultPoints, 'steps' | 'ways'>) {
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

interface OwnKeys {
  /** The idempotency keys that the shop itself gave its calls. */
  given: string[];
  /** Those that it should have given. */
  derived: string[];
}

/**
 * Tests what the functions do about a subject, each call broken in every way. Once in a test file.
 * @returns for tests of the file's own: does what a scenario is about, unbroken, and reports the
 *   idempotency keys. The query finds those that it derives (`key`), by the shopper's id.
 */
export async function testFaults(
  subject: keyof typeof faultPoints,
): Promise<{ keysOf: (scenario: string, query: string) => Promise<OwnKeys> }> {
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
      // Whatever the shopper or Stripe is answered, if anything: what counts is what comes of it.
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
