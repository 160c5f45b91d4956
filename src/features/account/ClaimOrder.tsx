import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { fetchClaimable } from '#api/claim-order.ts';
import type { ClaimableOrder } from '#api/claim-order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { useRestored } from '#ui/islands/use-restored.ts';
import { AddToAccount } from './AddToAccount.tsx';
import { NewAccountForm } from './NewAccountForm.tsx';

// Rarely used, so its code is fetched when it is needed.
const AcceptMerge = lazy(() => import('./AcceptMerge.tsx'));

/** The link's token. It is in the fragment, which is never sent to a server. */
function tokenOfPage(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

const EXPIRED =
  'This link is incomplete or has expired. It works for 30 days after the order; the other links in its e-mails still show the order.';

type Claim =
  | { kind: 'loading' }
  | { kind: 'failed'; problem: string }
  | { kind: 'found'; token: string; claimable: ClaimableOrder };

const LOADING: Claim = { kind: 'loading' };

/** Looks the order up, which changes nothing: mail scanners open links. */
async function lookUp(token: string): Promise<Claim> {
  if (token === '') return { kind: 'failed', problem: EXPIRED };
  try {
    return { kind: 'found', token, claimable: await fetchClaimable(token) };
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 400;
    return { kind: 'failed', problem: expired ? EXPIRED : messageOf(error) };
  }
}

/** Loads the order of the page's link. */
async function load(show: (claim: Claim) => void): Promise<void> {
  show(LOADING);
  const token = tokenOfPage();
  const claim = await lookUp(token);
  // Another e-mail's link may have been opened in this tab meanwhile.
  if (token === tokenOfPage()) show(claim);
}

/** Shows the ways to keep the order, by whether its address has an account. */
function Choices({ token, claimable, onChange }: ChoicesProps) {
  const { order, email, state } = claimable;
  const choices: Record<ClaimableOrder['state'], ReactNode> = {
    guest: <NewAccountForm token={token} email={email} onChange={onChange} />,
    account: <AddToAccount token={token} />,
    kept: (
      <>
        <p>It is in an account already.</p>
        <p>
          <a className="button" href="/account">
            Your Account
          </a>
        </p>
      </>
    ),
  };
  return (
    <>
      <p>
        Order {order}, for <span className="wrap-anywhere">{email}</span>.
      </p>
      {choices[state]}
    </>
  );
}

interface ChoicesProps {
  token: string;
  claimable: ClaimableOrder;
  /** Called when the order's state may have changed. */
  onChange: () => void;
}

function Claimed() {
  const restored = useRestored();
  const [claim, setClaim] = useState<Claim>(LOADING);

  useEffect(() => {
    if (!restored) return undefined;
    const reload = (): void => void load(setClaim);
    reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, [restored]);

  switch (claim.kind) {
    case 'loading':
      return <Loading />;
    case 'failed':
      return (
        <>
          <p className="max-w-prose">{claim.problem}</p>
          {claim.problem !== EXPIRED && (
            <p>
              <button type="button" className="button-quiet" onClick={() => void load(setClaim)}>
                Try again
              </button>
            </p>
          )}
        </>
      );
    case 'found':
      return (
        <Choices
          key={claim.token}
          token={claim.token}
          claimable={claim.claimable}
          onChange={() => void load(setClaim)}
        />
      );
  }
}

/** Follows the page's link: an order to keep, or orders to move. */
function Linked() {
  const restored = useRestored();
  const merge = new URLSearchParams(restored ? location.hash.slice(1) : '').get('merge');
  if (merge === null) return <Claimed />;
  return (
    <Suspense fallback={<Loading />}>
      <AcceptMerge token={merge} />
    </Suspense>
  );
}

/** The page that keeps a guest's order in an account, opened by the link in its confirmation or in the offer of a merge. */
export default function ClaimOrder() {
  return (
    <ErrorBoundary>
      <section className="shell grid content-start gap-6 py-8 lg:py-16" aria-live="polite">
        <h1 className="title">Keep This Order</h1>
        <Linked />
      </section>
    </ErrorBoundary>
  );
}
