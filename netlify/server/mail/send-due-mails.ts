import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import type { Mail } from './mail.ts';
import { type MailSettings, mailSettings } from './mail-settings.ts';
import { OwedMail } from './owed-mail.ts';
import { type Sending, sendMail } from './send-mail.ts';
import { log } from '../log.ts';
import { writeMail } from './write-mail.ts';

/** Longer than any sender needs for a batch, so that its e-mails are not taken by another. */
const leaseSeconds = 120;
/** E-mails per run of the sweep: sent one after the other, as Resend takes two a second. */
const batch = 10;

/** An e-mail with unparsed content, so that one that cannot be written does not hold up others. */
const Leased = z.looseObject({
  id: z.uuid(),
  claim: z.uuid(),
  kind: z.string(),
  about: z.string(),
});
type Leased = z.infer<typeof Leased>;

const Claimed = z.object({
  mails: z.array(Leased),
  parked: z.array(
    z.object({ id: z.uuid(), kind: z.string(), about: z.string(), last_error: z.string() }),
  ),
});

function logParked(
  { id, kind, about }: { id: string; kind: string; about: string },
  error: string,
): void {
  log.error('MAIL PARKED', { kind, mail: id, about, why: error });
}

async function attempt(leased: Leased, settings: MailSettings): Promise<Sending> {
  let mail: Mail;
  try {
    mail = writeMail(OwedMail.parse(leased), settings.shop);
  } catch (error) {
    // A later deploy may be able to.
    return { outcome: 'failed', permanent: false, error: `cannot be written: ${String(error)}` };
  }
  return sendMail(mail, leased.id, settings);
}

async function send(leased: Leased, settings: MailSettings) {
  const { id, claim, about } = leased;
  const sending = await attempt(leased, settings);
  if (sending.outcome === 'sent') {
    const sent = { p_mail: id, p_provider_id: sending.id };
    dataOf(await database().rpc('record_mail_sent', sent));
    return;
  }
  const { error, permanent } = sending;
  const failure = { p_mail: id, p_claim: claim, p_error: error, p_permanent: permanent };
  const status = dataOf(await database().rpc('record_mail_failure', failure));
  if (status === 'parked') logParked(leased, error);
  else log.warn('A mail will be tried again', { mail: id, about, why: error });
}

/** Selects the e-mails about a checkout, or one e-mail. */
type Wanted = { checkout: string } | { mail: string };

/**
 * Sends the e-mails that are due, or those selected. Safe to run concurrently: each e-mail is
 * taken by one run, and the provider recognises a repeated try by its key. The sweep retries failures
 * with growing waits, and in the end parks them.
 * @returns the number of e-mails tried.
 * @throws when the database cannot be reached; nothing is lost then.
 */
export async function sendDueMails(wanted?: Wanted): Promise<number> {
  const settings = mailSettings();
  if (!settings) return 0;
  const claimed = await database().rpc('claim_mails', {
    p_limit: batch,
    p_lease_seconds: leaseSeconds,
    ...(wanted && 'checkout' in wanted && { p_checkout: wanted.checkout }),
    ...(wanted && 'mail' in wanted && { p_mail: wanted.mail }),
  });
  const { mails, parked } = Claimed.parse(dataOf(claimed));
  for (const mail of parked) logParked(mail, mail.last_error);
  for (const mail of mails) await send(mail, settings);
  return mails.length;
}
