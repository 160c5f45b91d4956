import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { MailingBody } from '#domain/wire/staff-mailings.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readQuery } from '#server/read-query.ts';
import { readBody } from '#server/request-body.ts';
import { changeMailing, mailings } from '#server/staff/mailings.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/mailings' };

const Query = z.object({ mailing: z.uuid('Not a mailing.').optional() });

/** The mailings, or one; a POST saves, tests, sends, stops, resumes or discards one. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await mailings(caller, readQuery(request, Query).mailing));
  },
  POST: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, await changeMailing(caller, await readBody(request, MailingBody)));
  },
});
