import { authClient } from '../auth/auth-client.ts';
import { authFailure } from '../auth/auth-failure.ts';

/**
 * Creates an anonymous user at Supabase Auth with a session.
 * @returns the body of the answer, and the refresh token, which scripts must not read.
 * @throws HttpError 429 when Auth is rate limited; Error when it is away, or anonymous sign-ins are switched off.
 */
export async function signInGuest(ip: string) {
  const { data, error } = await authClient(ip).signInAnonymously();
  if (error) throw authFailure(error);
  const { user, session } = data;
  if (!user || !session) throw new Error('Supabase Auth gave a guest no session');
  return {
    body: { id: user.id, token: { access: session.access_token } },
    refresh: session.refresh_token,
  };
}
