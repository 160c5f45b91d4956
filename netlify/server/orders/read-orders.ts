import { z } from 'zod';
import { ListedProduct } from '#domain/catalogue/listed-product.ts';
import { productOfListed } from '#domain/catalogue/product-of-listed.ts';
import { databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { orderAnswer } from './order-answer.ts';
import { ShopperOrder } from './shopper-order.ts';
import { callMessages } from '../messages/calls.ts';

/** Orders on one page of the account. */
const pageSize = 10;

const Page = z.object({ orders: z.array(ShopperOrder), older: z.boolean() });

interface Which {
  /** Id of the oldest order already loaded; the newest page if omitted. */
  before: number | undefined;
  /** Only this order. */
  order: number | undefined;
}

/** A page of the shopper's own orders, newest first, or one of them. */
export async function readOrders(shopper: Shopper, { before, order }: Which) {
  const found = await databaseFor(shopper).rpc('account_orders', {
    p_limit: pageSize,
    ...(before && { p_before: before }),
    ...(order && { p_order: order }),
  });
  const { orders, older } = Page.parse(dataOf(found));
  return { orders: orders.map(orderAnswer), older };
}

/**
 * The lines of one of the shopper's orders, each with its product as it is sold today.
 * @throws HttpError 404 when the shopper has no such order.
 */
export async function readReorderLines(shopper: Shopper, order: number) {
  const lines = dataOf(await databaseFor(shopper).rpc('reorder_lines', { p_order: order }));
  if (lines.length === 0) throw new HttpError(404, callMessages.orderUnknown);
  return {
    lines: lines.map(({ product, ...line }) =>
      Object.assign(line, {
        // Null when it is no longer sold.
        product: product && productOfListed(ListedProduct.parse(product)),
      }),
    ),
  };
}
