import { beforeEach, describe, expect, test } from 'vitest';
import cartSweep from '#handlers/jobs/cart-sweep.ts';
import mailSweep from '#handlers/jobs/mail-sweep.ts';
import { newClientAddress } from '#harness/client-address.ts';
import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { mailTo } from '../support/mail-to.ts';
import { openBackend } from '../support/open-backend.ts';
import { outboxOf } from '../support/outbox.ts';
import { type Sku, shopDatabase } from '../support/shop-database.ts';
import { newShopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';
import { expectPlainRefusal } from '../support/writing-calls.ts';

const { backend } = await openBackend({ mails: true });
const outbox = outboxOf(backend.database);
beforeEach(async () => {
  await outbox.settle();
  backend.mailbox.reset();
});

const post = (path: string, json: unknown) =>
  call(backend.origin + path, { json, from: newClientAddress() });
const subscribe = (email: string) => post('/api/listing/subscribe/', { email });
const ask = (
  { product_id, variant_id }: Pick<Sku, 'product_id' | 'variant_id'>,
  email: string,
  from = newClientAddress(),
) =>
  call(`${backend.origin}/api/listing/stock-alert/`, {
    json: { product: product_id, colour: variant_id, email },
    from,
  });
const confirm = (token: string) => post('/api/listing/confirm-subscription/', { token });

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `fan-${addresses}@example.com`;
}

function tokenIn({ text }: StoredMail, page: string): string {
  const [, token] = new RegExp(`${page}#token=(\\S+)`).exec(text) ?? [];
  if (!token) throw new Error(`There is no link to ${page} in ${text}`);
  return token;
}

/** URL to which an e-mail client POSTs a one-click unsubscribe. */
function oneClickIn({ headers }: StoredMail): string {
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const [, oneClick = ''] = /<(.+)>/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
  const { pathname, search } = new URL(oneClick);
  return backend.origin + pathname + search;
}

const clickOnce = (mail: StoredMail) =>
  fetch(oneClickIn(mail), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });

async function subscriptionOf(address: string) {
  const [row] = await backend.database.sql<{ confirmed: boolean }[]>`
    select confirmed_at is not null as confirmed from subscriptions
    where lower(email) = lower(${address})`;
  return row && { ...row };
}

async function subscribed(): Promise<{ address: string; mail: StoredMail }> {
  const address = newAddress();
  expect(await subscribe(address)).toMatchObject({ status: 201, body: { email: address } });
  return { address, mail: await mailTo(backend, address) };
}

/** Sends all due e-mails and waits for them. */
async function arrived(): Promise<number> {
  await afterwardsDone();
  await mailSweep();
  return backend.mailbox.mails().length;
}

describe('a subscription', () => {
  test('is on the list only after the link in the e-mail is used, which may be repeated', async () => {
    const { address, mail } = await subscribed();
    expect(mail.subject).toBe('Do you want news from Minicia?');
    expect(mail.text).toContain('Unless you press it, nothing more will come');
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
    const token = tokenIn(mail, 'http://localhost:8888/confirm-subscription');
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await confirm(token)).toMatchObject({ status: 200 });
    expect(await subscriptionOf(address)).toEqual({ confirmed: true });
  });

  test('is not confirmed or ended by opening links, as mail scanners do', async () => {
    const { address, mail } = await subscribed();
    const token = tokenIn(mail, 'confirm-subscription');
    const opened = await call(`${backend.origin}/api/listing/confirm-subscription?token=${token}`);
    expect(opened.status).toBe(405);
    const looked = await fetch(oneClickIn(mail), { redirect: 'manual' });
    expect(looked.status).toBe(303);
    expect(looked.headers.get('location')).toMatch(/^\/unsubscribe#token=/);
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
  });

  test('ends by one click in the e-mail client, without a login or a visit (RFC 8058)', async () => {
    const { address, mail } = await subscribed();
    await confirm(tokenIn(mail, 'confirm-subscription'));
    expect((await clickOnce(mail)).status).toBe(200);
    expect(await subscriptionOf(address)).toBeUndefined();
    expectPlainRefusal(await confirm(tokenIn(mail, 'confirm-subscription')), 400);
  });

  test('a link works only for its purpose, and a forged one for none', async () => {
    const { address, mail } = await subscribed();
    const end = tokenIn(mail, 'unsubscribe');
    const start = tokenIn(mail, 'confirm-subscription');
    for (const token of [end, `${start}x`, start.replace(/\..*/, ''), `${start}.`, '', 'a.b']) {
      expectPlainRefusal(await confirm(token), 400);
    }
    expectPlainRefusal(await post('/api/auth/confirm-email/', { token: start }), 400);
    expectPlainRefusal(await post(`/api/listing/unsubscribe?token=${start}`, {}), 400);
    expect(await subscriptionOf(address)).toEqual({ confirmed: false });
  });

  test('cannot be confirmed after 30 days, when it is deleted', async () => {
    const { address, mail } = await subscribed();
    const kept = await subscribed();
    await confirm(tokenIn(kept.mail, 'confirm-subscription'));
    await backend.database.sql`
      update subscriptions set asked_at = now() - interval '31 days'
      where email in ${backend.database.sql([address, kept.address])}`;
    expectPlainRefusal(await confirm(tokenIn(mail, 'confirm-subscription')), 400);
    await backend.database.sql`select prune_personal_data(1000)`;
    expect(await subscriptionOf(address)).toBeUndefined();
    expect(await subscriptionOf(kept.address)).toEqual({ confirmed: true });
  });
});

