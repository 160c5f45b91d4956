import { lineIdOf, lineKey } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { countText } from './first-state/cart-text.ts';
import { CartLine } from './CartLine.tsx';

interface Props {
  items: readonly CartItem[];
  apiHost: string;
  /** Tax added to the prices, in per cent. */
  tax: number;
  onRemove: (item: CartItem) => void;
}

/** The lines of a non-empty cart. */
export function CartLines({ items, apiHost, tax, onRemove }: Props) {
  return (
    <>
      <p className="pb-4 text-ink-soft">{countText(items)}</p>
      <ul className="border-t border-bone-deep">
        {items.map((item) => (
          <CartLine
            key={lineKey(lineIdOf(item))}
            item={item}
            apiHost={apiHost}
            tax={tax}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </>
  );
}
