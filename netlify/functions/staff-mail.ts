import type { Config } from '@netlify/functions';
import { MailBody } from '#domain/wire/staff-dispatch.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { resendMail } from '#server/staff/dispatch.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/mail' };

/** Sends an e-mail about an order again. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    const { mail } = await resendMail(staff, await readBody(request, MailBody));
    afterAnswer('Mailing again failed', () => sendDueMails({ mail }));
    return answer(202, { mail });
  },
});
