import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import type { LoginAnswer } from '#domain/contracts/login-answer.ts';
import { logIn } from '#stores/login/login.ts';
import { Button } from '../kit/Button.tsx';
import { CodeField } from '../kit/CodeField.tsx';
import { Failure } from '../kit/Failure.tsx';

interface Props {
  /** The call that a code is part of. */
  give: (code: string) => Promise<LoginAnswer>;
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
export function GiveCodeForm({ give, children, label, beside, make, onDone }: Props) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const giving = useMutation({
    mutationFn: async (code: string) => {
      const call = async () => {
        const { id, token } = await give(code);
        logIn({ id, access: token.access });
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
    if (!giving.isPending && typeof code === 'string') giving.mutate(code);
  }

  return (
    <form ref={form} method="post" className="studio-confirm" onSubmit={submit}>
      <CodeField focused {...(label !== undefined && { label })} />
      <Failure of={giving.error} />
      <div className="studio-actions">
        <Button type="submit" look="main" busy={giving.isPending}>
          {children}
        </Button>
        {beside}
      </div>
    </form>
  );
}
