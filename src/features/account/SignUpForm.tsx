import type { ReactNode, SubmitEvent } from 'react';
import { register } from '#api/auth.ts';
import { formText } from './form-text.ts';
import { FormMessage } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { registrationFailure } from './registration-message.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { keepVisible } from '#ui/islands/keep-visible.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import type { Message } from './use-fading-message.ts';

interface Props {
  /** The box for our news. */
  children: ReactNode;
  onType: (username: string) => void;
  message: Message | null;
  onMessage: (text: string, good?: boolean) => void;
  onRegistered: (username: string) => void;
}

/** The sign-up form (spec, sections 5 and 8): a failure keeps the input. */
export function SignUpForm({ children, onType, message, onMessage, onRegistered }: Props) {
  const { busy, start, end } = useBusy();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (!start()) return;
    const fields = new FormData(form);
    const username = formText(fields, 'username').trim();
    const email = formText(fields, 'email').trim();
    try {
      const news = fields.has('news') || undefined;
      await register({ username, email, password: formText(fields, 'password'), news });
      form.reset();
      onMessage('Registration successful!', true);
      onRegistered(username);
    } catch (error) {
      const failure = registrationFailure(error);
      onMessage(failure.text);
      form.querySelector<HTMLInputElement>(`[name="${failure.field ?? 'username'}"]`)?.focus();
    }
    end();
  }

  return (
    <form
      method="post"
      aria-labelledby="sign-up-title"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="sign-up-title" className="title">
        Sign Up
      </h2>
      <div>
        <label className="label" htmlFor="sign-up-username">
          Username
        </label>
        <input
          id="sign-up-username"
          name="username"
          className="field"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </div>
      <div>
        <label className="label" htmlFor="sign-up-email">
          Email
        </label>
        <input
          id="sign-up-email"
          name="email"
          type="email"
          className="field"
          autoComplete="email"
          onInput={keepVisible}
          required
        />
      </div>
      <PasswordField id="sign-up-password" autoComplete="new-password" />
      {children}
      <div>
        <ReadyButton busy={busy}>Sign Up</ReadyButton>
        <FormMessage message={message} />
      </div>
    </form>
  );
}
