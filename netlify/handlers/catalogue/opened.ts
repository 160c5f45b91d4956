import { catalogueAnswer } from '#server/answer.ts';
import { readOpened } from '#server/listing/read-listing.ts';

/**
 * Products that opened in the last days, which the last build could not know, and when the next ones open (ISO 8601,
 * or null): `{ products, until }`. Nothing else is disclosed about products that are not open yet.
 */
export default async function getOpened(): Promise<Response> {
  const opened = await readOpened();
  return catalogueAnswer(opened, opened.until);
}
