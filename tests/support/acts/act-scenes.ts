import { randomUUID } from 'node:crypto';
import { newClientAddress } from '#harness/client-address.ts';
import { afterwardsDone } from '../afterwards.ts';
import type { Backend } from '../backend.ts';
import { call, type Reply } from '../call.ts';
import { purchasesAt } from '../purchases.ts';
import { sampleMailing } from '../sample-mailing.ts';
import { shopDatabase } from '../shop-database.ts';
import { Figures, LoggedIn, newShopper, type Shopper } from '../shopper.ts';
import { newStaff } from '../staff.ts';

/** Sets up the data for a call. Returns the call. */
export type Prepare = () => Promise<() => Promise<Reply>>;

/** Successful calls by name. */
export type Acts = Record<string, Prepare>;

export const password = 'correct horse battery';

export function newAccount() {
  const username = `shopper-${randomUUID().slice(0, 18)}`;
  return { username, email: `${username}@example.com`, password };
}

/** People, orders and mailings that calls start from. */
export function actScenes(backend: Backend) {
  const { origin, database, mailbox } = backend;
  const shop = shopDatabase(database);
  const purchases = purchasesAt(backend);
  const get = (path: string) => async () => () => call(origin + path);
  const post = (path: string, json: unknown) =>
    call(origin + path, { json, from: newClientAddress() });

  async function registered() {
    const made = newAccount();
    await post('/api/auth/register/', made);
    return made;
  }
  /** The access token and the cookie of a new login. */
  async function newLogin() {
    const { username } = await registered();
    const { headers, body } = await post('/api/auth/login/', { username, password });
    const { token } = LoggedIn.parse(body);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { token: token.access, headers: { cookie } };
  }
  async function ordered(by?: Shopper) {
    const sku = await shop.newSku(5);
    const shopper = by ?? (await newShopper(backend));
    const { checkout_id } = await shop.open(shopper.id, [{ sku, quantity: 1 }]);
    const { order_id } = await shop.complete(checkout_id);
    return { shopper, order: order_id, checkout: checkout_id };
  }
  /** An order whose e-mails are sent, and a packer. */
  async function toPack() {
    const { order, checkout, shopper } = await ordered();
    await database.sql`
      update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${checkout}`;
    const [{ mail }] = await database.sql<[{ mail: string }]>`
      select id as mail from mail_outbox where checkout_id = ${checkout} and kind = 'order'`;
    const { post: send } = await newStaff(backend, 'packer');
    const parcel = { event: randomUUID(), order, carrier: 'Royal Mail' };
    return { order, checkout, shopper, mail, send, parcel };
  }
  async function asPacker(path: (order: number | null) => string) {
    const { order } = await ordered();
    const { token } = await newStaff(backend, 'packer');
    return () => call(`${origin}/api/staff/${path(order)}`, { token });
  }
  /** An order whose confirmation is sent, and a manager who may refund it. */
  async function toRefund() {
    const { order } = await paidFor();
    return { order, manager: await newStaff(backend, 'manager') };
  }
  /** An order whose confirmation is sent, with its checkout. */
  async function paidFor() {
    const placed = await purchases.ordered();
    await afterwardsDone();
    return placed;
  }
  /** A dispatched order whose e-mails are sent. */
  async function sentOut() {
    const bought = await paidFor();
    const { post: send } = await newStaff(backend, 'packer');
    await send('/api/staff/dispatch', {
      parcels: [{ event: randomUUID(), order: bought.order, carrier: 'Evri' }],
    });
    await afterwardsDone();
    return bought;
  }
  /** A shopper with a return of a faulty piece. */
  async function faulty() {
    const { shopper, order, sku } = await sentOut();
    const items = [{ variant_id: sku.variant_id, quantity: 1 }];
    const wish = { event: randomUUID(), kind: 'fault', items, reason: 'A seam is open' };
    await shopper.post('/api/account/return', { do: 'ask', order, ...wish });
    await afterwardsDone();
    const [{ back }] = await database.sql<[{ back: number }]>`
      select id::int as back from returns where order_id = ${order}`;
    return { shopper, order, back };
  }
  async function subscribed() {
    const [{ id }] = await database.sql<[{ id: string }]>`
      insert into subscriptions (email) values (${newAccount().email}) returning id`;
    return id;
  }
  async function drafted() {
    const [{ id }] = await database.sql<[{ id: string }]>`
      insert into mailings (id, content)
      values (gen_random_uuid(), ${database.sql.json(sampleMailing)}) returning id`;
    return id;
  }
  function asMarketer(address: string): Prepare {
    return async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/${address}`, { token });
    };
  }
  async function reduced() {
    const { shopper, session } = await purchases.paidInSilence();
    return {
      shopper,
      session,
      figures: Figures.parse((await shopper.reduceQuantity(session)).body),
    };
  }

  return {
    origin,
    backend,
    database,
    mailbox,
    shop,
    purchases,
    get,
    post,
    registered,
    newLogin,
    ordered,
    toPack,
    asPacker,
    toRefund,
    paidFor,
    sentOut,
    faulty,
    subscribed,
    drafted,
    asMarketer,
    reduced,
  };
}

export type ActScenes = ReturnType<typeof actScenes>;
