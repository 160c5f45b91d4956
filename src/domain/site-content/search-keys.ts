/** Kinds with a page's words in search results and shared links. */
export const searchKeys = [
  'home_search',
  'listing_search',
  'faq_search',
  'terms_search',
  'returns_search',
  'privacy_search',
  'contact_search',
] as const;
export type SearchKey = (typeof searchKeys)[number];
