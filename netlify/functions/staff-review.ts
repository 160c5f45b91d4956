import type { Config } from '@netlify/functions';
import { ReviewBody } from '#domain/wire/staff-money.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { decideReview } from '#server/staff/move-money.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/review' };

/** Ends the review of a payment. For managers. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await decideReview(staff, await readBody(request, ReviewBody)));
  },
});
