import type { ReactNode } from 'react';
import { imageAddress } from '#domain/catalogue/image.ts';
import { SortableList } from '../kit/sorting/SortableList.tsx';
import { MoveButtons } from '../kit/MoveButtons.tsx';
import { useSortableItem } from '../kit/sorting/use-sortable-item.ts';

/** An item of a list to sort. */
interface SortedItem {
  id: string;
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
  const { id, name, picture, facts, link } = item;
  const { row, handle } = useSortableItem(id, 'item');
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
  onMove: (id: string, to: number) => void;
  onRemove?: (id: string) => void;
}

/** A list to sort by mouse, touch (after a short hold, so that the page still scrolls), keyboard or buttons. */
export function SortedRows({ label, items, onMove, onRemove }: Props) {
  return (
    <SortableList
      className="sorted-rows"
      label={label}
      items={items}
      nameOf={({ name }) => name}
      onMove={onMove}
    >
      {(item, index) => (
        <SortedRow
          key={item.id}
          item={item}
          index={index}
          last={items.length - 1}
          onMove={(to) => onMove(item.id, to)}
          onRemove={onRemove && (() => onRemove(item.id))}
        />
      )}
    </SortableList>
  );
}
