const minute = 60;
const day = 24 * 60 * minute;

/**
 * Seconds until a payment session expires, as short as Stripe allows, because an unpaid session keeps
 * stock from others: at least 30 minutes from its creation (docs.stripe.com/api/checkout/sessions/create,
 * `expires_at`). The last minute is for slow answers, a retry and clocks that differ.
 */
export const sessionSeconds = 31 * minute;

/** Seconds that stock is held: a few minutes beyond the session, so that a last-second payment finds its goods. */
export const holdSeconds = sessionSeconds + 5 * minute;

/**
 * Seconds that stock is held for a slow payment method, once the shopper has started the payment. A
 * first Bacs Direct Debit takes up to 7 business days (docs.stripe.com/payments/payment-methods/bacs-debit); two weeks
 * leave room for weekends and bank holidays.
 */
export const slowPaymentSeconds = 14 * day;
