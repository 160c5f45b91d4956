/**
 * Inlined in the head of listings rendered by a function for browsers without JavaScript. Other browsers
 * go to the listing's own URL, the only one its script handles.
 */
import { listingOfPlain } from '#domain/catalogue/plain-listing.ts';

const own = listingOfPlain(location.pathname);
if (own) history.replaceState(history.state, '', own + location.search + location.hash);
