import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { noticeMail } from '#server/mail/notice-mail.ts';
import { orderMail } from '#server/mail/order-mail.ts';
import { OwedMail } from '#server/mail/owed-mail.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { liveThrough } from '../support/order-life.ts';
import { outboxOf } from '../support/outbox.ts';
import { type ShopDatabase, shopDatabase } from '../support/shop-database.ts';

let database: FreshDatabase;
let shop: ShopDatabase;
let manager: string;

beforeAll(async () => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
  database = await freshDatabase();
  shop = shopDatabase(database);
  manager = await shop.newShopper();
  await database.sql`update profiles set email_confirmed_at = now() where user_id = ${manager}`;
  await database.sql`insert into staff (user_id, name, role) values (${manager}, 'Max', 'manager')`;
});
beforeEach(() => outboxOf(database).settle());
afterAll(() => database.drop());

async function claimed(checkout: string): Promise<OwedMail[]> {
  const [{ mails }] = await database.sql<[{ mails: unknown[] }]>`
    select claim_mails(20, 120, ${checkout}) -> 'mails' as mails`;
  return mails.map((mail) => OwedMail.parse(mail));
}

function written(owed: OwedMail) {
  const shopAt = 'https://shop.example';
  return owed.kind === 'order'
    ? orderMail(owed.content.receipt, owed.content.checkout, shopAt)
    : noticeMail(owed, shopAt);
}

/** The subject of an e-mail of each kind that is about an order through which everything has happened. */
const subjects: Readonly<Record<string, string>> = {
  order: `'${randomUUID()}'`,
  sold_out_refund: 'o.checkout_id',
  refund: 'o.checkout_id',
  payment_failed: 'o.checkout_id',
  dispatched: '(select id from parcels where order_id = o.id)',
  delivered: '(select id from parcels where order_id = o.id)',
  cancelled: '(select event_id from cancelled_items where order_id = o.id)',
  order_refund: '(select id from order_refunds where order_id = o.id)',
  return_asked: '(select id from returns where order_id = o.id)',
  return_received: '(select id from returns where order_id = o.id)',
  return_refused: '(select id from returns where order_id = o.id)',
  staff_order: `'${randomUUID()}'`,
  staff_decision: `'review ' || o.checkout_id`,
};

test('an e-mail of every kind is claimed in the form that its sender knows, and can be written', async () => {
  const kinds = await database.sql<{ kind: string }[]>`
    select unnest(enum_range(null::mail_kind))::text as kind`;
  const about = kinds.map(({ kind }) => kind).filter((kind) => !kind.startsWith('confirm_'));
  expect(Object.keys(subjects).toSorted()).toEqual(about.toSorted());

  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.complete(checkout_id);
  await liveThrough(database, checkout_id, manager);
  await database.sql`update staff set role = 'manager' where user_id = ${manager}`;
  await database.sql`delete from mail_outbox`;
  for (const [kind, subject] of Object.entries(subjects)) {
    await database.sql.unsafe(
      `select owe_mail($1::mail_kind, o.checkout_id, (${subject})::text) from orders o where o.checkout_id = $2`,
      [kind, checkout_id],
    );
  }
  const mails = await claimed(checkout_id);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(about.toSorted());
  const words = mails.map((mail) => written(mail));
  expect(words.flatMap(({ to }) => to)).toEqual(
    mails.map(() => expect.stringMatching(/@example\.com$/)),
  );
  expect(JSON.stringify(words)).not.toMatch(/undefined|null|NaN|Invalid|\{\{/);
});
