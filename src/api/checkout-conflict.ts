import type { StockLevel } from '#domain/cart/cart.ts';
import type { Pence } from '#domain/money/money.ts';
import { isRecord } from '#domain/basics/record.ts';
import { readList, readPounds } from './http/answer.ts';
import { ApiError } from './http/api-error.ts';
import { isStockLevel } from './listing/stock-check.ts';

/** The difference in stock or amount from what the shopper saw, with the current figures. */
export type CheckoutConflict =
  | { kind: 'stock'; levels: StockLevel[] }
  | {
      kind: 'amount';
      amount: Pence;
      /** The part of the goods' price that the discount code takes off now. */
      off: Pence;
      /** Why the discount code was refused; `''` if it was not. */
      refused: string;
    };

/** The conflict reported by a rejected payment session, or `null` for any other failure. */
export function readCheckoutConflict(error: unknown): CheckoutConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !isRecord(error.body)) return null;
  const { items, amount, discount = 0, reason } = error.body;
  try {
    if (items !== undefined) return { kind: 'stock', levels: readList(items, isStockLevel) };
    return {
      kind: 'amount',
      amount: readPounds(amount),
      off: readPounds(discount),
      refused: reason === 'code_refused' ? error.message : '',
    };
  } catch {
    return null;
  }
}
