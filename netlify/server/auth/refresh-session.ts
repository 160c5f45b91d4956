import { z } from 'zod';
import { environment } from '../environment.ts';
import { Unavailable } from '../http-error.ts';
import { authFailure } from './auth-failure.ts';
import { authHeaders } from './auth-headers.ts';

const Refreshed = z.object({ access_token: z.string(), refresh_token: z.string() });

/** A session's new pair of tokens. */
export interface Tokens {
  /** A JWT that is valid for an hour. */
  access: string;
  refresh: string;
}

/** Statuses of Supabase Auth for a refused refresh token or user. 401 is about our own key. */
const ended = new Set([400, 403, 404, 422]);

/** Timeout in milliseconds. A page waits at most five seconds for its state (spec, section 3). */
const limitMs = 5000;

/**
 * Renews a session: exchanges the refresh token at Supabase Auth for a new one. Not through its client,
 * which would retry for half a minute while the page waits.
 * @returns null when the session has ended.
 * @throws HttpError 429 when Auth is rate limited; Unavailable when it is away.
 * @see https://supabase.com/docs/guides/auth/sessions
 */
export async function refreshSession(refresh: string, ip: string): Promise<Tokens | null> {
  const address = `${environment().SUPABASE_URL}/auth/v1/token?grant_type=refresh_token`;
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: 'POST',
      headers: { ...authHeaders(ip), 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: refresh }),
      signal: AbortSignal.timeout(limitMs),
    });
  } catch (error) {
    throw new Unavailable('Supabase Auth: refresh, no answer', { cause: error });
  }
  if (answer.ok) {
    const { access_token, refresh_token } = Refreshed.parse(await answer.json());
    return { access: access_token, refresh: refresh_token };
  }
  await answer.body?.cancel();
  const { status } = answer;
  if (ended.has(status)) return null;
  throw authFailure({ name: 'refresh', status, code: undefined });
}
