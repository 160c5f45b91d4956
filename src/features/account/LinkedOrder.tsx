import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { Order } from '#domain/orders/order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { followOrderLink } from '#api/order-link.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { linkActs } from './order-acts.ts';
import { OrderCard } from './OrderCard.tsx';

/** The link's token. It is in the fragment, which is never sent to a server. */
function tokenOfPage(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

const EXPIRED =
  'This link is incomplete or has expired. It works for 90 days after our latest e-mail about your order.';

const LOADING: Linked = { token: '', order: null, problem: '' };

interface Linked {
  token: string;
  /** Null while it is loading, and after a failure. */
  order: Order | null;
  /** Why the order is not shown; '' if it is. */
  problem: string;
}

/** Loads the order behind a token, or the reason it is not shown. */
async function follow(token: string): Promise<Linked> {
  if (token === '') return { token, order: null, problem: EXPIRED };
  try {
    const order = await followOrderLink({ do: 'show', token });
    return { token, order, problem: '' };
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 400;
    return { token, order: null, problem: expired ? EXPIRED : messageOf(error) };
  }
}

/** Loads the order of the page's link. */
async function load(show: Dispatch<SetStateAction<Linked>>): Promise<void> {
  show(LOADING);
  const linked = await follow(tokenOfPage());
  // Another e-mail's link may have been opened in this tab meanwhile.
  show((shown) => (linked.token === tokenOfPage() ? linked : shown));
}

function LinkedOrderCard() {
  const [{ token, order, problem }, setLinked] = useState(LOADING);

  useEffect(() => {
    const reload = (): void => void load(setLinked);
    reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  if (order) {
    return (
      <ul>
        <OrderCard
          key={`${token} ${order.id}`}
          order={order}
          acts={linkActs(token)}
          owned={false}
        />
      </ul>
    );
  }
  return (
    <div aria-live="polite">
      {problem === '' ? (
        <Loading />
      ) : (
        <div className="grid justify-items-start gap-6 border-t border-bone-deep py-8">
          <p className="max-w-prose text-lg">{problem}</p>
          <div className="flex flex-wrap gap-4">
            {problem !== EXPIRED && (
              <button type="button" className="button-quiet" onClick={() => void load(setLinked)}>
                Try again
              </button>
            )}
            <a className="button-quiet" href="/account">
              Your Account
            </a>
          </div>
        </div>
      )}
    </div>
  );
}

/** One order, opened by the link in its e-mails, without a login. */
export default function LinkedOrder() {
  return (
    <ErrorBoundary>
      <section className="shell grid gap-8 py-8 lg:py-16">
        <h1 className="title">Your Order</h1>
        <h2 className="sr-only">What became of it</h2>
        <LinkedOrderCard />
      </section>
    </ErrorBoundary>
  );
}
