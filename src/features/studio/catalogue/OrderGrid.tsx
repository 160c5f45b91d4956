import { closestCenter, DndContext } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import type { OrderedProduct } from '#domain/contracts/staff-product-order.ts';
import { OrderCard } from './OrderCard.tsx';
import { sortingAnnouncements } from './sorting-announcements.ts';
import { screenReaderInstructions, useSorting } from './use-sorting.ts';

interface Props {
  products: readonly OrderedProduct[];
  onMove: (slug: string, to: number) => void;
}

/** Product cards to sort by mouse, touch (after a short hold, so that the page still scrolls) or keyboard. */
export function OrderGrid({ products, onMove }: Props) {
  const sensors = useSorting();
  const slugs = products.map(({ slug }) => slug);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: sortingAnnouncements(products), screenReaderInstructions }}
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
