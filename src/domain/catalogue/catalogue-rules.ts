/** Limits of the catalogue's texts and prices. The database enforces the same ones as constraints. */
import { pence } from '../money/money.ts';

/** The short name of a product or category in URLs and files, such as `boss-beanie`. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Maximum price of one unit. */
export const MAX_PRICE = pence(9_999_999);

/** A customs commodity code: international (6 digits), for exports (8) or imports (10). */
export const HS_CODE = /^\d{6}(?:\d{2}){0,2}$/;

/**
 * Line breaks, invisible characters and bidirectional controls, not allowed in text for shoppers.
 * Joiners are, because some scripts and emoji need them.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/;

/** Whether a text contains line breaks, tabs, invisible characters or half a surrogate pair. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text) || !text.isWellFormed();
}

/**
 * Whether a moment is in this century: one far beyond is a typing mistake, and prints as such in pages
 * and files.
 */
export function isSaneTime(moment: string): boolean {
  const at = Date.parse(moment);
  return at >= Date.UTC(2000, 0) && at < Date.UTC(2100, 0);
}

/** Maximum lengths in characters; the limits of product facts are in product-facts.ts. */
export const LONGEST = {
  slug: 100,
  name: 120,
  category: 60,
  intro: 400,
  description: 5000,
  colour: 60,
  alt: 200,
  /** Search engines cut titles, brand included, at about 60, and descriptions at 160. */
  search_title: 70,
  search_description: 160,
} as const;
