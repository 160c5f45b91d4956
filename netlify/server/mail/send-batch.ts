import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Mail } from './mail.ts';
import type { MailSettings } from './mail-settings.ts';
import { postToResend } from './resend.ts';

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

/**
 * Hands up to a hundred e-mails to Resend in one call. Never throws.
 * @param key the same for every try at this batch: Resend then sends it once, for 24 hours.
 */
export async function sendBatch(
  mails: readonly Mail[],
  key: string,
  settings: MailSettings,
): Promise<BatchSending> {
  const { from, replyTo } = settings;
  const answer = await postToResend(
    {
      path: '/emails/batch',
      body: mails.map((mail) => ({ ...mail, from, reply_to: replyTo })),
      key,
      // One bad address must not keep 99 people from their e-mail.
      headers: { 'x-batch-validation': 'permissive' },
      timeout: timeoutMs,
    },
    settings,
  );
  if (answer.got === 'accepted') {
    const accepted = Accepted.safeParse(answer.body).data;
    const refusals = new Map(accepted?.errors.map(({ index, message }) => [index, message]));
    const ids = (accepted?.data ?? []).map(({ id }) => id);
    const results = mails.map((_, place) => {
      const error = refusals.get(place);
      return error === undefined ? { id: ids.shift() ?? '' } : { error };
    });
    return { outcome: 'sent', results };
  }
  const { error } = answer;
  if (answer.got === 'nothing') return { outcome: 'failed', error, wait: null };
  // An earlier try got through, with people who have left since, or with prices of then.
  if (answer.name === 'invalid_idempotent_request') {
    return { outcome: 'sent', results: mails.map(() => ({ id: '' })) };
  }
  const wait = Number(answer.headers.get('retry-after') ?? '1');
  return {
    outcome: 'failed',
    error,
    wait: answer.status === 429 ? Math.min(Math.max(Math.ceil(wait) || 1, 1), 600) : null,
  };
}

/** What the database is told of a batch that failed. */
export function failureOf(
  { batch, claim }: { batch: string; claim: string },
  { error, wait }: Extract<BatchSending, { outcome: 'failed' }>,
) {
  const failure = { p_batch: batch, p_claim: claim, p_error: error };
  return { ...failure, ...(wait !== null && { p_wait_seconds: wait }) };
}

/** What the database is told of each e-mail of a batch that was sent, by the e-mail's own id. */
export function resultsOf(
  ids: readonly string[],
  { results }: Extract<BatchSending, { outcome: 'sent' }>,
) {
  return ids.map((id, place) => {
    const result = results[place] ?? { id: '' };
    return 'error' in result ? { id, error: result.error } : { id, provider_id: result.id };
  });
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
