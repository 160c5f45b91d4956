import { useEffect, useState } from 'react';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { WithdrawByLink } from './WithdrawByLink.tsx';
import { WithdrawByNumber } from './WithdrawByNumber.tsx';
import { CANCELLATION_DAYS } from '#domain/basics/return-periods.ts';

/** The mailed link's token. It is in the fragment, which is never sent to a server. */
function tokenOfPage(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

/**
 * The withdrawal function required by EU law on every trader's website (Directive 2011/83, article 11a):
 * no login, no reason, two presses, and a receipt by e-mail.
 */
export default function Withdraw() {
  const [token, setToken] = useState('');

  useEffect(() => {
    const read = (): void => setToken(tokenOfPage());
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-8 lg:py-16">
        <h1 className="title">Withdraw from Contract</h1>
        <p className="max-w-prose">
          You may withdraw from the contract for your order, or for a part of it, until{' '}
          {CANCELLATION_DAYS} days after its last parcel was delivered. You need no reason and no
          login. We refund what you paid, with the standard delivery if you withdraw from all of it.
        </p>
        {token === '' ? (
          <WithdrawByNumber />
        ) : (
          <WithdrawByLink
            key={token}
            token={token}
            onLeave={() => {
              history.replaceState(history.state, '', location.pathname);
              setToken('');
            }}
          />
        )}
      </section>
    </ErrorBoundary>
  );
}
