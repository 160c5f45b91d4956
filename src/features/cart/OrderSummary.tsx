import { SummaryRow } from '#ui/islands/SummaryRow.tsx';
import { DiscountEntry, type ShownDiscount } from './DiscountEntry.tsx';
import { type Sums, summaryText } from './first-state/summary-text.ts';

export interface SummaryProps extends Omit<Sums, 'off' | 'card'> {
  /** The cart's reference. */
  reference: string;
  discount: ShownDiscount;
  busy: boolean;
  /** Why Express checkout did not open a payment; `''` if it did. */
  message: string;
  onCheckout: () => void;
  onExpress: () => void;
}

/** The cart's totals and the checkout button. */
export function OrderSummary({
  reference,
  discount,
  busy,
  message,
  onCheckout,
  onExpress,
  ...sums
}: SummaryProps) {
  const { rows, included } = summaryText({ ...sums, off: discount.off, card: discount.card });
  return (
    <section
      aria-labelledby="order-summary"
      className="grid gap-6 border border-bone-deep p-6 lg:sticky lg:top-24 lg:p-8"
    >
      <h2 id="order-summary" className="heading">
        Order Summary
      </h2>
      <dl className="grid gap-3">
        {rows.map(([label, amount], row) => (
          <SummaryRow key={label} label={label} total={row === rows.length - 1}>
            {amount}
          </SummaryRow>
        ))}
      </dl>
      <p className="text-sm text-ink-soft" hidden={included === ''} data-included="">
        {included}
      </p>
      {sums.items.length > 0 && <DiscountEntry {...discount} />}
      <button type="button" className="button w-full" onClick={onCheckout} aria-busy={busy}>
        CHECKOUT
      </button>
      {sums.items.length > 0 && (
        <div className="-mt-3 grid gap-2">
          <button
            type="button"
            className="button-quiet w-full"
            onClick={onExpress}
            aria-busy={busy}
            aria-describedby="express-note"
          >
            {/* Read as two words, so that “CHECKOUT” names the other button alone. */}
            <span>
              Express check<span className="inline-block">out</span>
            </span>
          </button>
          <p id="express-note" className="text-sm text-ink-soft">
            By wallet or card, with no form to fill in here.
          </p>
          <output className="message-error empty:hidden">{message}</output>
        </div>
      )}
      <p className="text-sm text-ink-soft">
        {'Cart reference: '}
        {/* Differs at each reading if storage is blocked. */}
        <span className="tabular-nums" data-cart-reference="" suppressHydrationWarning>
          {reference}
        </span>
      </p>
    </section>
  );
}
