import type { AuthError } from '@supabase/supabase-js';

/**
 * What may be logged of a failure of Supabase Auth: its kind alone. Its words come from the answer to
 * a request that held a password, and nobody promises that they never repeat it.
 */
export function authFailure({ name, status, code }: AuthError): Error {
  return new Error(`Supabase Auth: ${name}, status ${status ?? 'none'}, code ${code ?? 'none'}`);
}
