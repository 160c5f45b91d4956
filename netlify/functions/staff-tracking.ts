import type { Config } from '@netlify/functions';
import { TrackingBody } from '#domain/wire/staff-exports.ts';
import { sendMailsOf } from '#server/staff/send-mails-of.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { takeTracking } from '#server/staff/take-tracking.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/tracking' };

/** Takes tracking numbers by CSV, or as columns pasted from a spreadsheet; with `check` it only reads them. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    const { lines, checkouts } = await takeTracking(staff, await readBody(request, TrackingBody));
    sendMailsOf(checkouts);
    return answer(200, { lines });
  },
});
