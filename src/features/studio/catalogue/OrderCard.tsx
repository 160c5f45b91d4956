import { useSortable } from '@dnd-kit/sortable';
import { imageAddress, imagePath } from '#domain/address/image.ts';
import { countText } from '#domain/count-text.ts';
import { londonShort } from '#domain/london-clock.ts';
import type { OrderedProduct } from '#domain/wire/staff-product-order.ts';
import { MoveButtons } from '../MoveButtons.tsx';

function factsOf({ opens_at, colours, sold_out }: OrderedProduct): string {
  const facts = [
    opens_at !== null && `Opens ${londonShort(opens_at)}`,
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
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: slug, attributes: { roleDescription: 'sortable product' } });
  return (
    <li
      ref={setNodeRef}
      className="order-card"
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="order-handle"
        {...attributes}
        {...listeners}
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
