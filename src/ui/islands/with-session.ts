import { ApiError } from '#api/http/api-error.ts';
import type { Customer } from '#api/checkout.ts';
import { liveSession } from '#stores/live-session.ts';
import { endSession } from '#stores/session.ts';
import { leaveForLogin } from './leave-for-login.ts';

/**
 * Makes a call as the logged-in shopper. Without a session, or if the server rejects the token (401),
 * redirects to login and back to this page.
 * @returns `null` when redirecting.
 * @throws ApiError if the call fails otherwise.
 */
export async function withSession<Answer>(
  call: (customer: Customer) => Promise<Answer>,
): Promise<Answer | null> {
  const customer = await liveSession();
  try {
    if (customer) return await call(customer);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    endSession();
  }
  leaveForLogin(location.pathname + location.search);
  return null;
}
