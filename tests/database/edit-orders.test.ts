import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { acting } from '#harness/acting.ts';
import { violationsIn } from '../support/invariants.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase(12);
const manager = await newStaff('manager');

interface Bought {
  order: number;
  checkout: string;
  user: string;
  ink: number;
  rust: number;
  sku: Sku;
}

/** A paid order of `quantity` hats in ink, with `delivery` pence paid for it; as many as `rust` are left in rust. */
async function bought(quantity: number, { rust = 5, delivery = 0 } = {}): Promise<Bought> {
  const sku = await shop.newSku(10);
  const [other] = await sql<[{ id: number }]>`
    insert into color_variants (product_id, color_name, quantity)
    values (${sku.product_id}, 'Rust', ${rust}) returning id::int`;
  const user = await shop.newShopper();
  const { checkout_id: checkout } = await shop.open(user, [{ sku, quantity }]);
  await sql`
    update checkout_shipping_options set amount_pence = ${delivery}
    where checkout_id = ${checkout} and position = 1`;
  const { order_id } = await shop.complete(checkout, { shipping: delivery });
  return { order: order_id ?? 0, checkout, user, ink: sku.variant_id, rust: other.id, sku };
}

function swap(
  { order, ink, rust }: Bought,
  quantity: number,
  more: { event?: string; back?: boolean } = {},
) {
  const [from, to] = more.back ? [rust, ink] : [ink, rust];
  return edit(order, { swaps: [{ from, to, quantity }], event: more.event });
}

interface Edit {
  event?: string | undefined;
  swaps?: { from: number; to: number; quantity: number }[];
  removed?: { variant_id: number; quantity: number }[];
  /** Pence of the refund that the question showed. */
  promised?: number | null;
}
const edit = (
  order: number,
  { event = randomUUID(), swaps = [], removed = [], promised = null }: Edit,
) => callAs(manager, 'staff_edit_order', event, order, swaps, removed, 82800, promised);

const cancel = (order: number) => sql`select shopper_cancel(${randomUUID()}, ${order})`;

/** Makes calls at once. Returns how many succeeded; the others must have been refused, not have locked each other out. */
async function succeededOf(calls: Promise<unknown>[]): Promise<number> {
  const refusals = await Promise.all(calls.map(refusalOf));
  expect(refusals.filter((refusal) => refusal && !refusal.code.startsWith('PT4'))).toEqual([]);
  return refusals.filter((refusal) => refusal === undefined).length;
}

async function stateOf({ order, ink, rust }: Bought) {
  const [state] = await sql`
    select o.order_amount_pence as pence, o.units_to_send as to_send,
      (select jsonb_object_agg(color_name, quantity) from order_items where order_id = o.id and quantity > 0) as items,
      (select jsonb_object_agg(color_name, quantity) from color_variants where id in (${ink}, ${rust})) as stock
    from orders o where o.id = ${order}`;
  return state;
}

/** Movements of a colour's stock by orders: reason, units and author. */
async function movementsOf(variant: number) {
  const rows = await sql`
    select why::text, moved, coalesce(s.name, '') as by
    from stock_movements m left join staff s on s.id = m.staff_id
    where variant_id = ${variant} and order_id is not null order by m.id`;
  return rows.map(({ why, moved, by }) => [why, moved, by]);
}

const swapped = (...moves: number[]) => moves.map((moved) => ['swapped', moved, 'Morag']);

