import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readProducts } from '#server/catalogue/read-catalogue.ts';
import { endpoint } from '#server/endpoint.ts';

// Netlify's dev server lower-cases an address before it looks for its function.
export const config: Config = {
  path: ['/api/listing/productListing', '/api/listing/productlisting'],
};

export default endpoint({ GET: async () => catalogueAnswer(await readProducts()) });
