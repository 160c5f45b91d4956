import { catalogueAnswer } from '#server/answer.ts';
import { readOpened } from '#server/listing/read-listing.ts';

/**
 * What the last build could not know, `{ products, until }`: the products that opened in the last days,
 * and when (ISO 8601, or null) the next ones do. Of those nothing else is said.
 */
export default async function getOpened(): Promise<Response> {
  const opened = await readOpened();
  return catalogueAnswer(opened, opened.until);
}
