import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';

import { z } from 'zod';
import type { Backend } from './backend.ts';
import { afterwardsDone } from './afterwards.ts';
import { call, type Reply } from './call.ts';
import { factsOf } from './checkout-facts.ts';
import { linkToken, previewToken } from '#server/mail/link-token.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { projectFolder } from '#local/settings.ts';
import { purchasesAt } from './purchases.ts';
import { mailTo } from './mail-to.ts';
import { resetTokenIn } from './reset-link.ts';
import { shopDatabase } from './shop-database.ts';
import { Figures, LoggedIn, newShopper } from './shopper.ts';
import { bounceOf, sendMailEvent } from './mail-event.ts';
import { sampleMailing } from './sample-mailing.ts';
import { hire, newStaff } from './staff.ts';
import { eventText, sendEvent } from './signed-event.ts';

/** Sets up the data for a call. Returns the call. */
export type Prepare = () => Promise<() => Promise<Reply>>;

const password = 'correct horse battery';

function newAccount() {
  const username = `shopper-${randomUUID().slice(0, 18)}`;
  return { username, email: `${username}@example.com`, password };
}

const goodwill = (order: number) => ({
  event: randomUUID(),
  order,
  items: [],
  shipping_pence: 0,
  goodwill_pence: 500,
  reason: 'goodwill',
});

