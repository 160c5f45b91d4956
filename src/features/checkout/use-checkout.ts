import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { BillingForm } from '#domain/billing.ts';
import { subtotalOf } from '#domain/cart.ts';
import type { CartItem, StockLevel } from '#domain/cart.ts';
import { formatPounds } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { describeStockChange } from '#domain/stock-sync.ts';
import { totalWithTax } from '#domain/tax.ts';
import { $cart } from '#stores/cart.ts';
import { applyStock, refreshPrices } from '#stores/checkout/cart-sync.ts';
import * as stored from '#stores/checkout/checkout-storage.ts';
import { $taxPercent, loadTaxPercent } from '#stores/checkout/tax.ts';
import { showToast, showToastOnNextPage } from '#stores/toast.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useCart } from '#ui/islands/use-cart.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** A total that the server quoted for exactly these lines. */
interface QuotedTotal {
  items: readonly CartItem[];
  amount: Pence;
}

function leaveForCart(levels: readonly StockLevel[]): void {
  const changes = applyStock(levels).map(describeStockChange);
  showToastOnNextPage(changes.join(' ') || 'Stock in your cart has changed.');
  location.assign('/cart');
}

async function refreshFigures(): Promise<void> {
  try {
    await Promise.all([refreshPrices(), loadTaxPercent(0)]);
  } catch (error) {
    console.error('The prices could not be fetched', error);
  }
}

/** What CHECKOUT needs, loaded while the form is filled in; null if that fails, as after a new deploy. */
function loadPayment() {
  return import('./start-payment.ts').catch((error: unknown) => {
    console.error(error);
    return null;
  });
}

/** The cart's total with tax, and the action behind CHECKOUT. */
export function useCheckout() {
  const items = useCart();
  const percent = useStore($taxPercent);
  const { busy, start, end } = useBusy();
  const [message, setMessage] = useState('');
  const [quoted, setQuoted] = useState<QuotedTotal | null>(null);

  useEffect(() => {
    void loadTaxPercent(0);
    void loadPayment();
  }, []);

  function totalAt(taxPercent: number): Pence {
    return quoted?.items === items ? quoted.amount : totalWithTax(subtotalOf(items), taxPercent);
  }

  async function showNewTotal(amount: Pence): Promise<void> {
    await refreshFigures();
    setQuoted({ items: $cart.get(), amount });
    setMessage(
      `Prices have changed: your new total is ${formatPounds(amount)}. ` +
        'Press CHECKOUT again to accept it.',
    );
  }

  async function pay(form: BillingForm): Promise<boolean> {
    const payment = await loadPayment();
    if (!payment) {
      stored.billingFormData.set(form);
      setMessage('This page has not loaded completely. Please reload it.');
      return false;
    }
    const outcome = await withSession(async (customer) => {
      stored.cartItems.set(items);
      stored.subtotal.set(subtotalOf(items));
      const amount = totalAt(percent ?? (await loadTaxPercent(0)));
      return payment.startPayment({ form, items, amount, customer });
    });
    if (outcome === null) {
      stored.billingFormData.set(form);
      return true;
    }
    switch (outcome.kind) {
      case 'pay':
        location.assign(outcome.url);
        return true;
      case 'amount':
        await showNewTotal(outcome.amount);
        return false;
      case 'stock':
        leaveForCart(outcome.levels);
        return true;
      case 'failed':
        setMessage(outcome.message);
        return false;
    }
  }

  async function checkOut(form: BillingForm): Promise<void> {
    if (items.length === 0) {
      showToast('Your cart is empty.');
      return;
    }
    if (!start()) return;
    setMessage('');
    const leaving = await pay(form);
    if (!leaving) end();
  }

  const total = percent === null ? null : totalAt(percent);
  return { items, total, busy, message, checkOut };
}
