import { AuthClient } from '@supabase/auth-js';
import { timedFetch } from '../timed-fetch.ts';
import { environment } from '../environment.ts';
import { authHeaders } from './auth-headers.ts';

/**
 * A Supabase Auth client for one request, with the secret key. It keeps the session of the user who
 * logs in through it, so it is never shared.
 * @param ip `context.ip` of the function.
 */
export function authClient(ip: string) {
  return new AuthClient({
    url: `${environment().SUPABASE_URL}/auth/v1`,
    headers: authHeaders(ip),
    fetch: timedFetch(),
    // A function has no browser storage and no session that outlives the request.
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
