import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { mailSettings } from './mail-settings.ts';
import { OwedMail } from './owed-mail.ts';
import { failureOf, mostInBatch, resultsOf, sendBatch, sendInTurns } from './send-batch.ts';
import { log } from '../log.ts';
import { writeMail } from './write-mail.ts';

/** Longer than a call to Resend takes. */
const leaseSeconds = 60;

const Claimed = z.object({
  batch: z.uuid(),
  claim: z.uuid(),
  mails: z.array(OwedMail).min(1),
});

/** Sends one batch. @returns false when none is due. */
async function sendNext(): Promise<boolean> {
  const settings = mailSettings();
  if (!settings) return false;
  const lease = { p_limit: mostInBatch, p_lease_seconds: leaseSeconds };
  const found = dataOf(await database().rpc('claim_stock_alert_batch', lease));
  if (found === null) return false;
  const claimed = Claimed.parse(found);
  const { batch, mails } = claimed;
  const written = mails.map((owed) => writeMail(owed, settings.shop));
  const sending = await sendBatch(written, batch, settings);
  if (sending.outcome === 'failed') {
    log.warn('Stock alerts will be tried again', { mails: mails.length, why: sending.error });
    dataOf(await database().rpc('record_mail_batch_failure', failureOf(claimed, sending)));
    return true;
  }
  const ids = mails.map(({ id }) => id);
  const results = resultsOf(ids, sending);
  for (const [place, result] of results.entries()) {
    if ('error' in result) {
      const { id, error } = result;
      log.error('MAIL PARKED', {
        kind: 'back_in_stock',
        mail: id,
        about: mails[place]?.about,
        why: error,
      });
    }
  }
  dataOf(await database().rpc('record_mail_batch', { p_results: results }));
  return true;
}

/**
 * Sends the stock alerts that are due, a hundred per call. Safe to run concurrently.
 * @param until in milliseconds since 1970. @returns the number of batches tried.
 */
export function sendStockAlerts(until: number): Promise<number> {
  return sendInTurns(sendNext, until);
}
