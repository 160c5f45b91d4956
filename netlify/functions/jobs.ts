import type { Config } from '@netlify/functions';
import { scheduler } from '#server/jobs/scheduler.ts';

export const config: Config = { schedule: '* * * * *' };

/** Looks every minute for jobs that are due; their times are rows of the table `jobs`. */
export default scheduler({
  'release-sweep': () => import('#handlers/jobs/release-sweep.ts'),
  'mailing-sweep': () => import('#handlers/jobs/mailing-sweep.ts'),
  'site-build': () => import('#handlers/jobs/site-build.ts'),
  'mail-sweep': () => import('#handlers/jobs/mail-sweep.ts'),
  'checkout-sweep': () => import('#handlers/jobs/checkout-sweep.ts'),
  'refund-sweep': () => import('#handlers/jobs/refund-sweep.ts'),
  'data-prune': () => import('#handlers/jobs/data-prune.ts'),
  'cart-sweep': () => import('#handlers/jobs/cart-sweep.ts'),
  'payout-sweep': () => import('#handlers/jobs/payout-sweep.ts'),
  'stock-report': () => import('#handlers/jobs/stock-report.ts'),
  'review-sweep': () => import('#handlers/jobs/review-sweep.ts'),
  'label-sweep': () => import('#handlers/jobs/label-sweep.ts'),
  'draw-sweep': () => import('#handlers/jobs/draw-sweep.ts'),
  invariants: () => import('#server/jobs/check-invariants.ts'),
});
