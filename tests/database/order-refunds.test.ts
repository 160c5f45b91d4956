import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type WantedLine } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase(10);
const manager = await newStaff('manager');

interface Ordered {
  order: number;
  checkout: string;
  lines: WantedLine[];
}

/** An order; if charged another amount than its price, it was accepted after a review. */
async function ordered(
  wanted: [price: number, quantity: number][],
  { shipping = 0, charged }: { shipping?: number; charged?: number } = {},
): Promise<Ordered> {
  const lines = await Promise.all(
    wanted.map(async ([price, quantity]) => ({ sku: await shop.newSku(50, price), quantity })),
  );
  const { checkout_id: checkout } = await shop.open(await shop.newShopper(), lines);
  await shop.complete(checkout, { shipping, ...(charged !== undefined && { charged }) });
  if (charged !== undefined) await sql`select resolve_review(${checkout}, 'accept')`;
  const [{ order }] = await sql<[{ order: number }]>`
    select id::int as order from orders where checkout_id = ${checkout}`;
  return { order, checkout, lines };
}

const piece = ({ lines }: Ordered, line = 0, quantity = 1) => [
  { variant_id: lines[line]?.sku.variant_id ?? 0, quantity },
];

async function cancel({ order }: Ordered, items: object[] | null = null): Promise<void> {
  const json = items && sql.json(items.map((item) => ({ ...item })));
  await sql`
    select staff_cancel(${randomUUID()}, ${order}, ${json}, 'other', true)
    from ${acting(sql, manager)}`;
}

async function refund(
  { order }: Ordered,
  items: object[],
  { shipping = 0, goodwill = 0, deduction = 0 } = {},
): Promise<void> {
  const json = sql.json(items.map((item) => ({ ...item })));
  await sql`
    select ask_refund(${randomUUID()}, ${order}, null, ${json}, ${shipping}, ${goodwill}, 'other', 'staff', id, ${deduction}, 'Worn')
    from staff where user_id = ${manager}`;
  await sql`select settle_order(${order})`;
}

/** Parts of an order's refunds as requested: goods, tax, delivery, goodwill. */
async function partsOf({ order }: Ordered): Promise<number[][]> {
  const rows = await sql<{ parts: number[] }[]>`
    select array[goods_pence, tax_pence, shipping_pence, goodwill_pence]::int[] as parts
    from order_refunds where order_id = ${order} order by asked_at`;
  return rows.map(({ parts }) => parts);
}

async function dispute({ checkout }: Ordered, status: string): Promise<void> {
  const facts = { id: `du_${checkout}`, amount_pence: 5194, reason: 'general', status, created: 0 };
  await sql`select record_dispute(${`pi_${checkout}`}, ${sql.json(facts)})`;
}

async function begun({ order }: Ordered) {
  const [row] = await sql<{ refund_id: string; more: boolean }[]>`
    select refund_id, amount_pence::int, more from begin_order_refund(${order})`;
  return row;
}

describe('the refund of cancelled units', () => {
  test('adds up to the penny, unit by unit, however their tax was rounded', async () => {
    const bought = await ordered(
      [
        [199, 5],
        [333, 3],
      ],
      { shipping: 695 },
    );
    for (const line of [0, 1, 0, 1, 0, 1, 0, 0]) await cancel(bought, piece(bought, line));
    const parts = await partsOf(bought);
    const sums = [0, 1, 2, 3].map((place) =>
      parts.reduce((sum, part) => sum + (part[place] ?? 0), 0),
    );
    // 6 % of £19.94; the delivery is refunded with the last unit.
    expect(sums).toEqual([1994, 120, 695, 0]);
    expect(parts.slice(0, 3).map(([, tax]) => tax)).toEqual([12, 20, 12]);
    expect(parts.at(-1)?.[2]).toBe(695);
  });

  test('excludes the delivery after a partial dispatch', async () => {
    const bought = await ordered([[2450, 2]], { shipping: 695 });
    await dispatch(manager, bought.order, { items: piece(bought) });
    await cancel(bought);
    expect(await partsOf(bought)).toEqual([[2450, 147, 0, 0]]);
  });

  test.each([
    ['more', 5300, [[4900, 294, 0, 106]]],
    ['less', 5000, [[4717, 283, 0, 0]]],
    ['next to nothing', 1, [[1, 0, 0, 0]]],
  ])('equals the charge of an order that was charged %s', async (_name, charged, parts) => {
    const bought = await ordered([[2450, 2]], { charged });
    await cancel(bought);
    expect(await partsOf(bought)).toEqual(parts);
  });

  test('is not paid twice if their price was refunded before', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought));
    await cancel(bought);
    expect(await partsOf(bought)).toEqual([
      [2450, 147, 0, 0],
      [2450, 147, 0, 0],
    ]);
  });

  test('is zero if everything was refunded at the dashboard', async () => {
    const bought = await ordered([[2450, 2]]);
    await shop.refund(bought.checkout, `re_${bought.checkout}`);
    await cancel(bought);
    expect(await partsOf(bought)).toEqual([]);
  });
});

