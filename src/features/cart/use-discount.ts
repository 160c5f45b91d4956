import { useEffect, useState } from 'react';
import { fetchDiscount } from '#api/discount.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { CartItem } from '#domain/cart.ts';
import { discountOnCart, missingText } from '#domain/discount.ts';
import type { Discount } from '#domain/discount.ts';
import { appliedDiscount, discountCode } from '#stores/checkout/checkout-storage.ts';
import { currentSession } from '#stores/session.ts';

const AWAY = 'The code could not be checked. Please try again.';

/** The answer to a code; `message` is why there is no discount. */
interface Found {
  discount: Discount | null;
  message: string;
}

async function find(code: string, items: readonly CartItem[]): Promise<Found> {
  try {
    const discount = await fetchDiscount(code, items, currentSession()?.access);
    return { discount, message: '' };
  } catch (error) {
    const known = error instanceof ApiError && !error.isPassing && error.detail;
    if (!known) console.error('The discount code could not be checked', error);
    return { discount: null, message: known || AWAY };
  }
}

/**
 * The cart's discount code, kept in storage until it is used or removed, and its effect. Asks the server about it when
 * the page is shown, when the products change and when a code is entered.
 */
export function useDiscount(items: readonly CartItem[]) {
  // Counts the times that the same code was entered.
  const [asked, setAsked] = useState(() => ({ code: discountCode.get(), times: 0 }));
  const [found, setFound] = useState<Found | null>(null);
  const { code } = asked;
  const products = items.map(({ id }) => id).join();

  useEffect(() => {
    let isCurrent = true;
    if (code && items.length > 0) void find(code, items).then((now) => isCurrent && setFound(now));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- quantities are computed here
  }, [asked, products]);

  function enter(typed: string): void {
    discountCode.set(typed);
    setFound(null);
    setAsked(({ times }) => ({ code: typed, times: times + 1 }));
  }

  const discount = found?.discount ?? null;
  const effect = discount && discountOnCart(discount, items);
  const isApplied = effect !== null && effect.missing === 0;
  const message =
    discount && effect && effect.missing > 0
      ? missingText(discount.code, effect.missing, effect.coversAll)
      : (found?.message ?? '');

  /** Keeps what the shopper saw for the billing page. */
  function keep(): void {
    if (discount && isApplied) {
      appliedDiscount.set({ code: discount.code, off: effect.off });
      discountCode.set(discount.code);
    } else appliedDiscount.remove();
  }

  return {
    /** The entered code; `''` if there is none. */
    code: discount?.code ?? code,
    /** Null unless the code applies. */
    off: isApplied ? effect.off : null,
    message,
    isChecking: code !== '' && items.length > 0 && found === null,
    /** Whether a code was entered or removed on this page. */
    isTyped: asked.times > 0,
    enter,
    keep,
  };
}

export type CartDiscount = ReturnType<typeof useDiscount>;
