import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readCategories } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/listing/categories' };

export default endpoint({
  GET: async () => {
    const { categories, until } = await readCategories();
    return catalogueAnswer(categories, until);
  },
});
