import { isIP } from 'node:net';
import { AuthClient } from '@supabase/auth-js';
import { apiKeyHeaders } from '#domain/api-key-headers.ts';
import { environment } from '../environment.ts';

/**
 * A Supabase Auth client for one request, with the secret key. It keeps the session of whoever logs
 * in through it, so it is never shared. Auth has rate limits per IP address: forwarding the caller's,
 * which it trusts only with the secret key, keeps shoppers from sharing the functions' own.
 * @param ip `context.ip` of the function.
 * @see https://supabase.com/docs/guides/auth/rate-limits (IP address forwarding)
 */
export function authClient(ip: string) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  return new AuthClient({
    url: `${SUPABASE_URL}/auth/v1`,
    headers: {
      ...apiKeyHeaders(SUPABASE_SECRET_KEY),
      ...(isIP(ip) && { 'Sb-Forwarded-For': ip }),
    },
    // A function has no browser storage and no session that outlives the request.
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
