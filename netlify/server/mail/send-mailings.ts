import { z } from 'zod';
import { MailingContent } from '#domain/contracts/mailing-content.ts';
import { database, dataOf } from '../database.ts';
import { linkToken } from './link-token.ts';
import { mailSettings } from './mail-settings.ts';
import { MailedProduct, mailingWriter } from './mailing-mail.ts';
import { failureOf, resultsOf, sendBatch, sendInTurns } from './send-batch.ts';
import { log } from '../log.ts';

/** Longer than a call to Resend takes. */
const leaseSeconds = 60;

const Claimed = z.object({
  batch: z.uuid(),
  claim: z.uuid(),
  mailing: z.uuid(),
  content: MailingContent,
  products: z.array(MailedProduct),
  people: z.array(z.object({ id: z.uuid(), subscription: z.uuid(), email: z.string() })).min(1),
});

/** Sends one batch. @returns false when none is due. */
async function sendNext(): Promise<boolean> {
  const settings = mailSettings();
  if (!settings) return false;
  const found = dataOf(
    await database().rpc('claim_mailing_batch', { p_lease_seconds: leaseSeconds }),
  );
  if (found === null) return false;
  const claimed = Claimed.parse(found);
  const { batch, mailing, content, products, people } = claimed;
  const write = mailingWriter(content, products, settings.shop);
  const mails = people.map(({ subscription, email }) =>
    write(email, linkToken('unsubscribe', subscription)),
  );
  const sending = await sendBatch(mails, batch, settings);
  if (sending.outcome === 'failed') {
    const { error } = sending;
    log.warn('E-mails of a mailing will be tried again', {
      mailing,
      mails: people.length,
      why: error,
    });
    dataOf(await database().rpc('record_mailing_failure', failureOf(claimed, sending)));
    return true;
  }
  const ids = people.map(({ id }) => id);
  const results = resultsOf(ids, sending);
  dataOf(await database().rpc('record_mailing_batch', { p_batch: batch, p_results: results }));
  return true;
}

/**
 * Sends the due part of the mailings, a hundred e-mails per call. Safe to run concurrently and to kill:
 * no subscriber gets a mailing twice.
 * @param until in milliseconds since 1970. @returns the number of batches tried.
 */
export function sendMailings(until: number): Promise<number> {
  return sendInTurns(sendNext, until);
}
