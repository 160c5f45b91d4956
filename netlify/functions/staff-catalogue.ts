import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { CatalogueQuery, readStaffCatalogue } from '#server/staff/staff-catalogue.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/catalogue' };

export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await readStaffCatalogue(caller, readQuery(request, CatalogueQuery)));
  },
});
