import { subtotalOf } from '#domain/cart.ts';
import type { CartItem } from '#domain/cart.ts';
import { formatPounds } from '#domain/money.ts';
import { taxOn, totalWithTax } from '#domain/tax.ts';
import { cartReference } from './cart-reference.ts';
import { SummaryRow } from '#ui/islands/SummaryRow.tsx';

interface Props {
  items: readonly CartItem[];
  /** `null` while loading. */
  taxPercent: number | null;
  busy: boolean;
  onCheckout: () => void;
}

/** The cart's totals and the checkout button. */
export function OrderSummary({ items, taxPercent, busy, onCheckout }: Props) {
  const subtotal = subtotalOf(items);
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
        <SummaryRow label="Estimated Tax">
          {taxPercent === null ? '…' : formatPounds(taxOn(subtotal, taxPercent))}
        </SummaryRow>
        <SummaryRow total label="Estimated Total">
          {taxPercent === null ? '…' : formatPounds(totalWithTax(subtotal, taxPercent))}
        </SummaryRow>
      </dl>
      <button type="button" className="button w-full" onClick={onCheckout} aria-busy={busy}>
        CHECKOUT
      </button>
      <p className="text-sm text-ink-soft">
        Cart reference: <span className="tabular-nums">{cartReference()}</span>
      </p>
    </section>
  );
}
