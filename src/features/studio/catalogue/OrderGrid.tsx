import { type Announcements, closestCenter, DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import type { OrderedProduct } from '#domain/wire/staff-product-order.ts';
import { OrderCard } from './OrderCard.tsx';
import { placeText } from './product-order.ts';
import { screenReaderInstructions, useSorting } from './use-sorting.ts';

interface Props {
  products: readonly OrderedProduct[];
  onMove: (slug: string, to: number) => void;
}

/** Product cards to sort by mouse, touch (after a short hold, so that the page still scrolls) or keyboard. */
export function OrderGrid({ products, onMove }: Props) {
  const sensors = useSorting();
  const slugs = products.map(({ slug }) => slug);
  const nameOf = (id: string | number) => products.find(({ slug }) => slug === id)?.name ?? '';
  const placeOf = (over: { id: string | number } | null) =>
    over ? placeText(slugs, String(over.id)) : 'no place';
  const announcements: Announcements = {
    // `onDragOver` follows at once for its own place and must not hide the pick-up.
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active)}.`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} picked up, ${placeOf(over)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped, ${placeOf(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} moved back, ${placeOf(active)}.`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) {
          onMove(String(active.id), slugs.indexOf(String(over.id)));
        }
      }}
    >
      <SortableContext items={slugs} strategy={rectSortingStrategy}>
        <ol className="order-grid">
          {products.map((product, index) => (
            <OrderCard
              key={product.slug}
              product={product}
              index={index}
              last={products.length - 1}
              onMove={(to) => onMove(product.slug, to)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
