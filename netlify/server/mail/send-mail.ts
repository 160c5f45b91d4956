import { z } from 'zod';
import type { MailSettings } from './mail-settings.ts';
import type { Mail } from './mail.ts';

/** What came of handing an e-mail to the provider. */
export type Sending =
  | { outcome: 'sent'; id: string }
  /** `permanent`: the same e-mail will be refused again, however often it is tried. */
  | { outcome: 'failed'; permanent: boolean; error: string };

const timeoutMilliseconds = 8000;

const Accepted = z.object({ id: z.string() });
const Refused = z.object({ name: z.string(), message: z.string() });

/** Resend's words for an e-mail that can never be sent: https://resend.com/docs/api-reference/errors */
const permanentStatuses = new Set([400, 413, 422]);

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}

/**
 * Hands an e-mail to Resend: https://resend.com/docs/api-reference/emails/send-email. Never throws.
 * @param key the same for every try at this e-mail: Resend then sends it once, for 24 hours.
 */
export async function sendMail(mail: Mail, key: string, settings: MailSettings): Promise<Sending> {
  let answer: Response;
  try {
    answer = await fetch(`${settings.apiBase}/emails`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${settings.apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({
        ...mail,
        from: settings.from,
        reply_to: settings.replyTo,
      }),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch (error) {
    return { outcome: 'failed', permanent: false, error: String(error) };
  }
  const body = await jsonOf(answer);
  if (answer.ok) return { outcome: 'sent', id: Accepted.safeParse(body).data?.id ?? '' };
  const refused = Refused.safeParse(body).data;
  // An earlier try got through, worded otherwise (by an older deploy): the shopper has the e-mail.
  if (refused?.name === 'invalid_idempotent_request') return { outcome: 'sent', id: '' };
  return {
    outcome: 'failed',
    permanent: permanentStatuses.has(answer.status),
    error: `${answer.status} ${refused ? `${refused.name}: ${refused.message}` : 'no reason given'}`,
  };
}
