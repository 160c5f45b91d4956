import { invalidRequest } from './api-error.ts';
import type { RequestOrigin } from './request-origin.ts';
import { NO_REQUEST } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { StoredSession } from './state.ts';

/**
 * Closes an open session, so that it can no longer be paid.
 * @throws ApiError when the session is complete or already expired
 */
export function expireSession(
  { state, clock, events }: SandboxContext,
  { session }: StoredSession,
  request: RequestOrigin,
): void {
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  const intent =
    typeof session.payment_intent === 'string'
      ? state.paymentIntents.get(session.payment_intent)
      : undefined;
  if (intent) {
    intent.status = 'canceled';
    intent.canceled_at = clock.now();
    intent.cancellation_reason = 'automatic';
  }
  events.record('checkout.session.expired', session, request);
}

/** Expires every open session that is due; returns whether there was one. */
export function expireDueSessions(context: SandboxContext): boolean {
  const now = context.clock.now();
  const due = [...context.state.sessions.values()].filter(
    ({ session }) => session.status === 'open' && session.expires_at <= now,
  );
  for (const stored of due) expireSession(context, stored, NO_REQUEST);
  return due.length > 0;
}
