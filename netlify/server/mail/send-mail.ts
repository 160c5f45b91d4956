import { z } from 'zod';
import type { MailSettings } from './mail-settings.ts';
import type { Mail } from './mail.ts';
import { postToResend } from './resend.ts';

/** Outcome of sending an e-mail. */
export type Sending =
  | { outcome: 'sent'; id: string }
  /** `permanent`: every retry would be refused as well. */
  | { outcome: 'failed'; permanent: boolean; error: string };

const timeoutMilliseconds = 8000;

const Accepted = z.object({ id: z.string() });
/** Resend's statuses for e-mails that can never be sent: https://resend.com/docs/api-reference/errors */
const permanentStatuses = new Set([400, 413, 422]);

/**
 * Hands an e-mail to Resend: https://resend.com/docs/api-reference/emails/send-email. Never throws.
 * @param key idempotency key, the same for every try at this e-mail: Resend then sends it once, for 24 hours.
 */
export async function sendMail(mail: Mail, key: string, settings: MailSettings): Promise<Sending> {
  const body = { ...mail, from: settings.from, reply_to: settings.replyTo };
  const posting = { path: '/emails', body, key, timeout: timeoutMilliseconds };
  const answer = await postToResend(posting, settings);
  if (answer.got === 'accepted')
    return { outcome: 'sent', id: Accepted.safeParse(answer.body).data?.id ?? '' };
  const { error } = answer;
  if (answer.got === 'nothing') return { outcome: 'failed', permanent: false, error };
  // An earlier try got through with an older deploy's wording: the shopper has the e-mail.
  if (answer.name === 'invalid_idempotent_request') return { outcome: 'sent', id: '' };
  return { outcome: 'failed', permanent: permanentStatuses.has(answer.status), error };
}
