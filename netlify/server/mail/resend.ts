import { z } from 'zod';
import type { MailSettings } from './mail-settings.ts';

/** Resend's answer, or the reason that it is unknown. */
export type ResendAnswer =
  | { got: 'accepted'; body: unknown }
  /** `name` is Resend's name of the error, if given: https://resend.com/docs/api-reference/errors */
  | { got: 'refused'; status: number; name?: string | undefined; error: string; headers: Headers }
  | { got: 'nothing'; error: string };

interface Posting {
  /** Path below the API's base URL, such as `/emails`. */
  path: string;
  body: unknown;
  /** Idempotency key, the same for every try: Resend then sends it once, for 24 hours. */
  key: string;
  headers?: Record<string, string>;
  /** Milliseconds. */
  timeout: number;
}

const Refused = z.object({ name: z.string(), message: z.string() });

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}

/** Hands Resend something to send. Never throws. */
export async function postToResend(
  { path, body, key, headers, timeout }: Posting,
  { apiBase, apiKey }: Pick<MailSettings, 'apiBase' | 'apiKey'>,
): Promise<ResendAnswer> {
  let answer: Response;
  try {
    answer = await fetch(apiBase + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    return { got: 'nothing', error: String(error) };
  }
  const json = await jsonOf(answer);
  if (answer.ok) return { got: 'accepted', body: json };
  const refused = Refused.safeParse(json).data;
  const why = refused ? `${refused.name}: ${refused.message}` : 'no reason given';
  const { status } = answer;
  return {
    got: 'refused',
    status,
    name: refused?.name,
    error: `${status} ${why}`,
    headers: answer.headers,
  };
}
