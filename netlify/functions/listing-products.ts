import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readProducts } from '#server/catalogue/read-catalogue.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/listing/productListing' };

export default endpoint({ GET: async () => catalogueAnswer(await readProducts()) });