test('a new subscriber gets a code by e-mail, which the cart takes and one click makes the last', async () => {
  const marketer = await newStaff(backend, 'marketer');
  const offer = (terms: object | null) => marketer.post('/api/staff/welcome-code', { terms });
  const terms = {
    kind: 'percent',
    percent: 15,
    amount_pence: null,
    minimum_pence: 4000,
    with_sales: false,
    code_days: 30,
  };
  expect(await offer({ ...terms, percent: null })).toMatchObject({ status: 400 });
  expect(await offer(terms)).toMatchObject({ status: 200, body: { percent: 15, codes: 0 } });
  const { address, mail } = await subscribed();
  backend.mailbox.reset();
  await confirm(tokenIn(mail, 'confirm-subscription'));
  const welcome = await mailTo(backend, address);
  expect(welcome.subject).toBe('Your discount code');
  expect(welcome.text).toMatch(
    /15% off an order of £40\.00 \(£42\.40 with tax\) or more, until \w+ \d+ \w+ 20\d\d\./,
  );
  const [, code = ''] = /8888\/\?code=(\w+)/.exec(welcome.text) ?? [];
  expect(welcome.text).toContain(`Your code: ${code}\n`);
  const { variant_id } = await shopDatabase(backend.database).newSku(5);
  const items = [{ selectedColorId: variant_id, quantity: 2 }];
  const taken = await post('/api/listing/discount/', { code, items });
  expect(taken).toMatchObject({ status: 200, body: { kind: 'percent', percent: 15, minimum: 40 } });
  expect((await clickOnce(welcome)).status).toBe(200);
  expect(await subscriptionOf(address)).toBeUndefined();
  expect(await offer(null)).toMatchObject({ body: { turned_on_at: null, percent: 15, codes: 1 } });
});

test('a cart that was left is reminded of by e-mail, once, and not after one click in it', async () => {
  const { sql } = backend.database;
  const marketer = await newStaff(backend, 'marketer');
  const remind = (after_hours: number | null) =>
    marketer.post('/api/staff/cart-reminders', { after_hours });
  expect(await remind(4)).toMatchObject({ status: 200, body: { after_hours: 4 } });
  await sql`update cart_reminders set since = now() - interval '1 day'`;
  const shopper = await newShopper(backend);
  const [{ address }] = await sql<[{ address: string }]>`
    update profiles set email_confirmed_at = now() where user_id = ${shopper.id}
    returning account_email(user_id) as address`;
  await subscribe(address);
  await confirm(tokenIn(await mailTo(backend, address), 'confirm-subscription'));
  const goods = shopDatabase(backend.database);
  const sku = await goods.newSku(5);
  await shopper.paymentPage([{ sku, quantity: 2 }]);
  const leave = async () => {
    const [{ id }] = await sql<[{ id: string }]>`
      select id from checkouts where user_id = ${shopper.id} and status = 'open'`;
    await goods.release(id);
    await sql`update checkouts set created_at = now() - interval '5 hours' where id = ${id}`;
    backend.mailbox.reset();
    await cartSweep();
    await mailSweep();
  };
  await leave();
  const mail = await mailTo(backend, address);
  expect(mail.subject).toBe('You left something in your cart');
  expect(mail.text).toContain(`/buy/${sku.variant_id}:2`);
  expect((await clickOnce(mail)).status).toBe(200);
  await sql`delete from mail_outbox where kind = 'cart_left'`;
  await shopper.paymentPage([{ sku, quantity: 1 }]);
  await leave();
  expect(backend.mailbox.mails()).toEqual([]);
  await remind(null);
});

