/**
 * Seconds that Stripe may take payment for a checkout. Stripe's least is 30 minutes from the moment
 * the session is made; the rest lets a failed attempt be repeated with the same moment of expiry.
 */
export const sessionSeconds = 35 * 60;

/** Seconds that stock is held: well beyond the session, so that a last-second payment finds its goods. */
export const holdSeconds = 60 * 60;

/** Seconds that stock is kept for a payment by a slow method, once the shopper has started it. */
export const slowPaymentSeconds = 7 * 24 * 60 * 60;
