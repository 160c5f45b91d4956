import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { keepInNewAccount } from '#api/claim-order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { logIn } from '#stores/login/login.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { formText } from './form-text.ts';
import { leaveForAccount } from './leave-for-account.ts';
import { PasswordField } from './PasswordField.tsx';

/** Maximum length of a username. */
const LONGEST_NAME = 50;

interface Props {
  token: string;
  email: string;
  /** Called when somebody else has created the account or claimed the order. */
  onChange: () => void;
}

/** A message for the form, and the field it is about. */
function problemOf(error: unknown): { text: string; field: 'username' | 'password' } {
  const { username = [], password = [] } = error instanceof ApiError ? error.fields : {};
  const [taken] = username;
  if (taken !== undefined) return { text: taken, field: 'username' };
  return { text: password[0] ?? messageOf(error), field: 'password' };
}

/** Creates an account for a guest's order. */
export function NewAccountForm({ token, email, onChange }: Props) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (!start()) return;
    setProblem('');
    const fields = new FormData(form);
    const username = formText(fields, 'username').trim();
    try {
      const password = formText(fields, 'password');
      logIn(await keepInNewAccount(token, { username, password }));
      leaveForAccount();
      return;
    } catch (error) {
      const overtaken =
        error instanceof ApiError && (error.status === 409 || error.fields['email'] !== undefined);
      if (overtaken) onChange();
      const { text, field } = problemOf(error);
      setProblem(text);
      form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    }
    end();
  }

  return (
    <form method="post" className="grid max-w-md gap-4" onSubmit={(event) => void submit(event)}>
      <p>Choose a password, and find the order in your account: to track it and return items.</p>
      <div>
        <label className="label" htmlFor="claim-username">
          Username
        </label>
        <input
          id="claim-username"
          name="username"
          className="field"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email.length > LONGEST_NAME ? '' : email}
          required
        />
        <p className="mt-2 text-sm text-ink-soft">You log in with it.</p>
      </div>
      <div>
        <PasswordField id="claim-password" autoComplete="new-password" minLength={8} />
        <p className="mt-2 text-sm text-ink-soft">At least 8 characters.</p>
      </div>
      <div>
        <ReadyButton busy={busy}>Keep This Order</ReadyButton>
        <output className="block min-h-8 pt-2">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </form>
  );
}
