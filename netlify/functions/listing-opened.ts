import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readOpened } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/listing/opened' };

/**
 * What the last build could not know, `{ products, until }`: the products that opened in the last days,
 * and when (ISO 8601, or null) the next ones do. Of those nothing else is said.
 */
export default endpoint({
  GET: async () => {
    const opened = await readOpened();
    return catalogueAnswer(opened, opened.until);
  },
});
