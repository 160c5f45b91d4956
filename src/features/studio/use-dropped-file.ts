import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Text that is dragged is the browser's to move. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Takes a file that is dropped on an element, where the browser would otherwise leave the page for it.
 * @returns whether one is held over it.
 */
export function useDroppedFile(
  target: RefObject<HTMLElement | null>,
  onDrop: (file: File) => void,
): boolean {
  return useDroppedFiles(target, ({ files: [file] }) => {
    if (file) onDrop(file);
  });
}

/** As `useDroppedFile`, with all that is dropped, folders too; it can be read only while the drop is handled. */
export function useDroppedFiles(
  target: RefObject<HTMLElement | null>,
  onDrop: (dropped: DataTransfer) => void,
): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = target.current;
    function hold(event: DragEvent): void {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function leave({ relatedTarget }: DragEvent): void {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) setOver(false);
    }
    function drop(event: DragEvent): void {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) latest.current(event.dataTransfer);
    }
    element?.addEventListener('dragover', hold);
    element?.addEventListener('dragleave', leave);
    element?.addEventListener('drop', drop);
    return () => {
      element?.removeEventListener('dragover', hold);
      element?.removeEventListener('dragleave', leave);
      element?.removeEventListener('drop', drop);
    };
  }, [target]);
  return over;
}
