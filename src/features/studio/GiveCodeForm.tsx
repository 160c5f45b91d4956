import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { giveSecondFactor } from '#api/staff/second-factor.ts';
import { logIn } from '#stores/login/login.ts';
import { asStaff } from './as-staff.ts';
import { CodeField } from './CodeField.tsx';
import { problemText } from './problem-text.ts';

type Giving = Parameters<typeof giveSecondFactor>[0];

interface Props {
  /** The request a code is part of. */
  giving: (code: string) => Giving;
  /** Text of the button. */
  children: ReactNode;
  label?: string;
  /** Shown beside the button. */
  beside?: ReactNode;
  /** Wraps the call, for example in `useFreshLogin`. */
  make?: (call: () => Promise<unknown>) => Promise<unknown>;
  onDone?: () => void;
}

/** Asks for a code from an authenticator app and stores the session it returns. */
export function GiveCodeForm({ giving, children, label, beside, make, onDone }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const give = useMutation({
    mutationFn: async (code: string) => {
      const call = async () => {
        const session = await asStaff((customer) => giveSecondFactor(giving(code), customer));
        logIn(session);
      };
      await (make ? make(call) : call());
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['me'] });
      onDone?.();
    },
    onError: () => {
      // A code works once.
      form.current?.reset();
      form.current?.querySelector('input')?.focus();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (!give.isPending && typeof code === 'string') give.mutate(code);
  }

  return (
    <form ref={form} method="post" className="studio-confirm" onSubmit={submit}>
      <CodeField focused {...(label !== undefined && { label })} />
      <div role="alert" className="studio-failure">
        {give.isError && <p className="message-error">{problemText(give.error)}</p>}
      </div>
      <div className="studio-actions">
        <button type="submit" className="button" aria-busy={give.isPending}>
          {children}
        </button>
        {beside}
      </div>
    </form>
  );
}
