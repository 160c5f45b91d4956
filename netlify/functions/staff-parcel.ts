import type { Config } from '@netlify/functions';
import { ParcelBody } from '#domain/wire/staff-dispatch.ts';
import { changeParcel } from '#server/staff/dispatch.ts';
import { sendMailsOf } from '#server/staff/send-mails-of.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/parcel' };

/** A parcel that has left: it has arrived, or its carrier and number are corrected. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    const { parcel, checkout } = await changeParcel(staff, await readBody(request, ParcelBody));
    sendMailsOf([checkout]);
    return answer(200, parcel);
  },
});