describe('a requested refund', () => {
  test('less a deduction, reduces goods and tax proportionally', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought), { deduction: 597 });
    expect(await partsOf(bought)).toEqual([[1887, 113, 0, 0]]);
    expect(await refusalOf(refund(bought, piece(bought), { deduction: 2598 }))).toMatchObject({
      reason: 'too_much',
      detail: { left_pence: 2597 },
    });
  });

  test.each([
    ['delivery', { shipping: 696 }],
    ['payment', { goodwill: 5890 }],
    ['payment, delivery and pieces together', { shipping: 695, goodwill: 5195 }],
  ])('is refused above the rest of the %s', async (_name, what) => {
    const bought = await ordered([[2450, 2]], { shipping: 695 });
    expect(await refusalOf(refund(bought, [], what))).toMatchObject({ reason: 'too_much' });
    expect(await partsOf(bought)).toEqual([]);
  });

  test('waits during a dispute, and is given up visibly when the dispute is lost', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought));
    await dispute(bought, 'warning_needs_response');
    await dispute(bought, 'needs_response');
    expect(await begun(bought)).toBeUndefined();
    expect(await refusalOf(refund(bought, piece(bought)))).toMatchObject({ reason: 'disputed' });
    await dispute(bought, 'lost');
    const [row] = await sql`
      select given_up_by from order_refunds where order_id = ${bought.order}`;
    expect(row).toEqual({ given_up_by: 'shop' });
  });

  test('starts during a mere inquiry, one attempt at a time', async () => {
    const bought = await ordered([[2450, 2]]);
    await dispute(bought, 'warning_needs_response');
    await refund(bought, piece(bought));
    await refund(bought, [], { goodwill: 1 });
    const first = await begun(bought);
    expect(first).toMatchObject({ amount_pence: 2597, more: true });
    expect(await begun(bought)).toMatchObject({ refund_id: first?.refund_id });
    await shop.refund(bought.checkout, 're_other', { pence: 100 });
    expect(await begun(bought)).toMatchObject({ refund_id: first?.refund_id });
  });

  test('excludes simultaneous cancellations by shopper and staff: one of the three succeeds', async () => {
    const bought = await ordered([[2450, 2]]);
    const all = await Promise.all([
      refusalOf(cancel(bought)),
      refusalOf(sql`select shopper_cancel(${randomUUID()}, ${bought.order})`),
      refusalOf(cancel(bought)),
    ]);
    expect(all.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(await partsOf(bought)).toEqual([[4900, 294, 0, 0]]);
    const sku = bought.lines[0]?.sku;
    expect(sku && (await shop.unitsOf(sku))).toBe(50);
  });

  test('that is begun, retried and given up at once is either made or given up, once for each press', async () => {
    for (let round = 0; round < 3; round += 1) {
      const bought = await ordered([[2450, 2]]);
      await refund(bought, piece(bought));
      const [{ id }] = await sql<[{ id: string }]>`
        select id from order_refunds where order_id = ${bought.order}`;
      const [ending, trying] = [randomUUID(), randomUUID()];
      const giveUp = (event: string) => callAs(manager, 'staff_give_up_refund', event, id);
      const retry = () => callAs(manager, 'staff_retry_refund', trying, id);
      const refusals = await Promise.all(
        [retry(), giveUp(ending), begun(bought), giveUp(ending), retry(), giveUp(randomUUID())].map(
          refusalOf,
        ),
      );
      const reasons = refusals.flatMap((refusal) => refusal?.reason ?? refusal?.code ?? []);
      expect(new Set(['given_up', 'under_way', ...reasons]).size).toBe(2);
      const [found] = await sql`
        select (given_up_at is null)::int + (
            select count(*)::int from order_events where kind = 'refund_given_up' and checkout_id = ${bought.checkout}) as ended,
          given_up_at is null = exists (select from refunds where order_refund_id = f.id) as either
        from order_refunds f where id = ${id}`;
      expect(found).toEqual({ ended: 1, either: true });
    }
  });

  test('is picked up once per sweep', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought));
    const taken = async (run: string) => {
      const rows = await sql`
        select from take_due_order_refunds(${run}, 100) where "order" = ${bought.order}`;
      return rows.length;
    };
    const run = new Date(Date.now() + 1000).toISOString();
    expect([await taken(run), await taken(run)]).toEqual([1, 0]);
  });
});