describe('an address', () => {
  test('gets one e-mail a day, from however many networks and in whatever spelling', async () => {
    const { address } = await subscribed();
    for (const spelt of [address, address.toUpperCase(), ` ${address}`]) {
      expect(await subscribe(spelt)).toMatchObject({ status: 201, body: { email: spelt.trim() } });
    }
    expect(await arrived()).toBe(1);
    await backend.database.sql`
      update rate_limits set expires_at = now() where action = 'unconfirmed-email'`;
    await subscribe(address);
    expect(await arrived()).toBe(2);
  });

  test('that is on the list gets none, and the response does not reveal it', async () => {
    const { address, mail } = await subscribed();
    await confirm(tokenIn(mail, 'confirm-subscription'));
    await backend.database.sql`delete from rate_limits where action = 'unconfirmed-email'`;
    backend.mailbox.reset();
    expect(await subscribe(address)).toMatchObject({ status: 201, body: { email: address } });
    expect(await arrived()).toBe(0);
  });
});

describe('a stock alert', () => {
  const shop = shopDatabase(backend.database);
  async function restock(variant: number): Promise<void> {
    await backend.database.sql`
      update color_variants set quantity = quantity + 1 where id = ${variant}`;
    await outbox.letPass(1);
    await mailSweep();
  }

  test('is one e-mail with the colour, its picture and a link, and ends by one click for all others', async () => {
    const [sku, other] = [await shop.newSku(0), await shop.newSku(0)];
    const [address, path] = [newAddress(), `/product-details/${sku.product_id}?colour=`];
    await backend.database.sql`
      insert into variant_images (variant_id, path) values (${sku.variant_id}, '/catalogue/a-1.jpg')`;
    expect(await ask(sku, address)).toMatchObject({ status: 201, body: { email: address } });
    expect(await ask(other, address)).toMatchObject({ status: 201 });
    expect(await arrived()).toBe(0);

    await restock(sku.variant_id);
    const mail = await mailTo(backend, address);
    expect(mail.subject).toBe('A hat in Ink is back in stock');
    expect(mail.text).toContain(`See it: http://localhost:8888${path}${sku.variant_id}\n`);
    expect(mail.html).toContain(
      'src="http://localhost:8888/.netlify/images?url=%2Fcatalogue%2Fa-1.jpg&amp;w=640&amp;fm=jpg"',
    );
    const looked = await fetch(oneClickIn(mail), { redirect: 'manual' });
    expect(looked.headers.get('location')).toMatch(/^\/end-stock-alerts#token=/);
    const token = tokenIn(mail, 'end-stock-alerts');
    expectPlainRefusal(await post(`/api/listing/unsubscribe?token=${token}`, {}), 400);
    expect((await clickOnce(mail)).status).toBe(200);
    await restock(other.variant_id);
    expect(backend.mailbox.mails()).toHaveLength(1);
    // The response does not reveal who has unsubscribed.
    expect(await ask(await shop.newSku(0), address)).toMatchObject({
      status: 201,
      body: { email: address },
    });
  });

  test('is refused for a bad address, a colour in stock and one that is not sold', async () => {
    const sku = await shop.newSku(0);
    const bad = await ask(sku, 'nobody');
    expect(bad).toMatchObject({ status: 400, body: { email: ['Enter a valid email address.'] } });
    const stocked = await ask(await shop.newSku(1), newAddress());
    expect(stocked).toMatchObject({ status: 409, body: { reason: 'in_stock' } });
    expectPlainRefusal(await ask({ ...sku, product_id: 999_999_999 }, newAddress()), 404);
  });

  test('can be requested fifteen times a week for one address, from any network', async () => {
    const [sku, address] = [await shop.newSku(0), newAddress()];
    const { attempts } = limits['stock-alert-email'];
    for (let asked = 0; asked < attempts; asked += 1) {
      expect(await ask(sku, address)).toMatchObject({ status: 201 });
    }
    expectPlainRefusal(await ask(sku, address.toUpperCase()), 429);
    expect(await ask(sku, newAddress())).toMatchObject({ status: 201 });
  });

  test('can be requested by one network for three addresses per colour and day', async () => {
    const [sku, from] = [await shop.newSku(0), newClientAddress()];
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await ask(sku, newAddress(), from)).toMatchObject({ status: 201 });
    }
    expectPlainRefusal(await ask(sku, newAddress(), from), 429);
    expect(await ask(await shop.newSku(0), newAddress(), from)).toMatchObject({ status: 201 });
    expect(await ask(sku, newAddress())).toMatchObject({ status: 201 });
  });
});
