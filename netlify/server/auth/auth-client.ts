import { isIP } from 'node:net';
import { AuthClient } from '@supabase/auth-js';
import { environment } from '../environment.ts';

/**
 * Supabase Auth for one request, with the secret key. It remembers who logged in through it, so it
 * is never shared. Auth has limits of its own for each address: it is told whose request this is,
 * which it believes with the secret key alone, or all shoppers would share those of our functions.
 * @param ip `context.ip` of the function.
 * @see https://supabase.com/docs/guides/auth/rate-limits (IP address forwarding)
 */
export function accounts(ip: string) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY: apikey } = environment();
  return new AuthClient({
    url: `${SUPABASE_URL}/auth/v1`,
    headers: {
      apikey,
      Authorization: `Bearer ${apikey}`,
      ...(isIP(ip) && { 'Sb-Forwarded-For': ip }),
    },
    // A function has no browser to keep a session in and answers one request at a time.
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
