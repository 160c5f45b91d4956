import { useId, useRef } from 'react';
import { Button } from './Button.tsx';

export type DialogAction<Dialog> = readonly [text: string, isOffered: boolean, dialog: Dialog];

interface Props<Dialog> {
  actions: readonly DialogAction<Dialog>[];
  /** Number of buttons; a menu has the other actions. */
  room: number;
  open: (dialog: Dialog) => void;
}

/** A button or a menu's row for each action offered, which opens its dialog. */
export function DialogButtons<Dialog>({ actions, room, open }: Props<Dialog>) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const buttons = actions
    .filter(([, isOffered]) => isOffered)
    .map(([text, , dialog]) => (
      <Button
        key={text}
        opensDialog
        onClick={() => {
          // First, so that the dialog returns the focus to the menu's button.
          menu.current?.hidePopover();
          open(dialog);
        }}
      >
        {text}
      </Button>
    ));
  // A menu of one takes as much room as its row.
  if (buttons.length <= room + 1) return buttons;
  return (
    <>
      {buttons.slice(0, room)}
      <Button popoverTarget={id}>
        More<span className="sr-only"> actions</span>
      </Button>
      {/* The browser closes it on Esc and on a press elsewhere, and returns the focus. */}
      <div ref={menu} id={id} className="studio-menu" popover="auto">
        {buttons.slice(room)}
      </div>
    </>
  );
}
