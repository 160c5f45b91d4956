import { useState } from 'react';
import { useOpenDialog } from '../use-open-dialog.ts';

interface Props {
  title: string;
  busy: boolean;
  problem: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Asks what a draft is to be called. */
export function RenameDialog({ title, busy, problem, onRename, onClose }: Props) {
  const dialog = useOpenDialog();
  const [typed, setTyped] = useState(title);
  const next = typed.trim();

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="release-rename"
      onClose={onClose}
    >
      <h2 id="release-rename" className="heading">
        Rename
      </h2>
      <form
        className="studio-dispatch"
        onSubmit={(event) => {
          event.preventDefault();
          if (next === title) dialog.current?.close();
          else if (next !== '' && !busy) onRename(next);
        }}
      >
        <div>
          <label className="label" htmlFor="release-title">
            Title
          </label>
          <input
            id="release-title"
            className="field"
            required
            maxLength={120}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
        </div>
        <div role="alert" className="studio-failure">
          {problem !== '' && <p className="message-error">{problem}</p>}
        </div>
        <div className="studio-actions">
          <button type="submit" className="button" aria-busy={busy}>
            Rename
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
