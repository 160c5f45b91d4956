import { useState } from 'react';
import { addToAccount } from '#api/claim-order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { liveSession } from '#stores/live-session.ts';
import { currentSession, endSession, ofAccount } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { leaveForAccount } from './leave-for-account.ts';

function logInFirst(): void {
  leaveForLogin(location.pathname + location.hash, 'assign');
}

/** Adds a guest's order to the account of its address, after a login. */
export function AddToAccount({ token }: { token: string }) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const loggedIn = ofAccount(currentSession()) !== null;

  async function add(): Promise<void> {
    if (!start()) return;
    setProblem('');
    try {
      const session = ofAccount(await liveSession());
      if (session) {
        await addToAccount(token, session);
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
      <p className="max-w-prose">
        {loggedIn
          ? 'This address has an account. Add the order to it, to track it and return items there.'
          : 'This address has an account. Log in, and the order joins it.'}
      </p>
      <div className="max-w-md">
        <button
          type="button"
          className="button w-full"
          aria-busy={busy}
          onClick={() => void (loggedIn ? add() : logInFirst())}
        >
          {loggedIn ? 'Add to My Account' : 'Sign In'}
        </button>
        <output className="block min-h-8 pt-2">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
        {problem !== '' && (
          <button type="button" className="button-quiet" onClick={logInFirst}>
            Sign in to another account
          </button>
        )}
        {!loggedIn && (
          <a className="link inline-block py-2 text-sm" href="/forgot-password">
            Forgot password?
          </a>
        )}
      </div>
    </>
  );
}
