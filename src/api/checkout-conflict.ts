import type { StockLevel } from '#domain/cart.ts';
import type { Pence } from '#domain/money.ts';
import { isRecord } from '#domain/record.ts';
import { readList, readPounds } from './http/answer.ts';
import { ApiError } from './http/api-error.ts';
import { isStockLevel } from './listing/stock-check.ts';

/** The difference in stock or amount from what the shopper saw, with the current figures. */
export type CheckoutConflict =
  | { kind: 'stock'; levels: StockLevel[] }
  | { kind: 'amount'; amount: Pence };

/** The conflict reported by a rejected payment session, or `null` for any other failure. */
export function readCheckoutConflict(error: unknown): CheckoutConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !isRecord(error.body)) return null;
  const { items, amount } = error.body;
  try {
    if (items !== undefined) return { kind: 'stock', levels: readList(items, isStockLevel) };
    return { kind: 'amount', amount: readPounds(amount) };
  } catch {
    return null;
  }
}
