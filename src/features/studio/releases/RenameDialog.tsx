import { useState } from 'react';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useOpenDialog } from '../kit/use-open-dialog.ts';

interface Props {
  title: string;
  busy: boolean;
  problem: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

/** Renames a draft. */
export function RenameDialog({ title, busy, problem, onRename, onClose }: Props) {
  const dialog = useOpenDialog();
  const [typed, setTyped] = useState(title);
  const next = typed.trim();

  return (
    <FormDialog
      dialog={dialog}
      title="Rename"
      verb="Rename"
      busy={busy}
      problem={problem}
      onSubmit={() => {
        if (next === title) dialog.current?.close();
        else if (next !== '' && !busy) onRename(next);
      }}
      onClose={onClose}
    >
      <TextField label="Title" required maxLength={120} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
