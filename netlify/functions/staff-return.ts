import type { Config } from '@netlify/functions';
import { StaffReturnBody } from '#domain/wire/staff-return.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { changeReturn } from '#server/staff/change-return.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/return' };

/** Goods that come back: announced, received, refused, or settled, which is for managers. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await changeReturn(staff, await readBody(request, StaffReturnBody)));
  },
});
