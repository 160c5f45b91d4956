import { useRef, useState } from 'react';
import type { RefObject, SubmitEvent } from 'react';
import { closeAccount } from '#api/account.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { logOut } from '#stores/login/login.ts';
import { leaveForHome } from '#ui/islands/leave-for-login.ts';
import { showToastOnNextPage } from '#stores/toast.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { withSession } from '#ui/islands/with-session.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { formText } from './form-text.ts';
import { PasswordField } from './PasswordField.tsx';

function problemOf(error: unknown): string {
  const [wrong] = (error instanceof ApiError && error.fields['password']) || [];
  return wrong ?? messageOf(error);
}

/** Asks for the password before closing the account, and lists what is deleted and what is kept. */
export function CloseAccountDialog({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = formText(new FormData(event.currentTarget), 'password');
    if (!start()) return;
    setProblem('');
    try {
      // Null if the login has ended: the page is already being left.
      if ((await withSession((customer) => closeAccount(password, customer))) === null) return;
      logOut();
      showToastOnNextPage('Your account is closed.');
      leaveForHome();
    } catch (error) {
      setProblem(problemOf(error));
      form.current?.querySelector('input')?.focus();
      end();
    }
  }

  /** Clears a typed password. */
  function forget(): void {
    form.current?.reset();
    setProblem('');
  }

  return (
    <dialog
      ref={ref}
      aria-labelledby="close-account"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(36rem,calc(100%-2rem))] overflow-y-auto bg-bone backdrop:bg-ink/60"
      onClose={forget}
    >
      <div className="grid gap-4 p-6 md:p-8">
        <h2 id="close-account" className="title">
          Close Your Account?
        </h2>
        <p>This cannot be undone. We delete at once:</p>
        <ul className="list-disc pl-4">
          <li>your login, with your username and email address,</li>
          <li>your subscription under that address, if you have confirmed the address,</li>
          <li>what you entered on the billing page without ordering.</li>
        </ul>
        <p>
          Orders that you paid for stay with us for seven years, with your name and address, because
          tax law requires it, and for 180 days with your email address and phone number. They no
          longer belong to a login, so you cannot see them here any more. Orders on their way to you
          arrive as planned.
        </p>
        <form
          ref={form}
          method="post"
          className="grid gap-4"
          onSubmit={(event) => void submit(event)}
        >
          <PasswordField
            id="close-account-password"
            label="Your password"
            autoComplete="current-password"
          />
          <div>
            <ReadyButton busy={busy}>Close My Account For Good</ReadyButton>
            <output className="block min-h-10 pt-2 pb-3">
              {problem !== '' && <span className="message-error">{problem}</span>}
            </output>
            <button
              type="button"
              className="button-quiet w-full"
              onClick={() => ref.current?.close()}
            >
              Keep My Account
            </button>
          </div>
        </form>
      </div>
    </dialog>
  );
}
