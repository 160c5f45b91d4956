import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import type { Backend } from '../support/backend.ts';
import { call } from '../support/call.ts';
import { purchasesAt } from '../support/purchases.ts';
import { basketOf, type Figures, newShopper, orderOf } from '../support/shopper.ts';
import { linkToken, previewToken } from '#server/mail/link-token.ts';
import { stripeTestKeys } from '#harness/test-keys.ts';
import { bodiesOf, type WritingCall } from '../support/writing-calls.ts';
import { newStaff } from '../support/staff.ts';
import { staffLists } from '#domain/wire/staff-orders.ts';
import { bounceOf, complaintOf, mailEventHeaders } from '../support/mail-event.ts';
import { sampleMailing } from '../support/sample-mailing.ts';
import { eventText } from '../support/signed-event.ts';

/** A valid request. */
export interface Right {
  /** Path and query. */
  address: string;
  /** Sent as JSON; absent for a call without a body. */
  body?: unknown;
  /** Token of the requesting shopper. */
  token?: string;
}

/** Valid calls of one function, from which faulty requests are derived. */
export interface Call {
  method: 'GET' | 'POST';
  rights: Right[];
  /** Kind of a successful response. */
  answers: 'json' | 'page' | 'redirect';
  /** Whether a valid request may change rows. */
  writes: boolean;
  /** Signature headers of Stripe or Resend for a body; absent if unsigned. */
  sign?: (body: string) => Record<string, string>;
  /** Slow by design, like password hashing. */
  slow?: true;
}

function reading(...addresses: string[]): Call {
  const rights = addresses.map((address) => ({ address }));
  return { method: 'GET', rights, answers: 'json', writes: false };
}

function readingAs({ token }: { token: string }, ...addresses: string[]): Call {
  const rights = addresses.map((address) => ({ address, token }));
  return { ...reading(), rights };
}

function signature(payload: string): Record<string, string> {
  const secret = stripeTestKeys.webhookSecret;
  const { webhooks } = new Stripe('sk_test_unused');
  return { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }) };
}

function paymentOf({ billing_info, amount }: Figures, user: string, session_id: string) {
  return { user, method: 'stripe', amount, billing_info, status: 'paid', session_id };
}

/**
 * An entry for every HTTP function, by file name, in a shop with a shopper at the payment page, one with an
 * order and one without any activity.
 */
