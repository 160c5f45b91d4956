import { readListingState, writeListingState } from '#domain/catalogue/listing-state.ts';
import type { ListingState } from '#domain/catalogue/listing-state.ts';

/** A listing's page, sort, filter and search words, as encoded in its URL. */
export interface ListingQuery extends ListingState {
  /** From the header's search. */
  words: string;
}

/** The query in the current URL. */
export function currentQuery(): ListingQuery {
  const params = new URLSearchParams(location.search);
  return { ...readListingState(params), words: params.get('q')?.trim() ?? '' };
}

/** The URL of a query. */
export function addressOf({ words, ...state }: ListingQuery): string {
  const params = writeListingState(state);
  if (words !== '') params.set('q', words);
  const query = params.toString();
  return query === '' ? location.pathname : `${location.pathname}?${query}`;
}
