import { randomUUID } from 'node:crypto';
import type { Backend } from '../../support/backend.ts';
import { call } from '../../support/call.ts';
import { purchasesAt } from '../../support/purchases.ts';
import { type Figures, newShopper } from '../../support/shopper.ts';
import { newStaff } from '../../support/staff.ts';
import { bodiesOf, type WritingCall } from '../../support/writing-calls.ts';
import type { Call, Right } from './call.ts';
import { paymentEvents } from './payment-events.ts';

/** A shop with a shopper at the payment page, one with an order and one without any activity. */
export async function fuzzedShop(backend: Backend) {
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
  const [ownCheckout] = await backend.database.sql<[{ id: string; email: string }]>`
    select o.checkout_id as id, b.email from orders o join billing_infos b on b.id = o.billing_info_id
    where o.id = ${order}`;
  const [{ customer }] = await backend.database.sql<[{ customer: number }]>`
    select customer_id::int as customer from orders where id = ${order}`;
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
  const events = await paymentEvents(backend, buyer.session, owner.session);
  const ofManager = (address: string, ...bodies: unknown[]): Call => ({
    method: 'POST',
    rights: bodies.map((body) => ({ address, token: manager.token, body })),
    answers: 'json',
    writes: true,
  });
  const refund = randomUUID();

  return {
    account,
    buyer,
    checkout,
    customer,
    events,
    figures,
    goneOrder,
    leaver,
    manager,
    ofBuyer,
    ofManager,
    ofOwner,
    order,
    ownCheckout,
    owner,
    parcel,
    payment,
    people,
    posting,
    reductions,
    refund,
    sent,
    stock,
    unpaid,
  };
}

export type FuzzedShop = Awaited<ReturnType<typeof fuzzedShop>>;
