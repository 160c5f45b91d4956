import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { outboxOf } from '../support/outbox.ts';
import { refusalOf, type ShopDatabase, shopDatabase } from '../support/shop-database.ts';

let database: FreshDatabase;
let shop: ShopDatabase;
let outbox: ReturnType<typeof outboxOf>;

beforeAll(async () => {
  database = await freshDatabase(30);
  shop = shopDatabase(database);
  outbox = outboxOf(database);
});
beforeEach(() => outbox.settle());
afterAll(() => database.drop());

interface Claimed {
  mails: {
    id: string;
    claim: string;
    kind: string;
    about: string;
    content: { receipt: { id: number; items: unknown[] } };
  }[];
  parked: { id: string; kind: string; about: string; last_error: string }[];
}

async function openCheckout(): Promise<string> {
  const sku = await shop.newSku(5);
  const buyer = await shop.newShopper();
  const { checkout_id } = await shop.open(buyer, [{ sku, quantity: 2 }]);
  return checkout_id;
}

async function newOrder(): Promise<number> {
  const { order_id } = await shop.complete(await openCheckout());
  return order_id ?? 0;
}

async function claim(limit = 10, order: number | null = null): Promise<Claimed> {
  const [{ claimed }] = await database.sql<[{ claimed: Claimed }]>`
    select claim_mails(
      ${limit}, 120, (select checkout_id from orders where id = ${order})) as claimed`;
  return claimed;
}

async function onlyClaim(order: number) {
  const [mail] = (await claim(10, order)).mails;
  if (!mail) throw new Error(`The e-mail of order ${order} cannot be taken.`);
  return mail;
}

async function fail(mail: { id: string; claim: string }, permanent = false) {
  const [{ status }] = await database.sql<[{ status: string | null }]>`
    select record_mail_failure(${mail.id}, ${mail.claim}, 'away', ${permanent})::text as status`;
  return status;
}

async function sent({ id }: { id: string }) {
  const [{ news }] = await database.sql<[{ news: boolean }]>`
    select record_mail_sent(${id}, 're_1') as news`;
  return news;
}

describe('an order gets one e-mail', () => {
  test('however many callers complete its checkout at once', async () => {
    const checkout = await openCheckout();
    await Promise.all(Array.from({ length: 20 }, () => shop.complete(checkout)));
    const [{ owed }] = await database.sql<[{ owed: number }]>`
      select count(*)::int as owed from mail_outbox
      where checkout_id = ${checkout}`;
    expect(owed).toBe(1);
  });

  test('which is written with the order or not at all', async () => {
    const checkout = await openCheckout();
    const undone = database.sql.begin(async (sql) => {
      await sql`
        select complete_checkout(${checkout}, 'cs_test_undone',
          (select subtotal_pence + tax_pence from checkouts where id = ${checkout}), 'gbp', 0)`;
      const [{ owed }] = await sql<[{ owed: number }]>`
        select count(*)::int as owed from mail_outbox
        where checkout_id = ${checkout}`;
      expect(owed).toBe(1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { mails } = await claim();
    expect(mails).toEqual([]);
  });

  test('and a second cannot be written', async () => {
    const order = await newOrder();
    const refusal = await refusalOf(
      database.sql`
        insert into mail_outbox (kind, subject, checkout_id)
        select 'order', checkout_id::text, checkout_id from orders where id = ${order}`,
    );
    expect(refusal).toMatchObject({ code: '23505' });
  });
});

describe('an e-mail is claimed by one sender', () => {
  test('among thirty that ask at the same moment', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, newOrder));
    const claims = await Promise.all(Array.from({ length: 30 }, () => claim(3)));
    const taken = claims.flatMap(({ mails }) => mails.map(({ content }) => content.receipt.id));
    expect(taken.toSorted((a, b) => a - b)).toEqual(orders.toSorted((a, b) => a - b));
  });

  test('with the data needed to write it', async () => {
    const order = await newOrder();
    const { content, about } = await onlyClaim(order);
    expect(about).toBe(`order ${order}`);
    expect(content.receipt).toMatchObject({
      id: order,
      total_items: 2,
      delivery: { name: 'Ada', line1: '1 High St', country: 'GB' },
      order_amount_pence: 5194,
      items: [{ product_name: 'A hat', color_name: 'Ink', quantity: 2, unit_pence: 2450 }],
    });
  });

  test('until its lease ends: then a killed sender’s is due again', async () => {
    const order = await newOrder();
    await onlyClaim(order);
    await outbox.letPass(119);
    expect((await claim()).mails).toEqual([]);
    await outbox.letPass(2);
    expect((await claim()).mails.map(({ content }) => content.receipt.id)).toEqual([order]);
    expect(await outbox.of(order)).toMatchObject({ status: 'due', attempts: 2 });
  });

  test('and never again once it is sent', async () => {
    const order = await newOrder();
    const mail = await onlyClaim(order);
    expect(await sent(mail)).toBe(true);
    expect(await sent(mail)).toBe(false);
    await outbox.letPass(1000);
    expect((await claim()).mails).toEqual([]);
    expect(await fail(mail)).toBeNull();
    expect(await outbox.of(order)).toMatchObject({ status: 'sent', last_error: null });
  });

  test('whose failure counts only while they hold the lease', async () => {
    const order = await newOrder();
    const slow = await onlyClaim(order);
    await outbox.letPass(121);
    const quick = await onlyClaim(order);
    expect(await fail(slow)).toBeNull();
    expect(await sent(quick)).toBe(true);
  });

  test('whose success counts however late', async () => {
    const order = await newOrder();
    const slow = await onlyClaim(order);
    await outbox.letPass(121);
    await onlyClaim(order);
    expect(await sent(slow)).toBe(true);
    await outbox.letPass(121);
    expect((await claim()).mails).toEqual([]);
  });
});

