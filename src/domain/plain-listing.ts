/** Before a listing's path: its pages as HTML that needs no script (netlify/functions/listing-page.ts). */
const PREFIX = '/pages';

/**
 * The path of a listing's pages that need no script.
 * @param path the listing's own, e.g. `/all-products`.
 */
export function plainListing(path: string): string {
  return PREFIX + path;
}

/** The listing's own path; null for a path of another kind. */
export function listingOfPlain(path: string): string | null {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : null;
}
