import { closestCenter, DndContext } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { imageAddress } from '#domain/catalogue/image.ts';
import { sortingAnnouncements } from './sorting-announcements.ts';
import { screenReaderInstructions, useSorting } from './use-sorting.ts';
import { MoveButtons } from '../kit/MoveButtons.tsx';
import { useSortableItem } from './use-sortable-item.ts';

/** An item of a list to sort. */
interface SortedItem {
  slug: string;
  name: string;
  picture: string | null;
  /** Shown below the name. */
  facts: string;
  /** The row's name as a link; plain text if omitted. */
  link?: ReactNode;
}

interface RowProps {
  item: SortedItem;
  index: number;
  last: number;
  onMove: (to: number) => void;
  onRemove: (() => void) | undefined;
}

/** An item to move; its picture is the handle for mouse, touch and keyboard. */
function SortedRow({ item, index, last, onMove, onRemove }: RowProps) {
  const { slug, name, picture, facts, link } = item;
  const { row, handle } = useSortableItem(slug, 'item');
  return (
    <li {...row} className="sorted-row">
      <button
        type="button"
        className="sorted-handle"
        {...handle}
        aria-label={`Move ${name}, place ${index + 1} of ${last + 1}`}
      >
        {picture !== null && (
          <img
            src={imageAddress(picture, 160)}
            alt=""
            width="48"
            height="60"
            loading="lazy"
            draggable={false}
          />
        )}
      </button>
      <div className="sorted-text">
        <p className="sorted-name">{link ?? name}</p>
        <p className="studio-soft">{facts}</p>
      </div>
      <p className="sorted-moves">
        <MoveButtons name={name} index={index} last={last} onMove={onMove} onRemove={onRemove} />
      </p>
    </li>
  );
}

interface Props {
  label: string;
  items: readonly SortedItem[];
  onMove: (slug: string, to: number) => void;
  onRemove?: (slug: string) => void;
}

/** A list to sort by mouse, touch (after a short hold, so that the page still scrolls), keyboard or buttons. */
export function SortedRows({ label, items, onMove, onRemove }: Props) {
  const sensors = useSorting();
  const slugs = items.map(({ slug }) => slug);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: sortingAnnouncements(items), screenReaderInstructions }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) {
          onMove(String(active.id), slugs.indexOf(String(over.id)));
        }
      }}
    >
      <SortableContext items={slugs} strategy={verticalListSortingStrategy}>
        <ol className="sorted-rows" aria-label={label}>
          {items.map((item, index) => (
            <SortedRow
              key={item.slug}
              item={item}
              index={index}
              last={items.length - 1}
              onMove={(to) => onMove(item.slug, to)}
              onRemove={onRemove && (() => onRemove(item.slug))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
