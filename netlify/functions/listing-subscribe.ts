import type { Config } from '@netlify/functions';
import { SubscriptionBody } from '#domain/wire/listing-bodies.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { attemptFrom, unconfirmedEmailAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/listing/subscribe' };

/** The answer is the same for an address that is on the list, and tells nobody who is. */
export default endpoint({
  POST: async (request, { ip }) => {
    const subscription = await readBody(request, SubscriptionBody);
    await takeAttempt(attemptFrom('subscribe-address', ip));
    const limits = unconfirmedEmailAttempt(subscription.email);
    const asked = { p_email: subscription.email, p_limits: limits };
    const mail: string | null = dataOf(await database().rpc('subscribe', asked));
    if (mail) afterAnswer('Mailing a subscriber failed', () => sendDueMails({ mail }));
    return answer(201, subscription);
  },
});
