import { fetchDiscount, type GiftCard } from '#api/discount.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { discountOnCart, missingText } from '#domain/cart/discount.ts';
import type { Discount } from '#domain/cart/discount.ts';
import { NO_PENCE, type Pence } from '#domain/money/money.ts';
import { currentSession } from '#stores/session.ts';

/** Effect of a code on a cart; `off` is null if it gives nothing, and `message` says why. */
interface Effect {
  off: Pence | null;
  message: string;
  /** The money on a gift card; then `off` is 0. */
  card?: Pence;
}

/** The answer to a code. */
export interface Found {
  /** The code as the shop writes it; null if it does not apply. */
  code: string | null;
  /** Computes its effect on a cart of the same products, in any quantities. */
  effectOn: (items: readonly CartItem[]) => Effect;
}

/** A code that gives nothing, and why. */
function foundNothing(message: string): Found {
  return { code: null, effectOn: () => ({ off: null, message }) };
}

function foundDiscount(discount: Discount): Found {
  const { code } = discount;
  function effectOn(items: readonly CartItem[]): Effect {
    const { off, missing, coversAll } = discountOnCart(discount, items);
    if (missing > 0) return { off: null, message: missingText(code, missing, coversAll) };
    return { off, message: '' };
  }
  return { code, effectOn };
}

function foundCard({ code, balance }: GiftCard): Found {
  return { code, effectOn: () => ({ off: NO_PENCE, message: '', card: balance }) };
}

/**
 * Asks the server about a code; the answer may be why it does not apply.
 * @throws ApiError if there is no answer about the code.
 */
export async function findDiscount(code: string, items: readonly CartItem[]): Promise<Found> {
  try {
    const found = await fetchDiscount(code, items, currentSession()?.access);
    return 'balance' in found ? foundCard(found) : foundDiscount(found);
  } catch (error) {
    if (error instanceof ApiError && !error.isPassing && error.detail) {
      return foundNothing(error.detail);
    }
    throw error;
  }
}
