import type { Order } from '#domain/order.ts';
import type { OrderLinkBody } from '#domain/wire/order-bodies.ts';
import { request } from './http/request.ts';
import { readOrderAnswer } from './read-order.ts';

/**
 * Shows the order of a mailed link, after acting on it if that was asked.
 * @throws ApiError 400 when the link is incomplete or too old; 404, 409 when the action is refused.
 */
export function followOrderLink(body: OrderLinkBody): Promise<Order> {
  return request('/api/order-link/', readOrderAnswer, { method: 'POST', body });
}
