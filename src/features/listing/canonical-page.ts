import { EVERYTHING } from '#domain/catalogue/listing-state.ts';
import { addressOf } from './listing-query.ts';
import type { ListingQuery } from './listing-query.ts';

/**
 * Makes the shown page the document's canonical URL: each page of a listing is one of its own, while a sort, a filter
 * or a search is a view of the whole listing.
 */
export function showCanonicalPage(query: ListingQuery): void {
  const everything = { ...EVERYTHING, words: '' };
  const own = addressOf({ ...everything, page: query.page });
  const address = own === addressOf(query) ? own : addressOf(everything);
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  // Absent on a page that is not indexed.
  if (!link) return;
  link.href = new URL(address, link.href).href;
  document.head
    .querySelector<HTMLMetaElement>('meta[property="og:url"]')
    ?.setAttribute('content', link.href);
}
