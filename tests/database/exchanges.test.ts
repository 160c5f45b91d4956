import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { violationsIn } from '../support/invariants.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase(12);
const manager = await newStaff('manager');

interface Sent {
  order: number;
  ink: number;
  rust: number;
}

/** Dispatches an order. Returns the outcome. */
const leave = async (order: number) => (await dispatch(manager, order)).outcome;

/** An order of `quantity` hats in ink, and others, that has left for `delivery` pence; five are left in rust. */
async function sent(
  quantity: number,
  delivery = 0,
  others: { sku: Sku; quantity: number }[] = [],
): Promise<Sent> {
  const sku = await shop.newSku(10);
  const [other] = await sql<[{ id: number }]>`
    insert into color_variants (product_id, color_name, quantity)
    values (${sku.product_id}, 'Rust', 5) returning id::int`;
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity }, ...others]);
  await sql`
    update checkout_shipping_options set amount_pence = ${delivery}
    where checkout_id = ${checkout_id} and amount_pence = 0`;
  const order = (await shop.complete(checkout_id, { shipping: delivery })).order_id ?? 0;
  await leave(order);
  return { order, ink: sku.variant_id, rust: other.id };
}

interface Wish {
  event?: string;
  kind?: 'return' | 'withdrawal' | 'fault';
  quantity?: number;
  atOnce?: boolean;
  to?: number;
  /** An announced return. */
  within?: number | null;
}

/** Exchanges hats in ink: the order, 0 until the link is paid, the return, the link and the refund in pence. */
async function exchange({ order, ink, rust }: Sent, wish: Wish = {}) {
  const { event = randomUUID(), kind = 'return', quantity = 1, atOnce = false, to = rust } = wish;
  const { within = null } = wish;
  const items = sql.json([{ from: ink, to, quantity }]);
  const [made] = await sql<[{ exchange: number; back: number; link: string; refund: number }]>`
    select coalesce((e ->> 'exchange')::int, 0) as exchange, coalesce(e #>> '{link,checkout_id}', '') as link,
      (e ->> 'return')::int as back, (e ->> 'back_pence')::int as refund
    from ${acting(sql, manager)}, staff_exchange(${event}, ${order}, ${items}, ${kind}, 'Torn', ${atOnce}, 3600, ${within}) e`;
  return made;
}

/** Another product in stock, five of it. */
async function priced(pence: number) {
  return (await shop.newSku(5, pence)).variant_id;
}

/** Pays a link. */
async function pay(link: string): Promise<number> {
  return (await shop.complete(link)).order_id ?? 0;
}

async function returnState(back: number) {
  const [{ state }] = await sql<[{ state: string }]>`
    select state::text from returns where id = ${back}`;
  return state;
}

/** Announces the return of one hat in ink. */
async function announceOne({ order, ink }: Sent): Promise<number> {
  const items = sql.json([{ variant_id: ink, quantity: 1 }]);
  const [{ id }] = await sql<[{ id: number }]>`
    select (ask_return(${randomUUID()}, ${order}, 'return', ${items}, '', 'staff', ${1}) ->> 'id')::int as id`;
  return id;
}

async function receive(back: number, variant: number, restocked = 1, written_off = 0) {
  const items = [{ variant_id: variant, restocked, written_off }];
  await callAs(manager, 'staff_receive_return', randomUUID(), back, items);
}

/** Makes an act that may owe a refund. Returns it in pence; null if there is none. */
async function refundOf(act: string, ...given: unknown[]) {
  type Answer = { refund?: { amount_pence: number } | null };
  const { refund } = await callAs<Answer>(manager, act, randomUUID(), ...given);
  return refund?.amount_pence ?? null;
}

const refundOne = ({ order, ink }: Sent) =>
  refundOf('staff_refund', order, [{ variant_id: ink, quantity: 1 }], 0, 0, 'other');

const settle = (back: number, deduction = 0) =>
  refundOf('staff_settle_return', back, null, deduction, 'Worn');

/** Receives and settles the return of one hat in ink. Returns its refund in pence. */
async function returnOne(order: Sent): Promise<number | null> {
  const id = await announceOne(order);
  await receive(id, order.ink);
  return settle(id);
}

const refuse = (back: number) => refundOf('staff_refuse_return', back, 'Worn');

