import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Mail } from './mail.ts';
import type { MailSettings } from './mail-settings.ts';

/** E-mails in one call: https://resend.com/docs/api-reference/emails/send-batch-emails */
export const mostInBatch = 100;

/** Milliseconds between calls: Resend takes two a second. */
const spacingMs = 550;
const timeoutMs = 12_000;

/** What came of handing a batch to the provider. */
export type BatchSending =
  | {
      outcome: 'sent';
      /** By the e-mail's place: its number at the provider, or why it was refused for good. */
      results: ({ id: string } | { error: string })[];
    }
  | {
      outcome: 'failed';
      error: string;
      /** Seconds, where the provider said how long to wait before it looks at the batch. */
      wait: number | null;
    };

const Accepted = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.array(z.object({ index: z.int(), message: z.string() })).default([]),
});
const Refused = z.object({ name: z.string(), message: z.string() });

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}

function post(mails: readonly Mail[], key: string, settings: MailSettings): Promise<Response> {
  const { from, replyTo } = settings;
  return fetch(`${settings.apiBase}/emails/batch`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${settings.apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      // One bad address must not keep 99 people from their e-mail.
      'x-batch-validation': 'permissive',
    },
    body: JSON.stringify(mails.map((mail) => ({ ...mail, from, reply_to: replyTo }))),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/**
 * Hands up to a hundred e-mails to Resend in one call. Never throws.
 * @param key the same for every try at this batch: Resend then sends it once, for 24 hours.
 */
export async function sendBatch(
  mails: readonly Mail[],
  key: string,
  settings: MailSettings,
): Promise<BatchSending> {
  let answer: Response;
  try {
    answer = await post(mails, key, settings);
  } catch (error) {
    return { outcome: 'failed', error: String(error), wait: null };
  }
  const body = await jsonOf(answer);
  const accepted = answer.ok ? Accepted.safeParse(body).data : undefined;
  if (answer.ok) {
    const refusals = new Map(accepted?.errors.map(({ index, message }) => [index, message]));
    const ids = (accepted?.data ?? []).map(({ id }) => id);
    const results = mails.map((_, place) => {
      const error = refusals.get(place);
      return error === undefined ? { id: ids.shift() ?? '' } : { error };
    });
    return { outcome: 'sent', results };
  }
  const refused = Refused.safeParse(body).data;
  // An earlier try got through, with people who have left since, or with prices of then.
  if (refused?.name === 'invalid_idempotent_request') {
    return { outcome: 'sent', results: mails.map(() => ({ id: '' })) };
  }
  const wait = Number(answer.headers.get('retry-after') ?? '1');
  return {
    outcome: 'failed',
    error: `${answer.status} ${refused ? `${refused.name}: ${refused.message}` : 'no reason given'}`,
    wait: answer.status === 429 ? Math.min(Math.max(Math.ceil(wait) || 1, 1), 600) : null,
  };
}

/**
 * Sends batches one after the other, as fast as Resend takes them, until there are none or the time is up.
 * @param send sends the next one; false when there was none.
 * @param until in milliseconds since 1970. @returns how many were tried.
 */
export async function sendInTurns(send: () => Promise<boolean>, until: number): Promise<number> {
  let tried = 0;
  while (Date.now() < until) {
    const began = Date.now();
    if (!(await send())) return tried;
    tried += 1;
    await pause(Math.max(0, began + spacingMs - Date.now()));
  }
  return tried;
}
