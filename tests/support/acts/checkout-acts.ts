import { call } from '../call.ts';
import { factsOf } from '../checkout-facts.ts';
import { newShopper } from '../shopper.ts';
import { eventText, sendEvent } from '../signed-event.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** From CHECKOUT to the order. */
export function checkoutActs({
  origin,
  backend,
  database,
  shop,
  purchases,
  reduced,
}: ActScenes): Acts {
  return {
    'listing-ordercreatation': async () => {
      const { shopper, session, figures } = await reduced();
      const payment = await purchases.paymentOf(session);
      return () => shopper.createOrder(figures, payment, session);
    },
    'listing-reducequantity': async () => {
      const { shopper, session } = await purchases.paidInSilence();
      return () => shopper.reduceQuantity(session);
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
