import { type ReactNode, type RefObject, useId } from 'react';

interface Props {
  /** From `useOpenDialog`. */
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** Takes the focus when the contents are replaced. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Ignores Esc. */
  busy?: boolean;
  /** Whether files are dragged over the dialog. */
  over?: boolean;
  /** Called once the dialog has closed, by Esc or `close()`. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog with a heading. */
export function StudioDialog({ dialog, title, heading, busy, over, onClose, children }: Props) {
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby={id}
      data-over={over ? '' : undefined}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && !currentTarget.open) onClose();
      }}
      // At once: the close event may come after the next press of a button, and undo it.
      onCancel={(event) => {
        const { target, currentTarget } = event;
        if (target !== currentTarget) return;
        event.preventDefault();
        if (busy) return;
        currentTarget.close();
        onClose();
      }}
    >
      <h2 ref={heading} id={id} className="heading" tabIndex={heading && -1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
