import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { mailSettings } from './mail-settings.ts';
import { noticeMail } from './notice-mail.ts';
import { OwedMail } from './owed-mail.ts';
import { mostInBatch, sendBatch, sendInTurns } from './send-batch.ts';

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
  const { batch, claim, mails } = Claimed.parse(found);
  const written = mails.map((owed) => {
    if (owed.kind !== 'back_in_stock') throw new Error(`Not a stock alert: ${owed.kind}`);
    return noticeMail(owed, settings.shop);
  });
  const sending = await sendBatch(written, batch, settings);
  if (sending.outcome === 'failed') {
    const { error, wait } = sending;
    console.warn(`${mails.length} stock alerts will be tried again: ${error}`);
    const failure = { p_batch: batch, p_claim: claim, p_error: error };
    const failed = { ...failure, ...(wait !== null && { p_wait_seconds: wait }) };
    dataOf(await database().rpc('record_mail_batch_failure', failed));
    return true;
  }
  const results = mails.map(({ id, about }, place) => {
    const result = sending.results[place] ?? { id: '' };
    if ('error' in result)
      console.error(`MAIL PARKED: back_in_stock ${id} of ${about}: ${result.error}`);
    return 'error' in result ? { id, error: result.error } : { id, provider_id: result.id };
  });
  dataOf(await database().rpc('record_mail_batch', { p_results: results }));
  return true;
}

/**
 * Sends the stock alerts that are due, a hundred in a call. Any number of these may run at once.
 * @param until in milliseconds since 1970. @returns how many batches were tried.
 */
export function sendStockAlerts(until: number): Promise<number> {
  return sendInTurns(sendNext, until);
}
