import { useState } from 'react';
import { beginAsGuest } from '#api/auth.ts';
import { messageOf } from '#api/http/api-error.ts';
import { logIn } from '#stores/login/login.ts';
import { currentSession } from '#stores/session.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { takeLoginTarget } from './login-target.ts';

/**
 * Checkout without an account, where the login leads to billing; where it leads to a payment's order, a word for guests,
 * who cannot log in again. The style sheet shows the one that applies (login-purpose.ts).
 */
export function GuestOffer() {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const hydrated = useHydrated();

  async function begin(): Promise<void> {
    if (!start()) return;
    setProblem('');
    try {
      // Another tab may have begun one.
      if (!currentSession()) logIn(await beginAsGuest());
      location.replace(takeLoginTarget());
    } catch (error) {
      setProblem(messageOf(error));
      end();
    }
  }

  return (
    <>
      <section className="login-for login-for-billing" aria-labelledby="guest-offer">
        <p id="guest-offer" className="heading">
          Buy without an account
        </p>
        <p>No password needed. You can keep the order in an account afterwards.</p>
        <div>
          <button
            type="button"
            className="button w-full"
            disabled={!hydrated}
            data-waking={hydrated ? undefined : ''}
            aria-busy={busy}
            aria-describedby="guest-problem"
            onClick={() => void begin()}
          >
            Continue as guest
          </button>
          <output id="guest-problem" className="block">
            {problem !== '' && <span className="message-error block">{problem}</span>}
          </output>
        </div>
      </section>
      <p className="login-for login-for-payment">
        Did you pay as a guest? Then your confirmation comes by e-mail. Please do not pay again.
      </p>
    </>
  );
}
