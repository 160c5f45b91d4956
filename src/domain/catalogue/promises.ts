import { CANCELLATION_DAYS, RETURN_DAYS } from '../basics/return-periods.ts';

/**
 * The promises of the Shipping and Returns page (spec, section 9), as numbers for structured data. The
 * page's own text is the content `returns`; calendar days are computed by
 * supabase/schemas/orders/promise_clock.sql.
 */

/** Business days, Monday to Friday, until a paid order is dispatched: 48 business hours. */
export const HANDLING_DAYS = 2;

/** Delivery in short, for a product's page. Names no day, because pages outlive it. */
export const DELIVERY_IN_SHORT: readonly string[] = [
  `Standard delivery within the United Kingdom is free. It leaves within ${HANDLING_DAYS * 24} business hours and arrives 2–3 business days later.`,
  'Express delivery, for a charge, leaves the same business day if you order before 12:00 PM GMT, and arrives on the next.',
  'To other countries, the billing page shows what it costs, how long it takes, and who pays duties and taxes.',
];

/** Returns in short, for a product's page. */
export const RETURNS_IN_SHORT: readonly string[] = [
  `Send it back within ${RETURN_DAYS} days of delivery, unworn, unwashed and with its tags, for a refund or an exchange.`,
  `You may also cancel within ${CANCELLATION_DAYS} days of delivery without giving a reason, and also get back what standard delivery cost.`,
  'You pay for return shipping, unless it is defective or not what you ordered.',
];
