/**
 * What the Shipping and Returns page promises (spec, section 9), as numbers for structured data. The
 * page's own text is the content `returns`; what counts days of a calendar is
 * supabase/schemas/promise_clock.sql.
 */

/** Days after delivery within which an item may be returned. */
export const RETURN_DAYS = 30;

/** Business days, Monday to Friday, until a paid order is dispatched: 48 business hours. */
export const HANDLING_DAYS = 2;
