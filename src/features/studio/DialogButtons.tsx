interface Props<Dialog> {
  actions: readonly (readonly [text: string, isOffered: boolean, dialog: Dialog])[];
  open: (dialog: Dialog) => void;
}

/** A button for each action offered, which opens its dialog. */
export function DialogButtons<Dialog>({ actions, open }: Props<Dialog>) {
  return actions.map(
    ([text, isOffered, dialog]) =>
      isOffered && (
        <button
          key={text}
          type="button"
          className="button-quiet"
          aria-haspopup="dialog"
          onClick={() => open(dialog)}
        >
          {text}
        </button>
      ),
  );
}
