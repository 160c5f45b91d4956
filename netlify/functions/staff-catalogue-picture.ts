import type { Config } from '@netlify/functions';
import { mostFileBytes } from '#domain/wire/catalogue-reading.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { readBytes } from '#server/request-body.ts';
import { keepPicture, PictureQuery, requireMarketer } from '#server/staff/catalogue-picture.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/catalogue-picture' };

export default endpoint({
  POST: async (request) => {
    await requireMarketer(await staffCaller(request));
    const which = readQuery(request, PictureQuery);
    const address = await keepPicture(which, await readBytes(request, mostFileBytes));
    return answer(200, { address });
  },
});
