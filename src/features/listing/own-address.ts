/**
 * Inlined in the head of listings that a function fills in for browsers without JavaScript. Others show the same at the
 * listing's own address, which is the only one that its script knows.
 */
import { listingOfPlain } from '#domain/plain-listing.ts';

const own = listingOfPlain(location.pathname);
if (own) history.replaceState(history.state, '', own + location.search + location.hash);
