import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { logIn } from '#stores/login/login.ts';
import { confirmLogin, type StaffMe } from '#domain/contracts/staff-me.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff, needsFreshLogin, reasonOf } from '../kit/as-staff.ts';
import { CodeField } from '../kit/CodeField.tsx';
import { PasswordField } from '../kit/form/PasswordField.tsx';
import { StudioDialog } from '../kit/form/StudioDialog.tsx';
import { FreshLoginContext } from '../kit/use-fresh-login.ts';
import type { WithFreshLogin } from '../kit/use-fresh-login.ts';
import { useOpenDialog } from '../kit/use-open-dialog.ts';

interface FormProps {
  /** Whether the account is known to have an authenticator app. */
  code: boolean;
  onDone: () => void;
  children?: ReactNode;
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** Asks for the password, and for a code if the account has an authenticator app. */
function ConfirmLoginForm({ code, onDone, children }: FormProps) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: (fields: FormData) =>
      asStaff(confirmLogin, { password: text(fields, 'password'), code: text(fields, 'code') }),
    onSuccess: ({ id, token }) => {
      logIn({ id, access: token.access });
      void client.invalidateQueries({ queryKey: ['me'] });
      onDone();
    },
  });
  const withCode = code || reasonOf(confirm.error) === 'second_factor_missing';
  const fields = confirm.error instanceof ApiError ? confirm.error.fields : {};
  const [wrong] = [...(fields['password'] ?? []), ...(fields['code'] ?? [])];

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate(new FormData(event.currentTarget));
  }

  return (
    <form method="post" className="studio-confirm" onSubmit={submit}>
      <PasswordField />
      {withCode && <CodeField />}
      {confirm.isError && (
        <p className="message-error" role="alert">
          {wrong ?? messageOf(confirm.error)}
        </p>
      )}
      <div className="studio-actions">
        <Button type="submit" look="main" busy={confirm.isPending}>
          Confirm
        </Button>
        {children}
      </div>
    </form>
  );
}

interface Waiting {
  /** Whether a code is needed as well. */
  code: boolean;
  goOn: () => void;
  giveUp: () => void;
}

function ConfirmLoginDialog({ code, goOn, giveUp }: Waiting) {
  const dialog = useOpenDialog();
  return (
    <StudioDialog dialog={dialog} title="Confirm your login" onClose={giveUp}>
      <p>This needs your password every 30 minutes.</p>
      <ConfirmLoginForm code={code} onDone={goOn}>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
      </ConfirmLoginForm>
    </StudioDialog>
  );
}

/** Provides `useFreshLogin`: asks for the password in a dialog when the login is too old for an action. */
export function FreshLoginProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const client = useQueryClient();

  const withFreshLogin: WithFreshLogin = useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        if (!needsFreshLogin(error)) throw error;
        const confirmed = await new Promise<boolean>((resolve) => {
          setWaiting({
            code:
              reasonOf(error) === 'second_factor_missing' ||
              typeof client.getQueryData<StaffMe>(['me'])?.second_factor_since === 'string',
            goOn: () => resolve(true),
            giveUp: () => resolve(false),
          });
        });
        setWaiting(null);
        if (!confirmed) throw error;
        return act();
      }
    },
    [client],
  );

  return (
    <FreshLoginContext value={withFreshLogin}>
      {children}
      {waiting && <ConfirmLoginDialog {...waiting} />}
    </FreshLoginContext>
  );
}
