import { type RefObject, useEffect, useRef } from 'react';

/** The ref of a modal dialog that is open for as long as it is drawn. */
export function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}