describe('a swapped colour', () => {
  test('is sent instead at the price paid; the stock of both moves once, however often it is pressed', async () => {
    const order = await bought(3);
    const before = await stateOf(order);
    const event = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => swap(order, 2, { event })));
    expect(await stateOf(order)).toEqual({
      ...before,
      items: { Ink: 1, Rust: 2 },
      stock: { Ink: 9, Rust: 3 },
    });
    await swap(order, 1);
    expect(await stateOf(order)).toMatchObject({ items: { Rust: 3 }, stock: { Ink: 10, Rust: 2 } });
    await swap(order, 3, { back: true });
    expect(await stateOf(order)).toEqual(before);
    expect(await movementsOf(order.ink)).toEqual([['sold', -3, ''], ...swapped(2, 1, -3)]);
    expect(await movementsOf(order.rust)).toEqual(swapped(-2, -1, 3));
    const mails = await sql`
      select from mail_outbox where kind = 'swapped' and checkout_id = ${order.checkout}`;
    expect(mails).toHaveLength(3);
  });

  test('is shown to staff and shopper as sent, and in the history', async () => {
    const order = await bought(1);
    await swap(order, 1);
    const [{ shown }] = await sql<[{ shown: unknown }]>`
      select jsonb_build_object(
        'swaps', jsonb_path_query_array(staff_order(${order.order}), '$.lines[*].swaps[*]'),
        'lines', jsonb_path_query_array(staff_order(${order.order}), '$.lines[*].color_name'),
        'history', jsonb_path_query_array(order_timeline(${order.order}, false), '$[*] ? (@.kind == "swapped").items'),
        'shopper', jsonb_path_query_array(shopper_order(${order.order}), '$.items[*].color_name')) as shown
      from ${acting(sql, manager)}`;
    expect(shown).toMatchObject({
      lines: ['Rust'],
      swaps: [
        { color_name: 'Ink', free: 10 },
        { color_name: 'Rust', free: 4 },
      ],
      history: [[{ color_name: 'Rust', quantity: 1 }]],
      shopper: ['Rust'],
    });
  });

  test('is refused beyond what is left to send or in stock', async () => {
    const order = await bought(2, { rust: 1 });
    const other = await bought(1);
    expect(await refusalOf(swap(order, 3))).toMatchObject({ reason: 'already_left' });
    expect(await refusalOf(swap(order, 2))).toMatchObject({ reason: 'colour_gone' });
    expect(await refusalOf(swap({ ...order, ink: other.ink }, 1))).toMatchObject({
      reason: 'item_unknown',
    });
    await sql`select shopper_cancel(${randomUUID()}, ${order.order})`;
    expect(await refusalOf(swap(order, 1))).toMatchObject({ reason: 'order_stopped' });
  });

  test('is one edit with a removed piece: all or nothing, refunded and restocked once', async () => {
    const order = await bought(3);
    const removed = [{ variant_id: order.ink, quantity: 1 }];
    const colours = { from: order.ink, to: order.rust };
    const swaps = [{ ...colours, quantity: 2 }];
    const tooMany = [{ ...colours, quantity: 3 }];
    expect(await refusalOf(edit(order.order, { swaps: tooMany, removed }))).toMatchObject({
      reason: 'already_left',
    });
    const event = randomUUID();
    await Promise.all(
      Array.from({ length: 4 }, () => edit(order.order, { event, swaps, removed })),
    );
    expect(await stateOf(order)).toMatchObject({
      to_send: 2,
      items: { Ink: 1, Rust: 2 },
      stock: { Ink: 10, Rust: 3 },
    });
    const refunds = await sql`
      select goods_pence::int as goods, tax_pence::int as tax, shipping_pence::int as shipping
      from order_refunds where order_id = ${order.order}`;
    expect([...refunds]).toEqual([{ goods: 2450, tax: 147, shipping: 0 }]);
    // The rest goes back whole, with its delivery.
    await edit(order.order, { removed: [{ variant_id: order.rust, quantity: 2 }] });
    const [whole] = await sql`
      select status, (select sum(amount_pence)::int from order_refunds where order_id = o.id) = order_amount_pence as all
      from orders o where id = ${order.order}`;
    expect(whole).toEqual({ status: 'cancelled', all: true });
    expect(await refusalOf(edit(order.order, {}))).toMatchObject({ reason: 'items_malformed' });
  });

  test('during a dispatch, a cancellation and a purchase leaves each unit in one place', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await bought(2, { rust: 2 });
      const buyer = await shop.newShopper();
      await succeededOf([
        swap(order, 1),
        dispatch(manager, order.order),
        swap(order, 2),
        edit(order.order, { removed: [{ variant_id: order.ink, quantity: 1 }] }),
        cancel(order.order),
        shop.open(buyer, [{ sku: { ...order.sku, variant_id: order.rust }, quantity: 2 }]),
      ]);
    }
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('beside others, and purchases of the same colours, locks nobody out', async () => {
    const skus = await Promise.all(Array.from({ length: 4 }, () => shop.newSku(50)));
    const one = skus
      .toSorted((x, y) => x.variant_id - y.variant_id)
      .map((sku) => ({ sku, quantity: 1 }));
    const [a = 0, b = 0, c = 0, d = 0] = one.map(({ sku }) => sku.variant_id);
    const swaps = [
      { from: a, to: d, quantity: 1 },
      { from: b, to: c, quantity: 1 },
    ];
    const races = Array.from({ length: 6 }, async () => {
      const { checkout_id } = await shop.open(await shop.newShopper(), one);
      const { order_id } = await shop.complete(checkout_id);
      return { order: order_id ?? 0, buyer: await shop.newShopper() };
    });
    const raced = (await Promise.all(races)).flatMap(({ order, buyer }) => [
      edit(order, { swaps }),
      shop.open(buyer, one.slice(1)),
    ]);
    expect(await succeededOf(raced)).toBe(12);
  });
});

