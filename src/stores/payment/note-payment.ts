import { isRecord } from '#domain/basics/record.ts';
import { ApiError } from '#api/http/api-error.ts';
import { forgetUnfinished, keepUnfinished, readUnfinished } from './unfinished-payment.ts';
import type { UnfinishedPayment } from './unfinished-payment.ts';

const UNCONFIRMED =
  'We could not confirm your order yet. If you have paid, please do not pay again.';

/** The known state of a payment before the server reports anything new. */
function known(session: string): UnfinishedPayment {
  const earlier = readUnfinished();
  if (earlier?.session === session) return earlier;
  return { session, text: UNCONFIRMED, reference: '', since: Date.now() };
}

/** Stores a payment before its order is requested: the shopper may leave before the response. */
export function noteReturn(session: string): void {
  keepUnfinished(known(session));
}

/**
 * Stores or drops a payment after a failed call.
 * @returns the state to show; null if nothing was paid. A refunded payment is shown once more and then
 * dropped.
 */
export function noteFailure(session: string, error: unknown): UnfinishedPayment | null {
  const payment = known(session);
  const answer = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  const { detail, payment_status: status, reference } = answer;
  if (typeof detail === 'string' && typeof status === 'string') {
    payment.text = detail;
    if (typeof reference === 'string') payment.reference = reference;
    if (status === 'refunded') forgetUnfinished();
    else keepUnfinished(payment);
    return payment;
  }
  if (error instanceof ApiError && !error.isPassing && error.status !== 401) {
    forgetUnfinished();
    return null;
  }
  keepUnfinished(payment);
  return payment;
}
