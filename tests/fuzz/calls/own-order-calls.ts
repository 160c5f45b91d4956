import { randomUUID } from 'node:crypto';
import { linkToken } from '#server/mail/link-token.ts';
import { type Calls, reading } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** A shopper’s orders, with a login or by the mailed link. */
export function ownOrderCalls({
  ofOwner,
  order,
  ownCheckout,
  owner,
  people,
  posting,
}: FuzzedShop): Calls {
  return {
    'account-cancel-order': posting(
      '/api/account/cancel-order',
      { ...ofOwner, body: { do: 'foresee', order } },
      { ...ofOwner, body: { do: 'cancel', event: randomUUID(), order, refund_pence: 5194 } },
    ),
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
      {
        ...ofOwner,
        body: { do: 'offers', order, from: owner.sku.variant_id, quantity: 1, words: 'hat' },
      },
      { ...ofOwner, body: { do: 'call_off', event: randomUUID(), order, return: 1 } },
    ),
    'account-export': {
      ...reading('/api/account/export'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/export', token })),
    },
    'account-orders': {
      ...reading('/api/account/orders'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/orders', token })),
    },
    'account-reorder': {
      ...reading('/api/account/reorder'),
      rights: [{ ...ofOwner, address: `/api/account/reorder?order=${order}` }],
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
  };
}
