import { isRecord } from '#domain/record.ts';
import { ApiError } from '#api/http/api-error.ts';
import { forgetUnfinished, keepUnfinished, readUnfinished } from './unfinished-payment.ts';
import type { UnfinishedPayment } from './unfinished-payment.ts';

const UNCONFIRMED =
  'We could not confirm your order yet. If you have paid, please do not pay again.';

/** What is known of a payment before the server has said anything new. */
function known(session: string): UnfinishedPayment {
  const earlier = readUnfinished();
  if (earlier?.session === session) return earlier;
  return { session, text: UNCONFIRMED, reference: '', since: Date.now() };
}

/** Keeps a payment before its order is asked for: the shopper may leave before the answer. */
export function noteReturn(session: string): void {
  keepUnfinished(known(session));
}

/**
 * Keeps or forgets a payment after a failed call, and says what the shopper is to be told.
 * @returns null when nothing was paid. A refunded payment is told once more and then forgotten.
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
