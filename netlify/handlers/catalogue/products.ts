import { listingAnswer } from '#server/listing/listing-answer.ts';
import { listingSize } from '#server/listing/listing-size.ts';
import { readProducts } from '#server/listing/read-listing.ts';

/** All products; `?first=12` limits them to the newest twelve, for the first page of a listing. */
export default async function getProducts(request: Request): Promise<Response> {
  return listingAnswer(await readProducts(listingSize(request)));
}
