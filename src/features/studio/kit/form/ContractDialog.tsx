import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useOpenDialog } from '../use-open-dialog.ts';
import { FormDialog } from './FormDialog.tsx';
import type { ContractForm } from './use-contract-form.ts';

/** Props of a dialog that its page opens and closes. */
export interface DialogFrame {
  /** Called when the dialog closes, with or without an act. */
  onClose: () => void;
  /** Announces the result. */
  onNews: (text: string) => void;
}

interface Props extends DialogFrame {
  form: ContractForm;
  title: string;
  /** Text of the submit button. */
  verb: string;
  children?: ReactNode;
}

/** A dialog for one call. Stays open, with the input, until the call succeeds. */
export function ContractDialog({ form, title, verb, children, onClose, onNews }: Props) {
  const dialog = useOpenDialog();

  async function submit(): Promise<void> {
    const result = await form.submit();
    if (result?.isDone) {
      // The news move the page's buttons: before it takes presses again, or one would miss.
      flushSync(() => onNews(result.text));
      dialog.current?.close();
    } else if (result && !dialog.current?.open) {
      // Esc closed it during the call.
      onNews(`Not done: ${result.text}`);
    }
  }

  return (
    <FormDialog
      dialog={dialog}
      form={form.element}
      title={title}
      verb={verb}
      busy={form.busy}
      problem={form.problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
