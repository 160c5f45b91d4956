import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs } = await openDatabase(12);
const manager = await newStaff('manager');

/** A paid checkout of two units of a colour with a stock of five, £51.94 in total. */
async function paid(
  how: { charged?: number; currency?: string; shipping?: number; parcelTo?: string } = {},
) {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.complete(checkout_id, how);
  return { sku, checkout: checkout_id };
}

/** A paid checkout whose goods were sold to another shopper. */
async function unsupplied() {
  const sku = await shop.newSku(2);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.letHoldsRunOut(checkout_id);
  const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.complete(other.checkout_id);
  expect(await shop.complete(checkout_id)).toMatchObject({ outcome: 'refund_due' });
  return checkout_id;
}

interface Begun {
  outcome: string;
  refund_id?: string;
  amount_pence?: number;
  waits?: string;
}

/** Without what is null. */
async function begin(checkout: string): Promise<Begun> {
  const [{ begun }] = await sql<[{ begun: Begun }]>`
    select jsonb_strip_nulls(to_jsonb(begun)) as begun from begin_refund(${checkout}) begun`;
  return begun;
}

async function fail(refund: string | undefined): Promise<void> {
  await sql`select fail_refund(${refund ?? null}, 'refused')`;
}

/** Records Stripe's refund for an attempt of the shop. */
async function record(
  checkout: string,
  attempt: string | undefined,
  id: string,
  status = 'succeeded',
) {
  const [row] = await sql<{ outcome: string }[]>`
    select record_refunds(${`pi_${checkout}`}, ${sql.json([
      { id, attempt: attempt ?? null, amount_pence: 5194, status, created: 1 },
    ])}) ->> 'outcome' as outcome`;
  return row?.outcome;
}

async function moneyOf(checkout: string) {
  const [row] = await sql`
    select p.status, b.refunded_pence::int as refunded, b.returned_pence::int as returned, b.disputed
    from payments p join payment_balances b on b.payment_id = p.id where p.checkout_id = ${checkout}`;
  return { ...row };
}

async function dispute(checkout: string, status: string, id = `du_${checkout}`) {
  const facts = { id, amount_pence: 5194, reason: 'fraudulent', status, due_by: 2, created: 1 };
  const [recorded] = await sql`
    select * from record_dispute(${`pi_${checkout}`}, ${sql.json(facts)})`;
  return recorded;
}

async function resolve(checkout: string, decision: string) {
  const [{ resolved }] = await sql<[{ resolved: { outcome: string; order_id: number } }]>`
    select resolve_review(${checkout}, ${decision}) as resolved`;
  return resolved;
}

/** Records that a payment was paid back in another way. */
const settleOutside = (checkout: string, event: string = randomUUID()) =>
  callAs(manager, 'staff_settle_payment', event, checkout, 'Bank transfer');

test('a refund retried, begun and paid in another way at once is paid in one way', async () => {
  for (let round = 0; round < 2; round += 1) {
    const checkout = await unsupplied();
    const [settling, trying] = [randomUUID(), randomUUID()];
    const retry = () => callAs(manager, 'staff_retry_payment', trying, checkout);
    const refusals = await Promise.all(
      [
        settleOutside(checkout, settling),
        retry(),
        round % 2 === 0 ? begin(checkout) : retry(),
        settleOutside(checkout, settling),
        settleOutside(checkout),
      ].map(refusalOf),
    );
    const reasons = refusals.flatMap((refusal) => refusal?.reason ?? refusal?.code ?? []);
    expect(new Set(['not_due', 'under_way', ...reasons]).size).toBe(2);
    const [made] = await sql`
      select count(*)::int as refunds, sum(r.amount_pence)::int as pence from refunds r
      join payments p on p.id = r.payment_id where p.checkout_id = ${checkout}`;
    expect(made).toEqual({ refunds: 1, pence: 5194 });
  }
});

test('a refund paid in another way and then by Stripe as well is reported as a surplus', async () => {
  const checkout = await unsupplied();
  const { refund_id } = await begin(checkout);
  const settle = () => settleOutside(checkout);
  expect(await refusalOf(settle())).toMatchObject({ code: 'PT409', reason: 'under_way' });
  await fail(refund_id);
  await settle();
  expect(await moneyOf(checkout)).toMatchObject({ status: 'refunded', returned: 5194 });
  expect(await record(checkout, refund_id, 're_late')).toBe('refunded');
  const decisions = await sql`
    select kind, facts from order_decisions where checkout_id = ${checkout}`;
  expect([...decisions]).toEqual([{ kind: 'refund_surplus', facts: { why: 'charged' } }]);
});

