import '../kit/without-eval.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import {
  acceptInvitation,
  acceptWithNewAccount,
  fetchInvitation,
  type InvitationOffer,
} from '#api/staff-invitation.ts';
import { liveSession } from '#stores/live-session.ts';
import { logIn } from '#stores/login/login.ts';
import { ofAccount } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/form/Field.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { Failure } from '../kit/Failure.tsx';

/** Opens the studio; Back does not return to the used link. */
function enter(): void {
  location.replace('/studio');
}

interface Props {
  token: string;
  offer: InvitationOffer;
}

interface ActProps {
  verb: string;
  busy: boolean;
  error: Error | null;
  children?: ReactNode;
}

function Act({ verb, busy, error, children }: ActProps) {
  return (
    <>
      <Failure of={error} />
      <div className="studio-actions">
        <Button type="submit" look="main" busy={busy}>
          {verb}
        </Button>
        {children}
      </div>
    </>
  );
}

/** Joins with a new account. */
function NewAccount({ token, offer: { email } }: Props) {
  const join = useMutation({
    mutationFn: (fields: FormData) =>
      acceptWithNewAccount(token, {
        username: String(fields.get('username')),
        password: String(fields.get('password')),
      }),
    onSuccess: (session) => {
      logIn(session);
      enter();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!join.isPending && !join.isSuccess) join.mutate(new FormData(event.currentTarget));
  }

  return (
    <form method="post" className="studio-form" onSubmit={submit}>
      <p>
        Choose a name and a password for <b className="wrap-anywhere">{email}</b>.
      </p>
      <Field label="Username" hint="You log in with it, and colleagues see it.">
        {(about) => (
          <input
            {...about}
            name="username"
            className="field"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label="Password" hint="At least 8 characters.">
        {(about) => (
          <input
            {...about}
            name="password"
            type="password"
            className="field"
            autoComplete="new-password"
            minLength={8}
            required
          />
        )}
      </Field>
      <Act verb="Join" busy={join.isPending} error={join.error} />
    </form>
  );
}

function logInFirst(): void {
  leaveForLogin(location.pathname + location.hash, 'assign');
}

/** Joins with the account that the address has, after a login. */
function OwnAccount({ token, offer: { email } }: Props) {
  const join = useMutation({
    mutationFn: async () => {
      const session = ofAccount(await liveSession());
      if (!session) return logInFirst();
      await acceptInvitation(token, session);
      enter();
    },
  });
  return (
    <form
      className="studio-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!join.isPending) join.mutate();
      }}
    >
      <p>
        <b className="wrap-anywhere">{email}</b> has an account at the shop, which you keep for the
        studio. Log in to it, and join. If you do not know its password, choose “Forgot password?”
        there.
      </p>
      <Act verb="Join with this account" busy={join.isPending} error={join.error}>
        <Button onClick={logInFirst}>Log in to it</Button>
      </Act>
    </form>
  );
}

/** Accepts an invitation to the studio, by its mailed link. Looking it up changes nothing: mail scanners open links. */
export default function InvitationPage({ token }: { token: string }) {
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => fetchInvitation(token),
    refetchInterval: false,
    retry: false,
  });
  if (!found.data) {
    return (
      <div className="settings-invitation">
        <h1 className="heading">Your invitation</h1>
        <Awaited query={found} />
        <p>
          <a className="link" href="/studio">
            Have you joined already? Open the studio.
          </a>
        </p>
      </div>
    );
  }
  const { role, has_account } = found.data;
  return (
    <div className="settings-invitation">
      <h1 className="heading">Join the studio as a {role}</h1>
      {has_account ? (
        <OwnAccount token={token} offer={found.data} />
      ) : (
        <NewAccount token={token} offer={found.data} />
      )}
    </div>
  );
}
