import type { Config } from '@netlify/functions';
import { getLabelPapers } from '#domain/contracts/staff-labels.ts';
import { area, post } from '#server/area.ts';
import { staff } from '#server/staff/staff-route.ts';

export const config: Config = { path: ['/api/staff-papers/*', '/api/shippo/webhook'] };

/** Labels to print, and news of their parcels, authenticated by a token. Separate from calls without the packages for PDFs. */
export default area(
  staff(getLabelPapers, async () => (await import('#server/staff/label-papers.ts')).labelPapers),
  post('/api/shippo/webhook', () => import('#handlers/webhooks/shippo-webhook.ts')),
);
