import type { JobResult } from '#server/jobs/job.ts';
import { log } from '#server/log.ts';
import { mailSettings } from '#server/mail/mail-settings.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { sendStockAlerts } from '#server/mail/send-stock-alerts.ts';

/** Half of what Netlify gives a scheduled function: the last batch also needs its time. */
const enough = 15_000;

export default async function mailSweep(): Promise<JobResult> {
  if (!mailSettings()) log.warn('RESEND_API_KEY is not set: e-mails stay queued');
  const until = Date.now() + enough;
  let all = 0;
  let tried: number;
  do {
    tried = await sendDueMails();
    all += tried;
    // A morning's parcels are more than one batch. Failed e-mails become due later, so this loop ends.
  } while (tried > 0 && Date.now() < until);
  // Thousands may wait for one colour: e-mails about orders come first.
  const batches = await sendStockAlerts(until);
  return { counts: { mails: all, stock_alert_batches: batches }, cutShort: Date.now() >= until };
}
