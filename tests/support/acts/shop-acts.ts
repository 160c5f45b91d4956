import { linkToken, previewToken } from '#server/mail/link-token.ts';
import { randomUUID } from 'node:crypto';
import { call } from '../call.ts';
import { bounceOf, sendMailEvent } from '../mail-event.ts';
import { newDraw, newEntry } from '../new-draw.ts';
import { newShopper } from '../shopper.ts';
import { newStaff } from '../staff.ts';
import { type Acts, type ActScenes, newAccount } from './act-scenes.ts';

/** Stock checks, subscriptions, complaints and the e-mail provider’s webhook. */
export function shopActs({ origin, backend, shop, post, subscribed, drafted }: ActScenes): Acts {
  return {
    'listing-cartvalidate': async () => {
      const { product_id, variant_id } = await shop.newSku(1);
      const { token } = await newShopper(backend);
      const items = [{ productId: product_id, selectedColorId: variant_id }];
      return () => call(`${origin}/api/listing/cartvalidate/`, { json: { items }, token });
    },
    'listing-destination': async () => {
      const { variant_id } = await shop.newSku(1);
      const items = [{ selectedColorId: variant_id, quantity: 1 }];
      return () => call(`${origin}/api/listing/destination/`, { json: { country: 'FR', items } });
    },
    'listing-discount': async () => {
      const { variant_id } = await shop.newSku(1);
      const items = [{ selectedColorId: variant_id, quantity: 1 }];
      const code = await shop.newDiscount();
      return () => call(`${origin}/api/listing/discount/`, { json: { code, items } });
    },
    'gift-card': async () => {
      const code = await shop.newGiftCard(1000);
      return () => post('/api/gift-card/', { code });
    },
    'listing-confirm-subscription': async () => {
      const token = linkToken('confirm-subscription', await subscribed());
      return () => post('/api/listing/confirm-subscription', { token });
    },
    'listing-subscribe': async () => () =>
      post('/api/listing/subscribe/', { email: newAccount().email }),
    'browser-error': async () => () => call(`${origin}/api/browser-error`, { raw: 'Error: x' }),
    'what-we-count': async () => () => call(`${origin}/api/what-we-count/`),
    health: async () => () => call(`${origin}/api/health/`),
    complaint: async () => () =>
      post('/api/complaint/', {
        complaint: randomUUID(),
        name: 'Ada',
        email: newAccount().email,
        words: 'Why do you keep my address?',
      }),
    'listing-stock-alert': async () => {
      const { product_id: product, variant_id: colour } = await shop.newSku(0);
      return () =>
        post('/api/listing/stock-alert/', { product, colour, email: newAccount().email });
    },
    draw: async () => {
      const sku = await shop.newSku(1);
      await newDraw(backend.database, sku);
      return () => call(`${origin}/api/draw?product=${sku.product_id}`);
    },
    'draw-record': async () => {
      const draw = await newDraw(backend.database, await shop.newSku(1), 1, -1);
      await backend.database.sql`select seal_draws()`;
      return () => call(`${origin}/api/draw/record?draw=${draw}`);
    },
    'draw-enter': async () => {
      const sku = await shop.newSku(1);
      const draw = await newDraw(backend.database, sku);
      return () =>
        post('/api/draw/enter', { draw, colour: sku.variant_id, email: newAccount().email });
    },
    'draw-entry': async () => {
      const draw = await newDraw(backend.database, await shop.newSku(1));
      const entry = await newEntry(backend.database, draw, newAccount().email);
      return () => post('/api/draw/entry', { token: linkToken('draw-entry', entry), do: 'read' });
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
    'mail-webhook': async () => () => sendMailEvent(origin, bounceOf(newAccount().email)),
    'listing-unsubscribe': async () => {
      const token = linkToken('unsubscribe', await subscribed());
      return () => post(`/api/listing/unsubscribe?token=${token}`, {});
    },
  };
}
