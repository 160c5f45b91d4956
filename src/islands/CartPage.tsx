import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { itemCount, lineIdOf, lineKey, subtotalOf } from '#shop/cart.ts';
import { describeStockChange } from '#shop/stock-sync.ts';
import type { StockChange } from '#shop/stock-sync.ts';
import { $cart, syncCart } from '../stores/cart.ts';
import * as stored from '../stores/checkout.ts';
import { rememberReturn } from '../stores/return-target.ts';
import { currentSession } from '../stores/session.ts';
import { $taxPercent, loadTaxPercent } from '../stores/tax.ts';
import { showToast } from '../stores/toast.ts';
import { CartLine } from './CartLine.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Loading } from './Loading.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { useBusy } from './use-busy.ts';
import { useCart } from './use-cart.ts';
import { useRestored } from './use-restored.ts';

interface Props {
  /** Origin that picture paths belong to, or `''` for this site. */
  apiHost?: string;
}

/** Brings the cart down to the stock there is. A check that fails changes nothing (spec, section 8). */
async function checkCart(): Promise<readonly StockChange[]> {
  try {
    return await syncCart();
  } catch (error) {
    console.error('The cart could not be checked', error);
    return [];
  }
}

function leaveForCheckout(): void {
  const items = $cart.get();
  stored.cartItems.set(items);
  stored.subtotal.set(subtotalOf(items));
  if (currentSession()) {
    location.assign('/billing');
  } else {
    rememberReturn('/billing');
    location.assign('/login');
  }
}

function Cart({ apiHost }: { apiHost: string }) {
  const items = useCart();
  const taxPercent = useStore($taxPercent);
  const [changes, setChanges] = useState<readonly StockChange[]>([]);
  const { busy, start, end } = useBusy();

  useEffect(() => {
    void checkCart().then(setChanges);
    void loadTaxPercent(stored.taxRate.get());
  }, []);

  async function checkOut(): Promise<void> {
    if ($cart.get().length === 0) {
      showToast('Your cart is empty.');
      return;
    }
    if (!start()) return;
    const found = await checkCart();
    if (found.length === 0) {
      leaveForCheckout();
      return;
    }
    setChanges(found);
    end();
  }

  const count = itemCount(items);
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_24rem] lg:items-start">
      <div className="min-w-0">
        <output className="grid gap-2 font-medium text-oxblood">
          {changes.map((change) => (
            <span key={`${change.name} ${change.colour}`}>{describeStockChange(change)}</span>
          ))}
        </output>
        {count === 0 ? (
          <div className="grid justify-items-start gap-6 py-10">
            <p className="text-lg">Your cart is empty.</p>
            <a className="button-quiet" href="/all-products">
              Continue Shopping
            </a>
          </div>
        ) : (
          <>
            <p className="pb-4 text-ink-soft">
              {count} {count === 1 ? 'item' : 'items'}
            </p>
            <ul className="border-t border-bone-deep">
              {items.map((item) => (
                <CartLine key={lineKey(lineIdOf(item))} item={item} apiHost={apiHost} />
              ))}
            </ul>
          </>
        )}
      </div>
      <OrderSummary
        items={items}
        taxPercent={taxPercent}
        busy={busy}
        onCheckout={() => void checkOut()}
      />
    </div>
  );
}

/** The cart's page. Server-rendered HTML knows no cart: it says so until browser storage is read. */
export default function CartPage({ apiHost = '' }: Props) {
  const restored = useRestored();
  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-10 lg:py-16">
        <h1 className="title">Your Cart</h1>
        {restored ? <Cart apiHost={apiHost} /> : <Loading />}
      </section>
    </ErrorBoundary>
  );
}
