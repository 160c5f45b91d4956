import type { Config } from '@netlify/functions';
import { CancelBody } from '#domain/wire/staff-money.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { cancelItems } from '#server/staff/move-money.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/cancel' };

/** Cancels pieces that have not left, and refunds them. For managers. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await cancelItems(staff, await readBody(request, CancelBody)));
  },
});