async function record({ checkout }: Ordered, attempt: string | undefined, pence: number) {
  const facts = {
    id: `re_${randomUUID()}`,
    amount_pence: pence,
    status: 'succeeded',
    created: 1,
  };
  const given = sql.json([{ ...facts, attempt: attempt ?? null }]);
  await sql`select record_refunds(${`pi_${checkout}`}, ${given})`;
}
async function decisions({ checkout }: Ordered): Promise<unknown[]> {
  const rows = await sql<{ facts: unknown }[]>`
    select facts from order_decisions where checkout_id = ${checkout} order by facts ->> 'why'`;
  return rows.map(({ facts }) => facts);
}
async function close({ checkout }: Ordered, note: string, event: string = randomUUID()) {
  await callAs(manager, 'staff_close_surplus', event, checkout, note);
}
/** Refunds a unit; Stripe fails, and a manager gives the refund up. Returns the attempt. */
async function givenUp(order: Ordered): Promise<string | undefined> {
  await refund(order, piece(order), { shipping: 695 });
  const { refund_id } = (await begun(order)) ?? {};
  await sql`select fail_refund(${refund_id ?? null}, 'An error occurred on our side')`;
  await sql`
    select staff_give_up_refund(${randomUUID()}, (
      select order_refund_id from refunds where id = ${refund_id ?? null}))
    from ${acting(sql, manager)}`;
  return refund_id;
}

async function hear({ checkout }: Ordered, attempt: string, status: string) {
  const facts = { id: `re_${attempt}`, amount_pence: 2597, status, created: 1, attempt };
  await sql`
    select record_refunds(${`pi_${checkout}`}, ${sql.json([facts])})`;
}
/** Numbers on the order's page, in the studio and in e-mails about money. */
async function shown({ order, checkout }: Ordered) {
  const [row] = await sql`
    select p -> 'owed_pence' as owed, p -> 'refund_failed' as failed, p -> 'refunded_pence' as refunded,
      jsonb_path_query_array(p, '$.credit_notes[*].amount_pence') as notes,
      (select count(*)::int from credit_notes n join refunds r on r.id = n.refund_id
       where r.payment_id = o.payment_id) as documents,
      array(select kind::text from mail_outbox where checkout_id = ${checkout} and kind::text like '%refund%'
        order by 1) as mails
    from orders o cross join lateral shopper_order(o.id) p where o.id = ${order}`;
  return { ...row };
}

