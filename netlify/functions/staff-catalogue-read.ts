import type { Config } from '@netlify/functions';
import { mostFileBytes } from '#domain/wire/catalogue-reading.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { readBytes } from '#server/request-body.ts';
import { readCatalogueFile, ReadQuery } from '#server/staff/catalogue-files.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/catalogue-read' };

export default endpoint({
  POST: async (request) => {
    const caller = await staffCaller(request);
    const { name } = readQuery(request, ReadQuery);
    const { searchParams } = new URL(request.url);
    const bytes = await readBytes(request, mostFileBytes);
    const renamed = searchParams.getAll('renamed');
    const fresh = searchParams.getAll('new');
    return answer(200, await readCatalogueFile(caller, { bytes, name, renamed, fresh }));
  },
});
