import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { email } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/listing/subscribe' };

const Subscription = z.object({ email });

export default endpoint({
  POST: async (request) => {
    const subscription = await readBody(request, Subscription);
    dataOf(await database().rpc('subscribe', { p_email: subscription.email }));
    return answer(201, subscription);
  },
});
