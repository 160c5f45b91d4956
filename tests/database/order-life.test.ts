import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { dice } from '../support/dice.ts';
import { violationsIn } from '../support/invariants.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku, type WantedLine } from '../support/shop-database.ts';
import { StripeMoney } from '../support/stripe-money.ts';

/** Total number of steps. LIFE_SEED repeats a run or starts another. */
const steps = Number(process.env['LIFE_STEPS'] ?? (runsWhole ? 10_000 : 1000));
const seed = Number(process.env['LIFE_SEED'] ?? 20_261_122);
/** Number of concurrent orders. */
const atOnce = 12;
/** Steps between checks of the whole database; live orders are checked every twenty steps. */
const between = Math.ceil(steps / 4);

const { shop, sql, callAs } = await openDatabase(2);
const manager = await shop.newShopper({ billing: false });
let skus: Sku[];
const stock = 100_000;

beforeAll(async () => {
  await sql`insert into staff (user_id, name, role) values (${manager}, 'Morag', 'manager')`;
  skus = [];
  for (const price of [199, 2450, 3333, 12_999]) skus.push(await shop.newSku(stock, price));
  // Another colour of each product.
  await sql`
    insert into color_variants (product_id, color_name, quantity)
    select product_id, 'Rust', ${stock} from color_variants
    where id = any (${skus.map(({ variant_id }) => variant_id)})`;
});

interface Life {
  order: number;
  checkout: string;
  lines: { variant_id: number; quantity: number }[];
  stripe: StripeMoney;
  /** Earlier events of Stripe, for webhooks that arrive late, twice and out of order. */
  heard: (() => Promise<unknown>)[];
  /** Successful requests, to be repeated. */
  pressed: (() => Promise<unknown>)[];
}

