import { lineTotal, subtotalOf } from './cart.ts';
import type { CartItem } from './cart.ts';
import type { DiscountKind } from '../enums.ts';
import { formatPounds, NO_PENCE, pence, sumPence } from '../money/money.ts';
import type { Pence } from '../money/money.ts';

/** The rate of a discount. */
export interface DiscountRate {
  kind: DiscountKind;
  /** Whole per cent; 0 unless `kind` is `percent`. */
  percent: number;
  /** 0 unless `kind` is `amount`. */
  amount: Pence;
}

/** A code's effect on a cart, as `/api/listing/discount/` answers. */
export interface Discount extends DiscountRate {
  code: string;
  /** Least price of the goods it covers. */
  minimum: Pence;
  /** Ids of the cart's products that it covers. */
  products: readonly number[];
}

/** The part of a basket that a discount leaves: card payments start there. */
const LEAST_LEFT = 30;

/**
 * Pence off goods, half a penny rounded up, as the database decides (`discount_pence` in
 * supabase/schemas/checkout/discount_uses.sql; tests/database/discount-parity.test.ts compares the two).
 * @param covered price of the goods that it covers.
 * @param subtotal price of the whole basket.
 */
export function discountOn(rate: DiscountRate, covered: Pence, subtotal: Pence): Pence {
  const { kind, percent, amount } = rate;
  const off = kind === 'percent' ? Math.floor((covered * percent + 50) / 100) : amount;
  return pence(Math.max(Math.min(off, covered, subtotal - LEAST_LEFT), 0));
}

/** Shown for a cart below a code's minimum. @param coversAll whether the code covers all of the cart. */
export function missingText(code: string, missing: Pence, coversAll: boolean): string {
  const goods = coversAll ? 'to your cart' : 'of the things it is for';
  return `Add ${formatPounds(missing)} more ${goods} to use the code ${code}.`;
}

/** A discount's effect on a cart: pence off, and pence missing of its minimum, without which it gives nothing. */
export function discountOnCart(discount: Discount, items: readonly CartItem[]) {
  const goods = items.filter(({ id }) => discount.products.includes(id));
  const covered = sumPence(goods.map(lineTotal));
  const missing = pence(Math.max(discount.minimum - covered, 0));
  const off = missing > 0 ? NO_PENCE : discountOn(discount, covered, subtotalOf(items));
  return { off, missing, coversAll: goods.length === items.length };
}
