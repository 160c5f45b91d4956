import { catalogueAnswer } from '#server/answer.ts';
import { readOpened } from '#server/listing/read-listing.ts';

/**
 * Products that opened in the last few days, possibly after the last build, and when the next ones open (ISO 8601
 * or null): `{ products, until }`. Nothing else about unopened products is disclosed.
 */
export default async function getOpened(): Promise<Response> {
  const opened = await readOpened();
  return catalogueAnswer(opened, opened.until);
}
