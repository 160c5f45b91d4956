import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { OwedMail } from '#server/mail/owed-mail.ts';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { outboxOf } from '../support/outbox.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { database, shop, sql } = await openDatabase(12);

beforeEach(() => outboxOf(database).settle());

function ask(sku: Sku, email: string, user: string | null = null) {
  return sql`
    select ask_stock_alert(${sku.product_id}, ${sku.variant_id}, ${email}, '[]')
    from ${acting(sql, user)}`;
}

/** A sold-out colour with a queue of `people` addresses, in order. */
async function awaited(people: number): Promise<{ sku: Sku; queue: string[] }> {
  const sku = await shop.newSku(0);
  const queue = Array.from(
    { length: people },
    (_, place) => `${place}-${randomUUID()}@example.com`,
  );
  for (const email of queue) await ask(sku, email);
  return { sku, queue };
}

async function restock({ variant_id }: Sku, units: number): Promise<void> {
  await sql`
    update color_variants set quantity = quantity + ${units} where id = ${variant_id}`;
}

/** Sells units, like any sale. */
const sell = (sku: Sku, units: number) => restock(sku, -units);

/** Sends due alerts. Returns their addresses in sending order. */
async function send(limit = 100): Promise<string[]> {
  // A newly owed e-mail is due only microseconds later.
  await outboxOf(database).letPass(1);
  const [{ mails }] = await sql<[{ mails: unknown[] | null }]>`
    select claim_stock_alert_batch(${limit}, 120) -> 'mails' as mails`;
  const owed = (mails ?? []).map((mail) => OwedMail.parse(mail));
  const due = await sql<{ id: string; email: string }[]>`
    select m.id, a.email from mail_outbox m join stock_alerts a on a.id = m.stock_alert_id
    where m.status = 'due'`;
  const addressOf = new Map(due.map(({ id, email }) => [id, email]));
  const results = owed.map(({ id }) => ({ id, provider_id: 're_1' }));
  await sql`select record_mail_batch(${sql.json(results)})`;
  return owed.map(({ id }) => addressOf.get(id) ?? '').toSorted(byPlace);
}

const placeOf = (email: string) => Number(email.split('-')[0]);
const byPlace = (one: string, other: string) => placeOf(one) - placeOf(other);

async function endOf(email: string): Promise<(string | null)[]> {
  const rows = await sql<{ ended_why: string | null }[]>`
    select ended_why from stock_alerts where email = ${email} order by asked_at`;
  return rows.map(({ ended_why }) => ended_why);
}

