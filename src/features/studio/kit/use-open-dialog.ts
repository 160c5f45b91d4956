import { type RefObject, useEffect, useRef } from 'react';

/** Ref of a modal dialog that is open while rendered. */
export function useOpenDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}
