import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Customer } from '#api/checkout.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { StaffOrder } from '#domain/wire/staff-orders.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { asStaff } from '../as-staff.ts';
import { useFreshLogin } from '../use-fresh-login.ts';
import { useOpenDialog } from '../use-open-dialog.ts';
import { isLoginRefusal, Refusal, refusalText } from './refusal-text.ts';

/** Opens a dialog about the order. */
export type Open = (dialog: (frame: DialogFrame) => ReactNode) => void;

/** What every dialog about an order is given. */
export interface DialogFrame {
  order: StaffOrder;
  /** The dialog was closed, with or without an action. */
  onClose: () => void;
  /** Something was done: what to tell. */
  onNews: (text: string) => void;
  /** Asks for the order and all lists again. */
  refresh: () => Promise<unknown>;
}

interface Props extends DialogFrame {
  title: string;
  /** What the button says. */
  verb: string;
  /**
   * Does it. The event's id is the same for every press in this dialog, so that a double press, or one after an
   * answer that was lost, is done once.
   * @returns what to tell.
   */
  act: (event: string, customer: Customer) => Promise<string>;
  /** What is wrong with what was typed, beyond what its fields say themselves; empty when nothing is. */
  check?: () => string;
  /** What is written, where writing something else after an answer that was lost is another action. */
  content?: string;
  children?: ReactNode;
}

/** A dialog for one action: it stays, with what was typed, until the action is done. */
export function ActionDialog({
  order,
  title,
  verb,
  act,
  check,
  content = '',
  onClose,
  onNews,
  refresh,
  children,
}: Props) {
  const dialog = useOpenDialog();
  const events = useRef(new Map<string, string>());
  const [problem, setProblem] = useState('');
  const withFreshLogin = useFreshLogin();
  const { busy, start, end } = useBusy();

  async function press(): Promise<void> {
    const wrong = check?.() ?? '';
    setProblem(wrong);
    if (wrong !== '' || !start()) return;
    const event = events.current.get(content) ?? crypto.randomUUID();
    events.current.set(content, event);
    try {
      const news = await withFreshLogin(() => asStaff((customer) => act(event, customer)));
      await refresh();
      onNews(news);
      dialog.current?.close();
    } catch (error) {
      const text = isLoginRefusal(error) ? 'Nothing was done.' : refusalText(error, order.lines);
      setProblem(text);
      // Closed by Esc while the call was under way.
      if (!dialog.current?.open) onNews(`Not done: ${text}`);
      if (error instanceof Refusal || (error instanceof ApiError && error.status === 409)) {
        await refresh();
      }
    } finally {
      end();
    }
  }

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="order-action"
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <h2 id="order-action" className="heading">
        {title}
      </h2>
      <form
        className="order-form"
        onSubmit={(submit) => {
          submit.preventDefault();
          void press();
        }}
      >
        {children}
        <div role="alert" className="order-problem">
          {problem !== '' && <p className="message-error">{problem}</p>}
        </div>
        <div className="order-verbs">
          <button type="submit" className="button" aria-busy={busy}>
            {verb}
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
