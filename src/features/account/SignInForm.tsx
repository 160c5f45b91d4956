import type { SubmitEvent, Ref } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { login } from '#api/auth.ts';
import { logIn } from '#stores/login/login.ts';
import { formText } from './form-text.ts';
import { FormMessage } from './FormMessage.tsx';
import { PasswordField } from './PasswordField.tsx';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { Message } from './use-fading-message.ts';

interface Props {
  usernameField: Ref<HTMLInputElement>;
  onType: (username: string) => void;
  message: Message | null;
  onMessage: (text: string, good?: boolean) => void;
  onLoggedIn: () => void;
  /** Opens the login by a code from an e-mail. */
  onCode: () => void;
}

/** Whether the server rejected the username or password, rather than being unavailable. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !error.isPassing;
}

/** The sign-in form (spec, sections 5 and 8): wrong credentials clear the fields. */
export function SignInForm({
  usernameField,
  onType,
  message,
  onMessage,
  onLoggedIn,
  onCode,
}: Props) {
  const { busy, start, end } = useBusy();
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (!start()) return;
    const fields = new FormData(form);
    try {
      const username = formText(fields, 'username').trim();
      logIn(await login({ username, password: formText(fields, 'password') }));
      onMessage('Login successfully', true);
      onLoggedIn();
    } catch (error) {
      if (isRefusal(error)) {
        form.reset();
        onType('');
        onMessage('Invalid username or password');
      } else {
        onMessage(messageOf(error));
      }
      form.querySelector('input')?.focus();
      end();
    }
  }

  return (
    // POST keeps the password out of the URL if the form is submitted before hydration.
    <form
      method="post"
      aria-labelledby="sign-in-title"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="sign-in-title" className="title">
        Sign In
      </h2>
      <div>
        <label className="label" htmlFor="sign-in-username">
          Username
        </label>
        <input
          ref={usernameField}
          id="sign-in-username"
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
        <PasswordField id="sign-in-password" autoComplete="current-password" />
        <a className="link mt-2 inline-block py-2 text-sm" href="/forgot-password">
          Forgot password?
        </a>
      </div>
      <div>
        <ReadyButton busy={busy}>Sign In</ReadyButton>
        <FormMessage message={message} />
        <button type="button" className="link py-2 text-sm" disabled={!hydrated} onClick={onCode}>
          Email me a code instead
        </button>
      </div>
    </form>
  );
}
