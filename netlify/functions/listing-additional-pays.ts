import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readTaxPercent } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/additionalPays', '/api/listing/additionalpays'],
};

export default endpoint({
  GET: async () => catalogueAnswer({ tax: await readTaxPercent() }, null),
});
