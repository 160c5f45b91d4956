import type { Config } from '@netlify/functions';
import { WithdrawBody } from '#domain/wire/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { withdraw } from '#server/orders/withdraw.ts';
import { withdrawalAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/withdraw' };

/** The withdrawal that the law wants without a login (Directive 2011/83, article 11a). */
export default endpoint({
  POST: async (request, { ip }) => {
    const declared = await readBody(request, WithdrawBody);
    await takeAttempt(withdrawalAttempt(declared.order, ip));
    return answer(200, await withdraw(declared));
  },
});
