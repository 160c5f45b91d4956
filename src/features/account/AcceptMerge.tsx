import { useEffect, useState } from 'react';
import { acceptMerge, fetchMerge, type MergeOffer } from '#api/claim-order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { countText } from '#domain/count-text.ts';
import { liveSession } from '#stores/live-session.ts';
import { currentSession, endSession, ofAccount } from '#stores/session.ts';
import { leaveForLogin } from '#ui/islands/leave-for-login.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { leaveForAccount } from './leave-for-account.ts';

function logInFirst(): void {
  leaveForLogin(location.pathname + location.hash, 'assign');
}

function Offer({ token, offer }: { token: string; offer: MergeOffer }) {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const loggedIn = ofAccount(currentSession()) !== null;

  async function move(): Promise<void> {
    if (!start()) return;
    setProblem('');
    try {
      const session = ofAccount(await liveSession());
      if (session) {
        await acceptMerge(token, session);
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
      <p className="max-w-prose wrap-anywhere">
        {countText(offer.orders.length, 'order')} made with {offer.email} can move into the account
        of {offer.into}: {offer.orders.join(', ')}.
      </p>
      <p className="max-w-prose">
        {loggedIn
          ? 'Are you logged in to that account? Then move them. You find them there afterwards.'
          : 'Log in to that account, and they move.'}
      </p>
      <div className="max-w-md">
        <button
          type="button"
          className="button w-full"
          aria-busy={busy}
          onClick={() => void (loggedIn ? move() : logInFirst())}
        >
          {loggedIn ? 'Move My Orders' : 'Sign In'}
        </button>
        <output className="block min-h-8 pt-2">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
        {problem !== '' && (
          <button type="button" className="button-quiet" onClick={logInFirst}>
            Sign in to another account
          </button>
        )}
      </div>
    </>
  );
}

/** Moves a customer's orders into an account, after a login. Looking the offer up changes nothing. */
export default function AcceptMerge({ token }: { token: string }) {
  const [offer, setOffer] = useState<MergeOffer | null>(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let shown = true;
    fetchMerge(token).then(
      (found) => shown && setOffer(found),
      (error: unknown) => shown && setProblem(messageOf(error)),
    );
    return () => {
      shown = false;
    };
  }, [token]);

  if (offer) return <Offer token={token} offer={offer} />;
  return problem === '' ? <Loading /> : <p className="max-w-prose">{problem}</p>;
}
