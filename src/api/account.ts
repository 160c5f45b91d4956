import type { Order, OrderItem } from '#domain/order.ts';
import type { CloseAccountBody } from '#domain/wire/account-bodies.ts';
import { isProduct } from '#domain/product-shape.ts';
import type { ReorderLine } from '#domain/reorder.ts';
import { isRecord } from '#domain/record.ts';
import { isText } from '#domain/shape.ts';
import { readList, readNumber, readPounds, readRecord, readText } from './http/answer.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';

/** One page of the customer's orders, newest first. */
export interface OrderPage {
  orders: readonly Order[];
  /** Whether there are older ones. */
  older: boolean;
}

function readItem(item: Record<string, unknown>): OrderItem {
  return {
    variantId: readNumber(item.color_variant),
    name: readText(item.product_name),
    colour: readText(item.color_name),
    price: readPounds(item.product_price),
    quantity: readNumber(item.quantity),
    image: item.image === null ? null : readText(item.image),
  };
}

function readOrder(order: Record<string, unknown>): Order {
  return {
    id: readNumber(order.id),
    status: readText(order.status),
    createdAt: readText(order.created_at),
    promise: order.promise === null ? null : readText(order.promise),
    subtotal: readPounds(order.amount),
    tax: readPounds(order.tax),
    shipping: readPounds(order.shipping_cost),
    shippingName: readText(order.shipping_name),
    adjustment: readPounds(order.adjustment),
    total: readPounds(order.order_amount),
    refunded: readPounds(order.refunded),
    disputed: order.disputed === true,
    delivery: readList(order.delivery, isText),
    items: readList(order.items, isRecord).map(readItem),
  };
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

/** Everything the shop holds on the customer, as the text of a JSON file. @throws ApiError 429 */
export function fetchOwnData({ access }: Customer): Promise<string> {
  return request('/api/account/export/', (body) => JSON.stringify(readRecord(body), null, 2), {
    access,
  });
}

/**
 * Closes the customer's account for good.
 * @throws ApiError 400 with the field `password` when it is wrong; 409 while a payment is under way.
 */
export function closeAccount(password: string, { access }: Customer): Promise<true> {
  return request('/api/account/close/', () => true, {
    method: 'POST',
    body: { password } satisfies CloseAccountBody,
    access,
  });
}

/** The address of the customer's account, and whether a link mailed to it was ever used. */
export interface AccountEmail {
  email: string;
  confirmed: boolean;
}

/** @throws ApiError */
export function fetchAccountEmail({ access }: Customer): Promise<AccountEmail> {
  return request(
    '/api/account/email/',
    (body) => {
      const { email, confirmed } = readRecord(body);
      return { email: readText(email), confirmed: confirmed === true };
    },
    { access },
  );
}

/** Has the address e-mailed a link that confirms it. @throws ApiError 429 when it had one today. */
export function askForConfirmation({ access }: Customer): Promise<void> {
  return request('/api/account/email/', () => undefined, { method: 'POST', access, body: {} });
}
