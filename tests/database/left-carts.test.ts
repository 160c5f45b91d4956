import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newsConsent } from '#domain/orders/news-consent.ts';
import { OwedMail } from '#server/mail/owed-mail.ts';
import { writeMail } from '#server/mail/write-mail.ts';
import { acting } from '#harness/acting.ts';
import { shopEnvironment } from '#harness/test-keys.ts';
import { openDatabase } from '../support/open-database.ts';
import type { Sku } from '../support/shop-database.ts';

// Reminders of carts: docs/decisions/0031-marketing-emails.md.

const { shop, sql, newStaff, callAs } = await openDatabase();
const marketer = await newStaff('marketer');
let hat: Sku;
beforeAll(async () => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
});
beforeEach(async () => {
  await sql`delete from mail_outbox where kind = 'cart_left'`;
  await sql`update checkouts set created_at = created_at - interval '30 days'`;
  hat = await shop.newSku(5);
  await turn(4);
  await sql`update cart_reminders set since = now() - interval '10 days'`;
});

async function turn(hours: number | null): Promise<void> {
  await callAs(marketer, 'staff_remind_of_carts', hours);
}

interface Fan {
  user: string;
  email: string;
}

/** A shopper with a confirmed address, who has agreed to news. */
async function newFan(text: string = newsConsent): Promise<Fan> {
  const user = await shop.newShopper();
  await sql`update profiles set email_confirmed_at = now() where user_id = ${user}`;
  const [{ email }] = await sql<[{ email: string }]>`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    select upper(account_email(${user})), now(), ${text} returning account_email(${user}) as email`;
  return { user, email };
}

/** A checkout given up this many hours ago. */
async function leave({ user }: Pick<Fan, 'user'>, hours = 5, quantity = 2): Promise<string> {
  const { checkout_id: checkout } = await shop.open(user, [{ sku: hat, quantity }]);
  await shop.release(checkout);
  await sql`
    update checkouts set created_at = now() - make_interval(hours => ${hours}), closed_at = now()
    where id = ${checkout}`;
  return checkout;
}

async function owe(): Promise<number> {
  const [{ owed }] = await sql<[{ owed: number }]>`select owe_cart_mails() as owed`;
  return owed;
}

/** The reminders that would be sent now. */
async function claimed() {
  const [{ found }] = await sql<[{ found: { mails: unknown[] } }]>`
    select claim_mails(100, 60) as found`;
  return found.mails
    .map((mail) => OwedMail.parse(mail))
    .filter(({ kind }) => kind === 'cart_left')
    .map((mail) => writeMail(mail, 'https://shop.example'));
}

