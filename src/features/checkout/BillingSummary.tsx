import { itemCount, subtotalOf } from '#domain/cart.ts';
import type { CartItem } from '#domain/cart.ts';
import { discountText, formatPounds, NO_PENCE, pence } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { taxInside } from '#domain/tax.ts';
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

/** Price, Total Items and Total (spec, section 2). */
export function BillingSummary({ items, discount, total, inside }: Props) {
  const price = subtotalOf(items);
  const tax =
    total === null ? NO_PENCE : pence(total - price + discount.off + taxInside(total, inside));
  return (
    <section aria-labelledby="billing-summary" className="grid gap-5">
      <h2 id="billing-summary" className="heading">
        Your order
      </h2>
      <dl className="grid gap-3">
        <SummaryRow label="Price">{formatPounds(price)}</SummaryRow>
        <SummaryRow label="Total Items">{itemCount(items)}</SummaryRow>
        {discount.code && <SummaryRow label="Discount">{discountText(discount.off)}</SummaryRow>}
        <SummaryRow total label="Total">
          {total === null ? '…' : formatPounds(total)}
        </SummaryRow>
      </dl>
      {/* Keeps its height while another country's tax is loading. */}
      <p className="h-5 text-sm text-ink-soft">
        {tax > 0 && `The total includes ${formatPounds(tax)} tax.`}
      </p>
    </section>
  );
}
