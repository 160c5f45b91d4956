import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { dice } from '../support/dice.ts';
import { violationsIn } from '../support/invariants.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku, withTax } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs } = await openDatabase(12);
const manager = await newStaff('manager');
const hat = await shop.newSku(100_000, 2450);

/** Shoppers who want the same pound at once. */
const racers = runsWhole ? 500 : 60;
const steps = runsWhole ? 10_000 : 150;

interface GiftCard {
  id: string;
  code: string;
}

const parts = ['goods_pence', 'tax_pence', 'shipping_pence', 'goodwill_pence'] as const;
type Part = (typeof parts)[number];
type CreditNote = Record<Part | 'amount_pence', number> & { items: { pence: number }[] };

/** Store credit from staff. */
async function newCard(pence: number): Promise<GiftCard> {
  const id = randomUUID();
  await callAs(manager, 'staff_give_credit', id, 'ada@example.com', pence, 'A test');
  const [card] = await sql<
    [GiftCard]
  >`select id, unsent_code as code from gift_cards where id = ${id}`;
  return card;
}

async function balanceOf({ id }: GiftCard): Promise<{ balance: number; free: number }> {
  const [row] = await sql<[{ balance: number; free: number }]>`
    select credit_balance(${id})::int as balance, credit_free(${id})::int as free`;
  return row;
}

/** The parts of a checkout that a card pays: of the goods, and of each delivery. */
async function heldOf(checkout: string) {
  const [row] = await sql<{ goods: number; held: number; deliveries: number[] }[]>`
    select goods_pence as goods, held_pence as held, array(
      select credit_pence from checkout_shipping_options where checkout_id = ${checkout} order by position) as deliveries
    from checkout_credits where checkout_id = ${checkout}`;
  return row;
}

async function paid(card: GiftCard, sku: Sku, quantity = 1, shipping = 0) {
  const opened = await shop.open(await shop.newShopper(), [{ sku, quantity }], { code: card.code });
  const completed = await shop.complete(opened.checkout_id, { shipping });
  const [money] = await sql<[{ charged: number; credit: number }]>`
    select charged_pence::int as charged, credit_pence::int as credit from payments where id = ${completed.payment_id}`;
  return { checkout: opened.checkout_id, ...completed, ...money };
}

async function refund(order: number, goodwill: number, asCredit = false): Promise<string> {
  const event = randomUUID();
  await sql`
    select staff_refund(${event}, ${order}, '[]', 0, ${goodwill}, 'other', null, ${goodwill}, ${asCredit})
    from ${acting(sql, manager)}`;
  return event;
}

/** Lets Stripe take, or refuse, what an order owes. Returns the pence asked of Stripe. */
async function atStripe(order: number, checkout: string, status = 'succeeded'): Promise<number[]> {
  const asked: number[] = [];
  for (;;) {
    const [begun] = await sql<{ refund_id: string; amount_pence: number; more: boolean }[]>`
      select refund_id, amount_pence::int, more from begin_order_refund(${order})`;
    if (!begun) return asked;
    asked.push(begun.amount_pence);
    await sql`
      select record_refunds(${`pi_${checkout}`}, jsonb_build_array(jsonb_build_object(
        'id', ${`re_${begun.refund_id}`}::text, 'attempt', ${begun.refund_id}::text,
        'amount_pence', ${begun.amount_pence}::int, 'status', ${status}::text, 'created', 1)))`;
    if (!begun.more || status === 'failed') return asked;
  }
}

