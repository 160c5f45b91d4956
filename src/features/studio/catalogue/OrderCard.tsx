import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import { countText } from '#domain/basics/count-text.ts';
import type { OrderedProduct } from '#domain/contracts/staff-product-order.ts';
import { momentText } from '../kit/day-text.ts';
import { MoveButtons } from '../kit/MoveButtons.tsx';
import { useSortableItem } from '../kit/sorting/use-sortable-item.ts';

function factsOf({ opens_at, colours, sold_out }: OrderedProduct): string {
  const facts = [
    opens_at !== null && `Opens ${momentText(opens_at)}`,
    colours === 0 ? 'No colours' : countText(colours, 'colour'),
    colours > 0 && sold_out && 'Sold out',
  ];
  return facts.filter(Boolean).join(' · ');
}

interface Props {
  product: OrderedProduct;
  index: number;
  last: number;
  onMove: (to: number) => void;
}

/** A product to move; its picture is the handle for mouse, touch and keyboard. */
export function OrderCard({ product, index, last, onMove }: Props) {
  const { slug, name, image } = product;
  const { row, handle } = useSortableItem(slug, 'product');
  return (
    <li {...row} className="order-card">
      <button
        type="button"
        className="order-handle"
        {...handle}
        aria-label={`Move ${name}, place ${index + 1} of ${last + 1}`}
      >
        <img
          src={imageAddress(imagePath(image === null ? undefined : { image }, ''), 320)}
          alt=""
          width="320"
          height="400"
          loading="lazy"
          draggable={false}
        />
        <span aria-hidden="true" className="order-place">
          {index + 1}
        </span>
      </button>
      <p className="order-name">{name}</p>
      <p className="studio-soft">{factsOf(product)}</p>
      <p className="order-moves">
        <MoveButtons name={name} index={index} last={last} hasFirst onMove={onMove} />
      </p>
    </li>
  );
}
