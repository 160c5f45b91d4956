import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { confirmLogin } from '#api/staff/confirm-login.ts';
import { logIn } from '#stores/login/login.ts';
import type { StaffMe } from '#domain/wire/staff-me.ts';
import { asStaff, reasonOf } from './as-staff.ts';
import { CodeField } from './CodeField.tsx';
import { FreshLoginContext } from './use-fresh-login.ts';
import type { WithFreshLogin } from './use-fresh-login.ts';

interface FormProps {
  /** Whether the account has an authenticator app, as far as it is known. */
  code: boolean;
  onDone: () => void;
  children?: ReactNode;
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** Asks for the password, and for the code of an authenticator app where the account has one. */
function ConfirmLoginForm({ code, onDone, children }: FormProps) {
  const id = useId();
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: (fields: FormData) =>
      asStaff((customer) =>
        confirmLogin({ password: text(fields, 'password'), code: text(fields, 'code') }, customer),
      ),
    onSuccess: (session) => {
      logIn(session);
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
      {withCode && <CodeField />}
      {confirm.isError && (
        <p className="message-error" role="alert">
          {wrong ?? messageOf(confirm.error)}
        </p>
      )}
      <div className="studio-actions">
        <button type="submit" className="button" aria-busy={confirm.isPending}>
          Confirm
        </button>
        {children}
      </div>
    </form>
  );
}

interface Waiting {
  /** Whether a code is needed, too. */
  code: boolean;
  goOn: () => void;
  giveUp: () => void;
}

function isForLogin(error: unknown): boolean {
  return ['login_too_old', 'second_factor_missing'].includes(reasonOf(error));
}

/** Lets what moves money, or guards the login, ask for the password in a dialog, and go on, when the login is too old for it. */
export function FreshLoginProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();

  useEffect(() => {
    if (waiting) dialog.current?.showModal();
  }, [waiting]);

  const withFreshLogin: WithFreshLogin = useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        if (!isForLogin(error)) throw error;
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
      {waiting && (
        <dialog
          ref={dialog}
          className="studio-dialog"
          aria-labelledby="studio-confirm"
          onClose={() => waiting.giveUp()}
        >
          <h2 id="studio-confirm" className="heading">
            Is it you?
          </h2>
          <p>This needs a login that is younger than 30 minutes.</p>
          <ConfirmLoginForm code={waiting.code} onDone={() => waiting.goOn()}>
            <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </ConfirmLoginForm>
        </dialog>
      )}
    </FreshLoginContext>
  );
}