describe('a refund attempt', () => {
  test('payments 27: is shared by concurrent callers until Stripe has responded; the next is new', async () => {
    const checkout = await unsupplied();
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(checkout)));
    expect(new Set(all.map(({ refund_id }) => refund_id)).size).toBe(1);
    expect(all[0]).toMatchObject({ outcome: 'refund_due', amount_pence: 5194 });
    await fail(all[0]?.refund_id);
    const next = await Promise.all(Array.from({ length: 20 }, () => begin(checkout)));
    expect(new Set(next.map(({ refund_id }) => refund_id)).size).toBe(1);
    expect(next[0]?.refund_id).not.toBe(all[0]?.refund_id);
    expect(await record(checkout, next[0]?.refund_id, 're_a')).toBe('refunded');
    expect(await begin(checkout)).toEqual({ outcome: 'refunded' });
  });

  test('payments 27: that seemed to have failed is adopted when Stripe lists it', async () => {
    const checkout = await unsupplied();
    const { refund_id } = await begin(checkout);
    await fail(refund_id);
    expect(await record(checkout, refund_id, 're_b')).toBe('refunded');
    const ledger = await sql`
      select id, source, state from refunds where stripe_refund_id = 're_b'`;
    expect([...ledger]).toEqual([{ id: refund_id, source: 'shop', state: 'succeeded' }]);
  });

  test('payments 28: pending leaves the refund due, without a second attempt', async () => {
    const checkout = await unsupplied();
    const { refund_id } = await begin(checkout);
    expect(await record(checkout, refund_id, 're_c', 'pending')).toBe('refund_due');
    expect(await begin(checkout)).toEqual({ outcome: 'refund_due', waits: 'pending' });
    expect(await record(checkout, refund_id, 're_c', 'requires_action')).toBe('refund_due');
    expect(await begin(checkout)).toEqual({ outcome: 'refund_due', waits: 'requires_action' });
    expect(await record(checkout, refund_id, 're_c')).toBe('refunded');
    expect(await record(checkout, refund_id, 're_c', 'pending'), 'an older answer').toBe(
      'refunded',
    );
  });

  test.each(['failed', 'canceled'])('payments 28: that ends up %s is due again', async (status) => {
    const checkout = await unsupplied();
    const id = `re_${status}`;
    expect(await record(checkout, (await begin(checkout)).refund_id, id)).toBe('refunded');
    expect(await record(checkout, undefined, id, status)).toBe('refund_due');
    expect(await moneyOf(checkout)).toMatchObject({ status: 'refund_due', refunded: 0 });
    expect(await begin(checkout)).toMatchObject({ amount_pence: 5194 });
    expect(await record(checkout, undefined, id), 'an older answer').toBe('refund_due');
  });

  test('covers only the amount not refunded at the dashboard', async () => {
    const checkout = await unsupplied();
    await shop.refund(checkout, 're_d', { pence: 1000 });
    expect(await begin(checkout)).toMatchObject({ amount_pence: 4194 });
    await shop.refund(checkout, 're_e', { pence: 4194 });
    expect(await shop.statusOf(checkout)).toBe('refunded');
  });

  test('is retried less often after three failures', async () => {
    const checkout = await unsupplied();
    for (let times = 0; times < 3; times += 1) await fail((await begin(checkout)).refund_id);
    expect(await begin(checkout)).toEqual({
      outcome: 'refund_due',
      waits: expect.stringMatching(/^until \d{4}-/),
    });
    await sql`update refunds set settled_at = settled_at - interval '16 minutes' where state = 'failed'`;
    expect(await begin(checkout)).toMatchObject({ refund_id: expect.any(String) });
  });

  test('starts only if a refund is due', async () => {
    expect(await begin((await paid()).checkout)).toEqual({ outcome: 'completed' });
    expect(
      await shop.refund((await paid({ charged: 1 })).checkout, 're_f', { status: 'pending' }),
    ).toBe('review');
  });
});

