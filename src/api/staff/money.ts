import {
  type CancelBody,
  MoneyAnswer,
  type RefundAttemptBody,
  type RefundBody,
  ReviewAnswer,
  type ReviewBody,
} from '#domain/wire/staff-money.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

const read = (body: unknown) => MoneyAnswer.parse(body);
const readReview = (body: unknown) => ReviewAnswer.parse(body);

/**
 * Cancels pieces that have not left, and refunds them. The same body again, after a lost answer or a
 * double press, does nothing twice; so do the others here.
 * @throws ApiError 403 `login_too_old` where the password has to be asked for again; 400, 404, 409
 */
export function cancelItems(body: CancelBody, { access }: Customer): Promise<MoneyAnswer> {
  return request('/api/staff/cancel', read, { method: 'POST', body, access });
}

/** Refunds pieces, delivery or a goodwill amount. @throws ApiError as `cancelItems` */
export function refundOrder(body: RefundBody, { access }: Customer): Promise<MoneyAnswer> {
  return request('/api/staff/refund', read, { method: 'POST', body, access });
}

type OfOrder = Extract<RefundAttemptBody, { order_refund: string }>;
type OfPayment = Extract<RefundAttemptBody, { checkout: string }>;

/** Tries a refund that failed once more, or gives it up. @throws ApiError as `cancelItems`; 503 `stripe_silent` */
export function decideRefund(body: OfOrder, { access }: Customer): Promise<MoneyAnswer> {
  return request('/api/staff/refund-attempt', read, { method: 'POST', body, access });
}

/**
 * Has the refund of a payment without an order tried again, or records that it was paid back in another way;
 * or what becomes of what was refunded too much. @throws ApiError as `decideRefund`
 */
export function decidePayment(body: OfPayment, { access }: Customer): Promise<ReviewAnswer> {
  return request('/api/staff/refund-attempt', readReview, { method: 'POST', body, access });
}

/** Ends the review of a payment: makes the order, or refunds it. @throws ApiError as `cancelItems` */
export function decideReview(body: ReviewBody, { access }: Customer): Promise<ReviewAnswer> {
  return request('/api/staff/review', readReview, { method: 'POST', body, access });
}
