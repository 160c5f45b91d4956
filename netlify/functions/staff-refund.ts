import type { Config } from '@netlify/functions';
import { RefundBody } from '#domain/wire/staff-money.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { refundPieces } from '#server/staff/move-money.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/refund' };

/** Refunds pieces, delivery or a goodwill amount of an order. For managers. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await refundPieces(staff, await readBody(request, RefundBody)));
  },
});