/** Another product that costs `pence`. */
const another = async (pence: number) => (await shop.newSku(5, pence)).variant_id;

/** State of an order: its unsent pieces, and the parts of its refunds. */
async function moneyOf(order: number) {
  const [found] = await sql`
    select o.status, o.waits_for::text as waits,
      (select coalesce(jsonb_agg(to_send), '[]') from order_units where order_id = o.id and to_send > 0) as to_send,
      array(select array[goods_pence, tax_pence, shipping_pence, goodwill_pence]::int[] from order_refunds
        where order_id = o.id order by asked_at, amount_pence) as refunds
    from orders o where o.id = ${order}`;
  return found;
}

const Edited = z.object({ link: z.object({ checkout_id: z.uuid() }) });

/** Swaps a hat of an order for a dearer one of £34.50, held by a link for the difference. */
async function swappedByLink(order: Bought) {
  const to = await another(3450);
  const event = randomUUID();
  const press = () => edit(order.order, { event, swaps: [{ from: order.ink, to, quantity: 1 }] });
  const [made] = await Promise.all([press(), press()]);
  const { link } = Edited.parse(made);
  return { to, checkout: link.checkout_id };
}

/** Units of a colour in stock, and those not held. */
const unitsLeft = async (variant: number) => {
  const [row] = await sql<[{ quantity: number; free: number }]>`
    select v.quantity, f.free from color_variants v join free_units(array[${variant}]::bigint[]) f on f.variant_id = v.id
    where v.id = ${variant}`;
  return [row.quantity, row.free];
};

/** The order as its shopper sees it. */
async function pageOf(order: number) {
  const [{ page }] = await sql<[{ page: { items: { unit_pence: number }[] } }]>`
    select shopper_order(${order}) as page`;
  return page;
}

