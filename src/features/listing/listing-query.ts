import { readListingState, writeListingState } from '#domain/listing.ts';
import type { ListingState } from '#domain/listing.ts';

/** What the address asks of this listing; the words come from the header's search. */
export interface Wanted extends ListingState {
  words: string;
}

/** What the address asks at this moment. */
export function wantedNow(): Wanted {
  const params = new URLSearchParams(location.search);
  return { ...readListingState(params), words: params.get('q')?.trim() ?? '' };
}

/** The address that asks for this. */
export function addressOf({ words, ...state }: Wanted): string {
  const params = writeListingState(state);
  if (words !== '') params.set('q', words);
  const query = params.toString();
  return query === '' ? location.pathname : `${location.pathname}?${query}`;
}
