import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { useFreshLogin } from '../../kit/use-fresh-login.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { isLoginRefusal, Refusal, refusalText } from './refusal-text.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

/** Opens a dialog about the order. */
export type Open = (dialog: (frame: DialogFrame) => ReactNode) => void;

/** Props of every dialog about an order. */
export interface DialogFrame {
  order: StaffOrder;
  /** Called when the dialog closes, with or without an action. */
  onClose: () => void;
  /** Announces the result of the action. */
  onNews: (text: string) => void;
  /** Refetches the order and all lists. */
  refresh: () => Promise<unknown>;
}

interface Props extends DialogFrame {
  title: string;
  /** Text of the submit button. */
  verb: string;
  /**
   * Performs the action.
   * @param event idempotency key: the same for every press with the same `content`.
   * @returns the success message.
   */
  act: (event: string) => Promise<string>;
  /** Form-level validation error; `''` if valid. */
  check?: () => string;
  /** Input of the action, where it can differ. Changing it after a lost response makes a new idempotency key. */
  content?: string;
  children?: ReactNode;
}

/** A dialog for one action. Stays open, with the input, until the action succeeds. */
export function ActionDialog(props: Props) {
  const { order, title, verb, act, check, content = '', children } = props;
  const { onClose, onNews, refresh } = props;
  const dialog = useOpenDialog();
  const keyOf = useIdempotencyKey();
  const [problem, setProblem] = useState('');
  const withFreshLogin = useFreshLogin();
  const { busy, start, end } = useBusy();

  async function press(): Promise<void> {
    const invalid = check?.() ?? '';
    setProblem(invalid);
    if (invalid !== '' || !start()) return;
    const event = keyOf(content);
    try {
      const news = await withFreshLogin(() => act(event));
      await refresh();
      onNews(news);
      dialog.current?.close();
    } catch (error) {
      const text = isLoginRefusal(error) ? 'Nothing was done.' : refusalText(error, order.lines);
      setProblem(text);
      // Esc closed the dialog during the request.
      if (!dialog.current?.open) onNews(`Not done: ${text}`);
      if (error instanceof Refusal || (error instanceof ApiError && error.status === 409)) {
        await refresh();
      }
    } finally {
      end();
    }
  }

  return (
    <FormDialog
      dialog={dialog}
      title={title}
      verb={verb}
      busy={busy}
      problem={problem}
      onSubmit={() => void press()}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
