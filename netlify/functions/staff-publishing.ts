import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { readPublishing, ReleaseQuery } from '#server/staff/release-history.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/publishing' };

/** How far a published release has come on its way to the pages. */
export default endpoint({
  GET: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await readPublishing(staff, readQuery(request, ReleaseQuery)));
  },
});
