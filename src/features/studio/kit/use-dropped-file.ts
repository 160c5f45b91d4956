import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Dragged text is left to the browser. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Takes a file dropped on an element, which the browser would otherwise open in place of the page.
 * @returns whether a file is being dragged over it.
 */
export function useDroppedFile(
  target: RefObject<HTMLElement | null>,
  onDrop: (file: File) => void,
): boolean {
  return useDroppedFiles(target, ({ files: [file] }) => {
    if (file) onDrop(file);
  });
}

/** Like `useDroppedFile`, with everything dropped, folders included; readable only while the drop is handled. */
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
