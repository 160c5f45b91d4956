import { pence } from './money.ts';
import type { Pence } from './money.ts';

/** Per cent, if the server sends none (spec, section 9). */
export const DEFAULT_TAX_PERCENT = 6;

/**
 * The tax on a subtotal, in pence, half a penny rounded up. Computed in whole basis points, so that
 * binary fractions never affect a penny.
 * @param percent e.g. 6 or 17.5; at most two decimals count.
 */
export function taxOn(subtotal: Pence, percent: number): Pence {
  const basisPoints = Math.round(percent * 100);
  return pence(Math.floor((subtotal * basisPoints + 5_000) / 10_000));
}

/** Subtotal plus its tax (spec, section 9). */
export function totalWithTax(subtotal: Pence, percent: number): Pence {
  return pence(subtotal + taxOn(subtotal, percent));
}

/**
 * The tax included in a final amount, in pence, half a penny rounded up: at 20 %, 7.50 of 45.00.
 * @param percent e.g. 6 or 17.5; at most two decimals count.
 */
export function taxInside(total: Pence, percent: number): Pence {
  const basisPoints = Math.round(percent * 100);
  const whole = 10_000 + basisPoints;
  return pence(Math.floor((2 * total * basisPoints + whole) / (2 * whole)));
}
