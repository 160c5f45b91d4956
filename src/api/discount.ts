import type { CartItem } from '#domain/cart/cart.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import type { Discount } from '#domain/cart/discount.ts';
import { discountKinds } from '#domain/enums.ts';
import { isInteger } from '#domain/basics/shape.ts';
import type { DiscountBody } from '#domain/contracts/listing-bodies.ts';
import { readList, readNumber, readPounds, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

function readDiscount(body: unknown): Discount {
  const { code, kind, percent, amount, minimum, products } = readRecord(body);
  const known = discountKinds.find((one) => one === kind);
  if (known === undefined) throw new TypeError('Unexpected answer');
  return {
    code: readText(code),
    kind: known,
    percent: readNumber(percent),
    amount: readPounds(amount),
    minimum: readPounds(minimum),
    products: readList(products, isInteger),
  };
}

/**
 * A discount code's effect on a cart.
 * @throws ApiError 404 for an unknown code, 409 for one that does not apply, with the reason as `detail`.
 */
export function fetchDiscount(
  code: string,
  cart: readonly CartItem[],
  access?: string | null,
): Promise<Discount> {
  const items = cart.map((item) => ({ ...lineIdOf(item), quantity: item.quantity }));
  return request('/api/listing/discount/', readDiscount, {
    method: 'POST',
    access,
    body: { code, items } satisfies DiscountBody,
  });
}