describe('a piece swapped for another product', () => {
  test('at the same price moves no money; at a lower one the difference is refunded with its tax, once', async () => {
    const order = await bought(2);
    const cheaper = await another(2000);
    await edit(order.order, {
      swaps: [{ from: order.ink, to: await another(2450), quantity: 1 }],
    });
    expect(await moneyOf(order.order)).toMatchObject({ to_send: [1, 1], refunds: [] });
    const event = randomUUID();
    const swaps = [{ from: order.ink, to: cheaper, quantity: 1 }];
    await Promise.all(Array.from({ length: 3 }, () => edit(order.order, { event, swaps })));
    expect(await moneyOf(order.order)).toMatchObject({ refunds: [[450, 27, 0, 0]] });
    // As Stripe and the server do.
    const [due] = await sql`select refund_id as id from begin_order_refund(${order.order})`;
    await sql`
      select record_refunds(stripe_payment_intent_id, jsonb_build_array(jsonb_build_object(
        'id', 're_swap', 'amount_pence', 477, 'status', 'succeeded', 'created', 1, 'attempt', ${due?.['id'] ?? null}::text)))
      from payments where checkout_id = ${order.checkout}`;
    const [noted] = await sql`
      select jsonb_path_query_array(credit_notes_of(payment_id), '$[*].goods_pence') as goods,
        jsonb_path_query_array(credit_notes_of(payment_id), '$[*].reason') as reasons,
        jsonb_path_query_array(credit_notes_of(payment_id), '$[*].items[*].keyvalue() ? (@.key != "name").value') as lines
      from orders where id = ${order.order}`;
    expect(noted).toEqual({ goods: [450], reasons: ['swapped'], lines: [450, 1] });
    // Page and invoice have the new price, and add up to the charge.
    const page = await pageOf(order.order);
    expect(page).toMatchObject({ subtotal_pence: 4450, changed_pence: 450 });
    expect(page.items.map(({ unit_pence }) => unit_pence).toSorted()).toEqual([2000, 2450]);
    expect(await unitsLeft(cheaper)).toEqual([4, 4]);
    expect(await unitsLeft(order.ink)).toEqual([10, 10]);
    // Later, as much of it goes back as it costs.
    await edit(order.order, { removed: [{ variant_id: cheaper, quantity: 1 }] });
    expect(await moneyOf(order.order)).toMatchObject({
      refunds: [
        [450, 27, 0, 0],
        [2000, 120, 0, 0],
      ],
    });
  });

  test('at a higher one is held until the difference is paid, and then takes its place', async () => {
    const order = await bought(2);
    const { to, checkout } = await swappedByLink(order);
    expect(await moneyOf(order.order)).toMatchObject({ waits: 'payment', to_send: [2] });
    expect(await unitsLeft(to)).toEqual([5, 4]);
    const [asked] = await sql`
      select subtotal_pence as goods, discount_pence as paid, tax_pence as tax from checkouts where id = ${checkout}`;
    expect(asked).toEqual({ goods: 3450, paid: 2450, tax: 60 });
    const became = { variant_id: order.ink, quantity: 1, product_name: 'A hat' };
    expect(await pageOf(order.order)).toMatchObject({ became: [{ ...became, order: null }] });

    const { order_id } = await shop.complete(checkout);
    expect(await pageOf(order.order)).toMatchObject({
      became: [{ ...became, order: order_id }],
      cancelled: {},
    });
    await shop.complete(checkout);
    expect(await moneyOf(order.order)).toMatchObject({ waits: null, to_send: [1], refunds: [] });
    expect(await moneyOf(order_id ?? 0)).toMatchObject({ to_send: [1] });
    expect(await unitsLeft(to)).toEqual([4, 4]);
    expect(await unitsLeft(order.ink)).toEqual([9, 9]);
    expect(
      await refusalOf(edit(order_id ?? 0, { swaps: [{ from: to, to: order.ink, quantity: 1 }] })),
    ).toMatchObject({
      reason: 'not_swappable',
    });
    expect(await violationsIn(sql)).toEqual([]);

    // The rest of the first order keeps its delivery, by which the new piece comes, and that takes it along.
    await edit(order.order, { removed: [{ variant_id: order.ink, quantity: 1 }] });
    expect(await moneyOf(order.order)).toMatchObject({ refunds: [[2450, 147, 0, 0]] });
    await sql`select shopper_cancel(${randomUUID()}, ${order_id ?? 0})`;
    expect(await moneyOf(order_id ?? 0)).toMatchObject({ refunds: [[1000, 60, 0, 0]] });
    const [whole] = await sql`
      select (select sum(amount_pence)::int from order_refunds where order_id = o.id) = order_amount_pence as all
      from orders o where id = ${order.order}`;
    expect(whole).toEqual({ all: true });
  });

  test('at a price higher by less than a card can pay, or of a piece that is also removed, is refused: nothing changes', async () => {
    const order = await bought(2);
    const swaps = [{ from: order.ink, to: await another(2475), quantity: 1 }];
    expect(await refusalOf(edit(order.order, { swaps }))).toMatchObject({
      reason: 'difference_too_small',
    });
    const removed = [{ variant_id: order.ink, quantity: 1 }];
    const dearer = [{ from: order.ink, to: await another(3450), quantity: 2 }];
    expect(
      await refusalOf(edit(order.order, { swaps: dearer, removed, promised: 0 })),
    ).toMatchObject({ reason: 'already_left' });
    expect(await moneyOf(order.order)).toMatchObject({ waits: null, to_send: [2], refunds: [] });
  });

  test('is as before when the link lapses; once its old piece is gone, the payment goes back', async () => {
    const order = await bought(1);
    const { to, checkout } = await swappedByLink(order);
    await sql`select release_checkout(${checkout})`;
    expect(await moneyOf(order.order)).toMatchObject({ waits: null, to_send: [1], refunds: [] });
    expect(await unitsLeft(to)).toEqual([5, 5]);
    const gone = await swappedByLink(order);
    await sql`select shopper_cancel(${randomUUID()}, ${order.order})`;
    expect(await shop.complete(gone.checkout)).toMatchObject({ outcome: 'refund_due' });
    expect(await unitsLeft(gone.to)).toEqual([5, 5]);
    expect(await pageOf(order.order)).toMatchObject({
      became: [],
      cancelled: { [order.ink]: 1 },
    });
  });

  test('is not made once the money for its old piece was given back as goodwill', async () => {
    const order = await bought(1);
    const { to, checkout } = await swappedByLink(order);
    await callAs(manager, 'staff_refund', randomUUID(), order.order, [], 0, 2497, 'goodwill');
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refund_due' });
    expect(await unitsLeft(to)).toEqual([5, 5]);
    expect(await refusalOf(swappedByLink(order))).toMatchObject({ reason: 'money_gone' });
  });

  test.each([
    ['more than was paid with the second order', 2000, [1563, 94, 0, 0]],
    ['exactly what was paid with it', 1060, [2450, 147, 0, 0]],
  ])('comes back like any piece, less %s', async (_name, deduction, refunded) => {
    const order = await bought(1);
    const { to, checkout } = await swappedByLink(order);
    const { order_id: made = 0 } = await shop.complete(checkout);
    await dispatch(manager, made ?? 0);
    await sql`select ask_return(${randomUUID()}, ${made}, 'return', null, '', 'shopper', null)`;
    const [{ id }] = await sql<
      [{ id: number }]
    >`select id::int from returns where order_id = ${made}`;
    const back = [{ variant_id: to, restocked: 1, written_off: 0 }];
    await callAs(manager, 'staff_receive_return', randomUUID(), id, back);
    const settling = randomUUID();
    for (let press = 0; press < 2; press += 1) {
      await callAs(manager, 'staff_settle_return', settling, id, null, deduction, 'Worn');
    }
    expect(await moneyOf(made ?? 0)).toMatchObject({ refunds: [] });
    expect(await moneyOf(order.order)).toMatchObject({ refunds: [refunded] });
  });

  test('stays here once the first payment is lost in a dispute, although the difference was paid', async () => {
    const order = await bought(1);
    const { checkout } = await swappedByLink(order);
    const { order_id: made } = await shop.complete(checkout);
    expect(await dispatchOf(made ?? 0)).toEqual(leaves);
    await dispute(order.checkout, 'under_review');
    expect(await dispatchOf(made ?? 0)).toEqual(stays('first_disputed'));
    await dispute(order.checkout, 'lost');
    expect(await dispatchOf(made ?? 0)).toEqual(stays('first_disputed', ['refunded_unsent']));
  });

  test('while its old piece is removed, sent or swapped: each unit is in one place', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await bought(1);
      const { checkout } = await swappedByLink(order);
      await succeededOf([
        shop.complete(checkout),
        cancel(order.order),
        dispatch(manager, order.order),
        swap(order, 1),
        ...(round % 2 === 0 ? [shop.release(checkout)] : []),
        shop.complete(checkout),
      ]);
      const [made] = await sql`
        select count(*)::int as orders from exchanges where from_order_id = ${order.order}`;
      expect(made).toEqual({ orders: (await shop.statusOf(checkout)) === 'completed' ? 1 : 0 });
    }
  });

  test('at a higher one by two people at once: one of them makes its link', async () => {
    const order = await bought(1);
    const swaps = [{ from: order.ink, to: await another(3450), quantity: 1 }];
    const press = () => edit(order.order, { swaps });
    expect(await succeededOf([press(), press(), press()])).toBe(1);
  });
});

