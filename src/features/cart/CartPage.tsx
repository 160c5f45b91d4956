import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Taxes } from '#api/tax.ts';
import { pageTax } from '#browser/page-tax.ts';
import { lineIdOf, subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { $cart, removeLine } from '#stores/cart.ts';
import * as stored from '#stores/checkout/checkout-storage.ts';
import { $taxes } from '#stores/checkout/tax.ts';
import { currentSession } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { CartColumns } from './CartColumns.tsx';
import { CartFrame } from './CartFrame.tsx';
import { cartReference } from './first-state/cart-reference.ts';
import { $news, checkCart } from './first-state/check-cart.ts';
import { useDiscount } from './use-discount.ts';

/** The state that the page shows before React takes over. */
export interface DrawnCart {
  items: readonly CartItem[];
  /** `null` while loading. */
  taxes: Taxes | null;
}

const NO_NEWS: readonly string[] = [];

function leaveForCheckout(): void {
  const items = $cart.get();
  stored.cartItems.set(items);
  stored.subtotal.set(subtotalOf(items));
  if (currentSession()) location.assign('/billing');
  else leaveForLogin('/billing', 'assign');
}

async function leaveForExpress(): Promise<string> {
  try {
    const { expressCheckout } = await import('#ui/payment/express-checkout.ts');
    return await expressCheckout();
  } catch (error) {
    console.error(error);
    return 'This page has not loaded completely. Please reload it.';
  }
}

/** Whether the cart is empty, which is said. */
function refusesEmpty(): boolean {
  const isEmpty = $cart.get().length === 0;
  if (isEmpty) showToast('Your cart is empty.');
  return isEmpty;
}

interface CartProps {
  drawn: DrawnCart;
  /** Receives focus when the focused button is removed. */
  heading: RefObject<HTMLHeadingElement | null>;
}

function Cart({ drawn, heading }: CartProps) {
  const items = useStore($cart, { ssr: () => drawn.items });
  const taxes = useStore($taxes, { ssr: () => drawn.taxes });
  const news = useStore($news, { ssr: () => NO_NEWS });
  const discount = useDiscount(items);
  const { busy, start, end } = useBusy();
  const [message, setMessage] = useState('');

  function remove(item: CartItem): void {
    removeLine(lineIdOf(item));
    $news.set([`${item.name} (${item.selectedColor.color_name}) was removed.`]);
    heading.current?.focus();
  }

  /** @param leave leaves the page, or returns why not. */
  async function checkOut(leave: () => void | Promise<string>): Promise<void> {
    if (refusesEmpty() || !start()) return;
    setMessage('');
    const found = await checkCart();
    // The last line may have been deleted meanwhile.
    if (found.length === 0 && !refusesEmpty() && (await discount.keep())) {
      const refused = await leave();
      if (!refused) return;
      setMessage(refused);
    }
    $news.set(found);
    end();
  }

  return (
    <CartColumns
      news={news}
      items={items}
      taxes={taxes}
      pageTax={pageTax()}
      reference={cartReference()}
      discount={discount}
      busy={busy}
      message={message}
      onRemove={remove}
      onCheckout={() => void checkOut(leaveForCheckout)}
      onExpress={() => void checkOut(leaveForExpress)}
    />
  );
}

/** The cart page. */
export function CartPage({ drawn }: { drawn: DrawnCart }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ErrorBoundary>
      <CartFrame heading={heading}>
        <Cart drawn={drawn} heading={heading} />
      </CartFrame>
    </ErrorBoundary>
  );
}
