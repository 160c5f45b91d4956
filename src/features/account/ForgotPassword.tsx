import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { askForPasswordReset } from '#api/auth.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { formText } from './form-text.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { keepVisible } from '#ui/islands/keep-visible.ts';
import { useBusy } from '#ui/islands/use-busy.ts';

function problemOf(error: unknown): string {
  const [wrong] = (error instanceof ApiError && error.fields['email']) || [];
  return wrong ?? messageOf(error);
}

function Request() {
  const { busy, start, end } = useBusy();
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = formText(new FormData(event.currentTarget), 'email').trim();
    if (!start()) return;
    setProblem('');
    try {
      await askForPasswordReset(email);
      setAsked(true);
    } catch (error) {
      setProblem(problemOf(error));
    }
    end();
  }

  return (
    <>
      <h1 className="title">Forgot Password?</h1>
      <p className="max-w-prose">
        Enter the e-mail address of your account, and we will send you a link to choose a new
        password.
      </p>
      <form
        method="post"
        className="grid max-w-md gap-4"
        onSubmit={(event) => void submit(event)}
        onInput={() => setAsked(false)}
      >
        <div>
          <label className="label" htmlFor="forgot-email">
            Email
          </label>
          <input
            id="forgot-email"
            name="email"
            type="email"
            className="field"
            autoComplete="email"
            onInput={keepVisible}
            required
          />
        </div>
        <div>
          <ReadyButton busy={busy}>Send Link</ReadyButton>
          <output className="block min-h-8 pt-2">
            {asked && (
              <span className="message-success">
                If there is an account with this address, a link is on its way. It is valid for one
                hour.
              </span>
            )}
            {problem !== '' && <span className="message-error">{problem}</span>}
          </output>
        </div>
        <p>
          <a className="link" href="/login">
            Back to Sign In
          </a>
        </p>
      </form>
    </>
  );
}

/** The form that requests a password reset link. */
export default function ForgotPassword() {
  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-8 lg:py-16">
        <Request />
      </section>
    </ErrorBoundary>
  );
}
