import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FilledForm } from '#domain/orders/billing.ts';
import { subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem, StockLevel } from '#domain/cart/cart.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { describeStockChange } from '#domain/cart/stock-sync.ts';
import { totalWithTax } from '#domain/money/tax.ts';
import { $cart } from '#stores/cart.ts';
import { applyStock, refreshPrices } from '#stores/checkout/cart-sync.ts';
import * as stored from '#stores/checkout/checkout-storage.ts';
import { $taxes, loadTaxes } from '#stores/checkout/tax.ts';
import { showToast, showToastOnNextPage } from '#stores/toast.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { withSession } from '#ui/islands/with-session.ts';
import type { CheckoutConflict } from '#api/checkout-conflict.ts';
import type { BillingErrors } from './billing-errors.ts';

/** A total the server quoted for exactly these lines, delivered to this country. */
interface QuotedTotal {
  items: readonly CartItem[];
  country: string;
  amount: Pence;
}

function leaveForCart(levels: readonly StockLevel[]): void {
  const changes = applyStock(levels).map(describeStockChange);
  showToastOnNextPage(changes.join(' ') || 'Stock in your cart has changed.');
  location.assign('/cart');
}

async function refreshFigures(country: string): Promise<void> {
  try {
    await Promise.all([refreshPrices(), loadTaxes(0, country)]);
  } catch (error) {
    console.error('The prices could not be fetched', error);
  }
}

/** Loads the code that a filled-in form needs; null if that fails, as after a new deploy. */
function loadCode() {
  return import('./checkout-code.ts').catch((error: unknown) => {
    console.error(error);
    return null;
  });
}

/**
 * The cart's total with the country's tax, the address code, and the action behind CHECKOUT.
 * @param begun whether the shopper has started the form, which loads that code.
 */
export function useCheckout(begun: boolean, country: string) {
  const items = useStore($cart);
  const taxes = useStore($taxes);
  const { busy, start, end } = useBusy();
  const [message, setMessage] = useState('');
  const [quoted, setQuoted] = useState<QuotedTotal | null>(null);
  const [discount, setDiscount] = useState(stored.appliedDiscount.get);
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadCode>>>(null);

  useEffect(() => {
    $taxes.set(null);
    void loadTaxes(0, country);
    // The message may name the total for this country.
    return () => setMessage('');
  }, [country]);

  useEffect(() => {
    if (begun) void loadCode().then(setCode);
  }, [begun]);

  const goods = pence(Math.max(subtotalOf(items) - discount.off, 0));

  function totalAt(taxPercent: number): Pence {
    return quoted?.items === items && quoted.country === country
      ? quoted.amount
      : totalWithTax(goods, taxPercent);
  }

  async function showNewTotal(
    { amount, off, refused }: Extract<CheckoutConflict, { kind: 'amount' }>,
    to: string,
  ): Promise<void> {
    await refreshFigures(to);
    setQuoted({ items: $cart.get(), country: to, amount });
    const now = refused ? { code: '', off } : { ...discount, off };
    stored.appliedDiscount.set(now);
    setDiscount(now);
    setMessage(
      `${refused ? `${refused} Your` : 'Prices have changed: your'} new total is ` +
        `${formatPounds(amount)}. Press CHECKOUT again to accept it.`,
    );
  }

  /** Returns the form's errors, or null when leaving the page. */
  async function pay(form: FilledForm): Promise<BillingErrors | null> {
    const loaded = await loadCode();
    if (!loaded) {
      setMessage('This page has not loaded completely. Please reload it.');
      return {};
    }
    const outcome = await withSession(async (customer) => {
      stored.cartItems.set(items);
      stored.subtotal.set(subtotalOf(items));
      const { tax } = taxes ?? (await loadTaxes(0, form.country));
      const amount = totalAt(tax);
      return loaded.startPayment({
        form,
        items,
        amount,
        discountCode: discount.code,
        customer,
      });
    });
    if (outcome === null) return null;
    switch (outcome.kind) {
      case 'pay':
        location.assign(outcome.url);
        return null;
      case 'amount':
        await showNewTotal(outcome, form.country);
        return {};
      case 'stock':
        leaveForCart(outcome.levels);
        return null;
      case 'failed':
        setMessage(outcome.message);
        return outcome.fields;
    }
  }

  /** Opens the payment, or returns the form's errors. */
  async function checkOut(form: FilledForm): Promise<BillingErrors> {
    if (items.length === 0) {
      showToast('Your cart is empty.');
      return {};
    }
    if (!start()) return {};
    setMessage('');
    const wrong = await pay(form);
    if (wrong) end();
    return wrong ?? {};
  }

  const total = taxes && totalAt(taxes.tax);
  const inside = taxes?.inside ?? 0;
  return { items, discount, total, inside, busy, message, code, checkOut };
}
