import { logOut } from '#stores/login/login.ts';
import { leaveForHome } from '#ui/islands/leave-for-login.ts';
import { showToastOnNextPage } from '#stores/toast.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import NewsForm from '#ui/news/NewsForm.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { accountActs } from './order-acts.ts';
import { OrderCard } from './OrderCard.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { useLiveSession } from '#ui/use-live-session.ts';
import { useOrders } from './use-orders.ts';
import { useRestored } from '#ui/islands/use-restored.ts';
import { YourData } from './YourData.tsx';

function leave(): void {
  logOut();
  showToastOnNextPage('You are logged out.');
  leaveForHome();
}

const here = () => '/account';

function Orders() {
  const { orders, older, state, problem, loadMore } = useOrders(useRestored());

  useLiveSession(here);

  return (
    <>
      {orders.length > 0 && (
        <ol>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} acts={accountActs(order.id)} owned />
          ))}
        </ol>
      )}
      {state === 'ready' && orders.length === 0 && (
        <div className="grid justify-items-start gap-6 border-t border-bone-deep py-8">
          <p className="text-lg">No orders yet.</p>
          <a className="button-quiet" href="/all-products">
            Start Shopping
          </a>
        </div>
      )}
      <div aria-live="polite">
        {state === 'loading' && <Loading />}
        {state === 'failed' && (
          <div className="grid justify-items-start gap-6 border-t border-bone-deep py-8">
            <p className="text-lg">Error: {problem}</p>
            <button type="button" className="button-quiet" onClick={loadMore}>
              Try again
            </button>
          </div>
        )}
      </div>
      {state === 'ready' && older && (
        <p className="border-t border-bone-deep py-8 text-center">
          <button type="button" className="button-quiet" onClick={loadMore}>
            Show older orders
          </button>
        </p>
      )}
    </>
  );
}

/** The account page of a logged-in shopper: past orders and the log-out button. */
export default function AccountPage() {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary>
      <section className="account-page shell grid gap-8 py-8 lg:py-16">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="title">Your Account</h1>
          <button type="button" className="button-quiet" disabled={!hydrated} onClick={leave}>
            Log Out
          </button>
        </div>
        <div>
          <h2 className="eyebrow pb-6">Your Orders</h2>
          <Orders />
        </div>
        <ConfirmEmail />
        <section aria-labelledby="news" className="border-t border-bone-deep pt-8">
          <h2 id="news" className="eyebrow pb-4">
            Our News
          </h2>
          <NewsForm place="account page" />
        </section>
        <YourData />
      </section>
    </ErrorBoundary>
  );
}
