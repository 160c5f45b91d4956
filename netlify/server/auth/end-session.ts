import { isAuthSessionMissingError } from '@supabase/auth-js';
import type { Login } from '../caller.ts';
import { authClient } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';
import { refreshSession } from './refresh-session.ts';

/** Statuses of Supabase Auth for a session that does not exist (any more). */
const gone = new Set([403, 404]);

/**
 * Ends a login's session at Supabase Auth: its access and refresh tokens are worthless from
 * then on. Auth ends sessions by a live access token only, so an expired one is renewed first.
 * @param refresh the login's refresh token, if the caller has it.
 * @throws HttpError 429 when Auth is rate limited; Error when it is away.
 */
export async function endSession(login: Login, refresh: string | null, ip: string): Promise<void> {
  const renewed = login.expired && refresh ? await refreshSession(refresh, ip) : null;
  const access = login.expired ? renewed?.access : login.token;
  if (!access) return;
  const { error } = await authClient(ip).admin.signOut(access, 'local');
  if (error && !isAuthSessionMissingError(error) && !gone.has(error.status ?? 0)) {
    throw authFailure(error);
  }
}
