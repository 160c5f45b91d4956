import type { AuthError } from '@supabase/auth-js';
import { HttpError } from '../http-error.ts';

/** Auth gives attempts back in less; it does not say when. */
const waitSeconds = 60;

/**
 * What becomes of a failure of Supabase Auth that is not the shopper's: an answer that asks to wait
 * when it has had too many requests, else an error of which its kind alone may be logged. Its words
 * come from the answer to a request that held a password, and nobody promises that they never repeat
 * it.
 */
export function authFailure({ name, status, code }: AuthError): Error {
  if (status === 429) {
    const detail = `Too many attempts. Please wait ${waitSeconds} seconds.`;
    return new HttpError(429, detail, { 'Retry-After': String(waitSeconds) });
  }
  return new Error(`Supabase Auth: ${name}, status ${status ?? 'none'}, code ${code ?? 'none'}`);
}
