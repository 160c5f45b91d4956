import type { AuthError } from '@supabase/auth-js';
import { HttpError, isAway, Unavailable } from '../http-error.ts';
import { requestMessages } from '../messages/requests.ts';

/** Auth does not say when it accepts requests again; its limits refill sooner than this. */
const waitSeconds = 60;

/** Whether Auth rejected a login: wrong credentials, or a banned user. */
export function isRefusal({ status }: AuthError): boolean {
  return status === 400 || status === 403;
}

/**
 * Turns a failure of Supabase Auth itself into a 429 if Auth is rate limited, a 503 if it is unreachable, else an error
 * that is safe to log: without Auth's message, which answers a request with a password and
 * might repeat it.
 */
export function authFailure({
  name,
  status,
  code,
}: Pick<AuthError, 'name' | 'status' | 'code'>): Error {
  if (status === 429) {
    const detail = requestMessages.tooManyAttempts(`${waitSeconds} seconds`);
    return new HttpError(429, detail, { 'Retry-After': String(waitSeconds) });
  }
  const reason = `Supabase Auth: ${name}, status ${status ?? 'none'}, code ${code ?? 'none'}`;
  return isAway(status) ? new Unavailable(reason) : new Error(reason);
}