describe('an e-mail that fails', () => {
  test('waits twice as long each time, within a day, and is parked after the eighth', async () => {
    const order = await newOrder();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const status = await fail(await onlyClaim(order));
      expect(status).toBe(attempt === 8 ? 'parked' : 'due');
      const wait = Math.round((await outbox.of(order))?.waits ?? 0);
      if (attempt < 8) waits.push(wait);
      await outbox.letPass(wait + 1);
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 19_200]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(24 * 3600);
    expect((await claim()).mails).toEqual([]);
    expect(await outbox.of(order)).toMatchObject({ status: 'parked', last_error: 'away' });
  });

  test('for good is parked at once', async () => {
    const order = await newOrder();
    expect(await fail(await onlyClaim(order), true)).toBe('parked');
  });

  test('by killing its sender each time is parked as well, and reported', async () => {
    const order = await newOrder();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await onlyClaim(order);
      await outbox.letPass(121);
    }
    const { mails, parked } = await claim();
    expect(mails).toEqual([]);
    expect(parked).toMatchObject([
      { kind: 'order', about: `order ${order}`, last_error: 'not sent in time' },
    ]);
  });

  test('for three days is no longer sent', async () => {
    const order = await newOrder();
    await outbox.letPass(3 * 24 * 3600 + 1);
    const { mails, parked } = await claim();
    expect(mails).toEqual([]);
    expect(parked).toMatchObject([{ about: `order ${order}` }]);
  });
});

/** A checkout that was paid when its goods had gone, and is not yet refunded. */
async function soldOut(): Promise<string> {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.letHoldsRunOut(checkout_id);
  const other = await shop.open(await shop.newShopper(), [{ sku, quantity: 5 }]);
  await shop.complete(other.checkout_id);
  await shop.complete(checkout_id);
  expect(await shop.statusOf(checkout_id)).toBe('refund_due');
  return checkout_id;
}

describe('a payment without an order owes the shopper an e-mail', () => {
  test('when goods that had gone were refunded, once, and not before the money went back', async () => {
    const checkout = await soldOut();
    expect(await outbox.kindsOf(checkout)).toEqual([]);
    for (const refund of ['re_1', 're_1']) {
      await shop.refund(checkout, refund);
    }
    expect(await outbox.kindsOf(checkout)).toEqual(['sold_out_refund']);
    const [{ content, by }] = await database.sql<[{ content: object; by: string }]>`
      select mail_content(id) as content,
        refund_promise(created_at)::text as by
      from mail_outbox where checkout_id = ${checkout}`;
    expect(content).toMatchObject({
      refund_by: by,
      email: expect.stringContaining('@example.com'),
      reference: checkout.slice(0, 8).toUpperCase(),
      amount_pence: 5194,
      items: [{ product_name: 'A hat', color_name: 'Ink', quantity: 2 }],
    });
  });

  test('when a payment under review was refunded', async () => {
    const checkout = await openCheckout();
    await shop.complete(checkout, { charged: 1 });
    await shop.refund(checkout, 're_review');
    await database.sql`delete from stock_holds where checkout_id = ${checkout}`;
    expect(await outbox.kindsOf(checkout)).toEqual(['refund']);
  });

  test('when a payment under review was declined, without a word of goods sold out', async () => {
    const checkout = await openCheckout();
    await shop.complete(checkout, { charged: 1 });
    await database.sql`select resolve_review(${checkout}, 'refund')`;
    expect(await shop.statusOf(checkout)).toBe('refund_due');
    expect(await outbox.kindsOf(checkout)).toEqual([]);
    await shop.refund(checkout, 're_declined');
    expect(await outbox.kindsOf(checkout)).toEqual(['refund']);
  });

  test('when a slow payment failed, and not when a page merely expired', async () => {
    const [failed, expired] = [await openCheckout(), await openCheckout()];
    await database.sql`select await_payment(${failed}, ${`cs_test_${failed}`}, 604800)`;
    expect(await outbox.kindsOf(failed)).toEqual([]);
    for (const checkout of [failed, failed, expired]) await shop.release(checkout);
    expect(await outbox.kindsOf(failed)).toEqual(['payment_failed']);
    expect(await outbox.kindsOf(expired)).toEqual([]);
    const [{ by }] = await database.sql<[{ by: string | null }]>`
      select mail_content(id) -> 'refund_by' as by from mail_outbox where checkout_id = ${failed}`;
    expect(by).toBeNull();
  });
});