describe('new units', () => {
  test('alert three times as many shoppers, first come first served, each once', async () => {
    const { sku, queue } = await awaited(8);
    await restock(sku, 2);
    expect(await send(2)).toEqual(queue.slice(0, 2));
    expect(await send()).toEqual(queue.slice(2, 6));
    expect(await send()).toEqual([]);
    expect(await endOf(queue[0] ?? '')).toEqual(['told']);
    expect(await endOf(queue[7] ?? '')).toEqual([null]);

    await restock(sku, 1);
    expect(await send()).toEqual(queue.slice(6));
    await restock(sku, 5);
    expect(await send()).toEqual([]);
  });

  test('added twice before any e-mail is sent alert twice as many', async () => {
    const { sku, queue } = await awaited(7);
    await restock(sku, 1);
    await restock(sku, 1);
    expect(await send()).toEqual(queue.slice(0, 6));
  });

  test('alert confirmed addresses first, however many unconfirmed ones asked before', async () => {
    const { sku, queue } = await awaited(4);
    const [user, subscriber] = [await shop.newShopper(), `91-${randomUUID()}@example.com`];
    await sql`update auth.users set email = '90-' || email where id = ${user}`;
    await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    await sql`
      insert into subscriptions (email, confirmed_at, confirmed_text) values (${subscriber}, now(), 'Press')`;
    await ask(sku, subscriber.toUpperCase());
    await ask(sku, `90-${user}@example.com`);
    await restock(sku, 1);
    expect(await send()).toEqual([queue[0], `90-${user}@example.com`, subscriber.toUpperCase()]);
  });

  test('from twenty concurrent imports alert nobody twice, and not too many', async () => {
    const { sku, queue } = await awaited(70);
    await Promise.all(Array.from({ length: 20 }, () => restock(sku, 1)));
    expect(await send()).toEqual(queue.slice(0, 60));
  });

  test('alert everyone whose request they could have missed', async () => {
    const sku = await shop.newSku(0);
    const people = Array.from({ length: 15 }, (_, place) => `${place}-${randomUUID()}@example.com`);
    const asked = people.map((email) => refusalOf(ask(sku, email)));
    const [refusals] = await Promise.all([Promise.all(asked), restock(sku, 10)]);
    const waiting = people.filter((_, place) => refusals[place]?.reason !== 'in_stock');
    expect(await send()).toEqual(waiting);
  });

  test('include those of a cancelled order, not those of a hold that ends', async () => {
    const sku = await shop.newSku(1);
    const { checkout_id: checkout } = await shop.open(await shop.newShopper(), [
      { sku, quantity: 1 },
    ]);
    const email = `0-${randomUUID()}@example.com`;
    await ask(sku, email);
    await shop.letHoldsRunOut(checkout);
    expect(await send()).toEqual([]);

    const user = await shop.newShopper();
    await sql`insert into staff (user_id, name, role) values (${user}, 'Morag', 'manager')`;
    const { order_id } = await shop.complete(checkout);
    await outboxOf(database).settle();
    const items = sql.json([{ variant_id: sku.variant_id, quantity: 1 }]);
    await sql`
      select staff_cancel(${randomUUID()}, ${order_id}, ${items}, 'other', true)
      from ${acting(sql, user)}`;
    await sql`update mail_outbox set status = 'parked' where status = 'due' and kind <> 'back_in_stock'`;
    expect(await send()).toEqual([email]);
  });

  test('count for an archived product once it is back on sale', async () => {
    const { sku, queue } = await awaited(4);
    await sql`update products set archived_at = now() where id = ${sku.product_id}`;
    await restock(sku, 1);
    expect(await send()).toEqual([]);
    await sql`update products set archived_at = null where id = ${sku.product_id}`;
    expect(await send()).toEqual(queue.slice(0, 3));
    await sql`update color_variants set archived_at = now() where id = ${sku.variant_id}`;
    await sql`update color_variants set archived_at = null where id = ${sku.variant_id}`;
    expect(await send()).toEqual(queue.slice(3));
  });

  test('in a preview, which is rolled back, alert nobody', async () => {
    const { sku, queue } = await awaited(2);
    const undone = sql.begin(async (transaction) => {
      await transaction`update color_variants set quantity = quantity + 1 where id = ${sku.variant_id}`;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await send()).toEqual([]);
    await restock(sku, 1);
    expect(await send()).toEqual(queue);
  });
});

describe('an alert that has not been sent yet', () => {
  test('is not sent when the colour has sold out again, and its shopper keeps the place', async () => {
    const { sku, queue } = await awaited(4);
    await restock(sku, 1);
    await sell(sku, 1);
    expect(await send()).toEqual([]);
    await restock(sku, 1);
    expect(await send()).toEqual(queue.slice(0, 3));
  });

  test('is not sent while a payment holds the last unit, or when the colour is archived', async () => {
    const { sku } = await awaited(1);
    await restock(sku, 1);
    await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
    expect(await send()).toEqual([]);

    const archived = await awaited(1);
    await restock(archived.sku, 1);
    await sql`
      update color_variants set archived_at = now() where id = ${archived.sku.variant_id}`;
    expect(await send()).toEqual([]);
    expect(await endOf(archived.queue[0] ?? '')).toEqual([null]);
  });

  test('is retried with the same recipients under the same key, also if its outcome is unknown', async () => {
    const { sku, queue } = await awaited(6);
    await restock(sku, 2);
    const claim = async () => {
      await outboxOf(database).letPass(121);
      const [{ batch }] = await sql<
        [{ batch: { batch: string; claim: string; mails: OwedMail[] } | null }]
      >`select claim_stock_alert_batch(4, 120) as batch`;
      return batch;
    };
    const first = await claim();
    expect(first?.mails).toHaveLength(4);
    const again = await claim();
    expect(again?.batch).toBe(first?.batch);
    expect(again?.mails.map(({ id }) => id)).toEqual(first?.mails.map(({ id }) => id));
    // The previous holder of the lease has lost it.
    await sql`
      select record_mail_batch_failure(${first?.batch ?? null}, ${first?.claim ?? null}, 'late')`;
    await sql`
      select record_mail_batch_failure(${again?.batch ?? null}, ${again?.claim ?? null}, '429', 1)`;
    const [{ attempts }] = await sql<[{ attempts: number }]>`
      select max(attempts) as attempts from mail_outbox where batch = ${again?.batch ?? null}`;
    expect(attempts).toBe(1);
    expect(await send()).toEqual(queue.slice(0, 4));
    expect(await send()).toEqual(queue.slice(4));
  });

  test('that the provider refuses for good ends the request', async () => {
    const { sku, queue } = await awaited(1);
    await restock(sku, 1);
    await sql`
      update mail_outbox set status = 'parked' where status = 'due' and kind = 'back_in_stock'`;
    expect(await endOf(queue[0] ?? '')).toEqual(['undeliverable']);
  });
});

describe('a request', () => {
  test('counts once, however often it is made and whatever the spelling of the address', async () => {
    const { sku, queue } = await awaited(1);
    const [email = ''] = queue;
    await Promise.all([ask(sku, email), ask(sku, email.toUpperCase()), ask(sku, email)]);
    await restock(sku, 1);
    expect(await send()).toHaveLength(1);
    await sell(sku, 1);
    await ask(sku, email);
    expect(await endOf(email)).toEqual(['told', null]);
  });

  test('is refused for a colour in stock, of another product, or not on sale', async () => {
    const [sold, other] = [await shop.newSku(0), await shop.newSku(1)];
    expect(await refusalOf(ask(other, 'a@example.com'))).toMatchObject({ reason: 'in_stock' });
    const mixed = { ...sold, product_id: other.product_id };
    expect(await refusalOf(ask(mixed, 'a@example.com'))).toMatchObject({
      reason: 'colour_missing',
    });
    await sql`update products set archived_at = now() where id = ${sold.product_id}`;
    expect(await refusalOf(ask(sold, 'a@example.com'))).toMatchObject({ reason: 'colour_missing' });
  });

  test('ends with all others of its address by one link, and only the owner can ask again', async () => {
    const user = await shop.newShopper();
    const email = `${user}@example.com`;
    const [first, second] = [await shop.newSku(0), await shop.newSku(0)];
    await ask(first, email);
    await ask(second, email.toUpperCase());
    await restock(first, 1);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from stock_alerts where email = ${email}`;
    await sql`select end_stock_alerts(${id}), end_stock_alerts(${randomUUID()})`;
    await sql`select end_stock_alerts(${id})`;
    await restock(second, 1);
    expect(await send()).toEqual([]);

    const third = await shop.newSku(0);
    await ask(third, email);
    await ask(third, email, user);
    await restock(third, 1);
    expect(await send()).toEqual([]);
    await sell(third, 1);
    await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    await ask(third, email, user);
    await restock(third, 1);
    expect(await send()).toEqual([email]);
  });

  test('is deleted with the account that made it, and after a year', async () => {
    const [user, sku] = [await shop.newShopper(), await shop.newSku(0)];
    await ask(sku, 'friend@example.com', user);
    await ask(sku, `${user}@example.com`);
    await ask(sku, 'stranger@example.com');
    await restock(sku, 9);
    await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
    await sql`select close_account(${user})`;
    const left = () => sql<{ email: string }[]>`
      select email from stock_alerts where variant_id = ${sku.variant_id}`;
    expect((await left()).map(({ email }) => email)).toEqual(['stranger@example.com']);
    await sql`
      update stock_alerts set asked_at = now() - interval '366 days' where variant_id = ${sku.variant_id}`;
    await sql`select prune_personal_data(100)`;
    expect(await left()).toHaveLength(0);
  });

  test('is counted for staff by colour, without addresses', async () => {
    const { sku } = await awaited(3);
    const rows = await sql`
      select c.* from stock_alert_counts c join products p using (slug) where p.id = ${sku.product_id}`;
    expect({ ...rows[0] }).toEqual({
      slug: expect.stringMatching(/^sku-/),
      product_name: 'A hat',
      color_name: 'Ink',
      quantity: 0,
      archived: false,
      waiting: '3',
      since: expect.any(Date),
    });
  });
});