test.each([
  ['in full', {}, 8727, [8233, [2233, 6000]]],
  ['as far as the payment goes', { charged: 5001 }, 5001, [4718, [1280, 3438]]],
])(
  'a credit note of goods refunded %s has their parts, which add up',
  async (_name, options, pence, parts) => {
    const bought = await ordered(
      [
        [2233, 1],
        [3000, 2],
      ],
      options,
    );
    await cancel(bought);
    await record(bought, (await begun(bought))?.refund_id, pence);
    const [note] = await sql`
      select n -> 'reason' as reason, jsonb_build_array(n -> 'goods_pence', (
        select jsonb_agg(i -> 'pence' order by i -> 'quantity') from jsonb_array_elements(n -> 'items') i)) as parts
      from orders o, jsonb_array_elements(credit_notes_of(o.payment_id)) n where o.id = ${bought.order}`;
    expect(note).toEqual({ reason: 'cancelled', parts });
  },
);

describe('a refund that the bank sends back', () => {
  test('time and again is owed by one credit note, and told of in one e-mail and one line', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought));
    const back = { owed: 2597, failed: true, refunded: 0, notes: [2597], documents: 1 };
    for (let round = 0; round < 3; round += 1) {
      const { refund_id = '' } = (await begun(bought)) ?? {};
      await hear(bought, refund_id, 'succeeded');
      expect(await shown(bought)).toMatchObject({
        ...back,
        owed: 0,
        failed: false,
        refunded: 2597,
      });
      await sql`
        update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${bought.checkout}`;
      await hear(bought, refund_id, 'failed');
      expect(await shown(bought)).toEqual({ ...back, mails: ['order_refund', 'refund_failed'] });
    }
    await sql`
      select staff_give_up_refund(${randomUUID()}, id) from order_refunds, ${acting(sql, manager)}
      where order_id = ${bought.order}`;
    expect(await shown(bought)).toMatchObject({ owed: 0, failed: false, notes: [], documents: 2 });
  });

  test('before its e-mail was sent is told of once it has failed three times', async () => {
    const bought = await ordered([[2450, 2]]);
    await refund(bought, piece(bought));
    const heard: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { refund_id = null } = (await begun(bought)) ?? {};
      await sql`select fail_refund(${refund_id}, 'Insufficient funds')`;
      heard.push((await shown(bought))['mails']);
    }
    expect(heard).toEqual([[], [], ['refund_failed']]);
  });
});

describe('a refund that Stripe makes after it was given up', () => {
  test('is a surplus until a manager decides, if its replacement was made as well', async () => {
    const order = await ordered(
      [
        [2450, 1],
        [5000, 2],
      ],
      { shipping: 695 },
    );
    await sql`update profiles set email_confirmed_at = now() where user_id = ${manager}`;
    const first = await givenUp(order);
    await refund(order, piece(order), { shipping: 695 });
    await record(order, (await begun(order))?.refund_id, 3292);
    expect(await decisions(order)).toEqual([]);
    await record(order, first, 3292);
    expect(await decisions(order)).toEqual([{ why: 'given_up' }, { why: 'twice' }]);
    const [{ owed }] = await sql<[{ owed: number }]>`
      select count(*)::int as owed from mail_outbox
      where checkout_id = ${order.checkout} and kind = 'staff_decision' and subject like 'refund_surplus %'`;
    expect(owed).toBe(2);
    expect(await refusalOf(close(order, ' '))).toMatchObject({ reason: 'note_missing' });
    const event = randomUUID();
    const closing = [event, event, randomUUID()].map((one) =>
      close(order, 'Asked back by e-mail', one),
    );
    const closed = await Promise.all(closing.map(refusalOf));
    expect(closed.filter((refusal) => refusal?.reason === 'no_surplus').length).toBeGreaterThan(0);
    expect(await decisions(order)).toEqual([]);
    expect(await refusalOf(close(order, 'Again'))).toMatchObject({
      code: 'PT409',
      reason: 'no_surplus',
    });
  });

  test('makes the shop give up a replacement that is not made yet', async () => {
    const order = await ordered([[2450, 3]], { shipping: 695 });
    const first = await givenUp(order);
    await refund(order, piece(order), { shipping: 695 });
    await record(order, first, 3292);
    expect(await begun(order)).toBeUndefined();
    expect(await decisions(order)).toEqual([
      { why: 'given_up' },
      { given_up_because: 'refunded_before' },
    ]);
  });
});
