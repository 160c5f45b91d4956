/**
 * Header of a listing's response: when the catalogue next changes by itself, as ISO 8601; missing if no change
 * is announced.
 */
export const NEXT_OPENING = 'Next-Opening';
