import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { linkToken } from '#server/mail/link-token.ts';
import { call } from '../call.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** A shopper’s orders, with a login or by the mailed link. */
export function ownOrderActs({ origin, post, ordered, paidFor, sentOut, faulty }: ActScenes): Acts {
  return {
    'account-export': async () => {
      const { shopper } = await ordered();
      return () => call(`${origin}/api/account/export/`, { token: shopper.token });
    },
    'account-cancel-order': async () => {
      const { shopper, order } = await paidFor();
      return () =>
        shopper.post('/api/account/cancel-order', { do: 'cancel', event: randomUUID(), order });
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
    'account-order-note': async () => {
      const { shopper, order } = await ordered();
      const body = { order, gift_message: 'For Byron', note: '' };
      return () => shopper.post('/api/account/order-note', body);
    },
    'account-reorder': async () => {
      const { shopper, order } = await ordered();
      return () => call(`${origin}/api/account/reorder?order=${order}`, { token: shopper.token });
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
  };
}
