import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { resetPassword } from '#api/auth.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { formText } from './form-text.ts';
import { PasswordField } from './PasswordField.tsx';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The reset link's token. It is in the fragment, which is never sent to a server. */
function tokenOfAddress(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token_hash') ?? '';
}

/** An error message, and whether the link is no longer usable. */
interface Problem {
  text: string;
  needsNewLink: boolean;
}

const INCOMPLETE_LINK: Problem = {
  text: 'This link is incomplete. Please ask for a new one.',
  needsNewLink: true,
};

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: messageOf(error), needsNewLink: false };
  const [fieldError] = error.fields['password'] ?? error.fields['token'] ?? [];
  const needsNewLink = error.status === 400 && error.fields['password'] === undefined;
  return { text: fieldError ?? error.message, needsNewLink };
}

function Done({ username }: { username: string }) {
  return (
    <>
      <h1 className="title">Your password has been changed.</h1>
      {username !== '' && (
        <p>
          Your username is <strong className="wrap-anywhere">{username}</strong>.
        </p>
      )}
      <p>
        <a className="button" href="/login">
          Sign In
        </a>
      </p>
    </>
  );
}

function Reset() {
  const { busy, start, end } = useBusy();
  const [username, setUsername] = useState<string | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const incomplete = useHydrated() && tokenOfAddress() === '';
  const problem = incomplete ? INCOMPLETE_LINK : failure;

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = formText(new FormData(event.currentTarget), 'password');
    if (!start()) return;
    setFailure(null);
    try {
      setUsername(await resetPassword(tokenOfAddress(), password));
      history.replaceState(null, '', location.pathname);
    } catch (error) {
      setFailure(problemOf(error));
    }
    end();
  }

  if (username !== null) return <Done username={username} />;
  return (
    <>
      <h1 className="title">Choose a New Password</h1>
      <form method="post" className="grid max-w-md gap-4" onSubmit={(event) => void submit(event)}>
        <div>
          <PasswordField
            id="new-password"
            label="New password"
            autoComplete="new-password"
            minLength={8}
          />
          <p className="mt-2 text-sm text-ink-soft">At least 8 characters.</p>
        </div>
        <div>
          <ReadyButton busy={busy} disabled={problem?.needsNewLink === true}>
            Change Password
          </ReadyButton>
          <output className="block min-h-8 pt-2">
            {problem && <span className="message-error">{problem.text}</span>}
          </output>
        </div>
      </form>
      {problem?.needsNewLink && (
        <p>
          <a className="link" href="/forgot-password">
            Ask for a new link
          </a>
        </p>
      )}
    </>
  );
}

/** The page that the e-mailed reset link opens. */
export default function ResetPassword() {
  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-8 lg:py-16" aria-live="polite">
        <Reset />
      </section>
    </ErrorBoundary>
  );
}
