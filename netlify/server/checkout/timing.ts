/**
 * Seconds until a payment session expires. Stripe's minimum is 30 minutes from its creation; the rest
 * lets a failed creation be retried with the same expiry.
 */
export const sessionSeconds = 35 * 60;

/** Seconds that stock is held: well beyond the session, so that a last-second payment finds its goods. */
export const holdSeconds = 60 * 60;

/** Seconds that stock is held for a slow payment method, once the shopper has started the payment. */
export const slowPaymentSeconds = 7 * 24 * 60 * 60;
