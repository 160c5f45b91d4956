import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { WithdrawBody } from '#domain/contracts/order-bodies.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { withdrawalGuess } from '../rate-limit/attempt.ts';
import { isWithinLimits } from '../rate-limit/take-attempt.ts';
import { afterAction, orderOfLink } from './act-on-order.ts';
import { shopperDataOf } from './shopper-data.ts';
import { shopperMessages } from '../messages/shopper-calls.ts';

const moment = z.string().transform((text) => new Date(text).toISOString());

const Choice = z.object({
  order: z.int(),
  created_at: moment,
  email: z.string(),
  name: z.string(),
  can_withdraw: z.boolean(),
  withdraw_until: z.string().nullable(),
  items: z.array(
    z.object({
      variant_id: z.int(),
      product_name: z.string(),
      color_name: z.string(),
      to_cancel: z.int(),
      to_return: z.int(),
    }),
  ),
});

const Withdrawn = z.object({
  order: z.int(),
  at: moment,
  cancelled: z.boolean(),
  /** When unsent goods are cancelled, unless the owner undoes it; null if not delayed. */
  cancels_at: moment.nullable(),
  return: z
    .object({
      code: z.string(),
      send_by: z.string(),
      /** Whether the shop buys a label for it, if a carrier takes it. */
      label: z.unknown().transform((label) => label !== null),
    })
    .nullable(),
});

type Asked = z.output<typeof WithdrawBody>;
type ByLink = Extract<Asked, { token: string }>;
type ByNumber = Exclude<Asked, ByLink>;

interface Declaration {
  p_event: string;
  p_order: number;
  /** Stored in the order's history. */
  p_detail: { name: string };
  /** All of the order if omitted. */
  p_items?: { variant_id: number; quantity: number }[];
  /** Whether the mailed link was used; others may know number and address. */
  p_proven: boolean;
}

async function declare(declaration: Declaration) {
  const done = shopperDataOf(await database().rpc('withdraw_order', { ...declaration }));
  await afterAction(done);
  return Withdrawn.parse(done);
}

/** Mails the order's link to its address, if there is such an order. */
async function mailLink(event: string, named: { p_order: number; p_email: string }): Promise<void> {
  try {
    const owed = await database().rpc('ask_withdrawal_link', { p_event: event, ...named });
    await sendDueMails({ checkout: dataOf(owed) });
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
  }
}

/**
 * Withdraws from an order identified by number and e-mail address, reports what that would do, or mails the
 * link for a partial withdrawal. A pair that does not match gets the same answer as an
 * unknown order. After too many guesses for the order or the address every answer is
 * that a link was mailed, as it is for a matching pair.
 * @throws HttpError 404 when nothing matches; 409 when the period is over or nothing is left.
 */
export async function withdrawByNumber(asked: ByNumber) {
  const named = { p_order: asked.order, p_email: asked.email };
  if (!(await isWithinLimits(withdrawalGuess(asked)))) {
    const event = 'event' in asked ? asked.event : randomUUID();
    afterAnswer('Mailing the link to withdraw failed', () => mailLink(event, named));
    return { order: asked.order, link_mailed: true };
  }
  const [found] = dataOf(await database().rpc('withdrawable_order', named));
  if (!found) {
    throw new HttpError(404, {
      detail: shopperMessages.orderNotFound,
      reason: 'order_unknown',
    });
  }
  switch (asked.do) {
    case 'check':
      return { ...found, created_at: new Date(found.created_at).toISOString() };
    case 'confirm':
      return declare({
        p_event: asked.event,
        p_order: found.order,
        p_detail: { name: asked.name },
        p_proven: false,
      });
    case 'send_link': {
      afterAnswer('Mailing the link to withdraw failed', () => mailLink(asked.event, named));
      return { order: found.order };
    }
  }
}

/**
 * Withdraws from the chosen part of the order of a mailed link, or lists the choices.
 * @throws HttpError 400 when the link is incomplete or too old; 409 when the period is over or less is left.
 */
export async function withdrawByLink(asked: ByLink) {
  const order = await orderOfLink(asked.token);
  if (asked.do === 'show') {
    return Choice.parse(dataOf(await database().rpc('withdrawable_items', { p_order: order })));
  }
  return declare({
    p_event: asked.event,
    p_order: order,
    p_detail: { name: asked.name },
    p_items: asked.items,
    p_proven: true,
  });
}
