import { z } from 'zod';
import type { CancelOrderBody, OrderLinkBody, ReturnBody } from '#domain/contracts/order-bodies.ts';
import { afterAnswer } from '../after-answer.ts';
import { buyReturnLabel, NewReturn } from '../carriers/carry-out-label.ts';
import { settlePaymentLink } from '../checkout/payment-link.ts';
import { OwingOrder, refundWhileWaiting } from '../checkout/refund-order.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { idOfLink, linkExpired } from '../mail/link-token.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import type { Shopper } from '../token.ts';
import { linkedOrderAnswer, orderAnswer } from './order-answer.ts';
import { ShopperOrder } from './shopper-order.ts';
import { shopperDataOf } from './shopper-data.ts';

/**
 * Result of an action on an order, as far as it makes money, labels and e-mails due (`order_refund_progress`,
 * `return_state`, `withdraw_order`).
 */
const Acted = NewReturn.extend({
  checkout: z.uuid(),
  refund: z.object({ payments: z.array(OwingOrder) }).nullish(),
  return: NewReturn.nullish(),
});

/**
 * Moves the money and buys the label that an action has made due, for a few seconds at most while the request waits,
 * and sends its e-mails after the answer.
 */
export async function afterAction(acted: unknown): Promise<void> {
  const { checkout, refund, ...made } = Acted.parse(acted);
  await Promise.all([
    ...(refund?.payments ?? []).map(refundWhileWaiting),
    buyReturnLabel(made.return ?? made),
  ]);
  afterAnswer('Mailing about an order failed', () => sendDueMails({ checkout }));
}

/** An order as its shopper sees it after an action. The caller has authorised them. */
async function orderNow(order: number) {
  const found = await database().rpc('shopper_order', { p_order: order });
  return ShopperOrder.parse(dataOf(found));
}

type Return = z.output<typeof ReturnBody>;

/** Pence that cancelling a shopper's own order would refund. @throws HttpError 401, 404, 409. */
export async function foreseeCancel(shopper: Shopper, order: number) {
  const foreseen = await databaseFor(shopper).rpc('shopper_foresee_cancel', { p_order: order });
  return { refund_pence: shopperDataOf(foreseen) };
}

type Cancel = Extract<z.output<typeof CancelOrderBody>, { do: 'cancel' }>;

/** Parameters of a cancellation: the order, and the refund that the question showed. */
function cancelOf(order: number, { event, refund_pence }: Pick<Cancel, 'event' | 'refund_pence'>) {
  const shown = refund_pence !== undefined && { p_refund_pence: refund_pence };
  return { p_event: event, p_order: order, ...shown };
}

/** Cancels a shopper's own order. @throws HttpError 401, 404, 409. */
export async function cancelOwnOrder(shopper: Shopper, { order, ...asked }: Cancel) {
  const cancelled = databaseFor(shopper).rpc('shopper_cancel_order', cancelOf(order, asked));
  await afterAction(shopperDataOf(await cancelled));
  return { order: orderAnswer(await orderNow(order)) };
}

/** Parameters of a search for pieces to be had instead. */
function offersOf(order: number, asked: { from: number; quantity: number; words: string }) {
  const { from: p_from, quantity: p_quantity, words: p_words } = asked;
  return { p_order: order, p_from, p_quantity, p_words };
}

function changeOwn(shopper: Shopper, asked: Exclude<Return, { do: 'offers' }>) {
  const { event, order } = asked;
  const own = { p_event: event, p_order: order };
  switch (asked.do) {
    case 'ask':
      return databaseFor(shopper).rpc('shopper_ask_return', {
        ...own,
        p_kind: asked.kind,
        p_items: asked.items,
        p_reason: asked.reason ?? '',
        ...(asked.wish && { p_wish: asked.wish }),
      });
    case 'call_off':
      return databaseFor(shopper).rpc('shopper_call_off_return', {
        ...own,
        p_return: asked.return,
      });
    case 'keep':
      return databaseFor(shopper).rpc('shopper_keep_order', own);
  }
}

/**
 * Requests or cancels a return of a shopper's own order, undoes a withdrawal made by number and address, or looks for
 * pieces to be had instead.
 * @throws HttpError 400, 401, 404, 409.
 */
export async function changeOwnReturn(shopper: Shopper, asked: Return) {
  if (asked.do === 'offers') {
    const found = databaseFor(shopper).rpc('shopper_exchange_offers', offersOf(asked.order, asked));
    return { offers: shopperDataOf(await found) };
  }
  await afterAction(shopperDataOf(await changeOwn(shopper, asked)));
  return { order: orderAnswer(await orderNow(asked.order)) };
}

type Linked = z.output<typeof OrderLinkBody>;

function actByLink(order: number, asked: Exclude<Linked, { do: 'show' | 'foresee' | 'offers' }>) {
  const { event: p_event } = asked;
  switch (asked.do) {
    case 'cancel':
      return database().rpc('shopper_cancel', cancelOf(order, asked));
    case 'ask':
      return database().rpc('ask_return', {
        p_event,
        p_order: order,
        p_kind: asked.kind,
        p_items: asked.items,
        p_reason: asked.reason ?? '',
        p_actor: 'shopper',
        ...(asked.wish && { p_wish: asked.wish }),
      });
    case 'keep':
      return database().rpc('keep_order', { p_event, p_order: order });
    case 'call_off':
      return database().rpc('call_off_return', {
        p_event,
        p_order: order,
        p_return: asked.return,
      });
  }
}

/** The order of a mailed link. @throws HttpError 400 when the link is incomplete or too old. */
export async function orderOfLink(token: string): Promise<number> {
  const p_checkout = idOfLink('order', token);
  const order = dataOf(await database().rpc('linked_order', { p_checkout }));
  if (order !== null) return order;
  // Back from the payment page of a link, perhaps before Stripe's event.
  await settlePaymentLink(p_checkout);
  const placed = dataOf(await database().rpc('linked_order', { p_checkout }));
  if (placed === null) throw linkExpired();
  return placed;
}

/**
 * Shows the order of a mailed link, after acting on it if asked, or the refund of its cancellation.
 * @throws HttpError 400 when the link is incomplete or too old; 404, 409 when the action is refused.
 */
export async function followOrderLink(asked: Linked) {
  const order = await orderOfLink(asked.token);
  if (asked.do === 'foresee') {
    const foreseen = await database().rpc('foresee_cancel', { p_order: order });
    return { refund_pence: shopperDataOf(foreseen) };
  }
  if (asked.do === 'offers') {
    const found = await database().rpc('exchange_offers', offersOf(order, asked));
    return { offers: shopperDataOf(found) };
  }
  if (asked.do !== 'show') await afterAction(shopperDataOf(await actByLink(order, asked)));
  return { order: linkedOrderAnswer(await orderNow(order)) };
}
