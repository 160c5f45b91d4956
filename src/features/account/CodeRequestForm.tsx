import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { askForCode } from '#api/login-code.ts';
import { keepVisible } from '#ui/islands/keep-visible.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { formText } from './form-text.ts';
import { keepPending } from './pending-code.ts';
import type { PendingCode } from './pending-code.ts';

interface Props {
  /** Typed before, in this form or the other. */
  email: string;
  /** Shown until the form is sent. */
  notice?: string;
  onAsked: (pending: PendingCode) => void;
}

function problemOf(error: unknown): string {
  const [wrong] = (error instanceof ApiError && error.fields['email']) || [];
  return wrong ?? messageOf(error);
}

/** Asks for the address to which a login code is mailed. */
export function CodeRequestForm({ email, notice = '', onAsked }: Props) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState(notice);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = formText(new FormData(event.currentTarget), 'email').trim();
    if (!start()) return;
    setProblem('');
    try {
      onAsked(keepPending(await askForCode(typed), typed));
    } catch (error) {
      setProblem(problemOf(error));
      field.current?.focus();
    }
    end();
  }

  return (
    <form
      method="post"
      aria-labelledby="code-login-title"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="code-login-title" className="title">
        Sign In by Code
      </h2>
      <p>We e-mail you a code of six digits, which logs you in without a password.</p>
      <div>
        <label className="label" htmlFor="code-login-email">
          Email
        </label>
        <input
          ref={field}
          id="code-login-email"
          name="email"
          type="email"
          className="field"
          autoComplete="email"
          defaultValue={email}
          onInput={keepVisible}
          required
        />
      </div>
      <div>
        <ReadyButton busy={busy}>Send the Code</ReadyButton>
        <output className="block min-h-8 pt-2">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </form>
  );
}
