import type { Config } from '@netlify/functions';
import { ExportQuery, exportedFile } from '#server/staff/exports.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';

export const config: Config = { path: '/api/staff/export' };

/** A spreadsheet, in JSON as all answers: the studio saves it under its name. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await exportedFile(caller, readQuery(request, ExportQuery)));
  },
});