describe('changes to an order at the dashboard', () => {
  test('payments 29: a refund changes only the money, not the order or the stock', async () => {
    const { sku, checkout } = await paid();
    expect(await shop.refund(checkout, 're_g', { pence: 1000 })).toBe('completed');
    expect(await moneyOf(checkout)).toMatchObject({ status: 'paid', refunded: 1000 });
    expect(await shop.refund(checkout, 're_h', { pence: 4194, status: 'pending' })).toBe(
      'completed',
    );
    expect(await moneyOf(checkout)).toMatchObject({
      status: 'paid',
      refunded: 5194,
      returned: 1000,
    });
    await shop.refund(checkout, 're_h', { pence: 4194 });
    expect(await moneyOf(checkout)).toMatchObject({ status: 'refunded', returned: 5194 });
    expect(await shop.rowsOf(checkout)).toMatchObject({ orders: 1 });
    expect(await shop.unitsOf(sku)).toBe(3);
    await shop.refund(checkout, 're_h', { pence: 4194, status: 'failed' });
    expect(await moneyOf(checkout)).toMatchObject({ status: 'paid', refunded: 1000 });
    expect(await begin(checkout), 'the shop refunds no order by itself').toEqual({
      outcome: 'completed',
    });
  });

  test('payments 29: a dispute is recorded with its outcome, whatever the order of events', async () => {
    const { checkout } = await paid();
    expect(await dispute(checkout, 'needs_response')).toMatchObject({ news: true });
    expect(await dispute(checkout, 'needs_response')).toMatchObject({ news: false });
    expect(await moneyOf(checkout)).toMatchObject({ disputed: true, status: 'paid' });
    await dispute(checkout, 'won');
    await dispute(checkout, 'under_review');
    expect(await moneyOf(checkout)).toMatchObject({ disputed: false, status: 'paid' });
    await dispute(checkout, 'lost', 'du_second');
    expect(await moneyOf(checkout)).toMatchObject({ disputed: true, status: 'refunded' });
    expect(await shop.rowsOf(checkout)).toMatchObject({ orders: 1 });
  });

  test('a lost dispute settles what was due', async () => {
    const checkout = await unsupplied();
    await dispute(checkout, 'lost');
    expect(await shop.statusOf(checkout)).toBe('refunded');
  });

  test('foreign payments change nothing', async () => {
    expect(await dispute('of-nobody', 'lost')).toBeUndefined();
    expect(await record('of-nobody', undefined, 're_x')).toBeNull();
  });
});

async function completeWith(amounts: number[], status = 'succeeded', disputed = false) {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  const refunds = amounts.map((amount_pence, place) => ({
    id: `re_${checkout_id}_${place}`,
    amount_pence,
    status,
    created: place,
  }));
  const [{ completed }] = await sql<[{ completed: { outcome: string } }]>`
    select complete_checkout(${checkout_id}, ${`cs_test_${checkout_id}`}, 5194, 'gbp', 0, null,
      ${`pi_${checkout_id}`}, ${sql.json(refunds)}, ${disputed}) as completed`;
  return { sku, checkout: checkout_id, completed };
}

