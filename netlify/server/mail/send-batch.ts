import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Mail } from './mail.ts';
import type { MailSettings } from './mail-settings.ts';
import { postToResend } from './resend.ts';

/** E-mails in one call: https://resend.com/docs/api-reference/emails/send-batch-emails */
export const mostInBatch = 100;

/** Milliseconds between calls: Resend takes two a second. */
export const batchSpacingMs = 550;
const timeoutMs = 12_000;

/** Outcome of sending a batch. */
export type BatchSending =
  | {
      outcome: 'sent';
      /** By the e-mail's index: its id at the provider, or the reason for a permanent refusal. */
      results: ({ id: string } | { error: string })[];
    }
  | {
      outcome: 'failed';
      error: string;
      /** Seconds to wait before the next try, if the provider gave any. */
      wait: number | null;
    };

const Accepted = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.array(z.object({ index: z.int(), message: z.string() })).default([]),
});

/**
 * Hands up to a hundred e-mails to Resend in one call. Never throws.
 * @param key idempotency key, the same for every try at this batch: Resend then sends it once, for 24 hours.
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
  // An earlier try got through, with other recipients or older prices.
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

/** Database arguments for a batch that failed. */
export function failureOf(
  { batch, claim }: { batch: string; claim: string },
  { error, wait }: Extract<BatchSending, { outcome: 'failed' }>,
) {
  const failure = { p_batch: batch, p_claim: claim, p_error: error };
  return { ...failure, ...(wait !== null && { p_wait_seconds: wait }) };
}

/** Database arguments for each e-mail of a sent batch, by the e-mail's own id. */
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
 * Sends batches one after the other, as fast as Resend takes them, until none are left or the time is up.
 * @param send sends the next one; false if there was none.
 * @param until in milliseconds since 1970. @returns the number of tries.
 */
export async function sendInTurns(send: () => Promise<boolean>, until: number): Promise<number> {
  let tried = 0;
  while (Date.now() < until) {
    const began = Date.now();
    if (!(await send())) return tried;
    tried += 1;
    await pause(Math.max(0, began + batchSpacingMs - Date.now()));
  }
  return tried;
}
