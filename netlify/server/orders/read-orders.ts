import { z } from 'zod';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import { ListedProduct } from '#domain/listed-product.ts';
import { penceToPounds } from '#domain/money.ts';
import { openPromiseText } from '#domain/order-promise.ts';
import { productOfListed } from '#domain/product-of-listed.ts';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { Receipt } from './receipt.ts';

/** Orders on one page of the account. */
const pageSize = 10;

const Page = z.object({ orders: z.array(Receipt), older: z.boolean() });

const ReorderLine = z.object({
  product_name: z.string(),
  color_name: z.string(),
  variant_id: z.int(),
  quantity: z.int(),
  /** Units free for this shopper. */
  stock: z.int(),
  /** Null when it is no longer sold. */
  product: ListedProduct.nullable(),
});

/** What is still to come of an order's promise; null when the money went back or is claimed back. */
function promiseOf(order: Omit<Receipt, 'items'>): string | null {
  const off = order.disputed || order.refunded_pence >= order.order_amount_pence;
  return off ? null : openPromiseText(order, new Date());
}

/** An order in the shape of the API, with amounts in pounds. */
function orderAnswer({ items, ...order }: Receipt) {
  return {
    id: order.id,
    status: order.status,
    created_at: order.created_at,
    promise: promiseOf(order),
    amount: penceToPounds(order.subtotal_pence),
    tax: penceToPounds(order.tax_pence),
    shipping_cost: penceToPounds(order.shipping_pence),
    shipping_name: order.shipping_name,
    adjustment: penceToPounds(order.adjustment_pence),
    order_amount: penceToPounds(order.order_amount_pence),
    refunded: penceToPounds(order.refunded_pence),
    disputed: order.disputed,
    total_items: order.total_items,
    delivery: deliveryLines(order.delivery),
    items: items.map((item) => ({
      product: item.product_id,
      color_variant: item.variant_id,
      product_name: item.product_name,
      color_name: item.color_name,
      product_price: penceToPounds(item.unit_pence),
      quantity: item.quantity,
      image: item.image,
    })),
  };
}

/**
 * A page of the shopper's own orders, newest first.
 * @param before id of the oldest order already loaded; the newest page if omitted.
 */
export async function readOrders(shopper: Shopper, before: number | undefined) {
  const found = await database().rpc('account_orders', {
    p_shopper: shopper.id,
    p_auth_session: shopper.session,
    p_limit: pageSize,
    ...(before && { p_before: before }),
  });
  const { orders, older } = Page.parse(dataOf(found));
  return { orders: orders.map(orderAnswer), older };
}

/**
 * The lines of one of the shopper's orders, each with its product as it is sold today.
 * @throws HttpError 404 when the shopper has no such order.
 */
export async function readReorderLines(shopper: Shopper, order: number) {
  const asked = { p_shopper: shopper.id, p_auth_session: shopper.session, p_order: order };
  const lines = dataOf(await database().rpc('reorder_lines', asked));
  if (lines === null) throw new HttpError(404, 'There is no such order.');
  return {
    lines: z
      .array(ReorderLine)
      .parse(lines)
      .map(({ product, ...line }) =>
        Object.assign(line, { product: product && productOfListed(product) }),
      ),
  };
}