describe('money refunded before the shop learned of the payment', () => {
  test('payments 30: in full, makes no order and holds nothing', async () => {
    const { sku, checkout, completed } = await completeWith([1000, 4194]);
    expect(completed).toMatchObject({ outcome: 'refunded', order_id: null, unsupplied: null });
    expect(await shop.rowsOf(checkout)).toEqual({ payments: 1, orders: 0, items: 0, holds: 0 });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test.each<[string, number[], string, boolean]>([
    ['partly', [1000], 'succeeded', false],
    ['wholly, but not there yet', [5194], 'pending', false],
    ['not at all, but disputed', [], 'succeeded', true],
  ])('payments 30: %s, goes under review', async (_name, amounts, status, disputed) => {
    const { checkout, completed } = await completeWith(amounts, status, disputed);
    expect(completed).toMatchObject({ outcome: 'review', order_id: null });
    expect(await shop.rowsOf(checkout)).toMatchObject({ orders: 0, holds: 1 });
  });

  test('a disputed payment under review is one decision, with the deadline', async () => {
    const { checkout } = await completeWith([], 'succeeded', true);
    await dispute(checkout, 'needs_response');
    const decisions = await sql`
      select d.kind, d.facts, d.due_by = e.due_by as by_deadline
      from order_decisions d, disputes e join payments p on p.id = e.payment_id
      where d.checkout_id = ${checkout} and p.checkout_id = d.checkout_id`;
    expect([...decisions]).toEqual([
      { kind: 'review', facts: { because: 'disputed' }, by_deadline: true },
    ]);
  });
});

describe('a review', () => {
  test('payments 30: that is accepted makes the order at the charged amount', async () => {
    const { sku, checkout } = await paid({ charged: 5000 });
    const { outcome, order_id } = await resolve(checkout, 'accept');
    expect(outcome).toBe('completed');
    const [order] = await sql`
      select subtotal_pence, tax_pence, shipping_pence, shipping_name, adjustment_pence,
        order_amount_pence, total_items from orders where id = ${order_id}`;
    expect(order).toEqual({
      subtotal_pence: 4900,
      tax_pence: 294,
      shipping_pence: 0,
      shipping_name: 'Standard delivery',
      adjustment_pence: -194,
      order_amount_pence: 5000,
      total_items: 2,
    });
    expect(await shop.unitsOf(sku)).toBe(3);
    expect(await shop.rowsOf(checkout)).toMatchObject({ orders: 1, holds: 0 });
    expect(await moneyOf(checkout)).toMatchObject({ status: 'paid' });
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'completed', order_id });
  });

  test('payments 30: that is declined is refunded like sold-out goods', async () => {
    const { sku, checkout } = await paid({ charged: 5194, currency: 'usd' });
    expect(await resolve(checkout, 'refund')).toEqual({ outcome: 'refund_due', order_id: null });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
    const { refund_id, amount_pence } = await begin(checkout);
    expect(amount_pence).toBe(5194);
    expect(await record(checkout, refund_id, 're_i')).toBe('refunded');
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refunded', unsupplied: null });
  });

  test('payments 30: ends by itself when all of it is refunded at the dashboard', async () => {
    const { sku, checkout } = await paid({ charged: 100 });
    expect(await shop.refund(checkout, 're_j', { pence: 40 })).toBe('review');
    expect(await shop.refund(checkout, 're_k', { pence: 60 })).toBe('refunded');
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test('needs no refund if nothing was charged', async () => {
    const { checkout } = await paid({ charged: 0 });
    expect(await resolve(checkout, 'refund')).toMatchObject({ outcome: 'refunded' });
  });

  test('keeps the delivery that was paid for', async () => {
    const { checkout } = await paid({ charged: 9999, shipping: 695 });
    const { order_id } = await resolve(checkout, 'accept');
    const [order] = await sql`
      select shipping_name, shipping_pence, adjustment_pence from orders where id = ${order_id}`;
    expect(order).toEqual({
      shipping_name: 'Express next-day delivery',
      shipping_pence: 695,
      adjustment_pence: 9999 - 5194 - 695,
    });
  });

  test('is decided once, by a known decision, and only if there is one', async () => {
    const { checkout } = await paid({ charged: 1 });
    expect(await refusalOf(resolve(checkout, 'keep'))).toMatchObject({
      reason: 'decision_unknown',
    });
    const [accepting, refunding, late] = [randomUUID(), randomUUID(), randomUUID()];
    const presses = [
      { decision: 'accept', event: accepting },
      { decision: 'refund', event: refunding },
      { decision: 'accept', event: accepting },
      { decision: 'refund', event: refunding },
      { decision: 'accept', event: late },
    ];
    const refusals = await Promise.all(
      presses.map(({ decision, event }) =>
        refusalOf(sql`
          select outcome from ${acting(sql, manager)}, staff_resolve_review(${event}, ${checkout}, ${decision})`),
      ),
    );
    // Any of them may come first, and its repeat is not refused.
    const first = presses.find((_, place) => refusals[place] === undefined)?.event;
    expect(first).toBeDefined();
    expect(refusals.map((refusal) => refusal?.reason)).toEqual(
      presses.map(({ event }) => (event === first ? undefined : 'not_in_review')),
    );
    expect(await refusalOf(resolve(checkout, 'accept'))).toMatchObject({ reason: 'not_in_review' });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(resolve(unknown, 'accept'))).toMatchObject({ code: 'PT404' });
  });

  test('is not accepted for another country than the one that set the postage', async () => {
    const { sku, checkout } = await paid({ parcelTo: 'AU' });
    expect(await refusalOf(resolve(checkout, 'accept'))).toMatchObject({ reason: 'other_country' });
    expect(await shop.statusOf(checkout)).toBe('review');
    expect(await resolve(checkout, 'refund')).toMatchObject({ outcome: 'refund_due' });
    expect(await shop.freeUnitsOf(sku)).toBe(5);
  });

  test('is not accepted in another currency, or when the goods are sold out', async () => {
    const foreign = await paid({ currency: 'usd' });
    expect(await refusalOf(resolve(foreign.checkout, 'accept'))).toMatchObject({
      reason: 'other_currency',
    });
    const { sku, checkout } = await paid({ charged: 1 });
    await sql`update color_variants set quantity = 1 where id = ${sku.variant_id}`;
    expect(await refusalOf(resolve(checkout, 'accept'))).toMatchObject({
      reason: 'out_of_stock',
      detail: [{ variant_id: sku.variant_id, quantity: 2, free: 1 }],
    });
    await sql`update color_variants set quantity = 2 where id = ${sku.variant_id}`;
    expect(await resolve(checkout, 'accept')).toMatchObject({ outcome: 'completed' });
  });
});
