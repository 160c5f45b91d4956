import { useEffect, useState } from 'react';
import { acceptMerge, fetchMerge, type MergeOffer } from '#api/claim-order.ts';
import { messageOf } from '#api/http/api-error.ts';
import { countText } from '#domain/basics/count-text.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { isLoggedIn, JoinButton } from './JoinButton.tsx';

function Offer({ token, offer }: { token: string; offer: MergeOffer }) {
  return (
    <>
      <p className="max-w-prose wrap-anywhere">
        {countText(offer.orders.length, 'order')} made with {offer.email} can move into the account
        of {offer.into}: {offer.orders.join(', ')}.
      </p>
      <p className="max-w-prose">
        {isLoggedIn()
          ? 'Are you logged in to that account? Then move them. You find them there afterwards.'
          : 'Log in to that account, and they move.'}
      </p>
      <div className="max-w-md">
        <JoinButton name="Move My Orders" join={(session) => acceptMerge(token, session)} />
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
