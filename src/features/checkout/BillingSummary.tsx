import { itemCount, subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { discountText, formatPounds, pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { taxInside } from '#domain/money/tax.ts';
import { pageTax } from '#browser/page-tax.ts';
import type { AppliedDiscount } from '#stores/checkout/checkout-storage.ts';
import { SummaryRow } from '#ui/islands/SummaryRow.tsx';

interface Props {
  items: readonly CartItem[];
  discount: AppliedDiscount;
  /** With tax, without shipping. `null` while tax is loading. */
  total: Pence | null;
  /** Tax included in the prices, in per cent; 0 if it is added. */
  inside: number;
}

/** Price, Total Items and Total (spec, section 2); with a discount, all that they add up from. */
export function BillingSummary({ items, discount, total, inside }: Props) {
  const price = subtotalOf(items);
  const { card } = discount;
  // Without tax while it is loading.
  const sum = total ?? pence(price - discount.off);
  const tax = pence(sum - price + discount.off + taxInside(sum, inside));
  // With a discount, shoppers add up. Until taxes load, follow the page's prices, as the cart does.
  const hasTaxRow = discount.code && (total === null ? pageTax() : !inside);
  const shown = (amount: Pence) => (total === null ? '…' : formatPounds(amount));
  return (
    <section aria-labelledby="billing-summary" className="grid gap-4">
      <h2 id="billing-summary" className="heading">
        Your order
      </h2>
      <dl className="grid gap-3">
        <SummaryRow label="Price">{formatPounds(price)}</SummaryRow>
        <SummaryRow label="Total Items">{itemCount(items)}</SummaryRow>
        {discount.code && !card && (
          <SummaryRow label="Discount">{discountText(discount.off)}</SummaryRow>
        )}
        {hasTaxRow ? <SummaryRow label="Tax">{shown(tax)}</SummaryRow> : null}
        <SummaryRow total label="Total">
          {shown(sum)}
        </SummaryRow>
        {card && <SummaryRow label="Gift card">{shown(pence(-Math.min(card, sum)))}</SummaryRow>}
      </dl>
      {/* Keeps its height while another country's tax is loading. */}
      <p className="h-5 text-sm text-ink-soft">
        {tax > 0 && !hasTaxRow && `The total includes ${formatPounds(tax)} tax.`}
      </p>
    </section>
  );
}