export async function callsOf(backend: Backend): Promise<Record<string, Call>> {
  await backend.stripe.webhookMode({ mode: 'drop' });
  const purchases = purchasesAt(backend);
  const buyer = await purchases.atPaymentPage();
  const owner = await purchases.paidInSilence();
  const newcomer = await newShopper(backend, { billing: false });
  const leaver = await newShopper(backend, { billing: false });
  const manager = await newStaff(backend, 'manager');
  const { figures, payment, order } = await owner.shopper.comeBack(owner.session);
  const unpaid: Figures = await purchases.figuresOf(buyer);
  const [checkout] = await backend.database.sql<[{ id: string }]>`
    select id from checkouts where stripe_session_id = ${buyer.session}`;

  const [placed] = await backend.database.sql<[{ id: string }]>`
    select id from checkouts where stripe_session_id = ${owner.session}`;

  const account = { username: 'Grace', email: 'grace@example.com', password: 'correct horse' };
  await call(`${backend.origin}/api/auth/register/`, { json: account });

  const people = [
    { shopper: buyer.shopper, bodies: bodiesOf(buyer.shopper.id, buyer.sku) },
    { shopper: owner.shopper, bodies: bodiesOf(owner.shopper.id, owner.sku) },
    { shopper: newcomer, bodies: bodiesOf(newcomer.id, buyer.sku) },
  ];
  /** A POST with each shopper's body, and additional requests. */
  const posting = (path: WritingCall, ...more: Omit<Right, 'address'>[]): Call => ({
    method: 'POST',
    rights: [
      ...people.map(({ shopper: { token }, bodies }) => ({
        address: path,
        token,
        body: bodies[path],
      })),
      ...more.map((right) => Object.assign({ address: path }, right)),
    ],
    answers: 'json',
    writes: true,
  });
  const [ownCheckout] = await backend.database.sql<[{ id: string }]>`
    select checkout_id as id from orders where id = ${order}`;
  const [sent] = await backend.database.sql<[{ id: string }]>`
    update mail_outbox set status = 'sent', sent_at = now()
    where checkout_id = ${ownCheckout.id} and kind = 'order' returning id`;
  const gone = await purchases.paidInSilence();
  const { order: goneOrder } = await gone.shopper.comeBack(gone.session);
  await manager.post('/api/staff/dispatch', {
    parcels: [{ event: randomUUID(), order: goneOrder, carrier: 'DPD' }],
  });
  const [parcel] = await backend.database.sql<[{ id: number }]>`
    select id::int from parcels where order_id = ${goneOrder}`;
  const ofBuyer = { token: buyer.shopper.token };
  const ofOwner = { token: owner.shopper.token };
  const stock = { productId: buyer.sku.product_id, selectedColorId: buyer.sku.variant_id };
  const reductions = people.flatMap(({ shopper: { token }, bodies }) =>
    ['', `?session_id=${buyer.session}`, `?session_id=${owner.session}`].map((query) => ({
      address: `/api/listing/reduceQuantity${query}`,
      token,
      body: bodies['/api/listing/reduceQuantity'],
    })),
  );
  const events = [buyer.session, owner.session, 'cs_test_of_nobody'].flatMap((id) =>
    ['checkout.session.completed', 'checkout.session.expired', 'customer.created'].map((type) =>
      eventText(type, { id }),
    ),
  );
  const dispute = await backend.stripe.dispute(owner.session);
  const [paid] = await backend.database.sql<[{ intent: string }]>`
    select stripe_payment_intent_id as intent from payments where stripe_session_id = ${owner.session}`;
  for (const payment_intent of [paid.intent, 'pi_of_nobody']) {
    for (const type of ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed']) {
      events.push(
        eventText(type, { id: 're_1', payment_intent, amount: 4900, status: 'succeeded' }),
      );
    }
    for (const type of ['created', 'updated', 'closed']) {
      const { id } = payment_intent === paid.intent ? dispute : { id: 'du_of_nobody' };
      events.push(eventText(`charge.dispute.${type}`, { id, payment_intent, status: 'lost' }));
    }
  }

  const ofManager = (address: string, ...bodies: unknown[]): Call => ({
    method: 'POST',
    rights: bodies.map((body) => ({ address, token: manager.token, body })),
    answers: 'json',
    writes: true,
  });
  const refund = randomUUID();

  return {
    'account-close': { ...posting('/api/account/close'), slow: true },
    'account-cancel-order': posting('/api/account/cancel-order', {
      ...ofOwner,
      body: { event: randomUUID(), order },
    }),
    'account-return': posting(
      '/api/account/return',
      {
        ...ofOwner,
        body: {
          do: 'ask',
          event: randomUUID(),
          order,
          kind: 'return',
          items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
          reason: 'Too large',
        },
      },
      { ...ofOwner, body: { do: 'call_off', event: randomUUID(), order, return: 1 } },
    ),
    'account-export': {
      ...reading('/api/account/export'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/export', token })),
    },
    'account-email': {
      ...reading('/api/account/email'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/email', token })),
      // Its POST has no body to corrupt.
      writes: true,
    },
    'account-orders': {
      ...reading('/api/account/orders'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/orders', token })),
    },
    'account-reorder': {
      ...reading('/api/account/reorder'),
      rights: [{ ...ofOwner, address: `/api/account/reorder?order=${order}` }],
    },
    'product-details-id': {
      ...reading('/.netlify/functions/pages/product-details/1'),
      answers: 'page',
    },
    'productlisting-id': {
      ...reading('/.netlify/functions/pages/productlisting/1'),
      answers: 'page',
    },
    'pages-all-products': {
      ...reading('/.netlify/functions/filled-pages/pages/all-products?page=2&sort=price-asc&q=hat'),
      answers: 'page',
    },
    'pages-productlisting-id': {
      ...reading('/.netlify/functions/filled-pages/pages/productlisting/1'),
      answers: 'page',
    },
    'order-terms-version': {
      ...reading('/.netlify/functions/filled-pages/order-terms/1'),
      answers: 'page',
    },
    'sitemap.xml': {
      ...reading('/.netlify/functions/pages/sitemap.xml'),
      answers: 'page',
    },
    'merchant-feed.xml': {
      ...reading('/.netlify/functions/pages/merchant-feed.xml'),
      answers: 'page',
    },
    'auth-confirm-email': posting('/api/auth/confirm-email', {
      body: { token: linkToken('confirm-email', randomUUID()) },
    }),
    'auth-forgot-password': posting('/api/auth/forgot-password', {
      body: { email: account.email },
    }),
    'auth-login': {
      ...posting('/api/auth/login', {
        body: { username: account.username, password: account.password },
      }),
      slow: true,
    },
    'auth-logout': {
      ...posting('/api/auth/logout'),
      rights: [{ address: '/api/auth/logout', token: leaver.token, body: {} }],
    },
    'auth-refresh': posting('/api/auth/refresh'),
    'auth-register': posting(
      '/api/auth/register',
      { body: account },
      { body: { username: 'Ada', email: 'ada@example.com', password: 'correct horse' } },
    ),
    'auth-reset-password': posting('/api/auth/reset-password', {
      body: { token: 'a'.repeat(56), password: 'correct horse' },
    }),
    'listing-additionalpays': reading('/api/listing/additionalPays'),
    'listing-cartvalidate': {
      ...posting('/api/listing/cartvalidate', { body: { items: [stock, stock] } }),
      writes: false,
    },
    'listing-categories': reading('/api/listing/categories'),
    'listing-productlisting-categoryid': reading('/api/listing/productListing/6'),
    'listing-confirm-subscription': posting('/api/listing/confirm-subscription', {
      body: { token: linkToken('confirm-subscription', randomUUID()) },
    }),
    'listing-deliveries': reading('/api/listing/deliveries'),
    'listing-liveproducts': reading('/api/listing/liveProducts?ids=1,2,3,999999&attributes=1'),
    'listing-ordercreatation': posting(
      '/api/listing/orderCreatation',
      { ...ofOwner, body: orderOf(owner.shopper.id, figures, payment, owner.session) },
      { ...ofOwner, body: orderOf(owner.shopper.id, figures, payment) },
      { ...ofBuyer, body: orderOf(buyer.shopper.id, unpaid, payment, buyer.session) },
    ),
    'listing-opened': reading('/api/listing/opened'),
    'listing-productlisting': reading('/api/listing/productListing'),
    'listing-reducequantity': {
      ...posting('/api/listing/reduceQuantity'),
      rights: reductions,
    },
    'listing-subscribe': posting('/api/listing/subscribe', {
      body: { email: 'grace@example.com' },
    }),
    complaint: posting('/api/complaint', {
      body: {
        complaint: randomUUID(),
        name: 'Grace',
        email: 'grace@example.com',
        words: 'Why do you keep my address?',
      },
    }),
    'listing-stock-alert': posting('/api/listing/stock-alert', {
      body: {
        product: owner.sku.product_id,
        colour: owner.sku.variant_id,
        email: 'grace@example.com',
      },
    }),
    'listing-end-stock-alerts': {
      ...reading(
        `/api/listing/end-stock-alerts?token=${linkToken('end-stock-alerts', randomUUID())}`,
      ),
      answers: 'redirect',
    },
    'return-photos': posting(
      '/api/return-photos',
      { ...ofOwner, body: { do: 'remove', order, return: 1, photo: randomUUID() } },
      { body: { do: 'show', token: linkToken('order', ownCheckout.id), return: 1 } },
    ),
    'return-photos-add': posting('/api/return-photos/add', {
      ...ofOwner,
      body: { order, return: 1, photo: randomUUID(), picture: '/9j/AAAA' },
    }),
    'mailing-preview': {
      ...reading(
        `/api/mailing-preview?token=${previewToken({ mailing: randomUUID(), viewer: randomUUID() })}`,
      ),
      answers: 'page',
    },
    'staff-mailings': ofManager('/api/staff/mailings', {
      do: 'save',
      mailing: randomUUID(),
      version: 0,
      content: sampleMailing,
    }),
    'staff-taxes': ofManager('/api/staff/taxes', {
      change: randomUUID(),
      seen: { display: 'added', basis_points: 600, zones: {} },
      taxes: { display: 'added', basis_points: 600, zones: { world: 0 } },
    }),
    'staff-complaints': ofManager('/api/staff/complaints', {
      complaint: randomUUID(),
      outcome: 'Explained by e-mail.',
    }),
    'staff-subscribers': readingAs(manager, '/api/staff/subscribers?q=ada&after=a'),
    'staff-files-subscribers': readingAs(
      manager,
      '/api/staff-files/subscribers?format=csv',
      '/api/staff-files/subscribers?format=xlsx',
    ),
    'mail-webhook': {
      method: 'POST',
      rights: [bounceOf('grace@example.com'), complaintOf('grace@example.com')].map((body) => ({
        address: '/api/mail/webhook',
        body,
      })),
      answers: 'json',
      writes: true,
      sign: mailEventHeaders,
    },
    'listing-unsubscribe': {
      ...reading(`/api/listing/unsubscribe?token=${linkToken('unsubscribe', randomUUID())}`),
      answers: 'redirect',
    },
    'staff-confirm-login': {
      ...ofManager('/api/staff/confirm-login', { password: 'correct horse' }),
      slow: true,
    },
    'staff-second-factor': {
      ...ofManager('/api/staff/second-factor', { do: 'give', code: '123456' }),
      slow: true,
    },
    'staff-content': readingAs(manager, '/api/staff/content'),
    'staff-catalogue': readingAs(
      manager,
      '/api/staff/catalogue',
      '/api/staff/catalogue?q=cap&after=9',
      '/api/staff/catalogue?slugs=boss-beanie,no-such-cap',
    ),
    'staff-files-catalogue-export': readingAs(
      manager,
      '/api/staff-files/catalogue-export?format=xlsx',
      '/api/staff-files/catalogue-export?format=csv',
    ),
    'staff-files-catalogue-read': {
      ...ofManager('/api/staff-files/catalogue-read?name=caps.json', {
        categories: [],
        products: [],
      }),
      writes: false,
    },
    'staff-files-catalogue-picture': ofManager(
      '/api/staff-files/catalogue-picture?slug=boss-beanie&name=no-picture.jpg',
      { not: 'a picture' },
    ),
    'staff-product-order': readingAs(manager, '/api/staff/product-order?category=beanies'),
    'staff-me': readingAs(manager, '/api/staff/me'),
    'staff-order': readingAs(
      manager,
      `/api/staff/order?order=${order}`,
      `/api/staff/order?checkout=${placed.id}`,
    ),
    'staff-orders': readingAs(
      manager,
      ...staffLists.map((list) => `/api/staff/orders?list=${list}`),
      '/api/staff/orders?list=all&q=ada',
      '/api/staff/orders?list=all&after=1',
      '/api/staff/orders?list=to_send&leaves=today&delivery=express&to=domestic&pieces=one&note=any',
      '/api/staff/orders?list=all&q=ada&goods=sent&money=paid&since=2026-01-01&until=2026-12-31',
      '/api/staff/orders?list=decide&why=review',
    ),
    'staff-release': ofManager(
      '/api/staff/release',
      {
        do: 'save',
        release: randomUUID(),
        title: 'Spring',
        source: 'Studio',
        changes: { catalogue: { products: [{ slug: 'boss-beanie', price_pence: 4500 }] } },
        options: {},
        version: 0,
      },
      { do: 'preview', release: randomUUID() },
      { do: 'publish', release: randomUUID(), fingerprint: 'a' },
      {
        do: 'schedule',
        release: randomUUID(),
        at: '2030-12-04T18:00:00Z',
        fingerprint: 'a',
      },
      { do: 'undo', release: randomUUID(), undo: randomUUID(), fingerprint: 'a' },
    ),
    'staff-releases': readingAs(manager, '/api/staff/releases?q=spring&state=draft&after=1'),
    'staff-publishing': readingAs(manager, `/api/staff/publishing?release=${randomUUID()}`),
    'staff-return-photos': readingAs(manager, `/api/staff/return-photos?order=${order}`),
    'staff-orders-for-print': readingAs(manager, `/api/staff/orders-for-print?orders=${order},2`),
    'order-link': posting(
      '/api/order-link',
      { body: { do: 'show', token: linkToken('order', ownCheckout.id) } },
      {
        body: {
          do: 'ask',
          token: linkToken('order', ownCheckout.id),
          event: randomUUID(),
          kind: 'fault',
          items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
          reason: 'A seam is open',
        },
      },
      {
        body: {
          do: 'cancel',
          token: linkToken('order', ownCheckout.id),
          event: randomUUID(),
        },
      },
      {
        body: {
          do: 'call_off',
          token: linkToken('order', ownCheckout.id),
          event: randomUUID(),
          return: 1,
        },
      },
    ),
    'staff-return': ofManager(
      '/api/staff/return',
      {
        do: 'ask',
        event: randomUUID(),
        order,
        kind: 'return',
        items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
        reason: 'By e-mail',
      },
      {
        do: 'receive',
        event: randomUUID(),
        return: 1,
        items: [{ variant_id: owner.sku.variant_id, restocked: 1, written_off: 0 }],
      },
      {
        do: 'settle',
        event: randomUUID(),
        return: 1,
        shipping_pence: null,
        deduction_pence: 100,
      },
      { do: 'refuse', event: randomUUID(), return: 1, reason: 'Worn' },
    ),
    withdraw: posting(
      '/api/withdraw',
      {
        body: {
          do: 'confirm',
          event: randomUUID(),
          order: String(order),
          email: 'ada@example.com',
          name: 'Ada Lovelace',
        },
      },
      {
        body: {
          do: 'confirm_items',
          token: linkToken('order', ownCheckout.id),
          event: randomUUID(),
          name: 'Ada Lovelace',
          items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
        },
      },
    ),
    'staff-cancel': ofManager('/api/staff/cancel', {
      event: randomUUID(),
      order,
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      reason: 'other',
      restock: true,
    }),
    'staff-dispatch': ofManager('/api/staff/dispatch', {
      parcels: [
        {
          event: randomUUID(),
          order,
          carrier: 'Royal Mail',
          tracking_number: 'EE473124829GB',
          items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
        },
        { event: randomUUID(), order, carrier: 'Evri', tracking_number: null, items: null },
      ],
    }),
    'staff-export': {
      ...reading('/api/staff/export'),
      rights: [
        `kind=click-and-drop&orders=${order},${goneOrder}`,
        `kind=customs&orders=${order}`,
        'kind=accounts&from=2026-01-01&to=2026-12-31',
      ].map((query) => ({ address: `/api/staff/export?${query}`, token: manager.token })),
    },
    'staff-tracking': ofManager('/api/staff/tracking', {
      event: randomUUID(),
      carrier: 'Evri',
      text: `Order reference,Tracking number\n${order},"QQ 123456785 GB"\n${goneOrder},H00A1`,
    }),
    'staff-label': ofManager(
      '/api/staff/label',
      {
        event: randomUUID(),
        order,
        label: { name: 'Ada', line1: '2 Low Street', postcode: 'N1 1AA', country: 'GB' },
      },
      { event: randomUUID(), order, label: null },
    ),
    'staff-mail': ofManager('/api/staff/mail', { event: randomUUID(), mail: sent.id }),
    'staff-refund': ofManager('/api/staff/refund', {
      event: refund,
      order,
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      shipping_pence: 0,
      goodwill_pence: 1,
      reason: 'fault',
      return: null,
    }),
    'staff-refund-attempt': ofManager(
      '/api/staff/refund-attempt',
      { event: randomUUID(), order_refund: refund, do: 'retry' },
      { event: randomUUID(), order_refund: randomUUID(), do: 'give_up' },
      { event: randomUUID(), checkout: checkout.id, do: 'retry_payment' },
      { event: randomUUID(), checkout: checkout.id, do: 'settle_payment', note: 'By transfer' },
    ),
    'staff-review': ofManager(
      '/api/staff/review',
      { event: randomUUID(), checkout: checkout.id, decision: 'accept' },
      { event: randomUUID(), checkout: randomUUID(), decision: 'refund' },
    ),
    'staff-note': ofManager('/api/staff/note', {
      event: randomUUID(),
      checkout: ownCheckout.id,
      text: 'Rang the shopper.\nThey are away until Monday.',
    }),
    'staff-parcel': ofManager(
      '/api/staff/parcel',
      { do: 'deliver', event: randomUUID(), parcel: parcel.id, at: new Date().toISOString() },
      {
        do: 'correct',
        event: randomUUID(),
        parcel: parcel.id,
        carrier: 'DPD',
        tracking_number: '15501234567890',
      },
    ),
    'stripe-cancel': {
      ...reading(
        `/api/stripe/cancel?checkout=${checkout.id}`,
        `/api/stripe/cancel?checkout=${randomUUID()}`,
      ),
      answers: 'redirect',
      writes: true,
    },
    'stripe-create-stripe-session': posting('/api/stripe/create-stripe-session', {
      ...ofBuyer,
      body: {
        ...basketOf(buyer.shopper.id, [{ sku: buyer.sku, quantity: 1 }]),
        billing_info: unpaid.billing_info,
      },
    }),
    'stripe-save-billing-info': posting('/api/stripe/save-billing-info'),
    'stripe-save-payment': posting(
      '/api/stripe/save-payment',
      { body: paymentOf(figures, owner.shopper.id, owner.session) },
      { body: paymentOf(unpaid, buyer.shopper.id, buyer.session) },
    ),
    'stripe-webhook': {
      method: 'POST',
      rights: events.map((text) => ({ address: '/api/stripe/webhook', body: JSON.parse(text) })),
      answers: 'json',
      writes: true,
      sign: signature,
    },
  };
}