const openLink = (...given: unknown[]) =>
  callAs<{ checkout_id: string }>(manager, 'staff_open_link', ...given);

/** A link for a hat of £20 that comes with an order, by default of two others and £4.50 of delivery. */
async function addedTo(first?: number) {
  const order = first ?? (await bought(2, { delivery: 450 })).order;
  const lines = [{ variant_id: await another(2000), quantity: 1 }];
  return { order, checkout: (await openLink(randomUUID(), lines, 82800, order)).checkout_id };
}

describe('pieces added by a payment link', () => {
  test('come by the delivery of the first order, which is refunded once neither is sent', async () => {
    const { order, checkout } = await addedTo();
    const { order_id: added } = await shop.complete(checkout);
    await cancel(order);
    expect(await moneyOf(order)).toMatchObject({ refunds: [[4900, 294, 0, 0]] });
    const event = randomUUID();
    for (let press = 0; press < 2; press += 1) await sql`select shopper_cancel(${event}, ${added})`;
    expect(await moneyOf(added ?? 0)).toMatchObject({ refunds: [[2000, 120, 0, 0]] });
    expect(await moneyOf(order)).toMatchObject({
      refunds: [
        [4900, 294, 0, 0],
        [0, 0, 450, 0],
      ],
    });
    const kept = await addedTo();
    const { order_id: alone } = await shop.complete(kept.checkout);
    await dispatch(manager, kept.order);
    await cancel(alone ?? 0);
    expect(await moneyOf(kept.order)).toMatchObject({ refunds: [] });
  });

  test('have the delivery refunded once if both orders are cancelled at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { order, checkout } = await addedTo();
      const { order_id: added } = await shop.complete(checkout);
      expect(await succeededOf([cancel(order), cancel(added ?? 0)])).toBe(2);
      const [paid] = await sql`
        select sum(shipping_pence)::int as back from order_refunds where order_id = ${order}`;
      expect(paid).toEqual({ back: 450 });
    }
  });

  test('are not sent if the first order was cancelled meanwhile: their payment goes back', async () => {
    const { order, checkout } = await addedTo();
    await cancel(order);
    expect(await moneyOf(order)).toMatchObject({ refunds: [[4900, 294, 450, 0]] });
    expect(await shop.complete(checkout)).toMatchObject({ outcome: 'refund_due' });
  });

  test('must be colours of the same products if prices have begun to include tax', async () => {
    const order = await bought(2);
    const swaps = [{ from: order.ink, to: await another(2000), quantity: 1 }];
    await sql`update tax_settings set display = 'included'`;
    try {
      const refused = { reason: 'tax_display_changed' };
      expect(await refusalOf(addedTo(order.order))).toMatchObject(refused);
      expect(await refusalOf(edit(order.order, { swaps }))).toMatchObject(refused);
      await swap(order, 1);
    } finally {
      await sql`update tax_settings set display = 'added'`;
    }
  });
});