const roll = dice(seed);
const chance = (percent: number) => roll(100) < percent;
function pick<Item>(items: readonly Item[]): Item {
  const item = items[roll(items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

/** Units of an order, usually within its quantities and sometimes beyond. */
function somePieces({ lines }: Life) {
  const some = lines.filter(() => chance(70));
  return (some.length > 0 ? some : lines.slice(0, 1)).map(({ variant_id, quantity }) => ({
    variant_id,
    quantity: chance(3) ? quantity + 1 : 1 + roll(quantity),
  }));
}

async function newLife(): Promise<Life> {
  const wanted = skus.filter(() => chance(50)).map((sku) => ({ sku, quantity: 1 + roll(4) }));
  if (wanted.length === 0) wanted.push({ sku: pick(skus), quantity: 2 });
  if (chance(25)) return soldInHand(wanted);
  const user = await shop.newShopper();
  const goods = wanted.reduce((sum, { sku, quantity }) => sum + sku.price * quantity, 0);
  const off = chance(40) ? Math.min(1 + roll(3000), goods - 30) : 0;
  const code = off > 0 ? await shop.newDiscount({ kind: 'amount', amount_pence: off }) : null;
  const { checkout_id: checkout } = await shop.open(
    user,
    wanted,
    code === null ? {} : { code, off },
  );
  const shipping = chance(30) ? 695 : 0;
  // Some were charged more or less than their price, and accepted by a person.
  const asked = (await totalOf(checkout)) + shipping;
  const charged = chance(15) ? Math.max(asked + roll(400) - 200, 1) : asked;
  await shop.complete(checkout, { shipping, charged });
  if (charged !== asked) {
    await callAs(manager, 'staff_resolve_review', randomUUID(), checkout, 'accept');
  }
  const [{ order }] = await sql<[{ order: number }]>`
    select id::int as order from orders where checkout_id = ${checkout}`;
  const lines = wanted.map(({ sku: { variant_id }, quantity }) => ({ variant_id, quantity }));
  const stripe = new StripeMoney(String(order), charged);
  return { order, checkout, lines, stripe, heard: [], pressed: [] };
}

/** An order sold by staff at agreed prices for cash or on their card reader, of which Stripe knows nothing. */
async function soldInHand(wanted: readonly WantedLine[]): Promise<Life> {
  const lines = wanted.map(({ sku: { variant_id }, quantity }) => ({ variant_id, quantity }));
  const priced = lines.map((line) =>
    chance(50) ? line : { ...line, unit_pence: 100 + roll(4000) },
  );
  const [event, country] = [randomUUID(), pick(['GB', 'FR'])];
  // Less than the cheapest piece.
  const off = chance(40) ? roll(100) : 0;
  const [zone, method] = [country === 'GB' ? 'domestic' : 'europe', pick(['cash', 'card_reader'])];
  const handed = country === 'GB' && chance(60);
  const person = {
    name: 'Ada',
    address: '1 High St',
    email: pick(['ada@example.com', '']),
    phone: '',
  };
  const [{ order, checkout }] = await sql<[{ order: number; checkout: string }]>`
    select (s ->> 'order')::int as order, s ->> 'checkout' as checkout
    from ${acting(sql, manager)}, staff_sell_in_hand(
      ${event}, ${sql.json(priced)}, ${off}, ${sql.json(person)}, ${sql.json({ name: 'Ada', line1: '1 High St', country })},
      ${country}, ${zone}, ${method}, ${handed}, null) s`;
  return {
    order,
    checkout,
    lines,
    stripe: new StripeMoney(String(order), 0),
    heard: [],
    pressed: [],
  };
}

/** Records that staff paid a refund themselves. */
async function handOver(life: Life, among: 'some' | 'owed' = 'some'): Promise<void> {
  await enterRefunds(life)();
  const owed = await sql<{ id: string }[]>`
    select id from order_refunds where order_id = ${life.order}
    and (${among} = 'some' or taken_at is null and given_up_at is null)`;
  for (const { id } of among === 'some' && owed.length > 0 ? [pick(owed)] : owed) {
    const [event, how] = [randomUUID(), pick(['cash', 'card_reader', 'other'])];
    await press(life, () => callAs(manager, 'staff_hand_over_refund', event, id, how, ''));
  }
}

async function totalOf(checkout: string): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select subtotal_pence - discount_pence + tax_pence as total from checkouts where id = ${checkout}`;
  return total;
}

// Recording of Stripe's events

const intentOf = ({ checkout }: Life) => `pi_${checkout}`;

function enterRefunds(life: Life, refunds = life.stripe.refunds.map((refund) => ({ ...refund }))) {
  return () => sql`select record_refunds(${intentOf(life)}, ${sql.json(refunds)})`;
}

function enterDispute(life: Life, stands = life.stripe.disputes.at(-1)) {
  const dispute = stands ? { ...stands } : null;
  return async () => {
    if (dispute) {
      await sql`select record_dispute(${intentOf(life)}, ${sql.json(dispute)})`;
    }
  };
}

/**
 * Refunds as `refundOrder` does: ask, begin, make, record; may break in between.
 * @returns whether no refund was due.
 */
async function refundOwed(life: Life, breaks: boolean): Promise<boolean> {
  await enterRefunds(life)();
  const [begun] = await sql<{ attempt: string; amount: number; more: boolean }[]>`
    select refund_id as attempt, amount_pence::int as amount, more from begin_order_refund(${life.order})`;
  if (!begun) return true;
  const { attempt, amount } = begun;
  const luck = breaks ? roll(10) : 9;
  // The process dies before it calls Stripe.
  if (luck === 0) return false;
  // Stripe fails, and repeats that for this idempotency key.
  if (luck === 1) life.stripe.refuse(attempt);
  const made = life.stripe.refund(amount, luck === 2 ? 'pending' : 'succeeded', attempt);
  // The process dies before Stripe's response, or gets an error although the refund was made.
  if (luck === 3) return false;
  if (!made || luck === 4) {
    await sql`select fail_refund(${attempt}, 'Refused')`;
    return false;
  }
  await enterRefunds(life, [{ ...made }])();
  return begun.more ? refundOwed(life, breaks) : false;
}

// Actions of people

/** Makes a request; a refusal must have a reason. */
async function press(life: Life, what: () => Promise<unknown>): Promise<void> {
  const refusal = await refusalOf(what());
  if (!refusal) life.pressed.push(what);
  else if (!/^PT4\d\d$/.test(refusal.code)) throw new Error(JSON.stringify(refusal));
}

/** Pence of the refunds decided since a time: as recorded, and by the e-mails about them and about cancelled pieces. */
async function decidedSince(time: string) {
  const [row] = await sql<[{ pence: number; mailed: number; cancelled: number }]>`
    select
      (select coalesce(sum(amount_pence), 0)::int from order_refunds where asked_at > ${time}) as pence,
      (select coalesce(sum((p ->> 'goods')::int + (p ->> 'tax')::int + (p ->> 'shipping')::int
         + (p ->> 'goodwill')::int - (p ->> 'deduction')::int), 0)::int
       from order_refunds f cross join lateral (
         select refund_mail_content(f.id, now()) -> 'parts' as p) m where f.asked_at > ${time}) as mailed,
      (select coalesce(sum((cancelled_mail_content(id, now()) ->> 'amount_pence')::int), 0)::int
       from order_events where at > ${time} and kind = 'cancelled') as cancelled`;
  return row;
}

/**
 * Presses the button of a question: the act owes what that showed, to the penny and from whatever orders, or is refused
 * as the question was.
 * @param asks the question's answer in pence.
 * @param acts the act, with the amount that was shown.
 */
async function pressAsked(
  life: Life,
  asks: () => Promise<number>,
  acts: (shown: number) => Promise<unknown>,
  { cancels = false } = {},
): Promise<void> {
  let shown = 0;
  const refused = await refusalOf(asks().then((pence) => (shown = pence)));
  const [{ time }] = await sql<[{ time: string }]>`select clock_timestamp()::text as time`;
  const act = () => acts(shown);
  const refusal = await refusalOf(act());
  expect(refusal, 'refused as its question was').toEqual(refused);
  if (refusal && !/^PT4\d\d$/.test(refusal.code)) throw new Error(JSON.stringify(refusal));
  if (!refusal) life.pressed.push(act);
  const { pence, mailed, cancelled } = await decidedSince(time);
  const owed = refusal ? 0 : shown;
  expect({ pence, mailed }, 'owes and mails what was shown').toEqual({ pence: owed, mailed: owed });
  if (cancels) expect(cancelled, 'the e-mail about it as well').toBe(owed);
}

/** The refund that the studio's dialog shows. */
async function foreseen(act: string, asked: object): Promise<number> {
  const json = sql.json({ ...asked });
  const [{ pence }] = await sql<[{ pence: number }]>`
    select (staff_foresee(${act}, ${json}) #>> '{refund,amount_pence}')::int as pence
    from ${acting(sql, manager)}`;
  return pence;
}

/** Cancels pieces, all if null, as staff. */
async function cancelAsked(life: Life, order: number, items: object[] | null): Promise<void> {
  const [event, restock] = [randomUUID(), chance(70)];
  const json = items && sql.json(items.map((item) => ({ ...item })));
  await pressAsked(
    life,
    () => foreseen('cancel', { order, items }),
    (shown) => sql`
      select staff_cancel(${event}, ${order}, ${json}, 'other', ${restock}, ${shown})
      from ${acting(sql, manager)}`,
    { cancels: true },
  );
}

/** Settles a return, as staff. */
async function settleAsked(life: Life, id: number, shipping: number, deduction: number) {
  const event = randomUUID();
  const asked = { return: id, shipping_pence: shipping, deduction_pence: deduction };
  await pressAsked(
    life,
    () => foreseen('settle', asked),
    (shown) =>
      callAs(manager, 'staff_settle_return', event, id, shipping, deduction, 'Worn', shown),
  );
}

/** Gives up a refund, preferably the latest that Stripe has not taken. */
async function giveUpRefund(life: Life): Promise<void> {
  const owed = await sql<{ id: string }[]>`
    select id from order_refunds where order_id = ${life.order}
    order by taken_at is null and given_up_at is null desc, asked_at desc`;
  const [latest] = owed;
  if (!latest) return;
  const [event, { id }] = [randomUUID(), chance(70) ? latest : pick(owed)];
  // The real call also asks Stripe; here the shop may not know yet what Stripe has made.
  await enterRefunds(life)();
  await press(life, () => callAs(manager, 'staff_give_up_refund', event, id));
}

type Step = (life: Life) => Promise<unknown>;

async function openReturn({ order }: Life) {
  const found = await sql<{ id: number; state: string }[]>`
    select id::int, state::text from returns where order_id = ${order} and state in ('asked', 'received')`;
  return found.length > 0 ? pick(found).id : 0;
}

const { dispatch, cancel, askReturn, refund } = {
  dispatch: async (life: Life, whole: boolean) => {
    const items = whole ? null : somePieces(life);
    const parcel = { event: randomUUID(), order: life.order, carrier: 'Evri', items };
    const parcels = sql.json([parcel]);
    const send = () => sql<{ outcome: string }[]>`
      select staff_dispatch(${parcels}) -> 0 ->> 'outcome' as outcome
      from ${acting(sql, manager)}`;
    const [sent] = await send();
    // A stopped parcel may leave later with the same request.
    if (sent?.outcome === 'dispatched') life.pressed.push(send);
  },
  cancel: (life: Life, whole: boolean) =>
    cancelAsked(life, life.order, whole ? null : somePieces(life)),
  askReturn: async (life: Life, kind: string) => {
    const [event, items] = [randomUUID(), sql.json(somePieces(life))];
    await press(
      life,
      () => sql`
        select ask_return(${event}, ${life.order}, ${kind}, ${items}, 'Torn', 'shopper', null)`,
    );
  },
  refund: async (life: Life, pieces: boolean, shipping: number, goodwill: number) => {
    const [event, items] = [randomUUID(), pieces ? somePieces(life) : []];
    const asked = { order: life.order, items, shipping_pence: shipping, goodwill_pence: goodwill };
    await pressAsked(
      life,
      () => foreseen('refund', asked),
      (shown) =>
        callAs(
          manager,
          'staff_refund',
          event,
          life.order,
          items,
          shipping,
          goodwill,
          'other',
          null,
          shown,
        ),
    );
  },
};

const everything: [name: string, weight: number, step: Step][] = [
  ['sends what is left', 6, (life) => dispatch(life, true)],
  ['sends a part', 12, (life) => dispatch(life, false)],
  [
    'a dispatch is taken back, before or after its e-mail',
    5,
    async (life) => {
      const parcels = await sql<{ id: number }[]>`
        select id::int from parcels where order_id = ${life.order} and undone_at is null`;
      const event = randomUUID();
      if (chance(50)) {
        await sql`
          update mail_outbox set attempts = 1, status = 'sent', sent_at = now()
          where kind = 'dispatched' and status = 'due' and checkout_id = ${life.checkout}`;
      }
      for (const { id } of parcels.slice(-1)) {
        await press(life, () => callAs(manager, 'staff_undo_dispatch', event, id));
      }
    },
  ],
  [
    'hears that a parcel arrived',
    6,
    async (life) => {
      const parcels = await sql<{ id: number }[]>`
        select id::int from parcels where order_id = ${life.order} and delivered_at is null`;
      const event = randomUUID();
      if (chance(20)) {
        const orders = sql.json([{ event, order: life.order }]);
        const arrive = () => sql<{ outcome: string }[]>`
          select staff_deliver_orders(${orders}) -> 0 ->> 'outcome' as outcome
          from ${acting(sql, manager)}`;
        const [arrived] = await arrive();
        if (arrived?.outcome === 'delivered') life.pressed.push(arrive);
        return;
      }
      for (const { id } of parcels.slice(0, 1)) {
        await press(life, () => callAs(manager, 'staff_deliver', event, id));
      }
    },
  ],
  [
    'a piece is swapped for another, perhaps with fewer pieces',
    6,
    async (life) => {
      const items = await sql<{ from: number; to: number; quantity: number }[]>`
        select i.variant_id::int as from, v.id::int as to, i.quantity
        from order_items i
        join color_variants v on v.id <> i.variant_id and (v.product_id = i.product_id or ${chance(50)}
          and v.product_id = any (${skus.map(({ product_id }) => product_id)}))
        where i.order_id = ${life.order} order by 1, 2`;
      const [event, { from, to, quantity }] = [randomUUID(), pick(items)];
      const swaps = [{ from, to, quantity: 1 + roll(quantity) }];
      const removed = chance(30) ? [{ variant_id: to, quantity: 1 }] : [];
      await pressAsked(
        life,
        () => foreseen('edit', { order: life.order, swaps, removed }),
        (shown) =>
          callAs(manager, 'staff_edit_order', event, life.order, swaps, removed, 82800, shown),
      );
      // The lines that people choose from now on.
      const rows = await sql<Life['lines']>`
        select variant_id::int, quantity from order_items where order_id = ${life.order}`;
      life.lines = rows.map(({ variant_id, quantity: left }) => ({ variant_id, quantity: left }));
    },
  ],
  [
    'the e-mail address is corrected',
    2,
    async (life) => {
      const [event, email] = [randomUUID(), `life${roll(1000)}@example.com`];
      const again = chance(50);
      await press(life, () =>
        callAs(manager, 'staff_correct_email', event, life.order, email, again),
      );
    },
  ],
  [
    'pieces are sent again, free of charge, and perhaps lost again',
    4,
    async (life) => {
      const [again] = await sql<{ id: number }[]>`
        select order_id::int as id from replacements where replaces_order_id = ${life.order} order by order_id limit 1`;
      const which = again && chance(30) ? again.id : life.order;
      const [event, items] = [randomUUID(), somePieces(life)];
      await press(life, () => callAs(manager, 'staff_replace', event, which, items, 'lost'));
      if (again && chance(50)) {
        const parcel = { event: randomUUID(), order: again.id, carrier: 'Evri', items: null };
        await callAs(manager, 'staff_dispatch', [parcel]);
      }
    },
  ],
  [
    'pieces are exchanged, or their exchange leaves, is cancelled or comes back',
    6,
    async (life) => {
      const exchanges = await sql<{ id: number }[]>`
        select order_id::int as id from exchanges where from_order_id = ${life.order} order by order_id`;
      const made = exchanges.length > 0 ? pick(exchanges) : undefined;
      if (made && chance(60)) {
        const parcel = { event: randomUUID(), order: made.id, carrier: 'Evri', items: null };
        const [event, back] = [randomUUID(), randomUUID()];
        if (chance(50)) {
          await cancelAsked(life, made.id, null);
          if (chance(50)) await giveUpRefund(life);
          return;
        }
        await callAs(manager, 'staff_dispatch', [parcel]);
        await press(
          life,
          () => sql`select ask_return(${event}, ${made.id}, 'return', null, '', 'shopper', null)`,
        );
        const [back_] = await sql<{ id: number; items: object[] }[]>`
          select r.id::int, jsonb_agg(jsonb_build_object(
            'variant_id', i.variant_id, 'restocked', i.quantity, 'written_off', 0)) as items
          from returns r join return_items i on i.return_id = r.id
          where r.order_id = ${made.id} and r.state = 'asked' group by r.id`;
        if (!back_) return;
        await callAs(manager, 'staff_receive_return', back, back_.id, back_.items);
        await settleAsked(life, back_.id, 0, chance(30) ? 100 : 0);
        if (chance(50)) await giveUpRefund(life);
        return;
      }
      const items = await sql<{ from: number; to: number }[]>`
        select i.variant_id::int as from, v.id::int as to
        from order_items i join color_variants v on v.product_id = i.product_id or ${chance(60)}
          and v.product_id = any (${skus.map(({ product_id }) => product_id)})
        where i.order_id = ${life.order} order by 1, 2`;
      const asked = [{ ...pick(items), quantity: 1 + roll(2) }];
      const [event, waits] = [randomUUID(), chance(50)];
      const announced = chance(40) ? await openReturn(life) : 0;
      const back = announced === 0 ? null : announced;
      let shown: { link: number; refund: number } | undefined;
      const question = { order: life.order, items: asked, return: back, kind: 'return' };
      const refused = await refusalOf(
        sql<[{ link: number; refund: number }]>`
          select coalesce((f ->> 'link_pence')::int, 0) as link, (f ->> 'back_pence')::int as refund
          from ${acting(sql, manager)}, staff_foresee('exchange', ${sql.json(question)}) f`.then(
          ([row]) => (shown = row),
        ),
      );
      const cost = shown ? shown.link - shown.refund : null;
      const act = () => sql<[{ link: number; refund: number }]>`
        select coalesce((
            select sum((l ->> 'unit_pence')::int * (l ->> 'quantity')::int)::int - (e #>> '{link,discount_pence}')::int
              + (e #>> '{link,tax_pence}')::int
            from jsonb_array_elements(e #> '{link,lines}') l), 0) as link, (e ->> 'back_pence')::int as refund
        from ${acting(sql, manager)}, staff_exchange(
          ${event}, ${life.order}, ${sql.json(asked)}, 'return', '', ${!waits}, 82800, ${back}, ${cost}) e`;
      let moved: { link: number; refund: number } | undefined;
      const refusal = await refusalOf(act().then(([row]) => (moved = row)));
      expect(refusal, 'refused as its question was').toEqual(refused);
      if (refusal && !/^PT4\d\d$/.test(refusal.code)) throw new Error(JSON.stringify(refusal));
      expect(moved, 'costs what was shown').toEqual(shown);
      if (!refusal) life.pressed.push(act);
    },
  ],
  [
    'pieces are added by a payment link, or one is paid or lapses',
    5,
    async (life) => {
      const [link] = await sql<{ id: string }[]>`
        select c.id from payment_links l join checkouts c on c.id = l.checkout_id
        where l.order_id = ${life.order} and c.status = 'open'`;
      if (link) {
        if (chance(60)) await shop.complete(link.id);
        else await sql`select release_checkout(${link.id})`;
        return;
      }
      const event = randomUUID();
      const agreed = chance(30) ? { unit_pence: 1 + roll(3000) } : {};
      const lines = [{ variant_id: pick(skus).variant_id, quantity: 1 + roll(2), ...agreed }];
      await press(life, () => callAs(manager, 'staff_open_link', event, lines, 82800, life.order));
    },
  ],
  ['cancels all', 1, (life) => cancel(life, true)],
  ['cancels a part', 4, (life) => cancel(life, false)],
  [
    'the shopper cancels',
    2,
    async (life) => {
      const [given] = await sql<{ id: number }[]>`
        select order_id::int as id from exchanges where from_order_id = ${life.order} order by order_id limit 1`;
      const [event, order] = [randomUUID(), given && chance(50) ? given.id : life.order];
      await pressAsked(
        life,
        async () => {
          const [{ pence }] = await sql<[{ pence: number }]>`
            select foresee_cancel(${order})::int as pence`;
          return pence;
        },
        (shown) => sql`select shopper_cancel(${event}, ${order}, ${shown})`,
        { cancels: true },
      );
    },
  ],
  [
    'the shopper withdraws',
    1,
    async (life) => {
      const event = randomUUID();
      await press(life, () => sql`select withdraw_order(${event}, ${life.order})`);
    },
  ],
  [
    'somebody withdraws by number and address',
    2,
    async (life) => {
      const event = randomUUID();
      await press(
        life,
        () => sql`select withdraw_order(${event}, ${life.order}, p_proven => false)`,
      );
    },
  ],
  [
    'a withdrawal is undone',
    1,
    async (life) => {
      const event = randomUUID();
      await press(life, () => sql`select keep_order(${event}, ${life.order})`);
    },
  ],
  [
    'a withdrawal is carried out',
    2,
    async (life) => {
      await sql`
        update orders set cancels_at = now() where id = ${life.order} and cancels_at > now()`;
      await sql`select carry_out_withdrawal(${life.order})`;
    },
  ],
  ['a return is asked for', 10, (life) => askReturn(life, 'return')],
  ['a fault is told', 4, (life) => askReturn(life, 'fault')],
  [
    'a return is called off',
    2,
    async (life) => {
      const [event, id] = [randomUUID(), await openReturn(life)];
      await press(life, () => sql`select call_off_return(${event}, ${life.order}, ${id})`);
    },
  ],
  [
    'a return arrives',
    10,
    async (life) => {
      const [event, id] = [randomUUID(), await openReturn(life)];
      const asked = await sql<{ variant_id: number; quantity: number }[]>`
        select variant_id::int, quantity from return_items where return_id = ${id}`;
      const came = asked.map(({ variant_id, quantity }) => {
        const restocked = roll(quantity + 1);
        return { variant_id, restocked, written_off: roll(quantity - restocked + 1) };
      });
      await press(life, () => callAs(manager, 'staff_receive_return', event, id, came));
    },
  ],
  [
    'a return is settled',
    10,
    async (life) => {
      const id = await openReturn(life);
      const [{ suggested }] = await sql<[{ suggested: number }]>`
        select coalesce(return_delivery_refund(${id}), 0)::int as suggested`;
      await settleAsked(life, id, chance(70) ? suggested : roll(700), chance(60) ? 0 : roll(3000));
    },
  ],
  [
    'a return is refused',
    2,
    async (life) => {
      const [event, id] = [randomUUID(), await openReturn(life)];
      await pressAsked(
        life,
        () => foreseen('refuse', { return: id }),
        (shown) => callAs(manager, 'staff_refuse_return', event, id, 'Worn', shown),
      );
    },
  ],
  ['pieces are refunded', 5, (life) => refund(life, true, 0, 0)],
  ['the delivery is refunded', 2, (life) => refund(life, false, 1 + roll(695), 0)],
  ['goodwill is shown', 5, (life) => refund(life, false, 0, 1 + roll(1500))],
  ['everything at once is refunded', 2, (life) => refund(life, true, roll(100), roll(100))],
  [
    'a refund is tried again, or given up',
    4,
    async (life) => {
      if (chance(40)) return giveUpRefund(life);
      const owed = await sql<{ id: string }[]>`
        select id from order_refunds where order_id = ${life.order}`;
      if (owed.length === 0) return;
      const [event, { id }] = [randomUUID(), pick(owed)];
      await press(life, () => callAs(manager, 'staff_retry_refund', event, id));
    },
  ],
  ['staff pay a refund themselves', 6, (life) => handOver(life)],
  ['the sweep comes', 14, (life) => refundOwed(life, true)],
  [
    'the dashboard refunds',
    5,
    async ({ stripe }) => {
      const left = stripe.left();
      if (left > 0)
        stripe.refund(
          chance(15) ? left : 1 + roll(Math.min(left, 3000)),
          pick(['succeeded', 'pending']),
        );
    },
  ],
  [
    'a bank settles a refund, or sends it back',
    8,
    async ({ stripe }) => {
      const moving = stripe.refunds.filter(({ status }) => /^(pending|requires|succ)/.test(status));
      if (moving.length === 0) return;
      const one = pick(moving);
      if (one.status === 'succeeded') one.status = chance(20) ? 'failed' : 'succeeded';
      else one.status = pick(['succeeded', 'succeeded', 'requires_action', 'failed', 'canceled']);
    },
  ],
  [
    'the bank claims it back, or decides',
    4,
    async ({ stripe }) => {
      const last = stripe.disputes.at(-1);
      if (!last || /^(won|lost|warning_closed)$/.test(last.status)) {
        const there = stripe.charged > stripe.refunded() && last?.status !== 'lost';
        if (there && chance(25)) stripe.dispute(pick(['needs_response', 'warning_needs_response']));
      } else if (last.status.startsWith('warning')) {
        last.status = pick(['warning_closed', 'needs_response']);
        last.amount_pence = stripe.charged - stripe.refunded();
      } else last.status = pick(['under_review', 'won', 'won', 'lost']);
    },
  ],
  ['a webhook comes', 10, (life) => enterRefunds(life)()],
  ['a webhook of a dispute comes', 5, (life) => enterDispute(life)()],
  [
    'a webhook is on its way',
    8,
    async (life) => {
      life.heard.push(enterRefunds(life), enterDispute(life));
    },
  ],
  [
    'a webhook comes late, or again',
    10,
    async ({ heard }) => {
      if (heard.length > 0) await pick(heard)();
    },
  ],
];
const basket = everything.flatMap(([name, weight, step]) =>
  Array.from({ length: weight }, () => ({ name, step })),
);

/** State that a repeated request must not change. */
async function digestOf({ order, checkout }: Life): Promise<unknown> {
  const [row] = await sql`
    select o.status, o.units_to_send,
      (select count(*)::int from order_events where checkout_id = ${checkout}) as events,
      (select count(*)::int from mail_outbox where checkout_id = ${checkout}) as mails,
      (select sum(amount_pence)::int from order_refunds where order_id = ${order}) as owed,
      (select array_agg(u::text order by variant_id) from order_units u where order_id = ${order}) as units,
      (select sum(quantity)::int from color_variants) as stock
    from orders o where o.id = ${order}`;
  return { ...row };
}

async function repeatAPress(life: Life): Promise<void> {
  if (life.pressed.length === 0) return;
  const before = await digestOf(life);
  await pick(life.pressed)();
  expect(await digestOf(life), 'the same press again').toEqual(before);
}

/** Checks the invariants of the live orders in one query. */
async function check(lives: readonly Life[]): Promise<void> {
  const rows = await sql<{ order: number; status: string; derived: string; doubled: number }[]>`
    select o.id::int as order, o.status, f.status as derived,
      (select count(*)::int from (
        select from refunds r where r.payment_id = o.payment_id and r.order_refund_id is not null
          and r.state in ('pending', 'requires_action', 'succeeded')
        group by r.order_refund_id having count(*) > 1) twice) as doubled
    from orders o join order_states f on f.order_id = o.id
    where o.id = any (${lives.map(({ order }) => order)})`;
  for (const { order, status, derived, doubled } of rows) {
    expect(status, `of order ${order}`).toBe(derived);
    expect(doubled, 'one debt is refunded once').toBe(0);
  }
}

/** Compares what shopper and studio are shown of money with the ledger. */
async function checkPages(lives: readonly Life[]): Promise<void> {
  const orders = lives.map(({ order }) => order);
  const rows = await sql<{ order: number; shopper: object; studio: object; ledger: object }[]>`
    with family as (
      select o.* from orders o where o.id = any (${orders})
        or o.id in (select order_id from exchanges where from_order_id = any (${orders}))
    )
    select o.id::int as order,
      jsonb_build_object(
        'refunded', p -> 'refunded_pence', 'owed', p -> 'owed_pence',
        'refunds', (select coalesce(sum((r ->> 'amount_pence')::int), 0) from jsonb_array_elements(p -> 'refunds') r),
        'told', (
          select coalesce(sum((t ->> 'amount_pence')::int), 0) from jsonb_array_elements(p -> 'timeline') t
          where t ->> 'kind' = 'refund'),
        'paid', (select sum((i ->> 'unit_pence')::int * (i ->> 'quantity')::int) from jsonb_array_elements(p -> 'items') i)
          + (p ->> 'changed_pence')::int - (p ->> 'discount_pence')::int + (p ->> 'tax_pence')::int
          + (p ->> 'shipping_pence')::int + (p ->> 'adjustment_pence')::int) as shopper,
      jsonb_build_object(
        'refunded', m -> 'refunded_pence', 'owed', m -> 'owed_pence',
        'refunds', (
          select coalesce(sum((r ->> 'amount_pence')::int), 0) from jsonb_array_elements(m -> 'refunds') r
          where r ->> 'state' in ('pending', 'requires_action', 'succeeded')),
        'told', b.refunded_pence, 'paid', m -> 'charged_pence') as studio,
      jsonb_build_object(
        'refunded', b.refunded_pence, 'owed', d.owed, 'refunds', b.refunded_pence, 'told', b.refunded_pence,
        'paid', y.charged_pence) as ledger
    from family o
    join payments y on y.id = o.payment_id
    join payment_balances b on b.payment_id = o.payment_id
    cross join lateral shopper_order(o.id) p
    cross join lateral staff_money(o.checkout_id) m
    cross join lateral (
      select coalesce(sum(amount_pence), 0) as owed from order_refunds
      where order_id = o.id and taken_at is null and given_up_at is null) d`;
  for (const { order, shopper, studio, ledger } of rows) {
    expect({ shopper, studio }, `of order ${order}`).toEqual({ shopper: ledger, studio: ledger });
  }
}

/** Stock equals the initial units, minus those sold, plus those returned to stock. */
async function checkStock(): Promise<void> {
  const rows = await sql<{ quantity: number; expected: number }[]>`
    select v.quantity, (${stock}
      - coalesce((select sum(quantity) from order_items where variant_id = v.id), 0)
      + coalesce((select sum(restocked) from cancelled_items where variant_id = v.id), 0)
      + coalesce((select sum(restocked) from return_items where variant_id = v.id), 0))::int as expected
    from color_variants v where v.id = any (${skus.map(({ variant_id }) => variant_id)})`;
  expect(rows.map(({ quantity }) => quantity)).toEqual(rows.map(({ expected }) => expected));
}

/** Checks all invariants of the shop. */
async function checkAll(): Promise<void> {
  await checkStock();
  expect(await violationsIn(sql)).toEqual([]);
}

/** Completes everything: each refund owed then exists once at Stripe or is given up, and both ledgers agree. */
async function settle(life: Life): Promise<void> {
  for (const dispute of life.stripe.disputes) {
    if (!/^(won|lost|warning_closed)$/.test(dispute.status)) dispute.status = 'won';
    // An earlier dispute may have been decided without an event to the shop.
    await enterDispute(life, dispute)();
  }
  for (let round = 0; round < 12; round += 1) {
    await enterRefunds(life)();
    // Another attempt is due at once, after however many failed.
    const owed = await sql<{ id: string }[]>`
      select f.id from order_refunds f join order_refund_states using (id)
      where f.order_id = ${life.order} and state = 'failed'`;
    for (const { id } of owed) await callAs(manager, 'staff_retry_refund', randomUUID(), id);
    if (await refundOwed(life, false)) break;
  }
  if (life.stripe.charged === 0) await handOver(life, 'owed');
  const [row] = await sql<[{ open: number; ledger: number; outside: number; taken: string[] }]>`
    select
      (select count(*)::int from order_refunds f
       where f.order_id = o.id and taken_at is null and given_up_at is null) as open,
      b.refunded_pence::int as ledger,
      (select coalesce(sum(amount_pence), 0)::int from refunds
       where payment_id = o.payment_id and source = 'outside') as outside,
      array(select r.id::text from refunds r where r.payment_id = o.payment_id and r.source = 'shop'
        and r.state in ('pending', 'requires_action', 'succeeded') order by 1) as taken
    from orders o join payment_balances b on b.payment_id = o.payment_id where o.id = ${life.order}`;
  expect(row.open, 'nothing is owed for ever').toBe(0);
  expect(row.ledger - row.outside).toBe(life.stripe.refunded());
  const alive = life.stripe.refunds.filter(({ status }) => !/^(failed|canceled)$/.test(status));
  expect(row.taken).toEqual(
    alive.flatMap(({ attempt }) => (attempt === null ? [] : [attempt])).toSorted(),
  );
}

/** Compares the figures of all days with the accounts, to the penny. */
async function checkFigures() {
  const [sums] = await sql<[{ figures: unknown; movements: unknown; accounts: unknown }]>`
    with accounts as (
      select a.* from ${acting(sql, manager)},
        jsonb_to_recordset(payments_for_accounts('1970-01-01', uk_day(now()))) as a (
          "order" bigint, charged_pence bigint, tax_pence bigint, tax_inside_pence bigint, tax_refunded_pence bigint,
          refunds jsonb, lost_disputes jsonb))
    select
      (select jsonb_build_array(sum((m ->> 'amount_pence')::bigint), sum((m ->> 'tax_pence')::bigint))
       from ${acting(sql, manager)},
         jsonb_array_elements(movements_for_accounts('1970-01-01', uk_day(now())) -> 'movements') m) as movements,
      (select jsonb_build_array(f -> 'revenue_pence', f -> 'tax_pence')
       from (select figure_money('1970-01-01', uk_day(now())) -> 'totals') as money (f)) as figures,
      jsonb_agg(jsonb_build_array(paid.pence, paid.tax) order by paid.only_sold) as accounts
    from (
      select only_sold, sum(charged_pence) - sum((
          select coalesce(sum((back ->> 'amount_pence')::bigint), 0)
          from jsonb_array_elements(refunds || lost_disputes) back)) as pence,
        sum(tax_pence + tax_inside_pence - tax_refunded_pence) as tax
      from accounts cross join (values (false), (true)) counted (only_sold)
      -- A link paid too late makes no order.
      where "order" is not null or not only_sold group by 1) paid`;
  expect([sums.movements, sums.figures]).toEqual(sums.accounts);
  // A difference of two amounts that were each rounded is off by a penny at most.
  const wrong = await sql`
    select key, amount_pence, tax_pence from money_movements
    where abs(tax_pence - (amount_pence - tax_pence) * coalesce(rate_basis_points, 0) / 10000.0) > 1
    union all
    select 'payment ' || payment_id, sum(amount_pence), sum(tax_pence) from money_movements
    group by payment_id
    having sum(amount_pence) <> (
      select p.charged_pence - (
        select coalesce(sum(amount_pence), 0) from refunds r
        where r.payment_id = p.id and (r.stripe_refund_id is not null or r.source = 'outside')
          and r.state not in ('failed', 'cancelled')) - (
        select coalesce(sum(amount_pence), 0) from disputes d where d.payment_id = p.id and d.status = 'lost')
      from payments p where p.id = payment_id)`;
  expect([...wrong]).toEqual([]);
}

test(
  `whatever happens to orders, in ${steps} steps: no invariant is violated`,
  async () => {
    const lives: Life[] = [];
    while (lives.length < atOnce) lives.push(await newLife());
    const trail: string[] = [];
    const seen = new Set<string>();
    try {
      for (let step = 1; step <= steps; step += 1) {
        const place = roll(lives.length);
        const life = lives[place] ?? (await newLife());
        if (chance(2)) {
          trail.push(`${life.order}: settled, another one begins`);
          await settle(life);
          lives[place] = await newLife();
        } else if (chance(6)) {
          trail.push(`${life.order}: a press is repeated`);
          await repeatAPress(life);
        } else {
          const { name, step: happen } = pick(basket);
          trail.push(`${life.order}: ${name}`);
          await happen(life);
          seen.add(name);
        }
        expect(life.stripe.refunded()).toBeLessThanOrEqual(life.stripe.charged);
        if (step % 20 === 0) {
          await check(lives);
          await checkPages(lives);
        }
        if (step % between === 0) await checkAll();
      }
      for (const life of lives) await settle(life);
      await checkAll();
      await checkFigures();
    } catch (error) {
      const last = trail.at(-1)?.split(':')[0];
      const own = trail.filter((line) => line.startsWith(`${last}:`));
      throw new Error(
        `Seed ${seed}, step ${trail.length}. The order's life:\n${own.join('\n')}\n${String(error)}`,
        { cause: error },
      );
    }
    expect(seen.size, 'everything has happened').toBe(everything.length);
    const statuses = await sql<{ status: string }[]>`select distinct status::text from orders`;
    expect(statuses.length).toBeGreaterThan(5);
  },
  steps * 300,
);
