import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { type MailSettings, mailSettings } from './mail-settings.ts';
import { orderMail } from './order-mail.ts';
import { Receipt } from '../orders/receipt.ts';
import { sendMail } from './send-mail.ts';

/** Longer than one sender can be at a batch, so that what it holds is not taken by another. */
const leaseSeconds = 120;
/** E-mails for one run of the sweep: one after the other, as Resend takes two a second. */
const batch = 10;

const Claimed = z.object({
  mails: z.array(z.object({ id: z.uuid(), claim: z.uuid(), receipt: Receipt })),
  parked: z.array(z.object({ id: z.uuid(), order_id: z.int(), last_error: z.string() })),
});
type ClaimedMail = z.infer<typeof Claimed>['mails'][number];

function logParked(mail: string, order: number, error: string): void {
  console.error(`MAIL PARKED: confirmation ${mail} of order ${order} was not sent: ${error}`);
}

async function send({ id, claim, receipt }: ClaimedMail, settings: MailSettings) {
  const sending = await sendMail(orderMail(receipt, settings.shop), id, settings);
  if (sending.outcome === 'sent') {
    const sent = { p_mail: id, p_provider_id: sending.id };
    dataOf(await database().rpc('record_mail_sent', sent));
    return;
  }
  const { error, permanent } = sending;
  const failure = { p_mail: id, p_claim: claim, p_error: error, p_permanent: permanent };
  const status = dataOf(await database().rpc('record_mail_failure', failure));
  if (status === 'parked') logParked(id, receipt.id, error);
  else console.warn(`Mail ${id} of order ${receipt.id} will be tried again: ${error}`);
}

/**
 * Sends the order confirmations that are due, or that of one order. Any number of these may run at
 * once: each e-mail is taken by one, and the provider knows a repeated try by its key. What fails is
 * tried again by the sweep, with growing waits, and in the end parked.
 * @returns how many e-mails were tried.
 * @throws when the database cannot be reached; nothing is lost then.
 */
export async function sendDueMails(order?: number): Promise<number> {
  const settings = mailSettings();
  if (!settings) return 0;
  const claimed = await database().rpc('claim_mails', {
    p_limit: batch,
    p_lease_seconds: leaseSeconds,
    ...(order && { p_order: order }),
  });
  const { mails, parked } = Claimed.parse(dataOf(claimed));
  for (const { id, order_id, last_error } of parked) logParked(id, order_id, last_error);
  for (const mail of mails) await send(mail, settings);
  return mails.length;
}
