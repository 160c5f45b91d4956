import type { Config } from '@netlify/functions';
import { callersOf, shopperAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { exportAccount } from '#server/privacy/export-account.ts';
import { usernameOf } from '#server/privacy/username-of.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';

export const config: Config = { path: '/api/account/export' };

export default endpoint({
  GET: async (request, { ip }) => {
    const shopper = await requireShopper(request);
    await takeAttempt(shopperAttempt('account-export', shopper));
    const username = await usernameOf(shopper);
    const data = await exportAccount(shopper, callersOf(shopper, username, ip));
    return answer(200, data, { 'Content-Disposition': 'attachment; filename="minicia-data.json"' });
  },
});
