import { expect } from 'vitest';
import type { Reply } from './call.ts';
import type { Sku } from './shop-database.ts';
import { basketOf } from './shopper.ts';

/** The calls that take JSON. */
export const writingCalls = [
  '/api/auth/login',
  '/api/auth/register',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
  '/api/auth/refresh',
  '/api/auth/logout',
  '/api/auth/confirm-email',
  '/api/auth/claim-order',
  '/api/auth/staff-invitation',
  '/api/auth/login-code',
  '/api/auth/login-code/verify',
  '/api/listing/cartvalidate',
  '/api/listing/destination',
  '/api/listing/discount',
  '/api/gift-card',
  '/api/listing/subscribe',
  '/api/complaint',
  '/api/listing/stock-alert',
  '/api/account/close',
  '/api/account/cancel-order',
  '/api/account/return',
  '/api/order-link',
  '/api/return-photos',
  '/api/return-photos/add',
  '/api/review',
  '/api/review/photo',
  '/api/withdraw',
  '/api/listing/confirm-subscription',
  '/api/stripe/save-billing-info',
  '/api/stripe/create-stripe-session',
  '/api/listing/reduceQuantity',
  '/api/stripe/save-payment',
  '/api/listing/orderCreatation',
] as const;
export type WritingCall = (typeof writingCalls)[number];

/** Calls among them that require an account. */
export const callsWithAccount = [
  '/api/account/close',
  '/api/account/cancel-order',
  '/api/account/return',
] as const satisfies WritingCall[];

/** Calls among them that require authentication. The others are the checkout's, which guests may call. */
export const callsWithToken = [
  ...callsWithAccount,
  '/api/stripe/save-billing-info',
  '/api/stripe/create-stripe-session',
  '/api/listing/reduceQuantity',
  '/api/listing/orderCreatation',
] as const satisfies WritingCall[];

/** Calls that require authentication unless their body has the token of a mailed link. */
export const callsWithTokenOrLink = [
  '/api/return-photos',
  '/api/return-photos/add',
] as const satisfies WritingCall[];

/** Read-only calls that require an account. */
export const readingCallsWithAccount = [
  '/api/account/export',
  '/api/account/orders',
  '/api/account/reorder',
  '/api/account/email',
] as const;

/** Read-only calls that require authentication. Guests may also make the last one. */
export const readingCallsWithToken = [
  ...readingCallsWithAccount,
  '/api/account/order-note',
] as const;

/** A well-formed body for each call; for calls that would change data, one value is invalid. */
export function bodiesOf(shopper: string, sku: Sku): Record<WritingCall, object> {
  const event = '00000000-0000-4000-8000-000000000000';
  return {
    '/api/auth/login': { username: 'nobody', password: 'nothing here' },
    '/api/auth/register': { username: '', email: 'a@example.com', password: 'long enough' },
    '/api/auth/forgot-password': { email: 'nobody' },
    '/api/auth/reset-password': { token: 'a'.repeat(56), password: 'short' },
    '/api/auth/refresh': {},
    '/api/auth/logout': {},
    '/api/auth/confirm-email': { token: 'a'.repeat(80) },
    '/api/auth/claim-order': { do: 'show', token: 'a'.repeat(80) },
    '/api/auth/staff-invitation': { do: 'show', token: 'a'.repeat(80) },
    '/api/auth/login-code': { email: 'nobody' },
    '/api/auth/login-code/verify': { request: event, code: '12345' },
    '/api/listing/cartvalidate': { items: [] },
    '/api/listing/destination': { country: 'FR', items: [] },
    '/api/listing/discount': { code: 'SPRING', items: [] },
    '/api/gift-card': { code: 'NONE' },
    '/api/listing/subscribe': { email: 'nobody' },
    '/api/complaint': { complaint: event, name: 'Ada', email: 'nobody', words: 'Why?' },
    '/api/listing/stock-alert': {
      product: sku.product_id,
      colour: sku.variant_id,
      email: 'nobody',
    },
    '/api/account/close': { password: 'not theirs' },
    '/api/account/cancel-order': { do: 'cancel', event, order: 999_999_999 },
    '/api/account/return': {
      do: 'ask',
      event,
      order: 999_999_999,
      kind: 'return',
      items: [{ variant_id: sku.variant_id, quantity: 1 }],
    },
    '/api/order-link': { do: 'show', token: 'a'.repeat(80) },
    '/api/return-photos': { do: 'show', order: 999_999_999, return: 1 },
    '/api/return-photos/add': { order: 999_999_999, return: 1, photo: event, picture: 'AAAA' },
    '/api/review': { do: 'show', token: 'a'.repeat(80) },
    '/api/review/photo': { token: 'a'.repeat(80), review: 1, photo: event, picture: 'AAAA' },
    '/api/withdraw': { do: 'check', order: '999999999', email: 'ada@example.com', name: 'Ada' },
    '/api/listing/confirm-subscription': { token: 'a'.repeat(80) },
    '/api/stripe/save-billing-info': {
      name: 'Ada',
      address: '1 High Street',
      email: 'ada@example.com',
      phone: '1',
      user: shopper,
    },
    '/api/stripe/create-stripe-session': basketOf(shopper, [{ sku, quantity: 1 }]),
    '/api/listing/reduceQuantity': [{ variant_id: sku.variant_id, quantity: 1 }],
    '/api/stripe/save-payment': {
      user: shopper,
      method: 'stripe',
      amount: 24.5,
      billing_info: 1,
      status: 'paid',
    },
    '/api/listing/orderCreatation': {
      user: shopper,
      billing_info: 1,
      payment: 1,
      order_amount: 25.97,
      tax: 1.47,
      shipping_cost: 0,
      total_items: 1,
      status: 'processing',
      items: [
        {
          product: sku.product_id,
          color_variant: sku.variant_id,
          product_name: 'A hat',
          product_price: 24.5,
          quantity: 1,
        },
      ],
    },
  };
}

/** Expects a refusal that informs the shopper and reveals nothing to an attacker. */
export function expectPlainRefusal(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(JSON.stringify(reply.body)).not.toMatch(
    /\bat \w+.*:\d+|node_modules|\.ts\b|select |insert |relation|syntax error|PGRST|ZodError/i,
  );
}