test('a cart left at checkout is reminded of once, with what can still be had and a way out', async () => {
  const ada = await newFan();
  await leave(ada);
  expect(await owe()).toBe(1);
  const [mail] = await claimed();
  expect(mail?.to).toEqual([ada.email]);
  expect(mail?.text).toMatch(/^- 2 × /m);
  expect(mail?.text).toContain(`https://shop.example/buy/${hat.variant_id}:2`);
  expect(mail?.text).toMatch(/Unsubscribe: https:\/\/shop\.example\/unsubscribe#token=/);
  expect(mail?.headers).toHaveProperty('List-Unsubscribe-Post');
  expect(await owe()).toBe(0);
  expect(await claimed()).toEqual([]);
  // The next checkout is of the same cart, until something is bought.
  await leave(ada);
  expect(await owe()).toBe(0);
  const { checkout_id: bought } = await shop.open(ada.user, [{ sku: hat, quantity: 1 }]);
  await shop.complete(bought);
  await sql`update mail_outbox set created_at = now() - interval '9 hours' where kind = 'cart_left'`;
  await sql`update orders set created_at = now() - interval '8 hours' where checkout_id = ${bought}`;
  await sql`update checkouts set created_at = now() - interval '8 hours' where id = ${bought}`;
  await leave(ada);
  expect(await owe()).toBe(1);
});

test.each<[why: string, left: () => Promise<unknown>]>([
  ['reminders are off', async () => [await leave(await newFan()), await turn(null)]],
  ['it was left too lately', async () => leave(await newFan(), 3)],
  ['it was left days ago', async () => leave(await newFan(), 80)],
  [
    'it was left before reminders were turned on',
    async () => [
      await leave(await newFan(), 5),
      await sql`update cart_reminders set since = now() - interval '4 hours'`,
    ],
  ],
  ['they did not ask for news', async () => leave({ user: await shop.newShopper() })],
  ['they agreed to news alone', async () => leave(await newFan('We will e-mail you news.'))],
  [
    'they have unsubscribed',
    async () => {
      const { user, email } = await newFan();
      await leave({ user });
      await sql`select unsubscribe(id) from subscriptions where lower(email) = ${email}`;
    },
  ],
  [
    'they complained of spam',
    async () => {
      const { user, email } = await newFan();
      await leave({ user });
      await sql`select suppress_address(${email}, 'complained')`;
    },
  ],
  [
    'the account’s address was never confirmed',
    async () => {
      const { user } = await newFan();
      await leave({ user });
      await sql`update profiles set email_confirmed_at = null where user_id = ${user}`;
    },
  ],
  ['it was a guest', async () => leave({ user: await shop.newShopper({ guest: true }) })],
  [
    'they are at checkout again',
    async () => {
      const ada = await newFan();
      await leave(ada);
      await shop.open(ada.user, [{ sku: hat, quantity: 1 }]);
    },
  ],
  [
    'they bought as a guest with another address of the same mailbox',
    async () => {
      const { user, email } = await newFan();
      await leave({ user });
      const guest = await shop.newShopper();
      const { checkout_id: bought } = await shop.open(guest, [{ sku: hat, quantity: 1 }]);
      await shop.complete(bought);
      await sql`
        update billing_infos set email = ${email.toUpperCase().replace('@', '+hats@')}
        where id = (select billing_info_id from orders where checkout_id = ${bought})`;
    },
  ],
  [
    'it has sold out',
    async () => {
      await leave(await newFan());
      await sql`update color_variants set quantity = 0 where id = ${hat.variant_id}`;
    },
  ],
])('nobody is reminded: %s', async (_, left) => {
  await left();
  expect(await owe()).toBe(0);
});

test.each<[what: string, happens: (ada: Fan) => Promise<unknown>]>([
  [
    'bought',
    async ({ user }) => {
      const { checkout_id } = await shop.open(user, [{ sku: hat, quantity: 1 }]);
      await shop.complete(checkout_id);
    },
  ],
  [
    'unsubscribed',
    ({ email }) => sql`select unsubscribe(id) from subscriptions where lower(email) = ${email}`,
  ],
  ['turned off', () => turn(null)],
])('a reminder that is owed is not sent once the shopper has %s', async (_, happens) => {
  const ada = await newFan();
  await leave(ada);
  expect(await owe()).toBe(1);
  await happens(ada);
  expect(await claimed()).toEqual([]);
});

test('a marketer turns reminders on and off, and sees what came of them', async () => {
  const ada = await newFan();
  await leave(ada);
  await owe();
  await claimed();
  await sql`select record_mail_sent(id, 're_1') from mail_outbox where kind = 'cart_left'`;
  const { checkout_id: bought } = await shop.open(ada.user, [{ sku: hat, quantity: 1 }]);
  await shop.complete(bought);
  await turn(8);
  const read = () => sql`select (staff_cart_reminders()).* from ${acting(sql, marketer)}`;
  expect(await read()).toMatchObject([{ after_hours: 8, sent: '1', bought: '1' }]);
  await expect(turn(0)).rejects.toThrow(/hours_in_range/);
  await turn(null);
  expect(await read()).toMatchObject([{ after_hours: null, since: null, sent: '1' }]);
});
