import { randomUUID } from 'node:crypto';
import { linkToken, previewToken } from '#server/mail/link-token.ts';
import { bounceOf, complaintOf, mailEventHeaders } from '../../support/mail-event.ts';
import { type Calls, reading } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Stock checks, subscriptions, complaints and the e-mail provider’s webhook. */
export function shopCalls({ owner, posting, stock }: FuzzedShop): Calls {
  return {
    'listing-cartvalidate': {
      ...posting('/api/listing/cartvalidate', { body: { items: [stock, stock] } }),
      writes: false,
    },
    'listing-destination': {
      ...posting('/api/listing/destination', {
        body: { country: 'FR', items: [{ selectedColorId: stock.selectedColorId, quantity: 2 }] },
      }),
      writes: false,
    },
    'listing-discount': {
      ...posting('/api/listing/discount', {
        body: { code: 'SPRING', items: [{ selectedColorId: stock.selectedColorId, quantity: 2 }] },
      }),
      writes: false,
    },
    'listing-confirm-subscription': posting('/api/listing/confirm-subscription', {
      body: { token: linkToken('confirm-subscription', randomUUID()) },
    }),
    'listing-subscribe': posting('/api/listing/subscribe', {
      body: { email: 'grace@example.com' },
    }),
    'browser-error': {
      method: 'POST',
      rights: [
        {
          address: '/api/browser-error',
          body: 'TypeError: x is undefined',
        },
      ],
      answers: 'json',
      writes: false,
    },
    health: reading('/api/health'),
    'what-we-count': reading('/api/what-we-count'),
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
    'mailing-preview': {
      ...reading(
        `/api/mailing-preview?token=${previewToken({ mailing: randomUUID(), viewer: randomUUID() })}`,
      ),
      answers: 'page',
    },
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
  };
}
