import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { ExportQuery, exportForStudio } from '#server/staff/catalogue-files.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/catalogue-export' };

export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await exportForStudio(caller, readQuery(request, ExportQuery)));
  },
});
