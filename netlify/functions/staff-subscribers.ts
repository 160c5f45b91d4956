import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { RemoveSubscriberBody } from '#domain/wire/staff-mailings.ts';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { readBody } from '#server/request-body.ts';
import { subscribers, subscribersFile } from '#server/staff/subscribers.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/subscribers' };

const Query = z.object({
  q: z.string().max(254, 'Search for less.').default(''),
  after: z.string().max(254).optional(),
  /** A spreadsheet of all. */
  file: z.enum(['xlsx', 'csv'], 'There is no such format.').optional(),
});

/** Who is on the list; a POST takes somebody off it. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    const { q, after, file } = readQuery(request, Query);
    return answer(
      200,
      file ? await subscribersFile(caller, file) : await subscribers(caller, q, after),
    );
  },
  POST: async (request) => {
    const caller = await staffCaller(request);
    const { subscription } = await readBody(request, RemoveSubscriberBody);
    const asked = { ...caller, p_subscription: subscription };
    staffDataOf(await database().rpc('staff_remove_subscriber', asked));
    return answer(200, { removed: true });
  },
});
