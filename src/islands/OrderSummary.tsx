import { subtotalOf } from '#shop/cart.ts';
import type { CartItem } from '#shop/cart.ts';
import { formatPounds } from '#shop/money.ts';
import type { Pence } from '#shop/money.ts';
import { taxOn, totalWithTax } from '#shop/tax.ts';
import { cartReference } from '../stores/cart-reference.ts';

interface Props {
  items: readonly CartItem[];
  /** `null` while the server is being asked. */
  taxPercent: number | null;
  busy: boolean;
  onCheckout: () => void;
}

function Row({ label, amount }: { label: string; amount: Pence | null }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tabular-nums">{amount === null ? '…' : formatPounds(amount)}</dd>
    </div>
  );
}

/** What the cart costs, and the way to the checkout. */
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
        <Row label="Subtotal" amount={subtotal} />
        <Row
          label="Estimated Tax"
          amount={taxPercent === null ? null : taxOn(subtotal, taxPercent)}
        />
        <div className="border-t border-bone-deep pt-3 text-lg font-semibold">
          <Row
            label="Estimated Total"
            amount={taxPercent === null ? null : totalWithTax(subtotal, taxPercent)}
          />
        </div>
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
