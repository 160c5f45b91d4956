/** Events of a payment page. */
export const sessionEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;

/** Refunds, also those made in Stripe's dashboard. */
export const refundEvents = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const;

export const disputeEvents = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/** Events that may come from the dashboard or a bank, long after the payment. */
export const afterPaymentEvents: readonly string[] = [...refundEvents, ...disputeEvents];

/** The events that the webhook at Stripe must be subscribed to. */
export const webhookEvents: readonly string[] = [...sessionEvents, ...afterPaymentEvents];
