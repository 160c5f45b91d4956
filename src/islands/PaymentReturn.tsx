import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { currentSession, logOut } from '../stores/session.ts';
import { showToastOnNextPage } from '../stores/toast.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { finishOrder, isFinished } from './finish-order.ts';
import { leaveForLogin } from './leave-for-login.ts';
import { useRestored } from './use-restored.ts';

/** Comes back to this very page, which goes on where it stopped. */
function logInAgain(): void {
  leaveForLogin(location.pathname + location.search);
}

function leaveForBilling(error: unknown): void {
  console.error('The order could not be finished', error);
  if (error instanceof ApiError && error.isPassing) {
    showToastOnNextPage(
      'We could not confirm your order yet. If you have paid, please do not pay again.',
    );
  }
  location.replace('/billing');
}

/** Finishes the order that the address names. @returns whether the page may say thank you. */
async function finish(): Promise<boolean> {
  const sessionId = new URLSearchParams(location.search).get('session_id');
  if (!sessionId) {
    leaveForBilling(new Error('The address names no payment session'));
    return false;
  }
  if (isFinished(sessionId)) return true;
  const customer = currentSession();
  if (!customer) {
    logInAgain();
    return false;
  }
  try {
    await finishOrder(sessionId, customer);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // The server does not know this token any more, whatever its expiry says.
      logOut();
      logInAgain();
    } else {
      leaveForBilling(error);
    }
    return false;
  }
}

/** One attempt for each visit, however often the component is drawn. */
let attempt: Promise<boolean> | undefined;

function Return() {
  const restored = useRestored();
  const [finished, setFinished] = useState(false);

  useEffect(() => {
    if (!restored) return;
    attempt ??= finish();
    void attempt.then(setFinished);
  }, [restored]);

  return (
    <section
      aria-live="polite"
      aria-busy={!finished}
      className="shell grid min-h-[60svh] content-center justify-items-center gap-6 py-16 text-center"
    >
      {finished ? (
        <>
          <h1 className="headline">Thank You for Shopping!</h1>
          <p className="max-w-prose text-lg">
            Your order was successfully placed and will be delivered soon.
          </p>
          <a className="button mt-4" href="/">
            Continue Shopping
          </a>
        </>
      ) : (
        <h1 className="title">Processing your order...</h1>
      )}
    </section>
  );
}

/** The page that the payment provider sends the shopper back to. */
export default function PaymentReturn() {
  return (
    <ErrorBoundary>
      <Return />
    </ErrorBoundary>
  );
}
