import type { Config } from '@netlify/functions';
import { RefundAttemptBody } from '#domain/wire/staff-money.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { decideRefund } from '#server/staff/move-money.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/refund-attempt' };

/** Tries a refund that failed once more, or ends it: of an order, or of a payment without one. For managers. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await decideRefund(staff, await readBody(request, RefundAttemptBody)));
  },
});
