import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { listReleases, ReleasesQuery } from '#server/staff/release-history.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/releases' };

/** The history of releases, a page of it. */
export default endpoint({
  GET: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await listReleases(staff, readQuery(request, ReleasesQuery)));
  },
});
