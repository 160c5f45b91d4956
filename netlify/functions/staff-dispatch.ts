import type { Config } from '@netlify/functions';
import { DispatchBody } from '#domain/wire/staff-dispatch.ts';
import { dispatch } from '#server/staff/dispatch.ts';
import { sendMailsOf } from '#server/staff/send-mails-of.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/dispatch' };

/** Sends parcels, of many orders at once, each with an outcome of its own. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    const { parcels, checkouts } = await dispatch(staff, await readBody(request, DispatchBody));
    sendMailsOf(checkouts);
    return answer(200, { parcels });
  },
});
