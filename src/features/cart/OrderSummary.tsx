import type { Taxes } from '#api/tax.ts';
import { subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { discountText, formatPounds, pence } from '#domain/money/money.ts';
import { insideText } from '#domain/money/shown-price.ts';
import { taxInside, taxOn, totalWithTax } from '#domain/money/tax.ts';
import { pageTax } from '#browser/page-tax.ts';
import { cartReference } from './cart-reference.ts';
import { DiscountEntry } from './DiscountEntry.tsx';
import type { CartDiscount } from './use-discount.ts';
import { SummaryRow } from '#ui/islands/SummaryRow.tsx';

interface Props {
  items: readonly CartItem[];
  /** `null` while loading. */
  taxes: Taxes | null;
  discount: CartDiscount;
  busy: boolean;
  onCheckout: () => void;
}

/** The cart's totals and the checkout button. */
export function OrderSummary({ items, taxes, discount, busy, onCheckout }: Props) {
  const subtotal = subtotalOf(items);
  const goods = pence(subtotal - (discount.off ?? 0));
  const inside = taxes?.inside ?? 0;
  // Until they load, follow the page's prices: a row that comes and goes would move the button.
  const isAdded = taxes === null ? pageTax() > 0 : inside === 0;
  const included = insideText(taxInside(goods, inside), inside);
  return (
    <section
      aria-labelledby="order-summary"
      className="grid gap-6 border border-bone-deep p-6 lg:sticky lg:top-24 lg:p-8"
    >
      <h2 id="order-summary" className="heading">
        Order Summary
      </h2>
      <dl className="grid gap-3">
        <SummaryRow label="Subtotal">{formatPounds(subtotal)}</SummaryRow>
        {discount.off !== null && (
          <SummaryRow label="Discount">{discountText(discount.off)}</SummaryRow>
        )}
        {isAdded && (
          <SummaryRow label="Estimated Tax">
            {taxes === null ? '…' : formatPounds(taxOn(goods, taxes.tax))}
          </SummaryRow>
        )}
        <SummaryRow total label="Estimated Total">
          {taxes === null ? '…' : formatPounds(totalWithTax(goods, taxes.tax))}
        </SummaryRow>
      </dl>
      {included && <p className="text-sm text-ink-soft">The total {included}.</p>}
      {items.length > 0 && <DiscountEntry {...discount} />}
      <button type="button" className="button w-full" onClick={onCheckout} aria-busy={busy}>
        CHECKOUT
      </button>
      <p className="text-sm text-ink-soft">
        Cart reference: <span className="tabular-nums">{cartReference()}</span>
      </p>
    </section>
  );
}
