import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { stripeTestKeys } from '#harness/test-keys.ts';
import { basketOf, type Figures, orderOf } from '../../support/shopper.ts';
import { type Calls, reading } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

function signature(payload: string): Record<string, string> {
  const secret = stripeTestKeys.webhookSecret;
  const { webhooks } = new Stripe('sk_test_unused');
  return { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }) };
}

function paymentOf({ billing_info, amount }: Figures, user: string, session_id: string) {
  return { user, method: 'stripe', amount, billing_info, status: 'paid', session_id };
}

/** From CHECKOUT to the order. */
export function checkoutCalls({
  buyer,
  checkout,
  events,
  figures,
  ofBuyer,
  ofOwner,
  owner,
  payment,
  posting,
  reductions,
  unpaid,
}: FuzzedShop): Calls {
  return {
    'listing-ordercreatation': posting(
      '/api/listing/orderCreatation',
      { ...ofOwner, body: orderOf(owner.shopper.id, figures, payment, owner.session) },
      { ...ofOwner, body: orderOf(owner.shopper.id, figures, payment) },
      { ...ofBuyer, body: orderOf(buyer.shopper.id, unpaid, payment, buyer.session) },
    ),
    'listing-reducequantity': {
      ...posting('/api/listing/reduceQuantity'),
      rights: reductions,
    },
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
