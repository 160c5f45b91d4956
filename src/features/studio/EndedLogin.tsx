import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { login } from '#api/auth.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { giveSecondFactor } from '#api/staff/second-factor.ts';
import type { StaffMe } from '#domain/wire/staff-me.ts';
import { logIn } from '#stores/login/login.ts';
import { $session } from '#stores/session.ts';
import { CodeField } from './CodeField.tsx';
import { askForLoginBy, checkLogin } from './ended-login.ts';
import { leaveStudio } from './leave-studio.ts';
import { problemText } from './problem-text.ts';

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  return error.status === 401 ? 'This is not your password.' : problemText(error);
}

/** Logs in again whoever is at work, over the page and with all that was typed there. */
function LoginDialog({ me: { username, second_factor_since } }: { me: StaffMe }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const hasCode = second_factor_since !== null;
  const again = useMutation({
    mutationFn: async (fields: FormData) => {
      const session = await login({ username, password: String(fields.get('password')) });
      const code = String(fields.get('code'));
      // The calls that wait go on as soon as there is a login: not before it has its second factor.
      logIn(hasCode ? await giveSecondFactor({ do: 'give', code }, session) : session);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  });

  useEffect(() => dialog.current?.showModal(), []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!again.isPending) again.mutate(new FormData(event.currentTarget));
  }

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => event.preventDefault()}
      // Browsers close on a second Esc all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={`${id}-title`} className="heading">
        Your login has ended
      </h2>
      <p>Log in as {username} to go on. Everything you typed is still here.</p>
      <form method="post" className="studio-confirm" onSubmit={submit}>
        <input name="username" autoComplete="username" value={username} readOnly hidden />
        <div>
          <label className="label" htmlFor={`${id}-password`}>
            Your password
          </label>
          <input
            id={`${id}-password`}
            name="password"
            type="password"
            className="field"
            autoComplete="current-password"
            required
          />
        </div>
        {hasCode && <CodeField />}
        <div role="alert" className="studio-failure">
          {again.isError && <p className="message-error">{failureText(again.error)}</p>}
        </div>
        <div className="studio-actions">
          <button type="submit" className="button" aria-busy={again.isPending}>
            Log In
          </button>
          <button type="button" className="button-quiet" onClick={leaveStudio}>
            Log Out
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Asks for the password when the login ends while somebody is at work, instead of leaving the page for the login. */
export function EndedLogin() {
  const client = useQueryClient();
  const [me, setMe] = useState<StaffMe | null>(null);

  useEffect(() => {
    const forget = askForLoginBy(() => {
      const known = client.getQueryData<StaffMe>(['me']) ?? null;
      setMe(known);
      return known !== null;
    });
    const close = $session.listen((session) => session && setMe(null));
    const check = (): void => void checkLogin();
    function comeBack({ persisted }: PageTransitionEvent): void {
      if (persisted) check();
    }
    window.addEventListener('storage', check);
    window.addEventListener('pageshow', comeBack);
    return () => {
      forget();
      close();
      window.removeEventListener('storage', check);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [client]);

  return me && <LoginDialog me={me} />;
}
