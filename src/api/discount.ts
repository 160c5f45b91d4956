import type { CartItem } from '#domain/cart/cart.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import type { Discount } from '#domain/cart/discount.ts';
import type { Pence } from '#domain/money/money.ts';
import { discountKinds } from '#domain/enums.ts';
import { isInteger } from '#domain/basics/shape.ts';
import type { DiscountBody } from '#domain/contracts/listing-bodies.ts';
import { readList, readNumber, readPounds, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** A gift card: what it can still pay. */
export interface GiftCard {
  code: string;
  balance: Pence;
}

function readDiscount(body: unknown): Discount | GiftCard {
  const { code, kind, percent, amount, minimum, products, balance } = readRecord(body);
  if (kind === 'gift_card') return { code: readText(code), balance: readPounds(balance) };
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
 * A discount code's effect on a cart, or the gift card with that code.
 * @throws ApiError 404 for an unknown code, 409 for one that does not apply, with the reason as `detail`.
 */
export function fetchDiscount(
  code: string,
  cart: readonly CartItem[],
  access?: string | null,
): Promise<Discount | GiftCard> {
  const items = cart.map((item) => ({ ...lineIdOf(item), quantity: item.quantity }));
  return request('/api/listing/discount/', readDiscount, {
    method: 'POST',
    access,
    body: { code, items } satisfies DiscountBody,
  });
}
