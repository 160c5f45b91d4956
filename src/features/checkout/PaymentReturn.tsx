import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { isRecord } from '#domain/basics/record.ts';
import { ApiError } from '#api/http/api-error.ts';
import { noteFailure, noteReturn } from '#stores/payment/note-payment.ts';
import { forgetUnfinished } from '#stores/payment/unfinished-payment.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import type { PlacedOrder } from '#api/fulfilment.ts';
import { currentSession, isGuest } from '#stores/session.ts';
import { finishOrder, isFinished, placedOrder } from './finish-order.ts';
import { useRestored } from '#ui/islands/use-restored.ts';
import { withSession } from '#ui/islands/with-session.ts';

// Most shoppers add nothing, so their code is fetched when it is asked for.
const OrderNote = lazy(() => import('./OrderNote.tsx'));
const NewsForm = lazy(() => import('#ui/news/NewsForm.tsx'));

function leaveForBilling(error: unknown): void {
  console.error('The order could not be finished', error);
  location.replace('/billing');
}

/** The page's state; `leaving` while processing or redirecting. */
type Outcome =
  /** `order` is null if another tab finished it. */
  | { kind: 'thanks'; order: PlacedOrder | null }
  | { kind: 'settled'; detail: string }
  | { kind: 'leaving' };

const LEAVING: Outcome = { kind: 'leaving' };

/**
 * The server's message about a payment without an order: pending, under review or refunded. The shopper
 * must not see a form that invites them to pay again.
 */
function paidWithoutOrder(error: unknown): Outcome | null {
  if (!(error instanceof ApiError) || error.detail === null || error.isPassing) return null;
  const known = isRecord(error.body) && 'payment_status' in error.body;
  return known ? { kind: 'settled', detail: error.detail } : null;
}

/** Completes the order of the payment session in the URL. */
async function finish(): Promise<Outcome> {
  const sessionId = new URLSearchParams(location.search).get('session_id');
  if (!sessionId) {
    leaveForBilling(new Error('The URL has no payment session'));
    return LEAVING;
  }
  if (isFinished(sessionId)) {
    forgetUnfinished();
    return { kind: 'thanks', order: placedOrder(sessionId) };
  }
  try {
    const order = await withSession((customer) => {
      noteReturn(sessionId);
      return finishOrder(sessionId, customer);
    });
    return order ? { kind: 'thanks', order } : LEAVING;
  } catch (error) {
    noteFailure(sessionId, error);
    const settled = paidWithoutOrder(error);
    if (settled) return settled;
    leaveForBilling(error);
    return LEAVING;
  }
}

/** A button that is replaced by what it offers. */
/** In one piece: browsers break lines after a hyphen. */
const EMAIL = <span className="whitespace-nowrap">e-mail</span>;

function Offer({ name, children }: { name: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid w-full max-w-md justify-items-center">
      {open ? (
        <Suspense fallback={<p className="min-h-8">Loading…</p>}>{children}</Suspense>
      ) : (
        <button type="button" className="link py-2" onClick={() => setOpen(true)}>
          {name}
        </button>
      )}
    </div>
  );
}

/** One attempt per visit, however often the component mounts. */
let attempt: Promise<Outcome> | undefined;

function Return() {
  const restored = useRestored();
  const [outcome, setOutcome] = useState<Outcome>(LEAVING);

  useEffect(() => {
    if (!restored) return;
    attempt ??= finish();
    void attempt.then(setOutcome);
  }, [restored]);

  return (
    <section
      aria-live="polite"
      aria-busy={outcome.kind === 'leaving'}
      className="shell grid min-h-[60svh] content-center justify-items-center gap-6 py-16 text-center"
    >
      {outcome.kind === 'thanks' && (
        <>
          <h1 className="headline">Thank You for Shopping!</h1>
          <p className="max-w-prose text-lg">
            Your order was successfully placed and will be delivered soon.
          </p>
          {outcome.order && (
            <div className="grid gap-1">
              <p className="eyebrow">Order {outcome.order.id}</p>
              <p className="text-balance">{outcome.order.promise}</p>
              <p className="text-balance">{outcome.order.paid}</p>
            </div>
          )}
          {outcome.order && (
            <Offer name="Add a gift message or a note">
              <OrderNote order={outcome.order.id} />
            </Offer>
          )}
          <Offer name={<>Get our news by {EMAIL}</>}>
            <NewsForm place="thank-you page" />
          </Offer>
          <a className="button mt-4" href="/">
            Continue Shopping
          </a>
          {isGuest(currentSession()) && (
            <div className="mt-6 grid max-w-prose gap-2 border-t border-bone-deep pt-6">
              <h2 className="font-medium">Keep this order: choose a password</h2>
              <p className="text-balance text-ink-soft">
                Open the link in your confirmation {EMAIL}: it shows that the address is yours.
              </p>
            </div>
          )}
        </>
      )}
      {outcome.kind === 'settled' && (
        <>
          <h1 className="title">About your payment</h1>
          <p className="max-w-prose text-lg">{outcome.detail}</p>
          <a className="button-quiet mt-4" href="/contact-us">
            Contact Us
          </a>
        </>
      )}
      {outcome.kind === 'leaving' && <h1 className="title">Processing your order...</h1>}
    </section>
  );
}

/** The page that the payment provider redirects the shopper to. */
export default function PaymentReturn() {
  return (
    <ErrorBoundary>
      <Return />
    </ErrorBoundary>
  );
}
