import { useSortable } from '@dnd-kit/sortable';

/**
 * Props of an item that can be dragged within its list.
 * @param kind name of the item for screen readers, such as “product”.
 */
export function useSortableItem(id: string, kind: 'item' | 'picture' | 'product') {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, attributes: { roleDescription: `sortable ${kind}` } });
  // Items are the rows of a list, which only move up and down.
  const x = kind === 'item' ? 0 : transform?.x;
  return {
    row: {
      ref: setNodeRef,
      'data-dragging': isDragging || undefined,
      style: {
        transform: transform ? `translate(${x}px, ${transform.y}px)` : undefined,
        transition,
      },
    },
    handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
  };
}
