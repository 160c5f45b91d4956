import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { lineIdOf, subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { describePriceChange } from '#domain/cart/reprice.ts';
import { describeStockChange } from '#domain/cart/stock-sync.ts';
import { $cart, removeLine } from '#stores/cart.ts';
import { takeCartNews } from '#stores/reorder/cart-news.ts';
import { refreshPrices, syncCart } from '#stores/checkout/cart-sync.ts';
import * as stored from '#stores/checkout/checkout-storage.ts';
import { currentSession } from '#stores/session.ts';
import { pageTax } from '#browser/page-tax.ts';
import { $taxes, loadTaxes } from '#stores/checkout/tax.ts';
import { showToast } from '#stores/toast.ts';
import { CartFrame } from './CartFrame.tsx';
import { CartLines } from './CartLines.tsx';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { OrderSummary } from './OrderSummary.tsx';
import { useDiscount } from './use-discount.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useCart } from '#ui/islands/use-cart.ts';

/** The messages of a cart check. A failed check is only logged (spec, section 8). */
async function newsOf(check: Promise<readonly string[]>, failure: string) {
  try {
    return await check;
  } catch (error) {
    console.error(failure, error);
    return [];
  }
}

/**
 * Updates the cart to current stock and prices; pages may be older than both.
 * @returns messages for the shopper.
 */
async function checkCart(): Promise<readonly string[]> {
  const stock = syncCart().then((changes) => changes.map(describeStockChange));
  const prices = refreshPrices().then((changes) =>
    changes.map((change) => describePriceChange(change, $taxes.get()?.tax ?? pageTax())),
  );
  const news = await Promise.all([
    newsOf(stock, 'The cart could not be checked'),
    newsOf(prices, 'The prices could not be fetched'),
  ]);
  return news.flat();
}

function leaveForCheckout(): void {
  const items = $cart.get();
  stored.cartItems.set(items);
  stored.subtotal.set(subtotalOf(items));
  if (currentSession()) location.assign('/billing');
  else leaveForLogin('/billing', 'assign');
}

/** Whether the cart is empty, which is said. */
function refusesEmpty(): boolean {
  const isEmpty = $cart.get().length === 0;
  if (isEmpty) showToast('Your cart is empty.');
  return isEmpty;
}

interface CartProps {
  /** Receives focus when the focused button is removed. */
  heading: RefObject<HTMLHeadingElement | null>;
}

function Cart({ heading }: CartProps) {
  const items = useCart();
  const taxes = useStore($taxes);
  const discount = useDiscount(items);
  const [news, setNews] = useState<readonly string[]>(takeCartNews);
  const { busy, start, end } = useBusy();
  /** The check on opening the cart, until it is answered. */
  const opening = useRef<Promise<readonly string[]>>(undefined);

  useEffect(() => {
    opening.current = checkCart().finally(() => {
      opening.current = undefined;
    });
    void opening.current.then((found) => setNews((earlier) => [...earlier, ...found]));
    // If the page's prices include tax, none is added to them, whether or not the server can be reached.
    void loadTaxes(pageTax() > 0 ? stored.taxRate.get() : 0);
  }, []);

  function remove(item: CartItem): void {
    removeLine(lineIdOf(item));
    setNews([`${item.name} (${item.selectedColor.color_name}) was removed.`]);
    heading.current?.focus();
  }

  async function checkOut(): Promise<void> {
    if (refusesEmpty() || !start()) return;
    // Another check would not find again what the one under way changes.
    const found = await (opening.current ?? checkCart());
    // The last line may have been deleted meanwhile.
    if (found.length === 0 && !refusesEmpty() && (await discount.keep())) {
      leaveForCheckout();
      return;
    }
    setNews(found);
    end();
  }

  return (
    <>
      <div className="min-w-0">
        <output className="grid gap-2 font-medium text-oxblood">
          {news.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </output>
        {items.length === 0 ? (
          <div className="grid justify-items-start gap-6 py-8">
            <p className="text-lg">Nothing in here yet.</p>
            <a className="button-quiet" href="/all-products">
              Continue Shopping
            </a>
          </div>
        ) : (
          <CartLines items={items} apiHost="" tax={taxes?.tax ?? pageTax()} onRemove={remove} />
        )}
      </div>
      <OrderSummary
        items={items}
        taxes={taxes}
        discount={discount}
        busy={busy}
        onCheckout={() => void checkOut()}
      />
    </>
  );
}

/** The cart page, once storage has been read: until then the page shows what cart-preview.ts draws. */
export function CartPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ErrorBoundary>
      <CartFrame heading={heading}>
        <Cart heading={heading} />
      </CartFrame>
    </ErrorBoundary>
  );
}