describe('an order by phone', () => {
  const ada = { name: 'Ada', address: '1 High St', email: 'ada@example.com', phone: '07700' };
  const byPhone = (to: number, event: string = randomUUID()) => {
    const lines = sql.json([{ variant_id: to, quantity: 3 }]);
    return sql<[{ id: string }]>`
      select staff_open_link(
        ${event}, ${lines}, 82800, null, ${sql.json(ada)}, 'GB', 'domestic') ->> 'checkout_id' as id
      from ${acting(sql, manager)}`;
  };

  test('is opened once, however often it is pressed, and its last pieces go to one person', async () => {
    const to = await another(2450);
    const event = randomUUID();
    const presses = await Promise.all(Array.from({ length: 4 }, () => byPhone(to, event)));
    expect(new Set(presses.map(([{ id }]) => id)).size).toBe(1);
    expect(await unitsLeft(to)).toEqual([5, 2]);
    const scarce = await another(2450);
    expect(
      await succeededOf([byPhone(scarce), byPhone(scarce), byPhone(scarce), byPhone(scarce)]),
    ).toBe(1);
    expect(await unitsLeft(scarce)).toEqual([5, 2]);
  });
});

function correct({ order }: Bought, email: string, { event = randomUUID(), again = false } = {}) {
  type Done = { email: string; again: number };
  return callAs<Done>(manager, 'staff_correct_email', event, order, email, again);
}

describe('a corrected e-mail address', () => {
  test('gets all e-mails that are still true again, once, and later ones; other orders keep theirs', async () => {
    const order = await bought(1);
    const sku = await shop.newSku(5);
    const { checkout_id } = await shop.open(order.user, [{ sku, quantity: 1 }]);
    await shop.complete(checkout_id);
    await sql`
      update mail_outbox set status = 'sent', sent_at = now(), attempts = 1
      where checkout_id = ${order.checkout}`;
    await sql`select ask_withdrawal_link(${randomUUID()}, ${order.order}, (
      select b.email from orders o join billing_infos b on b.id = o.billing_info_id where o.id = ${order.order}))`;
    const press = { event: randomUUID(), again: true };
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect(await correct(order, 'right@example.com', press)).toMatchObject({
        email: 'right@example.com',
        again: 1,
      });
    }
    const due = await sql`
      select mail_content(id) #>> '{receipt,email}' as email, kind from mail_outbox
      where checkout_id = ${order.checkout} and status = 'due' and kind = 'order'`;
    expect([...due]).toEqual([{ email: 'right@example.com', kind: 'order' }]);
    const [other] = await sql<[{ email: string }]>`
      select b.email from checkouts c join billing_infos b on b.id = c.billing_info_id where c.id = ${checkout_id}`;
    expect(other.email).not.toBe('right@example.com');
    const [{ found }] = await sql<[{ found: number }]>`
      select count(*)::int as found from checkouts_found('right@example')`;
    expect(found).toBe(1);
    expect(await refusalOf(correct(order, 'right@example.com'))).toMatchObject({
      reason: 'same_email',
    });
  });
});

