import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/content' };

/** What pages say and show, for the studio's forms. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, staffDataOf(await database().rpc('staff_content', caller)));
  },
});
