import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode, RefObject } from 'react';
import { placeText } from './moved.ts';

/** Read out while an item is dragged. @param names by id. */
function announcementsOf(names: ReadonlyMap<string | number, string>): Announcements {
  const ids = [...names.keys()].map(String);
  const nameOf = (id: string | number) => names.get(id) ?? '';
  const placeOf = (over: { id: string | number } | null) =>
    over ? placeText(ids, String(over.id)) : 'no place';
  return {
    // `onDragOver` follows at once for its own place and must not hide the pick-up.
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active)}.`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} picked up, ${placeOf(over)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped, ${placeOf(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} moved back, ${placeOf(active)}.`,
  };
}

const usual =
  'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to drop it, Escape to cancel.';

interface Props<Item extends { id: string }> {
  items: readonly Item[];
  /** Name for screen readers. */
  nameOf: (item: Item, index: number) => string;
  onMove: (id: string, to: number) => void;
  ref?: RefObject<HTMLOListElement | null>;
  className: string;
  label?: string;
  /** Whether a row has several items. */
  isGrid?: boolean;
  /** Read out when the focus reaches a handle that sorts by keys of its own; items are then not carried by keyboard. */
  ownKeys?: string;
  children: (item: Item, index: number) => ReactNode;
}

/** A list to sort by mouse, touch (after a short hold, so that the page still scrolls) or keyboard. */
export function SortableList<Item extends { id: string }>(props: Props<Item>) {
  const { items, nameOf, onMove, children, isGrid, ownKeys, label, ...list } = props;
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: 6 } });
  const touch = useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } });
  const keys = useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates });
  const ids = items.map(({ id }) => id);
  return (
    <DndContext
      sensors={useSensors(mouse, touch, ownKeys === undefined ? keys : null)}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(
          new Map(items.map((item, index) => [item.id, nameOf(item, index)])),
        ),
        screenReaderInstructions: { draggable: ownKeys ?? usual },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
      }}
    >
      <SortableContext
        items={ids}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ol {...list} aria-label={label} tabIndex={list.ref && -1}>
          {items.map(children)}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
