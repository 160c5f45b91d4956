import type { Pence } from '#domain/money/money.ts';
import type { Order } from '#domain/orders/order.ts';
import type { OrderLinkBody } from '#domain/contracts/order-bodies.ts';
import { request } from './http/request.ts';
import { readForeseen, readOffers, readOrderAnswer } from './read-order.ts';
import type { ExchangeOffer } from './read-order.ts';

/**
 * Shows the order behind a mailed link, after performing the requested action, if any.
 * @throws ApiError 400 if the link is incomplete or expired; 404, 409 if the action is rejected.
 */
export function followOrderLink(
  body: Exclude<OrderLinkBody, { do: 'foresee' | 'offers' }>,
): Promise<Order> {
  return request('/api/order-link/', readOrderAnswer, { method: 'POST', body });
}

/** The amount that cancelling the order behind a mailed link would refund. @throws as `followOrderLink` */
export function foreseeLinkedCancel(token: string): Promise<Pence> {
  const body: OrderLinkBody = { do: 'foresee', token };
  return request('/api/order-link/', readForeseen, { method: 'POST', body });
}

/** Pieces that can be had instead of one that is returned. @throws as `followOrderLink` */
export function findLinkedOffers(
  body: Extract<OrderLinkBody, { do: 'offers' }>,
): Promise<ExchangeOffer[]> {
  return request('/api/order-link/', readOffers, { method: 'POST', body });
}
