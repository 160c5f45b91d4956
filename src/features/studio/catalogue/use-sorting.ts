import { KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

/** Read out when the focus reaches an item that can be sorted. */
export const screenReaderInstructions = {
  draggable:
    'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter to drop it, Escape to cancel.',
};

/** Sorting by mouse, touch (after a short hold, so that the page still scrolls) or keyboard. */
export function useSorting() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
}
