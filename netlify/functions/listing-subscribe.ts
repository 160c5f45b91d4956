import type { Config } from '@netlify/functions';
import { SubscriptionBody } from '#domain/wire/listing-bodies.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/listing/subscribe' };

export default endpoint({
  POST: async (request, { ip }) => {
    const subscription = await readBody(request, SubscriptionBody);
    await takeAttempt(attemptFrom('subscribe-address', ip));
    dataOf(await database().rpc('subscribe', { p_email: subscription.email }));
    return answer(201, subscription);
  },
});
