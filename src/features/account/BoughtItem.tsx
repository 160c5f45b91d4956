import { formatPounds, timesPence } from '#domain/money/money.ts';
import { priceText } from '#domain/money/shown-price.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';

interface NoteProps {
  item: OrderItem;
  /** Whether its orders are on this page. */
  owned: boolean;
}

/** Changes of an item since it was bought. */
function ItemNotes({ item: { cancelled, became }, owned }: NoteProps) {
  return (
    <>
      {cancelled > 0 && <p className="text-sm">{cancelled} cancelled</p>}
      {became.map(({ quantity, name, order }) => (
        <p key={`${name} ${order}`} className="text-sm">
          {order === null
            ? `${quantity} to be changed into ${name}, once that is paid`
            : `${quantity} became ${name}, in `}
          {order !== null &&
            (owned ? (
              <a className="link inline-block py-1" href={`#order-${order}`}>
                order {order}
              </a>
            ) : (
              `order ${order}`
            ))}
        </p>
      ))}
    </>
  );
}

interface ItemProps extends NoteProps {
  /** Tax added to its price, in per cent. */
  tax: number;
}

/** A line of an order, with what has become of it. */
export function BoughtItem({ item, owned, tax }: ItemProps) {
  const { image, name, colour, price, quantity } = item;
  return (
    <li className="grid grid-cols-[4rem_1fr_auto] gap-x-4 py-3">
      <ItemPicture image={image} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft">{colour}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {quantity} × {priceText(price, tax)}
        </p>
        <ItemNotes item={item} owned={owned} />
      </div>
      <p className="text-right tabular-nums">{formatPounds(timesPence(price, quantity))}</p>
    </li>
  );
}