/** Why an order must not leave, whether it is listed for packing, and what staff have to decide about it. */
async function dispatchOf(order: number) {
  const [found] = await sql`
    select dispatch_stopped_by(${order}) as stopped_by,
      exists (select from orders_leaving where id = ${order}) as leaving,
      jsonb_array_length(orders_for_print(array[${order}]::bigint[]) -> 'slips') as slips,
      array(select d.kind from order_decisions d join orders o using (checkout_id) where o.id = ${order}) as decisions
    from ${acting(sql, manager)}`;
  return { ...found };
}

const leaves = { stopped_by: null, leaving: true, slips: 1, decisions: [] };
const stays = (stopped_by: string, decisions: string[] = []) => ({
  stopped_by,
  leaving: false,
  slips: 0,
  decisions,
});

function dispute(checkout: string, status: string) {
  const facts = {
    id: `du_${checkout}`,
    amount_pence: 2597,
    reason: 'product_not_received',
    status,
  };
  return sql`
    select record_dispute(${`pi_${checkout}`}, ${sql.json({ ...facts, due_by: null, created: 1 })})`;
}

function replace(
  { order }: { order: number },
  items: object[],
  event = randomUUID(),
  reason = 'lost',
) {
  type Made = { replacement: number; checkout: string };
  return callAs<Made>(manager, 'staff_replace', event, order, items, reason);
}
const undo = ({ parcel }: { parcel: number }) =>
  callAs(manager, 'staff_undo_dispatch', randomUUID(), parcel);

async function sent(quantity: number, delivery = 0) {
  const order = await bought(quantity, { rust: 1, delivery });
  return { ...order, parcel: (await dispatch(manager, order.order)).parcel };
}

