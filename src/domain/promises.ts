/**
 * What Shipping and Returns promises (spec, section 9), in numbers for machines; the page itself says
 * it in words (src/content/texts/returns.md).
 */

/** Days after delivery within which an item may come back. */
export const RETURN_DAYS = 30;

/** Business days, Monday to Friday, within which a paid order is on its way: 48 business hours. */
export const HANDLING_DAYS = 2;
