import type { Config } from '@netlify/functions';
import { BillingBody } from '#domain/wire/checkout-bodies.ts';
import { shopperAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { requireSelf, requireShopper } from '#server/caller.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/stripe/save-billing-info' };

export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    const form = await readBody(request, BillingBody);
    requireSelf(shopper, form.user);
    await takeAttempt(shopperAttempt('billing-form', shopper));
    const saved = await database().rpc('save_billing_info', {
      p_user: shopper.id,
      p_auth_session: shopper.session,
      p_name: form.name,
      p_address: form.address,
      p_email: form.email,
      p_phone: form.phone,
    });
    return answer(201, { id: dataOf(saved) });
  },
});
