import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { requireSelf, requireShopper } from '#server/caller.ts';
import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { email, text, userId } from '#domain/wire/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/stripe/save-billing-info' };

const BillingInfo = z.object({
  name: text(200),
  address: text(500),
  email,
  phone: text(40),
  user: userId,
});

export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    const form = await readBody(request, BillingInfo);
    requireSelf(shopper, form.user);
    const saved = await database().rpc('save_billing_info', {
      p_user: shopper,
      p_name: form.name,
      p_address: form.address,
      p_email: form.email,
      p_phone: form.phone,
    });
    return answer(201, { id: dataOf(saved) });
  },
});
