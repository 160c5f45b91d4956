import type { Config } from '@netlify/functions';
import { getLabelPapers } from '#domain/contracts/staff-labels.ts';
import { area, get, post } from '#server/area.ts';
import { staff } from '#server/staff/staff-route.ts';

export const config: Config = {
  path: ['/api/staff-papers/*', '/api/return-label', '/api/shippo/webhook'],
};

/** Labels to print, for staff or by link, and news of their parcels. Separate from calls without the packages for PDFs. */
export default area(
  staff(getLabelPapers, async () => (await import('#server/staff/label-papers.ts')).labelPapers),
  get('/api/return-label', () => import('#handlers/account/return-label.ts')),
  post('/api/shippo/webhook', () => import('#handlers/webhooks/shippo-webhook.ts')),
);
