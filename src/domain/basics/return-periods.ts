/** Periods of returns, in days. SQL has the same ones (`return_periods`), which a test compares. */

/** After delivery, to return an item by the shop's rule: spec, section 9. */
export const RETURN_DAYS = 30;

/** After delivery, to withdraw without a reason: Consumer Contracts Regulations 2013, regulation 30. */
export const CANCELLATION_DAYS = 14;

/**
 * After delivery, to ask for reviews: once the time to withdraw is over, so that nobody is asked about what they are
 * about to send back.
 */
export const REVIEW_DAYS = 15;

/** After a withdrawal, to send the goods back: regulation 35. */
export const SEND_BACK_DAYS = 14;

/** After the goods are back, to refund a withdrawal: regulation 34. */
export const REFUND_DAYS = 14;
