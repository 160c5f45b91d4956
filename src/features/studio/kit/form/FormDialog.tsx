import type { ReactNode, RefObject } from 'react';
import { Failure } from '../Failure.tsx';
import { Button } from '../Button.tsx';
import { StudioDialog } from './StudioDialog.tsx';
import type { ContractForm } from './use-contract-form.ts';

interface Props {
  /** From `useOpenDialog`. */
  dialog: RefObject<HTMLDialogElement | null>;
  form?: ContractForm['element'];
  title: string;
  /** Text of the submit button. */
  verb: string;
  busy: boolean;
  disabled?: boolean;
  /** Validation or server error; `''` if none. */
  problem: string;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog around one form: fields, error, submit and Close. */
export function FormDialog(props: Props) {
  const { dialog, form, title, verb, busy, disabled, problem, onSubmit, onClose, children } = props;
  return (
    <StudioDialog dialog={dialog} title={title} onClose={onClose}>
      <form
        {...form}
        className="studio-form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <Failure of={problem} />
        <div className="studio-actions">
          <Button type="submit" look="main" busy={busy} disabled={disabled}>
            {verb}
          </Button>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
      </form>
    </StudioDialog>
  );
}