describe('payments 34: a gift card pays, and takes nothing off', () => {
  test('the order, its tax and its documents are the same with it', async () => {
    const plain = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 2 }]);
    const { order_id: without } = await shop.complete(plain.checkout_id);
    const { order_id: with_, charged, credit } = await paid(await newCard(2000), hat, 2);
    expect({ charged, credit }).toEqual({ charged: 5194, credit: 2000 });
    const orders = await sql`
      select subtotal_pence, discount_pence, tax_pence, order_amount_pence, adjustment_pence
      from orders where id in (${without}, ${with_})`;
    expect(orders[0]).toEqual(orders[1]);
  });

  test('a code is read however it is typed, and a wrong one is answered like a wrong discount code', async () => {
    const card = await newCard(1000);
    expect(card.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const typed = ` ${card.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    const opened = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: typed,
    });
    expect(await heldOf(opened.checkout_id)).toMatchObject({ goods: 1000 });
    const wrong = shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: '0000-0000',
    });
    expect((await refusalOf(wrong))?.detail).toMatchObject({ because: 'unknown' });
  });

  // One hat with tax costs 2597; express delivery 695.
  test.each([
    [1000, { goods: 1000, deliveries: [0, 0] }],
    [2567, { goods: 2567, deliveries: [0, 0] }],
    [2568, { goods: 2567, deliveries: [0, 0] }],
    [2596, { goods: 2567, deliveries: [0, 0] }],
    [2597, { goods: 2597, deliveries: [0, 0] }],
    [3000, { goods: 2597, deliveries: [0, 403] }],
    [3290, { goods: 2597, deliveries: [0, 665] }],
    [9000, { goods: 2597, deliveries: [0, 695] }],
  ])('%d pence leave Stripe nothing or at least 30p', async (pence, held) => {
    const card = await newCard(pence);
    const opened = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    expect(await heldOf(opened.checkout_id)).toMatchObject(held);
    await shop.release(opened.checkout_id);
  });

  test('an order that it covers, delivery included, completes without a charge', async () => {
    const card = await newCard(9000);
    const opened = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    const odd = await shop.complete(opened.checkout_id, { charged: 5, shipping: 0 });
    expect(odd.outcome).toBe('review');
    await sql`select resolve_review(${opened.checkout_id}, 'refund')`;
    expect(await balanceOf(card)).toEqual({ balance: 9000, free: 9000 });
    const home = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    const [free] = await sql<[{ completed: { outcome: string } }]>`
      select complete_checkout(${home.checkout_id}, ${`cs_${home.checkout_id}`}, 0, 'gbp', 0, 2) as completed`;
    expect(free.completed.outcome).toBe('completed');
    expect(await balanceOf(card)).toEqual({ balance: 9000 - 2597 - 695, free: 9000 - 2597 - 695 });
  });
});

describe('payments 35: what a card holds is spent once or given back once', () => {
  test('whatever comes first, and however often', async () => {
    const card = await newCard(3000);
    const opened = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    expect(await balanceOf(card)).toEqual({ balance: 3000, free: 0 });
    const other = shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    expect((await refusalOf(other))?.detail).toMatchObject({
      because: 'card_empty',
      total_pence: 2597,
    });
    await Promise.all([shop.release(opened.checkout_id), shop.release(opened.checkout_id)]);
    expect(await balanceOf(card)).toEqual({ balance: 3000, free: 3000 });
    // The payment arrives after all.
    await Promise.all(Array.from({ length: 5 }, () => shop.complete(opened.checkout_id)));
    expect(await balanceOf(card)).toEqual({ balance: 403, free: 403 });
  });

  test('a late payment whose credit is spent meanwhile goes under review', async () => {
    const card = await newCard(2000);
    const late = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }], {
      code: card.code,
    });
    await shop.release(late.checkout_id);
    await paid(card, hat);
    expect((await shop.complete(late.checkout_id)).outcome).toBe('review');
    expect(await balanceOf(card)).toEqual({ balance: 0, free: 0 });
    await sql`select resolve_review(${late.checkout_id}, 'accept')`;
  });

  test('goods that are gone give all of it back, and Stripe’s part is owed', async () => {
    const card = await newCard(2000);
    const last = await shop.newSku(1, 2450);
    const opened = await shop.open(await shop.newShopper(), [{ sku: last, quantity: 1 }], {
      code: card.code,
    });
    await shop.release(opened.checkout_id);
    const rival = await shop.open(await shop.newShopper(), [{ sku: last, quantity: 1 }]);
    await shop.complete(rival.checkout_id);
    expect((await shop.complete(opened.checkout_id)).outcome).toBe('refund_due');
    expect(await balanceOf(card)).toEqual({ balance: 2000, free: 2000 });
    const [begun] = await sql`select amount_pence::int from begin_refund(${opened.checkout_id})`;
    expect(begun).toEqual({ amount_pence: 597 });
  });

  test(`${racers} at once cannot spend the last pound twice`, async () => {
    const card = await newCard(100);
    const buyers = await Promise.all(Array.from({ length: racers }, () => shop.newShopper()));
    const opened = await Promise.all(
      buyers.map(async (buyer) => {
        const opening = shop.open(buyer, [{ sku: hat, quantity: 1 }], { code: card.code });
        const refusal = await refusalOf(opening);
        return refusal ? refusal.reason : (await opening).checkout_id;
      }),
    );
    const winners = opened.filter((answer) => answer !== 'code_refused');
    expect(winners).toHaveLength(1);
    await Promise.all(winners.map((winner) => shop.complete(winner ?? '')));
    expect(await balanceOf(card)).toEqual({ balance: 0, free: 0 });
  });
});

describe('payments 36: a refund returns to the card first', () => {
  test('then to Stripe, and each gets back no more than it gave', async () => {
    const card = await newCard(2000);
    const { order_id, checkout } = await paid(card, hat, 2);
    const order = order_id ?? 0;
    await refund(order, 500);
    expect(await atStripe(order, checkout)).toEqual([]);
    expect(await balanceOf(card)).toEqual({ balance: 500, free: 500 });
    const mixed = await refund(order, 4000);
    const [split] = await sql`
      select amount_pence::int, credit_pence::int from refund_of_acts(array[${mixed}::uuid])`;
    expect(split).toEqual({ amount_pence: 4000, credit_pence: 1500 });
    expect(await atStripe(order, checkout)).toEqual([2500]);
    expect(await balanceOf(card)).toEqual({ balance: 2000, free: 2000 });
    expect((await refusalOf(refund(order, 695)))?.detail).toMatchObject({ left_pence: 694 });
    await refund(order, 694);
    expect(await atStripe(order, checkout)).toEqual([694]);
    const [end] = await sql`select status, money_status from orders where id = ${order}`;
    expect(end).toEqual({ status: 'refunded', money_status: 'refunded' });
  });

  test.each([false, true])(
    'credit notes show the parts of both, as credit: %s',
    async (isCredit) => {
      const { order_id, checkout } = await paid(await newCard(2000), hat, 2, 695);
      const order = order_id ?? 0;
      const event = randomUUID();
      const items = sql.json([{ variant_id: hat.variant_id, quantity: 1 }]);
      await sql`
      select staff_refund(${event}, ${order}, ${items}, 695, 301, 'other', null, 3593, ${isCredit})
      from ${acting(sql, manager)}`;
      await atStripe(order, checkout);
      const [{ notes }] = await sql<[{ notes: CreditNote[] }]>`
      select credit_notes_of(payment_id) as notes from orders where id = ${order}`;
      expect(notes.map(({ amount_pence }) => amount_pence)).toEqual([2000, 1593]);
      for (const note of notes) {
        const {
          amount_pence,
          goods_pence,
          tax_pence,
          shipping_pence,
          goodwill_pence,
          items: lines,
        } = note;
        expect(goods_pence + tax_pence + shipping_pence + goodwill_pence).toBe(amount_pence);
        expect(lines).toMatchObject([{ quantity: 1, pence: goods_pence }]);
      }
      const [whole] = await sql`
      select goods_pence::int, tax_pence::int, shipping_pence::int, goodwill_pence::int from order_refunds
      where id = ${event}`;
      const sumOf = (part: Part) => notes.reduce((sum, note) => sum + note[part], 0);
      expect(Object.fromEntries(parts.map((part) => [part, sumOf(part)]))).toEqual(whole);
    },
  );

  test('a part that Stripe refuses stays owed without the card’s, and can be given up', async () => {
    const card = await newCard(2000);
    const { order_id, checkout } = await paid(card, hat, 2);
    const order = order_id ?? 0;
    const event = await refund(order, 3000);
    expect(await atStripe(order, checkout, 'failed')).toEqual([1000]);
    expect(await atStripe(order, checkout, 'failed')).toEqual([1000]);
    const stateOf = async () => {
      const [row] = await sql`
        select s.state, o.money_status from order_refund_states s join orders o on o.id = s.order_id where s.id = ${event}`;
      return row;
    };
    expect(await stateOf()).toEqual({ state: 'failed', money_status: 'refund_failed' });
    await callAs(manager, 'staff_give_up_refund', randomUUID(), event);
    expect(await stateOf()).toEqual({ state: 'succeeded', money_status: 'part_refunded' });
    const [left] = await sql`select left_pence::int from order_money(${order})`;
    expect(left).toEqual({ left_pence: 3194 });
    await refund(order, 3194);
    expect(await atStripe(order, checkout)).toEqual([3194]);
  });

  test('as credit, Stripe’s part becomes a new card, mailed to the buyer', async () => {
    const card = await newCard(2000);
    const { order_id, checkout } = await paid(card, hat, 2);
    const order = order_id ?? 0;
    const event = await refund(order, 5194, true);
    expect(await atStripe(order, checkout)).toEqual([]);
    expect(await balanceOf(card)).toEqual({ balance: 2000, free: 2000 });
    const cards = await sql<{ id: string; balance: number; mails: number }[]>`
      select g.id, credit_balance(g.id)::int as balance,
             (select count(*)::int from mail_outbox where gift_card_id = g.id) as mails
      from gift_cards g where g.checkout_id = ${checkout} and g.origin = 'refund'`;
    expect(cards).toMatchObject([{ balance: 3194, mails: 1 }]);
    const [{ claimed }] = await sql<[{ claimed: { mails: { kind: string }[] } }]>`
      select claim_mails(10, 60, ${checkout}) as claimed`;
    expect(claimed.mails.map(({ kind }) => kind)).toContain('gift_card');
    expect(await refund(order, 1).catch(() => 'refused')).toBe('refused');
    const [notes] = await sql`
      select count(*)::int as number, sum(n.amount_pence)::int as pence from credit_notes n
      join refunds r on r.id = n.refund_id where r.order_refund_id = ${event}`;
    expect(notes).toEqual({ number: 2, pence: 5194 });
  });
});

describe('payments 37: the ledger is only added to', () => {
  test.each([
    'update credits set amount_pence = 1 where id > 0',
    'delete from credits where id > 0',
    'truncate credits',
  ])('%s is refused to the functions’ key and to the owner', async (change) => {
    await newCard(100);
    expect(await refusalOf(sql.unsafe(change))).toMatchObject({ reason: 'kept_for_good' });
    const byKey = sql.begin(async (open) => {
      await open`set local role service_role`;
      await open.unsafe(change);
    });
    expect(await refusalOf(byKey)).toMatchObject({ reason: 'kept_for_good' });
  });

  test('a card that ends expires once, after an e-mail a month before', async () => {
    const card = await newCard(700);
    const end = () => sql<[{ warned: number; expired: number }]>`select * from end_gift_cards(100)`;
    await sql`update gift_cards set expires_at = now() + interval '20 days' where id = ${card.id}`;
    expect(await end()).toMatchObject([{ warned: 1, expired: 0 }]);
    expect(await end()).toMatchObject([{ warned: 0, expired: 0 }]);
    await sql`update gift_cards set expires_at = now() where id = ${card.id}`;
    expect(await end()).toMatchObject([{ expired: 1 }]);
    expect(await end()).toMatchObject([{ expired: 0 }]);
    expect(await balanceOf(card)).toEqual({ balance: 0, free: 0 });
  });

  test('a new code ends the earlier one, and a mailed one is forgotten', async () => {
    const card = await newCard(700);
    await callAs(manager, 'staff_renew_gift_card', card.id, randomUUID(), 'eve@example.com');
    const [renewed] = await sql<[{ code: string; mail: string }]>`
      select unsent_code as code, m.id as mail from gift_cards g join mail_outbox m on m.gift_card_id = g.id
      where g.id = ${card.id}`;
    const buyer = await shop.newShopper();
    const stale = shop.open(buyer, [{ sku: hat, quantity: 1 }], { code: card.code });
    expect((await refusalOf(stale))?.detail).toMatchObject({ because: 'unknown' });
    await shop.open(buyer, [{ sku: hat, quantity: 1 }], { code: renewed.code });
    await sql`select record_mail_sent(${renewed.mail}, 'p')`;
    const [kept] = await sql`select unsent_code from gift_cards where id = ${card.id}`;
    expect(kept).toEqual({ unsent_code: null });
  });
});

/** Expected sums of a ledger, by arithmetic alone. */
interface Model {
  card: GiftCard;
  issued: number;
  spent: number;
  returned: number;
  expired: number;
  held: number;
}

describe(`${steps} steps of random lives`, () => {
  const roll = dice(64);
  const models: Model[] = [];
  const open: { model: Model; checkout: string; held: number; goods: number }[] = [];
  const late: typeof open = [];
  const orders: { model: Model; order: number; checkout: string; left: number; card: number }[] =
    [];
  let sku: Sku;

  const balance = ({ issued, spent, returned, expired }: Model) =>
    issued + returned - spent - expired;
  const free = (model: Model) => balance(model) - model.held;
  const any = <Item>(items: Item[]): Item | undefined => items[roll(items.length)];
  const take = <Item>(items: Item[]): Item | undefined => items.splice(roll(items.length), 1)[0];

  beforeEach(async () => {
    sku = await shop.newSku(1_000_000, 1000 + roll(3000));
  });

  async function complete(entry: (typeof open)[number], isLate: boolean) {
    const { model, checkout, held, goods } = entry;
    if (!isLate) model.held -= held;
    const can = free(model) >= goods;
    const { outcome, order_id } = await shop.complete(checkout);
    expect(outcome).toBe(can ? 'completed' : 'review');
    if (!can) {
      await sql`select resolve_review(${checkout}, 'accept')`;
      return;
    }
    model.spent += goods;
    const [row] = await sql<[{ charged: number }]>`
      select charged_pence::int as charged from payments where checkout_id = ${checkout}`;
    orders.push({ model, order: order_id ?? 0, checkout, left: row.charged, card: goods });
  }

  async function openOne(model: Model): Promise<void> {
    const quantity = 1 + roll(3);
    const owed = withTax(sku.price * quantity);
    const { code } = model.card;
    const opening = shop.open(await shop.newShopper(), [{ sku, quantity }], { code });
    const refusal = await refusalOf(opening);
    expect(refusal === undefined).toBe(free(model) > 0);
    if (refusal) return;
    const { checkout_id: checkout } = await opening;
    const most = Math.min(free(model), owed);
    const goods = owed - most > 0 && owed - most < 30 ? owed - 30 : most;
    const rest = goods === owed ? Math.min(free(model) - owed, 695) : 0;
    const delivery = 695 - rest > 0 && 695 - rest < 30 ? 665 : rest;
    const held = goods + delivery;
    model.held += held;
    expect(await heldOf(checkout)).toMatchObject({ goods, held });
    open.push({ model, checkout, held, goods });
  }

  async function refundOne(bought: (typeof orders)[number]): Promise<void> {
    const pence = 1 + roll(bought.left);
    const toCard = Math.min(pence, bought.card);
    const asCredit = roll(3) === 0;
    await refund(bought.order, pence, asCredit);
    bought.left -= pence;
    bought.card -= toCard;
    bought.model.returned += toCard;
    const owed = pence - toCard;
    const asked = await atStripe(bought.order, bought.checkout);
    expect(asked).toEqual(owed > 0 && !asCredit ? [owed] : []);
  }

  async function expire(model: Model): Promise<void> {
    await sql`update gift_cards set expires_at = now() where id = ${model.card.id}`;
    await sql`select * from end_gift_cards(1000)`;
    model.expired += balance(model);
    await sql`
      update gift_cards set expires_at = now() + interval '2 years' where id = ${model.card.id}`;
  }

  async function addCard(): Promise<void> {
    const pence = 1 + roll(9000);
    const card = await newCard(pence);
    models.push({ card, issued: pence, spent: 0, returned: 0, expired: 0, held: 0 });
  }

  async function giveUp(entry: (typeof open)[number]): Promise<void> {
    await shop.release(entry.checkout);
    entry.model.held -= entry.held;
    late.push(entry);
  }

  async function step(): Promise<void> {
    const model = any(models);
    const kind = roll(10);
    const bought = any(orders.filter(({ left }) => left > 0));
    const given = kind === 7 ? take(late) : kind >= 4 && kind <= 6 ? take(open) : undefined;
    if (!model || (kind === 0 && models.length < 12)) await addCard();
    else if (kind <= 3) await openOne(model);
    else if (given && kind === 6) await giveUp(given);
    else if (given) await complete(given, kind === 7);
    else if (kind === 8 && bought) await refundOne(bought);
    else if (kind === 9 && roll(8) === 0 && model.held === 0) await expire(model);
  }

  test('issued + returned − spent − expired is the balance after each, and nothing contradicts it', async () => {
    for (let done = 0; done < steps; done += 1) {
      await step();
      const ledger = await sql<{ id: string; balance: number; free: number }[]>`
        select id, credit_balance(id)::int as balance, credit_free(id)::int as free
        from gift_cards where id in ${sql(models.map(({ card }) => card.id))}`;
      for (const model of models) {
        const row = ledger.find(({ id }) => id === model.card.id);
        expect(row).toEqual({ id: model.card.id, balance: balance(model), free: free(model) });
      }
    }
    expect(await violationsIn(sql)).toEqual([]);
  }, 600_000);
});