/** Shown before a return is closed: pence to refund, and pieces of the exchange that are not sent, or kept. */
async function foreseen(act: 'settle' | 'refuse', back: number) {
  const asked = sql.json({ return: back, shipping_pence: 0, deduction_pence: 0 });
  const count = (pieces: string) =>
    sql`(select coalesce(sum((p ->> 'quantity')::int), 0)::int from jsonb_array_elements(f -> ${pieces}) p)`;
  const [shown] = await sql<[{ pence: number; unsent: number; kept: number }]>`
    select (f #>> '{refund,amount_pence}')::int as pence, ${count('unsent')} as unsent, ${count('kept')} as kept
    from ${acting(sql, manager)}, staff_foresee(${act}, ${asked}) f`;
  return { ...shown };
}

const cancel = (order: number, items: object[] | null = null) =>
  refundOf('staff_cancel', order, items, 'other', true);

async function stockOf({ ink, rust }: Sent) {
  const rows = await sql<{ quantity: number }[]>`
    select quantity from color_variants where id in (${ink}, ${rust}) order by id`;
  return rows.map(({ quantity }) => quantity);
}

/** E-mails owed about an order. */
async function mailsOf(order: number) {
  const rows = await sql<{ kind: string }[]>`
    select m.kind::text from mail_outbox m join orders o on o.checkout_id = m.checkout_id
    where o.id = ${order} and not mail_goes_to_staff(m.kind) order by m.created_at, m.kind`;
  return rows.map(({ kind }) => kind);
}

const price = 2597;

/** Pence with 6 % tax. */
const withTax = (pence: number) => Math.round(pence * 1.06);

