import type { CartItem } from '#domain/cart/cart.ts';
import { CartLines } from './CartLines.tsx';
import { OrderSummary, type SummaryProps } from './OrderSummary.tsx';

interface Props extends SummaryProps {
  /** Messages for the shopper. */
  news: readonly string[];
  onRemove: (item: CartItem) => void;
}

/** The cart's lines and their summary. */
export function CartColumns({ news, onRemove, ...summary }: Props) {
  const { items, taxes, pageTax } = summary;
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
          <CartLines items={items} apiHost="" tax={taxes?.tax ?? pageTax} onRemove={onRemove} />
        )}
      </div>
      <OrderSummary {...summary} />
    </>
  );
}
