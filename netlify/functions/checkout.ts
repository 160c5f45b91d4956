import type { Config } from '@netlify/functions';
import { area, get, post } from '#server/area.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: [
    '/api/stripe/save-billing-info',
    '/api/stripe/save-payment',
    '/api/stripe/cancel',
    '/api/listing/reduceQuantity',
    '/api/listing/reducequantity',
    '/api/listing/orderCreatation',
    '/api/listing/ordercreatation',
  ],
};

/** From billing form to order; payment pages are opened by stripe-create-session.ts. “orderCreatation” is the spec’s spelling. */
export default area(
  post('/api/stripe/save-billing-info', () => import('#handlers/checkout/save-billing-info.ts')),
  get('/api/stripe/cancel', () => import('#handlers/checkout/cancel-checkout.ts')),
  post('/api/listing/reduceQuantity', () => import('#handlers/checkout/reduce-quantity.ts')),
  post('/api/stripe/save-payment', () => import('#handlers/checkout/save-payment.ts')),
  post('/api/listing/orderCreatation', () => import('#handlers/checkout/create-order.ts')),
);
