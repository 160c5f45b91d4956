import type { Config } from '@netlify/functions';
import { area, get, post } from '#server/area.ts';

export const config: Config = {
  path: [
    '/api/listing/cartvalidate',
    '/api/listing/confirm-subscription',
    '/api/listing/destination',
    '/api/listing/discount',
    '/api/listing/end-review-mails',
    '/api/listing/end-stock-alerts',
    '/api/listing/stock-alert',
    '/api/listing/subscribe',
    '/api/listing/unsubscribe',
    '/api/browser-error',
    '/api/what-we-count',
    '/api/complaint',
    '/api/gift-card',
    '/api/health',
  ],
};

/**
 * Stock checks, delivery and duties, discount codes, gift cards, newsletter, stock alerts, complaints, counts, health and
 * errors of pages.
 */
export default area(
  post('/api/listing/cartvalidate', () => import('#handlers/shop/check-stock.ts')),
  post('/api/listing/destination', () => import('#handlers/shop/destination.ts')),
  post('/api/listing/discount', () => import('#handlers/shop/discount.ts')),
  post('/api/listing/subscribe', () => import('#handlers/shop/subscribe.ts')),
  post('/api/listing/confirm-subscription', () => import('#handlers/shop/confirm-subscription.ts')),
  get('/api/listing/unsubscribe', () => import('#handlers/shop/unsubscribe.ts')),
  post('/api/listing/unsubscribe', () => import('#handlers/shop/unsubscribe.ts')),
  post('/api/listing/stock-alert', () => import('#handlers/shop/stock-alert.ts')),
  get('/api/listing/end-stock-alerts', () => import('#handlers/shop/end-stock-alerts.ts')),
  post('/api/listing/end-stock-alerts', () => import('#handlers/shop/end-stock-alerts.ts')),
  get('/api/listing/end-review-mails', () => import('#handlers/shop/end-review-mails.ts')),
  post('/api/listing/end-review-mails', () => import('#handlers/shop/end-review-mails.ts')),
  post('/api/complaint', () => import('#handlers/shop/complaint.ts')),
  post('/api/gift-card', () => import('#handlers/shop/gift-card.ts')),
  get('/api/what-we-count', () => import('#handlers/shop/what-we-count.ts')),
  post('/api/what-we-count', () => import('#handlers/shop/choose-counting.ts')),
  post('/api/browser-error', () => import('#handlers/shop/browser-error.ts')),
  get('/api/health', () => import('#handlers/shop/health.ts')),
);
