import {
  cancelItems as cancel,
  decideRefund as decide,
  decideReview as review,
  type CancelBody,
  type MoneyAnswer,
  type RefundAttemptBody,
  type RefundBody,
  refundOrder as refund,
  type ReviewAnswer,
  type ReviewBody,
} from '#domain/wire/staff-money.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Cancels pieces that have not left, and refunds them. @throws ApiError 403 `login_too_old`; 400, 404, 409 */
export function cancelItems(body: CancelBody, customer: Customer): Promise<MoneyAnswer> {
  return callStaff(cancel, body, customer);
}

/** Refunds pieces, delivery or a goodwill amount. @throws ApiError as `cancelItems` */
export function refundOrder(body: RefundBody, customer: Customer): Promise<MoneyAnswer> {
  return callStaff(refund, body, customer);
}

type OfOrder = Extract<RefundAttemptBody, { order_refund: string }>;
type OfPayment = Extract<RefundAttemptBody, { checkout: string }>;

/** Retries an order's failed refund, or gives it up. @throws ApiError as `cancelItems`; 503 `stripe_silent` */
export function decideRefund(body: OfOrder, customer: Customer): Promise<MoneyAnswer> {
  return callStaff(decide, body, customer);
}

/**
 * Retries the refund of a payment without an order, records that it was paid back in another way, or closes an
 * over-refund. @throws ApiError as `decideRefund`
 */
export function decidePayment(body: OfPayment, customer: Customer): Promise<ReviewAnswer> {
  return callStaff(decide, body, customer);
}

/** Ends the review of a payment: makes the order, or refunds it. @throws ApiError as `cancelItems` */
export function decideReview(body: ReviewBody, customer: Customer): Promise<ReviewAnswer> {
  return callStaff(review, body, customer);
}