/** A successful call of each HTTP function, by file name. */
export function apiActs(backend: Backend): Record<string, Prepare> {
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
  async function ordered() {
    const sku = await shop.newSku(5);
    const shopper = await newShopper(backend);
    const { checkout_id } = await shop.open(shopper.id, [{ sku, quantity: 1 }]);
    const { order_id } = await shop.complete(checkout_id);
    return { shopper, order: order_id, checkout: checkout_id };
  }
  /** An order whose e-mails are sent, and a packer. */
  async function toPack() {
    const { order, checkout } = await ordered();
    await database.sql`
      update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${checkout}`;
    const [{ mail }] = await database.sql<[{ mail: string }]>`
      select id as mail from mail_outbox where checkout_id = ${checkout} and kind = 'order'`;
    const { post: send } = await newStaff(backend, 'packer');
    const parcel = { event: randomUUID(), order, carrier: 'Royal Mail' };
    return { order, checkout, mail, send, parcel };
  }
  async function asPacker(path: (order: number | null) => string) {
    const { order } = await ordered();
    const { token } = await newStaff(backend, 'packer');
    return () => call(`${origin}/api/staff/${path(order)}`, { token });
  }
  /** An order whose confirmation is sent, and a manager who may refund it. */
  async function toRefund() {
    const { shopper, session } = await purchases.paidInSilence();
    const { order } = await shopper.comeBack(session);
    return { order, manager: await newStaff(backend, 'manager') };
  }
  /** An order whose confirmation is sent, with its checkout. */
  async function paidFor() {
    const { shopper, session, sku } = await purchases.paidInSilence();
    const { order } = await shopper.comeBack(session);
    const [{ checkout }] = await database.sql<[{ checkout: string }]>`
      select checkout_id as checkout from orders where id = ${order}`;
    return { shopper, order, sku, checkout };
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
    'account-close': async () => {
      const { token } = await newLogin();
      return () => call(`${origin}/api/account/close/`, { json: { password }, token });
    },
    'account-export': async () => {
      const { shopper } = await ordered();
      return () => call(`${origin}/api/account/export/`, { token: shopper.token });
    },
    'account-email': async () => {
      const { post: send } = await newShopper(backend);
      return () => send('/api/account/email', {});
    },
    'account-cancel-order': async () => {
      const { shopper, order } = await paidFor();
      return () => shopper.post('/api/account/cancel-order', { event: randomUUID(), order });
    },
    'account-return': async () => {
      const { shopper, order, sku } = await sentOut();
      const items = [{ variant_id: sku.variant_id, quantity: 1 }];
      const body = { do: 'ask', event: randomUUID(), order, kind: 'return', items };
      return () => shopper.post('/api/account/return', body);
    },
    'account-orders': async () => {
      const { shopper } = await ordered();
      return () => call(`${origin}/api/account/orders`, { token: shopper.token });
    },
    'account-reorder': async () => {
      const { shopper, order } = await ordered();
      return () => call(`${origin}/api/account/reorder?order=${order}`, { token: shopper.token });
    },
    'product-details-id': async () => {
      const { product_id } = await shop.newSku(1);
      return () => call(`${origin}/.netlify/functions/pages/product-details/${product_id}`);
    },
    'productlisting-id': get('/.netlify/functions/pages/productlisting/1'),
    'sitemap.xml': get('/.netlify/functions/pages/sitemap.xml'),
    'merchant-feed.xml': get('/.netlify/functions/pages/merchant-feed.xml'),
    'auth-confirm-email': async () => {
      const { id } = await newShopper(backend, { billing: false });
      const [mail] = await database.sql<[{ id: string }]>`
        insert into mail_outbox (kind, user_id, status) values ('confirm_email', ${id}, 'parked')
        returning id`;
      return () => post('/api/auth/confirm-email', { token: linkToken('confirm-email', mail.id) });
    },
    'auth-forgot-password': async () => {
      const { email } = await registered();
      return () => post('/api/auth/forgot-password/', { email });
    },
    'auth-login': async () => {
      const { username } = await registered();
      return () => post('/api/auth/login/', { username, password });
    },
    'auth-logout': async () => {
      const login = await newLogin();
      return () => call(`${origin}/api/auth/logout/`, { json: {}, ...login });
    },
    'auth-refresh': async () => {
      const login = await newLogin();
      return () => call(`${origin}/api/auth/refresh/`, { json: {}, ...login });
    },
    'auth-register': async () => () => post('/api/auth/register/', newAccount()),
    'auth-reset-password': async () => {
      const { email } = await registered();
      mailbox.reset();
      await post('/api/auth/forgot-password/', { email });
      const mail = await mailTo(backend, email);
      const token = resetTokenIn(mail);
      return () => post('/api/auth/reset-password/', { token, password: 'a stapler this time' });
    },
    'listing-additionalpays': get('/api/listing/additionalPays/'),
    'listing-cartvalidate': async () => {
      const { product_id, variant_id } = await shop.newSku(1);
      const { token } = await newShopper(backend);
      const items = [{ productId: product_id, selectedColorId: variant_id }];
      return () => call(`${origin}/api/listing/cartvalidate/`, { json: { items }, token });
    },
    'listing-categories': get('/api/listing/categories/'),
    'listing-productlisting-categoryid': get('/api/listing/productListing/1/'),
    'listing-confirm-subscription': async () => {
      const token = linkToken('confirm-subscription', await subscribed());
      return () => post('/api/listing/confirm-subscription', { token });
    },
    'listing-deliveries': get('/api/listing/deliveries/'),
    'listing-liveproducts': get('/api/listing/liveProducts/?ids=1,2'),
    'listing-ordercreatation': async () => {
      const { shopper, session, figures } = await reduced();
      const payment = await purchases.paymentOf(session);
      return () => shopper.createOrder(figures, payment, session);
    },
    'listing-opened': get('/api/listing/opened/'),
    'pages-productlisting-id': get('/.netlify/functions/filled-pages/pages/productlisting/1'),
    'pages-all-products': get('/.netlify/functions/filled-pages/pages/all-products?sort=price-asc'),
    'order-terms-version': get('/.netlify/functions/filled-pages/order-terms/1'),
    'listing-productlisting': get('/api/listing/productListing/'),
    'listing-reducequantity': async () => {
      const { shopper, session } = await purchases.paidInSilence();
      return () => shopper.reduceQuantity(session);
    },
    'listing-subscribe': async () => () =>
      post('/api/listing/subscribe/', { email: newAccount().email }),
    complaint: async () => () =>
      post('/api/complaint/', {
        complaint: randomUUID(),
        name: 'Ada',
        email: newAccount().email,
        words: 'Why do you keep my address?',
      }),
    'staff-complaints': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/complaints`, { token });
    },
    'listing-stock-alert': async () => {
      const { product_id: product, variant_id: colour } = await shop.newSku(0);
      return () =>
        post('/api/listing/stock-alert/', { product, colour, email: newAccount().email });
    },
    'listing-end-stock-alerts': async () => {
      const token = linkToken('end-stock-alerts', crypto.randomUUID());
      return () => post(`/api/listing/end-stock-alerts?token=${token}`, {});
    },
    'mailing-preview': async () => {
      const { id: viewer } = await newStaff(backend, 'marketer');
      const token = previewToken({ mailing: await drafted(), viewer });
      return () => call(`${origin}/api/mailing-preview?token=${token}`);
    },
    'staff-mailings': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const body = { do: 'save', mailing: randomUUID(), version: 0, content: sampleMailing };
      return () => marketer.post('/api/staff/mailings', body);
    },
    'staff-subscribers': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/subscribers?q=ada`, { token });
    },
    'mail-webhook': async () => () => sendMailEvent(origin, bounceOf(newAccount().email)),
    'listing-unsubscribe': async () => {
      const token = linkToken('unsubscribe', await subscribed());
      return () => post(`/api/listing/unsubscribe?token=${token}`, {});
    },
    'staff-cancel': async () => {
      const { order, manager } = await toRefund();
      const body = { event: randomUUID(), order, items: null, reason: 'other', restock: true };
      return () => manager.post('/api/staff/cancel', body);
    },
    'staff-dispatch': async () => {
      const { send, parcel } = await toPack();
      return () => send('/api/staff/dispatch', { parcels: [parcel] });
    },
    'staff-export': async () => {
      const { order } = await toPack();
      const { token } = await newStaff(backend, 'packer');
      const query = `kind=click-and-drop&orders=${order}`;
      return () => call(`${origin}/api/staff/export?${query}`, { token });
    },
    'staff-tracking': async () => {
      const { send, order } = await toPack();
      const body = { event: randomUUID(), text: `${order},QQ123456785GB` };
      return () => send('/api/staff/tracking', body);
    },
    'staff-label': async () => {
      const { send, order } = await toPack();
      const label = { name: 'Ada', line1: '2 Low Street', country: 'GB' };
      return () => send('/api/staff/label', { event: randomUUID(), order, label });
    },
    'staff-mail': async () => {
      const { send, mail } = await toPack();
      return () => send('/api/staff/mail', { event: randomUUID(), mail });
    },
    'staff-confirm-login': async () => {
      const login = await newLogin();
      const [{ id }] = await database.sql<[{ id: string }]>`
        select user_id as id from auth.sessions order by created_at desc limit 1`;
      await hire(database, id, 'manager');
      return () => call(`${origin}/api/staff/confirm-login`, { json: { password }, ...login });
    },
    'staff-second-factor': async () => {
      const { post: send } = await newStaff(backend, 'manager');
      return () => send('/api/staff/second-factor', { do: 'begin' });
    },
    'staff-catalogue': asMarketer('staff/catalogue?q=cap'),
    'staff-files-catalogue-export': asMarketer('staff-files/catalogue-export?format=csv'),
    'staff-files-subscribers': asMarketer('staff-files/subscribers?format=csv'),
    'staff-files-catalogue-read': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const raw = 'slug,name,price,category,colour\ndawn-hat,Dawn Hat,£45.00,Beanies,Coral\n';
      return () => call(`${origin}/api/staff-files/catalogue-read?name=new.csv`, { raw, token });
    },
    'staff-files-catalogue-picture': async () => {
      const { token } = await newStaff(backend, 'marketer');
      const picture = await sharp(
        join(projectFolder, 'public/catalogue/headline-trucker/signal-red-1.jpg'),
      ).toBuffer();
      const raw = new Uint8Array(picture);
      const query = 'slug=headline-trucker&name=red.jpg';
      return () => call(`${origin}/api/staff-files/catalogue-picture?${query}`, { raw, token });
    },
    'staff-release': async () => {
      const marketer = await newStaff(backend, 'marketer');
      const changes = { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4500 }] } };
      const draft = { title: 'Spring', source: 'Studio', changes, options: {}, version: 0 };
      const body = { do: 'save', release: randomUUID(), ...draft };
      return () => marketer.post('/api/staff/release', body);
    },
    'staff-releases': asMarketer('staff/releases?q=spring'),
    'staff-publishing': async () => {
      const { token, post: send } = await newStaff(backend, 'marketer');
      const release = randomUUID();
      const changes = { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4600 }] } };
      const draft = { title: 'Autumn', source: 'Studio', changes, options: {}, version: 0 };
      await send('/api/staff/release', { do: 'save', release, ...draft });
      const { body } = await send('/api/staff/release', { do: 'preview', release });
      const { fingerprint } = z.object({ fingerprint: z.string() }).parse(body);
      await send('/api/staff/release', { do: 'publish', release, fingerprint });
      return () => call(`${origin}/api/staff/publishing?release=${release}`, { token });
    },
    'staff-content': asMarketer('staff/content'),
    'staff-taxes': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/taxes`, { token });
    },
    'staff-product-order': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/product-order?category=beanies`, { token });
    },
    'staff-me': async () => {
      const { token } = await newStaff(backend, 'packer');
      return () => call(`${origin}/api/staff/me`, { token });
    },
    'staff-order': () => asPacker((order) => `order?order=${order}`),
    'staff-orders': () => asPacker((order) => `orders?list=all&q=${order}`),
    'staff-orders-for-print': () => asPacker((order) => `orders-for-print?orders=${order}`),
    'staff-refund': async () => {
      const { order, manager } = await toRefund();
      return () => manager.post('/api/staff/refund', goodwill(order));
    },
    'staff-refund-attempt': async () => {
      const { order, manager } = await toRefund();
      const first = goodwill(order);
      await backend.stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 402 });
      await manager.post('/api/staff/refund', first);
      const body = { event: randomUUID(), order_refund: first.event, do: 'retry' };
      return () => manager.post('/api/staff/refund-attempt', body);
    },
    'staff-review': async () => {
      const { shopper, session } = await purchases.paidInSilence();
      await backend.stripe.refund(session, { amount: 100 });
      await shopper.reduceQuantity(session);
      const checkout = (await factsOf(database, session))?.checkout;
      const manager = await newStaff(backend, 'manager');
      const body = { event: randomUUID(), checkout, decision: 'accept' };
      return () => manager.post('/api/staff/review', body);
    },
    'staff-note': async () => {
      const { send, checkout } = await toPack();
      return () => send('/api/staff/note', { event: randomUUID(), checkout, text: 'A note' });
    },
    'staff-parcel': async () => {
      const { send, order, parcel } = await toPack();
      await send('/api/staff/dispatch', { parcels: [parcel] });
      await afterwardsDone();
      const [{ id }] = await database.sql<[{ id: number }]>`
        select id::int from parcels where order_id = ${order}`;
      const arrived = { do: 'deliver', event: randomUUID(), parcel: id };
      return () => send('/api/staff/parcel', arrived);
    },
    'order-link': async () => {
      const { checkout } = await paidFor();
      const token = linkToken('order', checkout);
      return () => post('/api/order-link', { do: 'show', token });
    },
    'return-photos': async () => {
      const { shopper, order, back } = await faulty();
      return () => shopper.post('/api/return-photos', { do: 'show', order, return: back });
    },
    'return-photos-add': async () => {
      const { shopper, order, back } = await faulty();
      const pixel = { width: 1, height: 1, channels: 3 as const, background: '#000' };
      const picture = await sharp({ create: pixel }).jpeg().toBuffer();
      return () =>
        shopper.post('/api/return-photos/add', {
          order,
          return: back,
          photo: randomUUID(),
          picture: picture.toString('base64'),
        });
    },
    'staff-return-photos': () => asPacker((order) => `return-photos?order=${order}`),
    'staff-return': async () => {
      const { shopper, order, sku } = await sentOut();
      const asked = await shopper.post('/api/account/return', {
        do: 'ask',
        event: randomUUID(),
        order,
        kind: 'return',
        items: [{ variant_id: sku.variant_id, quantity: 1 }],
      });
      if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
      const [{ id }] = await database.sql<[{ id: number }]>`
        select id::int from returns where order_id = ${order}`;
      const { post: send } = await newStaff(backend, 'packer');
      const items = [{ variant_id: sku.variant_id, restocked: 1, written_off: 0 }];
      const body = { do: 'receive', event: randomUUID(), return: id, items };
      return () => send('/api/staff/return', body);
    },
    withdraw: async () => {
      const { order } = await paidFor();
      const body = {
        do: 'confirm',
        event: randomUUID(),
        order: String(order),
        email: 'ada@example.com',
        name: 'Ada Lovelace',
      };
      return () => post('/api/withdraw', body);
    },
    'stripe-cancel': async () => {
      const { session } = await purchases.atPaymentPage();
      const checkout = (await factsOf(database, session))?.checkout;
      return () => call(`${origin}/api/stripe/cancel/?checkout=${checkout}`);
    },
    'stripe-create-stripe-session': async () => {
      const sku = await shop.newSku(5);
      const shopper = await newShopper(backend);
      return () => shopper.checkOut([{ sku, quantity: 2 }]);
    },
    'stripe-save-billing-info': async () => {
      const { id, post: send } = await newShopper(backend, { billing: false });
      const form = { name: 'Ada', address: '1 High Street', email: 'a@example.com', phone: '1' };
      return () => send('/api/stripe/save-billing-info/', { ...form, user: id });
    },
    'stripe-save-payment': async () => {
      const { shopper, session, figures } = await reduced();
      return () => shopper.savePayment(figures, session);
    },
    'stripe-webhook': async () => {
      const { session } = await purchases.paidInSilence();
      return () => sendEvent(origin, eventText('checkout.session.completed', { id: session }));
    },
  };
}
