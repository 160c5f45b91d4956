import { ApiError } from '#api/http/api-error.ts';
import { confirmEmail } from '#api/mailed-link.ts';
import { liveSession } from '#stores/live-session.ts';
import { endSession, ofAccount } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';

/**
 * Confirms the address of the account that this browser is logged in to; without a login, goes to log in and back.
 * @returns whether it is confirmed.
 * @throws ApiError if the link has expired or is another account's.
 */
export async function confirmAddress(token: string): Promise<boolean> {
  const session = ofAccount(await liveSession());
  try {
    if (session) {
      await confirmEmail(token, session);
      return true;
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    endSession();
  }
  leaveForLogin(location.pathname + location.hash, 'assign');
  return false;
}