describe('a free replacement', () => {
  test('takes the stock once, charges nothing, is linked and sent like any order', async () => {
    const order = await sent(2);
    const event = randomUUID();
    const items = [{ variant_id: order.ink, quantity: 1 }];
    const made = await Promise.all(Array.from({ length: 4 }, () => replace(order, items, event)));
    expect(new Set(made.map(({ replacement }) => replacement)).size).toBe(1);
    const { replacement = 0, checkout = '' } = made[0] ?? {};
    expect(await stateOf(order)).toMatchObject({ stock: { Ink: 7 } });
    expect(await movementsOf(order.ink)).toEqual([
      ['sold', -2, ''],
      ['replaced', -1, 'Morag'],
    ]);
    const [{ colour }] = await sql<[{ colour: unknown }]>`
      select staff_colour_stock(${order.ink}) -> 'colour' as colour from ${acting(sql, manager)}`;
    expect(colour).toMatchObject({ sold: 2, replaced: 1, sold_lately: 3 });
    const [shown] = await sql`
      select staff_order(${replacement}) -> 'replaces' as replaces,
        (select jsonb_object_agg(row ->> 'order', row -> 'given_as')
          from jsonb_array_elements(staff_orders('all') -> 'rows') row
          where (row ->> 'order')::bigint in (${order.order}, ${replacement})) as given,
        staff_order(${order.order}) -> 'replaced_by' as replaced_by,
        staff_order(${replacement}) #>> '{money,charged_pence}' as charged,
        (select count(*)::int from orders_leaving where id = ${replacement}) as leaving,
        (select array_agg(kind::text) from mail_outbox where checkout_id = ${checkout} and kind = 'order') as mails,
        (select jsonb_path_query_array(payments_for_accounts('2020-01-01', '2999-01-01'),
          '$[*] ? (@.replaces > 0).charged_pence')) as accounts
      from ${acting(sql, manager)}`;
    expect(shown).toEqual({
      replaces: order.order,
      given: { [order.order]: null, [replacement]: 'replacement' },
      replaced_by: [replacement],
      charged: '0',
      leaving: 1,
      mails: ['order'],
      accounts: [0],
    });
  });

  test('is refused beyond what was sent or is in stock; a replaced parcel cannot be taken back', async () => {
    const order = await sent(2);
    const items = (quantity: number) => [{ variant_id: order.ink, quantity }];
    expect(await refusalOf(replace(order, items(3)))).toMatchObject({ reason: 'not_replaceable' });
    await replace(order, items(1));
    expect(await refusalOf(replace(order, items(2)))).toMatchObject({ reason: 'not_replaceable' });
    expect(await refusalOf(undo(order))).toMatchObject({ reason: 'already_replaced' });
    await sql`update color_variants set quantity = 0 where id = ${order.ink}`;
    expect(await refusalOf(replace(order, items(1)))).toMatchObject({
      reason: 'pieces_gone',
    });
    const unsent = await bought(1);
    const unsentItems = [{ variant_id: unsent.ink, quantity: 1 }];
    expect(await refusalOf(replace(unsent, unsentItems))).toMatchObject({
      reason: 'not_replaceable',
    });
  });

  test('is refused for pieces that came back or were refunded, also as those of a replacement', async () => {
    const order = await sent(3, 695);
    const items = [{ variant_id: order.ink, quantity: 1 }];
    const refused = { reason: 'not_replaceable' };
    const { replacement } = await replace(order, items);
    await dispatch(manager, replacement);
    const asked = sql.json(items);
    const [{ id }] = await sql<[{ id: number }]>`
      select (ask_return(${randomUUID()}, ${order.order}, 'return', ${asked}, null, 'shopper') ->> 'id')::int as id`;
    const back = [{ variant_id: order.ink, restocked: 1, written_off: 0 }];
    await callAs(manager, 'staff_receive_return', randomUUID(), id, back);
    expect(await refusalOf(replace(order, [{ variant_id: order.ink, quantity: 2 }]))).toMatchObject(
      {
        ...refused,
        detail: [{ left: 1 }],
      },
    );
    for (let unit = 0; unit < 3; unit += 1) {
      await callAs(manager, 'staff_refund', randomUUID(), order.order, items, 0, 0, 'missing');
      // The delivery is not refunded, so the payment is not refunded in full.
    }
    expect(await refusalOf(replace(order, items))).toMatchObject(refused);
    expect(await refusalOf(replace({ order: replacement }, items))).toMatchObject(refused);
  });

  test('stays here once the order that paid for it is disputed or wholly refunded', async () => {
    const order = await sent(1);
    const items = [{ variant_id: order.ink, quantity: 1 }];
    const { replacement: lost } = await replace(order, items);
    await shop.refund(order.checkout, `re_part_${order.order}`, { pence: 100 });
    expect(await dispatchOf(lost)).toEqual(leaves);
    await dispatch(manager, lost);
    const { replacement } = await replace({ order: lost }, items);
    expect(await dispatchOf(replacement)).toEqual(leaves);
    await dispute(order.checkout, 'needs_response');
    expect(await dispatchOf(replacement)).toEqual(stays('first_disputed'));
    const refused = { reason: 'payment_undone' };
    expect(await refusalOf(replace({ order: lost }, items))).toMatchObject(refused);
    expect(await dispatch(manager, replacement)).toMatchObject({
      outcome: 'stopped',
      stopped_by: 'first_disputed',
    });
    await dispute(order.checkout, 'won');
    expect(await dispatchOf(replacement)).toEqual(leaves);
    await shop.refund(order.checkout, `re_rest_${order.order}`, { pence: 2497 });
    expect(await dispatchOf(replacement)).toEqual(stays('first_refunded', ['refunded_unsent']));
    expect(await refusalOf(replace(order, items))).toMatchObject(refused);
    await cancel(replacement);
    expect(await dispatchOf(replacement)).toEqual(stays('cancelled'));
  });

  test('two at once, an undone dispatch and a cancelled replacement: no more is replaced than was sent', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await sent(1);
      const items = [{ variant_id: order.ink, quantity: 1 }];
      await succeededOf([replace(order, items), replace(order, items), undo(order)]);
      const [made] = await sql<{ id: number }[]>`
        select order_id::int as id from replacements where replaces_order_id = ${order.order}`;
      if (made) {
        await callAs(manager, 'staff_cancel', randomUUID(), made.id, null, 'other', true);
        await replace(order, items);
      }
    }
    expect(await violationsIn(sql)).toEqual([]);
  });
});
