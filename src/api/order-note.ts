import type { OrderNoteBody } from '#domain/contracts/order-bodies.ts';
import { readRecord } from './http/answer.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';

/** The shopper's words about an order. */
export interface OrderNote {
  /** For the recipient; `''` without one. */
  giftMessage: string;
  /** For the packer; `''` without one. */
  note: string;
  /** Whether they can still be changed. */
  open: boolean;
}

function readNote(body: unknown): OrderNote {
  const { gift_message, note, open } = readRecord(body);
  return {
    giftMessage: typeof gift_message === 'string' ? gift_message : '',
    note: typeof note === 'string' ? note : '',
    open: open === true,
  };
}

/** The customer's words about an order. @throws ApiError 401, 404 */
export function fetchOrderNote(order: number, { access }: Customer): Promise<OrderNote> {
  return request(`/api/account/order-note/?order=${order}`, readNote, { access });
}

/** Saves the customer's words about an order. @throws ApiError 400, 401, 404, 409 */
export function saveOrderNote(body: OrderNoteBody, { access }: Customer): Promise<void> {
  return request('/api/account/order-note/', () => undefined, { method: 'POST', body, access });
}
