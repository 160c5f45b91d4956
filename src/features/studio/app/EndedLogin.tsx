import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { login } from '#api/auth.ts';
import { callStaff } from '#api/call-staff.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { StaffMe } from '#domain/contracts/staff-me.ts';
import { giveSecondFactor } from '#domain/contracts/staff-second-factor.ts';
import { logIn } from '#stores/login/login.ts';
import { $session } from '#stores/session.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { CodeField } from '../kit/CodeField.tsx';
import { askForLoginBy, checkLogin } from '../kit/ended-login.ts';
import { PasswordField } from '../kit/form/PasswordField.tsx';
import { StudioDialog } from '../kit/form/StudioDialog.tsx';
import { leaveStudio } from './leave-studio.ts';
import { problemText } from '../kit/problem-text.ts';
import { useOpenDialog } from '../kit/use-open-dialog.ts';

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  return error.status === 401 ? 'This is not your password.' : problemText(error);
}

/** Logs the user in again, over the page with everything typed there. */
function LoginDialog({ me: { username, second_factor_since } }: { me: StaffMe }) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const hasCode = second_factor_since !== null;
  const again = useMutation({
    mutationFn: async (fields: FormData) => {
      const session = await login({ username, password: String(fields.get('password')) });
      const code = String(fields.get('code'));
      if (!hasCode) return logIn(session);
      // Waiting calls resume with the session, so it needs its second factor first.
      const { id, token } = await callStaff(giveSecondFactor, { code }, session);
      logIn({ id, access: token.access });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['me'] }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!again.isPending) again.mutate(new FormData(event.currentTarget));
  }

  return (
    <StudioDialog
      dialog={dialog}
      title="Your login has expired"
      busy
      // Browsers close on a second Esc all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <p>Log in as {username} to continue. Everything you typed is still here.</p>
      <form method="post" className="studio-confirm" onSubmit={submit}>
        <input name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField />
        {hasCode && <CodeField />}
        <Failure of={again.error && failureText(again.error)} />
        <div className="studio-actions">
          <Button type="submit" look="main" busy={again.isPending}>
            Log In
          </Button>
          <Button onClick={leaveStudio}>Log Out</Button>
        </div>
      </form>
    </StudioDialog>
  );
}

/** Asks for the password in place when the login expires, instead of redirecting to the login page. */
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
