/**
 * Prefix of a listing's path for its pages as HTML that needs no script
 * (netlify/handlers/pages/listing-page.ts).
 */
const PREFIX = '/pages';

/**
 * The path of a listing's script-free pages.
 * @param path the listing's own, e.g. `/all-products`.
 */
export function plainListing(path: string): string {
  return PREFIX + path;
}

/** The listing's own path; null for any other path. */
export function listingOfPlain(path: string): string | null {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : null;
}
