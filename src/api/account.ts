import type { Pence } from '#domain/money/money.ts';
import type { Order } from '#domain/orders/order.ts';
import type { CancelOrderBody, ReturnBody } from '#domain/contracts/order-bodies.ts';
import type { CloseAccountBody } from '#domain/contracts/account-bodies.ts';
import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { ReorderLine } from '#domain/cart/reorder.ts';
import { isRecord } from '#domain/basics/record.ts';
import { readList, readNumber, readRecord, readText } from './http/answer.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';
import { readForeseen, readOffers, readOrder, readOrderAnswer } from './read-order.ts';
import type { ExchangeOffer } from './read-order.ts';

/** One page of the customer's orders, newest first. */
export interface OrderPage {
  orders: readonly Order[];
  /** Whether there are older orders. */
  older: boolean;
}

/**
 * The shopper's orders, ten at a time.
 * @param before id of the oldest order already loaded. @throws ApiError
 */
export function fetchOrders(customer: Customer, before?: number): Promise<OrderPage> {
  const path = `/api/account/orders${before === undefined ? '' : `?before=${before}`}`;
  return request(
    path,
    (body) => {
      const { orders, older } = readRecord(body);
      return { orders: readList(orders, isRecord).map(readOrder), older: older === true };
    },
    { access: customer.access },
  );
}

/** The current state of one of the shopper's orders; null if not found. @throws ApiError */
export function fetchOrder(order: number, { access }: Customer): Promise<Order | null> {
  return request(
    `/api/account/orders?order=${order}`,
    (body) => readList(readRecord(body).orders, isRecord).map(readOrder)[0] ?? null,
    { access },
  );
}

/**
 * Cancels an order of which nothing has been dispatched.
 * @returns the order as it is now.
 * @throws ApiError 404, 409
 */
export function cancelOrder(
  body: Extract<CancelOrderBody, { do: 'cancel' }>,
  { access }: Customer,
): Promise<Order> {
  return request('/api/account/cancel-order/', readOrderAnswer, { method: 'POST', body, access });
}

/** The amount that cancelling one of the shopper's orders would refund. @throws ApiError 401, 404, 409 */
export function foreseeCancel(order: number, { access }: Customer): Promise<Pence> {
  const body: CancelOrderBody = { do: 'foresee', order };
  return request('/api/account/cancel-order/', readForeseen, { method: 'POST', body, access });
}

/**
 * Requests or cancels a return, or undoes a withdrawal made by order number and address.
 * @returns the order as it is now.
 * @throws ApiError 400, 404, 409
 */
export function changeReturn(
  body: Exclude<ReturnBody, { do: 'offers' }>,
  { access }: Customer,
): Promise<Order> {
  return request('/api/account/return/', readOrderAnswer, { method: 'POST', body, access });
}

/** Pieces that can be had instead of one that is returned. @throws ApiError 401, 404 */
export function findOffers(
  body: Extract<ReturnBody, { do: 'offers' }>,
  { access }: Customer,
): Promise<ExchangeOffer[]> {
  return request('/api/account/return/', readOffers, { method: 'POST', body, access });
}

function readReorderLine(line: Record<string, unknown>): ReorderLine {
  return {
    name: readText(line.product_name),
    colour: readText(line.color_name),
    variantId: readNumber(line.variant_id),
    quantity: readNumber(line.quantity),
    stock: readNumber(line.stock),
    product: isProduct(line.product) ? line.product : null,
  };
}

/** The lines of an order, with their current products and stock. @throws ApiError 404 */
export function fetchReorderLines(order: number, customer: Customer): Promise<ReorderLine[]> {
  return request(
    `/api/account/reorder?order=${order}`,
    (body) => readList(readRecord(body).lines, isRecord).map(readReorderLine),
    { access: customer.access },
  );
}

/** All data the shop holds about the customer, as JSON text. @throws ApiError 429 */
export function fetchOwnData({ access }: Customer): Promise<string> {
  return request('/api/account/export/', (body) => JSON.stringify(readRecord(body), null, 2), {
    access,
  });
}

/**
 * Closes the customer's account permanently.
 * @throws ApiError 400 with the field `password` if it is wrong; 409 while a payment is in progress.
 */
export function closeAccount(password: string, { access }: Customer): Promise<true> {
  return request('/api/account/close/', () => true, {
    method: 'POST',
    body: { password } satisfies CloseAccountBody,
    access,
  });
}
