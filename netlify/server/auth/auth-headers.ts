import { isIP } from 'node:net';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { environment } from '../environment.ts';

/**
 * The headers of a call to Supabase Auth, with the secret key. Auth has rate limits per IP address:
 * forwarding the caller's, which it trusts only with the secret key, keeps shoppers from sharing the
 * functions' own.
 * @param ip `context.ip` of the function.
 * @see https://supabase.com/docs/guides/auth/rate-limits (IP address forwarding)
 */
export function authHeaders(ip: string): Record<string, string> {
  return {
    ...apiKeyHeaders(environment().SUPABASE_SECRET_KEY),
    ...(isIP(ip) && { 'Sb-Forwarded-For': ip }),
  };
}
