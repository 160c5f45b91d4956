import type { Config } from '@netlify/functions';
import { LabelBody } from '#domain/wire/staff-dispatch.ts';
import { correctLabel } from '#server/staff/dispatch.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/label' };

/** Corrects the address on the label of an order; the order's own stays. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await correctLabel(staff, await readBody(request, LabelBody)));
  },
});
