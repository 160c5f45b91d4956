import type { Config } from '@netlify/functions';
import { ReleaseBody } from '#domain/wire/staff-releases.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { readQuery } from '#server/read-query.ts';
import { readRelease, ReleaseQuery } from '#server/staff/release-history.ts';
import { changeRelease, mostReleaseBytes } from '#server/staff/releases.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/release' };

/** A release: read, saved, previewed, published, scheduled, undone. */
export default endpoint({
  GET: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await readRelease(staff, readQuery(request, ReleaseQuery)));
  },
  POST: async (request) => {
    const staff = await staffCaller(request);
    const body = await readBody(request, ReleaseBody, mostReleaseBytes);
    return answer(200, await changeRelease(staff, body));
  },
});
