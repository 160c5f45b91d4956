import type { Config } from '@netlify/functions';
import { StaffMe } from '#domain/wire/staff-me.ts';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/me' };

export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    return answer(200, StaffMe.parse(staffDataOf(await database().rpc('staff_me', caller))));
  },
});
