import { useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { liveSession } from '#stores/live-session.ts';
import { currentSession, endSession, ofAccount, type Session } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { leaveForAccount } from './leave-for-account.ts';

function logInFirst(): void {
  leaveForLogin(location.pathname + location.hash, 'assign');
}

/** Whether this browser is logged in to an account. A guest's token does not count. */
export function isLoggedIn(): boolean {
  return ofAccount(currentSession()) !== null;
}

interface Props {
  /** The button's name while logged in; otherwise it leads to the login, and from there back to this page. */
  name: string;
  /** Moves orders into the account, whose page then opens. */
  join: (session: Session) => Promise<unknown>;
}

/** Moves orders into an account, after a login. */
export function JoinButton({ name, join }: Props) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const loggedIn = isLoggedIn();

  async function press(): Promise<void> {
    if (!start()) return;
    setProblem('');
    try {
      const session = ofAccount(await liveSession());
      if (session) {
        await join(session);
        leaveForAccount();
        return;
      }
      logInFirst();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        endSession();
        logInFirst();
      } else setProblem(messageOf(error));
    }
    end();
  }

  return (
    <>
      <button
        type="button"
        className="button w-full"
        aria-busy={busy}
        onClick={() => void (loggedIn ? press() : logInFirst())}
      >
        {loggedIn ? name : 'Sign In'}
      </button>
      <output className="block min-h-8 pt-2">
        {problem !== '' && <span className="message-error">{problem}</span>}
      </output>
      {problem !== '' && (
        <button type="button" className="button-quiet" onClick={logInFirst}>
          Sign in to another account
        </button>
      )}
    </>
  );
}
