import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CartItem } from '#domain/cart/cart.ts';
import { appliedDiscount, discountCode } from '#stores/checkout/checkout-storage.ts';
import type { Found } from './find-discount.ts';

const UNCHECKED: Found = {
  code: null,
  effectOn: () => ({ off: null, message: 'The code could not be checked. Please try again.' }),
};

/** Loads what it needs on demand: most carts have no discount. Never rejects. */
async function find(code: string, items: readonly CartItem[]): Promise<Found> {
  try {
    const { findDiscount } = await import('./find-discount.ts');
    return await findDiscount(code, items);
  } catch (error) {
    console.error('The discount code could not be checked', error);
    return UNCHECKED;
  }
}

/**
 * The cart's discount code, kept in storage until it is used or removed, and its effect. Asks the server about it when
 * the page is shown, when the products change and when a code is entered.
 */
export function useDiscount(items: readonly CartItem[]) {
  // Counts the times that the same code was entered.
  const [asked, setAsked] = useState({ code: '', times: 0 });
  const [found, setFound] = useState<Found | null>(null);
  /** The text of the entry, applied or not. */
  const typing = useRef(asked.code);
  const check = useRef<Promise<Found | null>>(undefined);
  const products = items.map(({ id }) => id).join();

  // The page was built without a code.
  useLayoutEffect(() => {
    const code = discountCode.get();
    typing.current = code;
    if (code) setAsked({ code, times: 0 });
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const { code } = asked;
    check.current = undefined;
    if (code && items.length > 0) {
      check.current = find(code, items);
      void check.current.then((now) => isCurrent && setFound(now));
    }
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- quantities are computed here
  }, [asked, products]);

  function enter(typed: string): void {
    typing.current = typed;
    discountCode.set(typed);
    setFound(null);
    setAsked(({ times }) => ({ code: typed, times: times + 1 }));
  }

  const code = found?.code ?? asked.code;
  const { off, message, card } = found?.effectOn(items) ?? { off: null, message: '' };

  /**
   * Keeps the discount for the billing page, once a check under way is answered. Applies a code that was only typed.
   * @returns false if that answer is a message, which the shopper has not read yet.
   */
  async function keep(): Promise<boolean> {
    const typed = typing.current.trim();
    // `flushSync` also runs the effect that asks the server.
    if (typed && typed !== asked.code) flushSync(() => enter(typed));
    const now = (await check.current) ?? null;
    const kept = now?.effectOn(items);
    if (kept?.off == null) {
      appliedDiscount.remove();
      return now === found;
    }
    const written = now?.code ?? asked.code;
    appliedDiscount.set({ code: written, off: kept.off, card: kept.card });
    discountCode.set(written);
    return true;
  }

  return {
    /** The entered code; `''` if there is none. */
    code,
    /** Null unless the code applies. */
    off,
    /** The money on a gift card. */
    card,
    message,
    isChecking: asked.code !== '' && items.length > 0 && found === null,
    /** Whether a code was entered or removed on this page. */
    isTyped: asked.times > 0,
    /** Notes the text of the entry, which CHECKOUT applies. */
    note: (text: string) => {
      typing.current = text;
    },
    enter,
    keep,
  };
}

export type CartDiscount = ReturnType<typeof useDiscount>;
