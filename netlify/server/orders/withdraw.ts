import { z } from 'zod';
import type { WithdrawBody } from '#domain/wire/order-bodies.ts';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { afterAction } from './act-on-order.ts';
import { shopperDataOf } from './shopper-data.ts';

const Withdrawable = z.object({
  order: z.int(),
  created_at: z.string().transform((text) => new Date(text).toISOString()),
  units_to_send: z.int(),
  units_to_return: z.int(),
  can_withdraw: z.boolean(),
  withdraw_until: z.string().nullable(),
});

const Withdrawn = z.object({
  order: z.int(),
  at: z.string().transform((text) => new Date(text).toISOString()),
  cancelled: z.boolean(),
  return: z.object({ code: z.string(), send_by: z.string() }).nullable(),
});

type Declared = z.output<typeof WithdrawBody>;

/**
 * Withdraws from an order for whoever names it by number and e-mail address, or tells what that would do.
 * Where the two do not belong together the answer is the same as where there is no such order.
 * @throws HttpError 404 when nothing matches; 409 when the period is over or nothing is left.
 */
export async function withdraw(declared: Declared) {
  const named = { p_order: declared.order, p_email: declared.email };
  const found = dataOf(await database().rpc('withdrawable_order', named));
  if (found === null) {
    throw new HttpError(404, {
      detail:
        'We found no order with this number and email address. Both are in the e-mail that confirmed your order.',
      reason: 'order_unknown',
    });
  }
  const order = Withdrawable.parse(found);
  if (declared.do === 'check') return order;
  const withdrawn = await database().rpc('withdraw_order', {
    p_event: declared.event,
    p_order: order.order,
    p_detail: { name: declared.name },
  });
  const done = shopperDataOf(withdrawn);
  await afterAction(done);
  return Withdrawn.parse(done);
}