describe('an exchange', () => {
  test('holds its stock at once, waits for the return, then leaves with a promise; nothing is paid or refunded', async () => {
    const first = await sent(2);
    const event = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => exchange(first, { event })));
    const { exchange: order, back } = await exchange(first, { event });
    expect(new Set([order, ...made.map((one) => one.exchange)]).size).toBe(1);
    expect(await stockOf(first)).toEqual([8, 4]);
    expect(await leave(order)).toBe('stopped');
    expect(await mailsOf(order)).toEqual([]);
    await sql`update orders set created_at = created_at - interval '9 days', counts_from = counts_from - interval '9 days',
      leaves_by = leaves_by - 9, arrives_from = arrives_from - 9, arrives_by = arrives_by - 9 where id = ${order}`;
    const [{ mail, shown }] = await sql<[{ mail: object; shown: object }]>`
      select return_mail_content(${back}) as mail, jsonb_build_object(
        'waits', staff_order(${order}) -> 'waits_for', 'of', staff_order(${order}) #> '{exchange_of,order}',
        'given_as', staff_order(${order}) -> 'given_as',
        'exchanged', staff_order(${first.order}) #> '{lines,0,exchanged}',
        'history', jsonb_path_query_array(order_timeline(${first.order}, false), '$[*] ? (@.kind == "exchanged").kind'),
        'made', jsonb_path_query_array(order_timeline(${order}, true), '$[*].kind'),
        'accounts', jsonb_path_query_array(payments_for_accounts('2020-01-01', '2999-01-01'),
          '$[*] ? (@.exchange_of > 0).charged_pence')) as shown
      from ${acting(sql, manager)}`;
    expect(mail).toMatchObject({
      refund_due: false,
      exchange: { order, waits: true, items: [{ color_name: 'Rust', quantity: 1 }] },
    });
    expect(shown).toEqual({
      waits: 'return',
      of: first.order,
      given_as: 'exchange',
      exchanged: 1,
      history: ['exchanged'],
      // Nobody paid it.
      made: ['exchange_made'],
      accounts: [0],
    });

    await receive(back, first.ink);
    // Nobody has to settle what moves no money.
    expect(await returnState(back)).toBe('settled');
    expect(await stockOf(first)).toEqual([9, 4]);
    expect(await mailsOf(order)).toEqual(['order']);
    const [{ late }] = await sql<[{ late: boolean }]>`
      select leaves_by < uk_day(now()) as late from orders_leaving where id = ${order}`;
    expect(late).toBe(false);
    expect(await leave(order)).toBe('dispatched');
    // The price that pays for it is not refunded meanwhile.
    const both = [{ variant_id: first.ink, quantity: 2 }];
    const refunding = refundOf('staff_refund', first.order, both, 0, 0, 'other');
    expect(await refusalOf(refunding)).toMatchObject({ reason: 'already_refunded' });
  });

  test('that comes back, or is cancelled, is refunded from the first order, once', async () => {
    const first = await sent(2);
    const one = await exchange(first, { atOnce: true });
    const other = await exchange(first);
    expect(await mailsOf(one.exchange)).toEqual(['order']);
    expect(await leave(one.exchange)).toBe('dispatched');
    for (const { back } of [one, other]) {
      await receive(back, first.ink);
    }
    expect(await cancel(other.exchange)).toBe(price);
    const [again] = await sql<[{ id: number }]>`
      select (ask_return(${randomUUID()}, ${one.exchange}, 'return', null, '', 'shopper') ->> 'id')::int as id`;
    await receive(again.id, first.rust);
    expect(await settle(again.id, 97)).toBe(price - 97);
    const [{ refunded }] = await sql<[{ refunded: number }]>`
      select sum(amount_pence)::int as refunded from order_refunds where order_id = ${first.order}`;
    expect(refunded).toBe(2 * price - 97);
  });

  test('does not refund the delivery, even of the whole order: the shopper keeps a piece', async () => {
    const first = await sent(1, 495);
    const { back } = await exchange(first, { kind: 'withdrawal' });
    await receive(back, first.ink);
    expect(await returnState(back)).toBe('settled');
  });

  test('that is cancelled before the return is settled leaves an ordinary return', async () => {
    const first = await sent(1);
    const { exchange: order, back } = await exchange(first);
    expect(await cancel(order)).toBeNull();
    expect(await stockOf(first)).toEqual([9, 5]);
    await receive(back, first.ink);
    expect(await settle(back)).toBe(price);
  });

  test('ends when its return is called off or refused, unless it has left', async () => {
    const first = await sent(3);
    const [calledOff, refused, gone] = [
      await exchange(first),
      await exchange(first),
      await exchange(first, { atOnce: true }),
    ];
    await leave(gone.exchange);
    const callOff = (back: number) =>
      sql`select call_off_return(${randomUUID()}, ${first.order}, ${back})`;
    await callOff(calledOff.back);
    await refuse(refused.back);
    expect(await refusalOf(callOff(gone.back))).toMatchObject({ reason: 'exchange_sent' });
    const rows = await sql`
      select status::text from orders where id in (${calledOff.exchange}, ${refused.exchange}, ${gone.exchange}) order by status::text`;
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'dispatched']);
    expect(await stockOf(first)).toEqual([7, 4]);
  });

  test('for a cheaper product refunds the difference with the return, and its price if it comes back', async () => {
    const first = await sent(3);
    const cheap = await priced(1999);
    const made = await exchange(first, { to: cheap, quantity: 2 });
    const difference = withTax(2 * (2450 - 1999));
    expect(made).toMatchObject({ link: '', refund: difference });
    await receive(made.back, first.ink, 2);
    expect(await returnState(made.back)).toBe('received');
    expect(await settle(made.back)).toBe(difference);
    // One piece is cancelled, the other one leaves and comes back.
    const pence = await cancel(made.exchange, [{ variant_id: cheap, quantity: 1 }]);
    expect(await leave(made.exchange)).toBe('dispatched');
    const [again] = await sql<[{ id: number }]>`
      select (ask_return(${randomUUID()}, ${made.exchange}, 'return', null, '', 'shopper') ->> 'id')::int as id`;
    await receive(again.id, cheap);
    expect((pence ?? 0) + ((await settle(again.id)) ?? 0)).toBe(2 * 2597 - difference);
  });

  test('for a cheaper product refunds no unit beyond its price, whichever refunds are given up and decided again', async () => {
    const difference = withTax(2450 - 1999);
    /** Pieces on sale at 1,999 pence, given for `quantity` hats of an order with another piece; `arrive` come back. */
    const cheaper = async (quantity: number, exchanged = 1, arrive = exchanged) => {
      const first = await sent(quantity, 0, [{ sku: await shop.newSku(5, 9900), quantity: 1 }]);
      const to = await priced(1999);
      const made = await exchange(first, { to, quantity: exchanged, atOnce: arrive < exchanged });
      if (arrive < exchanged) await leave(made.exchange);
      await receive(made.back, first.ink, arrive);
      expect(await settle(made.back)).toBe(withTax(arrive * (2450 - 1999)));
      return { ...first, given: made.exchange, to };
    };
    const cancelOne = (order: number, variant: number) =>
      cancel(order, [{ variant_id: variant, quantity: 1 }]);
    const giveUpLast = (order: number) => sql`
      select staff_give_up_refund(${randomUUID()}, id)
      from ${acting(sql, manager)}, (
        select id from order_refunds where order_id = ${order} order by asked_at desc limit 1) f`;

    const single = await cheaper(1);
    expect(await cancel(single.given)).toBe(price - difference);
    await giveUpLast(single.order);
    expect(await refundOne(single)).toBe(price - difference);
    await giveUpLast(single.order);
    expect(await refundOne(single)).toBe(price - difference);

    // The other unit of the line came back by an ordinary return.
    const twice = await cheaper(2);
    expect(await cancel(twice.given)).toBe(price - difference);
    await giveUpLast(twice.order);
    expect(await returnOne(twice)).toBe(price);
    expect(await refundOne(twice)).toBe(price - difference);

    const parts = await cheaper(2, 2);
    expect(await cancelOne(parts.given, parts.to)).toBe(price - difference);
    await giveUpLast(parts.order);
    expect(await cancelOne(parts.given, parts.to)).toBe(price - difference);
    expect(await refundOne(parts)).toBe(price - difference);

    // Two pieces were sent for hats of which a single one came back.
    const kept = await cheaper(2, 2, 1);
    expect(await returnOne({ ...kept, order: kept.given, ink: kept.to })).toBeNull();
    expect(await returnOne({ ...kept, order: kept.given, ink: kept.to })).toBe(price - difference);
    expect(await returnOne(kept)).toBe(price);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('for a dearer product waits for its link and the return, and both orders pay for it', async () => {
    const first = await sent(2);
    const dear = await priced(4450);
    const { exchange: none, back, link } = await exchange(first, { to: dear });
    expect(none).toBe(0);
    const [{ due }] = await sql<[{ due: number }]>`
      select subtotal_pence - discount_pence + tax_pence as due from checkouts where id = ${link}`;
    expect(due).toBe(withTax(4450 - 2450));
    await receive(back, first.ink);
    expect(await refusalOf(settle(back))).toMatchObject({ reason: 'exchange_unpaid' });
    const order = await pay(link);
    expect(await returnState(back)).toBe('settled');
    const [{ waits }] = await sql<[{ waits: string | null }]>`
      select waits_for::text as waits from orders where id = ${order}`;
    expect(waits).toBeNull();
    expect(await cancel(order)).toBe(price + due);
  });

  test('sends no more pieces than came back, and refunds what was paid for the others, as shown before', async () => {
    const difference = withTax(2450 - 1999);
    const due = withTax(4450 - 2450);

    const alike = await sent(3);
    const same = await exchange(alike, { quantity: 3 });
    await receive(same.back, alike.ink);
    expect(await foreseen('settle', same.back)).toEqual({ pence: 0, unsent: 2, kept: 0 });
    expect(await settle(same.back)).toBeNull();
    expect(await stockOf(alike)).toEqual([8, 4]);
    expect(await mailsOf(same.exchange)).toEqual(['order', 'cancelled']);
    expect(await leave(same.exchange)).toBe('dispatched');

    const cheaper = await sent(2);
    const cheap = await exchange(cheaper, { to: await priced(1999), quantity: 2 });
    await receive(cheap.back, cheaper.ink);
    expect(await foreseen('settle', cheap.back)).toMatchObject({ pence: difference, unsent: 1 });
    expect(await settle(cheap.back)).toBe(difference);

    const dearer = await sent(2);
    const dear = await exchange(dearer, { to: await priced(4450), quantity: 2 });
    await pay(dear.link);
    await receive(dear.back, dearer.ink);
    expect(await foreseen('settle', dear.back)).toEqual({ pence: due, unsent: 1, kept: 0 });
    expect(await settle(dear.back)).toBe(due);

    // Pieces sent ahead of the return stay with the shopper, but nothing is refunded for them.
    const ahead = await sent(2);
    const early = await exchange(ahead, { to: await priced(1999), quantity: 2, atOnce: true });
    await leave(early.exchange);
    await receive(early.back, ahead.ink);
    expect(await foreseen('settle', early.back)).toEqual({ pence: difference, unsent: 0, kept: 1 });
    expect(await settle(early.back)).toBe(difference);

    for (const { order } of [alike, cheaper, dearer]) {
      // The shopper still has the others.
      const [{ may }] = await sql<[{ may: boolean }]>`
        select (order_options(${order}) ->> 'can_return')::boolean as may`;
      expect(may).toBe(true);
    }
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('refunds what was paid for it if its return is called off or refused', async () => {
    const due = withTax(4450 - 2450);
    const first = await sent(2);
    const [calledOff, refused] = [
      await exchange(first, { to: await priced(4450) }),
      await exchange(first, { to: await priced(4450) }),
    ];
    await pay(calledOff.link);
    await pay(refused.link);
    expect(await foreseen('refuse', refused.back)).toEqual({ pence: due, unsent: 1, kept: 0 });
    expect(await refuse(refused.back)).toBe(due);
    const [{ pence }] = await sql<[{ pence: number }]>`
      select (call_off_return(${randomUUID()}, ${first.order}, ${calledOff.back})
        #>> '{refund,amount_pence}')::int as pence`;
    expect(pence).toBe(due);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('for a piece that cannot be sold again waits for a person, unless it was said to be faulty', async () => {
    const first = await sent(3);
    const [worn, torn, faulty] = [
      await exchange(first),
      await exchange(first),
      await exchange(first, { kind: 'fault' }),
    ];
    for (const { back } of [worn, torn, faulty]) await receive(back, first.ink, 0, 1);
    expect(await returnState(faulty.back)).toBe('settled');
    expect(await leave(faulty.exchange)).toBe('dispatched');
    for (const { exchange: order } of [worn, torn]) expect(await leave(order)).toBe('stopped');
    await refuse(torn.back);
    await settle(worn.back);
    expect(await leave(worn.exchange)).toBe('dispatched');
    expect(await stockOf(first)).toEqual([7, 3]);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('becomes an ordinary return if its link lapses, and is paid back if paid too late or after the return was closed', async () => {
    const first = await sent(2);
    const dear = await priced(4450);
    const lapsed = await exchange(first, { to: dear });
    await sql`select release_checkout(${lapsed.link})`;
    await receive(lapsed.back, first.ink);
    expect(await settle(lapsed.back)).toBe(price);
    const refused = await exchange(first, { to: dear });
    await refuse(refused.back);
    expect(await shop.complete(refused.link)).toMatchObject({ outcome: 'refund_due' });
  });

  test('that is paid before the goods are here waits for them, confirmed at once', async () => {
    const first = await sent(1);
    const { back, link } = await exchange(first, { to: await priced(4450) });
    const order = await pay(link);
    expect(await mailsOf(order)).toContain('order');
    expect(await leave(order)).toBe('stopped');
    await receive(back, first.ink);
    expect(await returnState(back)).toBe('settled');
    expect(await leave(order)).toBe('dispatched');
  });

  test('waives a difference of a few pence, and is refused at another cost than was shown', async () => {
    const first = await sent(2);
    expect(await exchange(first, { to: await priced(2460) })).toMatchObject({
      link: '',
      refund: 0,
    });
    const items = [{ from: first.ink, to: await priced(1999), quantity: 1 }];
    const given = [randomUUID(), first.order, items, 'return', '', false, 3600, null, -100];
    expect(await refusalOf(callAs(manager, 'staff_exchange', ...given))).toMatchObject({
      reason: 'cost_changed',
    });
  });

  test('asked for with the return costs what the shopper was offered, and is granted once', async () => {
    const first = await sent(2);
    const dear = await priced(4450);
    await sql`
      update products set name = 'Wide fedora' where id = (select product_id from color_variants where id = ${dear})`;
    const [{ offers }] = await sql<[{ offers: { variant_id: number; cost_pence: number }[] }]>`
      select exchange_offers(${first.order}, ${first.ink}, 1, 'fedora ink') as offers`;
    const cost = offers.find(({ variant_id }) => variant_id === dear)?.cost_pence ?? 0;
    expect(cost).toBe(withTax(4450 - 2450));
    const pieces = sql.json([{ variant_id: first.ink, quantity: 2 }]);
    const wish = (quantity: number) => sql.json([{ from: first.ink, to: dear, quantity }]);
    const ask = (quantity: number) => sql<[{ asked: { id: number; wish: object[] } }]>`
      select ask_return(
        ${randomUUID()}, ${first.order}, 'return', ${pieces}, '', 'shopper', p_wish => ${wish(quantity)}) as asked`;
    expect(await refusalOf(ask(3))).toMatchObject({ reason: 'not_in_return' });
    const [{ asked }] = await ask(1);
    expect(asked.wish).toMatchObject([{ to: dear, quantity: 1 }]);
    const grant = () => sql<[{ link: string }]>`
      select e #>> '{link,checkout_id}' as link from ${acting(sql, manager)}, staff_exchange(
        ${randomUUID()}, ${first.order}, ${wish(1)}, 'return', '', false, 3600, ${asked.id}, ${cost}) e`;
    const [{ link }] = await grant();
    expect(await refusalOf(grant())).toMatchObject({ reason: 'exchange_unpaid' });
    await pay(link);
    await receive(asked.id, first.ink, 2);
    // The other one is refunded.
    expect(await settle(asked.id)).toBe(price);
  });

  test('is looked for without locking a colour or the order', async () => {
    const first = await sent(1);
    await sql.begin(async (asking) => {
      const [{ offers }] = await asking<[{ offers: object[] }]>`
        select exchange_offers(${first.order}, ${first.ink}, 1, 'rust') as offers`;
      expect(offers).not.toEqual([]);
      expect(
        await sql`
          select from color_variants v, checkouts c join orders o on o.checkout_id = c.id
          where v.id = ${first.rust} and o.id = ${first.order} for update nowait`,
      ).toHaveLength(1);
    });
  });

  test('is refused without stock, twice, and for what was given in exchange', async () => {
    const first = await sent(1);
    const other = await sent(1);
    const reason = async (wish: Wish) => (await refusalOf(exchange(first, wish)))?.reason;
    expect(await reason({ to: 0 })).toBe('pieces_gone');
    expect(await reason({ quantity: 2 })).toBe('too_many_units');
    expect(await reason({ quantity: 0 })).toBe('items_malformed');
    await sql`update color_variants set quantity = 0 where id = ${first.rust}`;
    expect(await reason({})).toBe('pieces_gone');
    const { exchange: order } = await exchange(first, { to: first.ink, atOnce: true });
    expect(await reason({ to: first.ink })).toBe('too_many_units');
    await leave(order);
    expect(await refusalOf(exchange({ ...first, order }))).toMatchObject({
      reason: 'not_exchangeable',
    });
    const [paid] = await sql<[{ checkout: string }]>`
      select checkout_id as checkout from orders where id = ${other.order}`;
    await shop.refund(paid.checkout, `re_${other.order}`, { pence: 2597 });
    expect(await refusalOf(exchange(other))).toMatchObject({ reason: 'payment_undone' });
  });

  test('is refused for pieces that were refunded, or noted as a surplus if Stripe makes their refund after all', async () => {
    const first = await sent(2, 0, [{ sku: await shop.newSku(5, 9900), quantity: 1 }]);
    const within = await announceOne(first);
    await refundOne(first);
    await refundOne(first);
    expect(await refusalOf(exchange(first, { within }))).toMatchObject({ reason: 'not_in_return' });

    const second = await sent(1);
    const [{ checkout }] = await sql<[{ checkout: string }]>`
      select checkout_id as checkout from orders where id = ${second.order}`;
    await refundOne(second);
    const [{ attempt }] = await sql<[{ attempt: string }]>`
      select refund_id as attempt from begin_order_refund(${second.order})`;
    await sql`select fail_refund(${attempt}, 'Refused')`;
    // The shop gives its own up for one made at the dashboard, which the bank sends back.
    for (const status of ['succeeded', 'failed']) {
      await shop.refund(checkout, `re_${second.order}`, { pence: price, status });
    }
    await exchange(second);
    const made = { id: `re_late_${second.order}`, attempt, amount_pence: price, created: 1 };
    await sql`
      select record_refunds(${`pi_${checkout}`}, ${sql.json([{ ...made, status: 'succeeded' }])})`;
    const surpluses = await sql`select why from open_surpluses where checkout_id = ${checkout}`;
    expect([...surpluses]).toEqual([{ why: 'twice' }]);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('is either paid or ended when its return is settled, refused, cancelled or exchanged again during the payment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await sent(2);
      const { back, link } = await exchange(first, { to: await priced(3450) });
      if (round % 2 === 0) await receive(back, first.ink);
      await Promise.allSettled([
        pay(link),
        settle(back),
        refuse(back),
        sql`select call_off_return(${randomUUID()}, ${first.order}, ${back})`,
        exchange(first),
      ]);
    }
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('during its dispatch, the cancellation of its return and a return of the same pieces leaves each unit in one place', async () => {
    for (let round = 0; round < 4; round += 1) {
      const first = await sent(1);
      const { exchange: order, back } = await exchange(first, { atOnce: round % 2 === 0 });
      await Promise.allSettled([
        leave(order),
        sql`select call_off_return(${randomUUID()}, ${first.order}, ${back})`,
        exchange(first),
        receive(back, first.ink),
        cancel(order),
      ]);
      await settle(back).catch(() => null);
    }
    expect(await violationsIn(sql)).toEqual([]);
  });
});
