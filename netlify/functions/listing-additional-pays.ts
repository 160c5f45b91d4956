import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readTaxPercent } from '#server/catalogue/read-catalogue.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/listing/additionalPays' };

export default endpoint({ GET: async () => catalogueAnswer({ tax: await readTaxPercent() }) });
