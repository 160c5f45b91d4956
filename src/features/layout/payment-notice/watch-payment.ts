import { onContent } from '#browser/content/content.ts';
import { ApiError } from '#api/http/api-error.ts';
import { reduceQuantity } from '#api/fulfilment.ts';
import { liveSession } from '#stores/live-session.ts';
import { noteFailure } from '#stores/payment/note-payment.ts';
import { readUnfinished } from '#stores/payment/unfinished-payment.ts';
import type { UnfinishedPayment } from '#stores/payment/unfinished-payment.ts';
import { rememberReturn } from '#stores/return-target.ts';
import { $session, endSession } from '#stores/session.ts';
import { askAgainIn } from './ask-again.ts';
import { drawPayment } from './draw-payment.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;
let asking = false;
/** Whether the page has the notice: only then may it redirect. */
let watching = false;

/** Polls for the order later, while the page is visible. */
function askLater(payment: UnfinishedPayment, retryAfter: number | null = null): void {
  clearTimeout(timer);
  if (asking || !watching || document.visibilityState === 'hidden') return;
  const wait = askAgainIn(asked, Date.now() - payment.since, retryAfter);
  if (wait !== null) timer = setTimeout(() => void ask(payment), wait);
}

/**
 * Polls for the order, which stores it if possible; the return page then thanks the shopper and empties
 * the cart.
 */
async function ask(payment: UnfinishedPayment): Promise<void> {
  asking = true;
  asked += 1;
  const { session } = payment;
  let retryAfter: number | null = null;
  try {
    const customer = await liveSession();
    if (!customer) throw new ApiError(401);
    await reduceQuantity(session, [], customer);
    if (!watching) return;
    if (readUnfinished()?.session === session) {
      location.assign(`/stripesuccess?session_id=${encodeURIComponent(session)}`);
      return;
    }
  } catch (error) {
    // The shopper logged out, or another tab finished it, before the response.
    if (readUnfinished()?.session === session) drawPayment(noteFailure(session, error));
    else drawPayment(readUnfinished());
    if (error instanceof ApiError) {
      ({ retryAfter } = error);
      if (error.status === 401) endSession();
    }
  } finally {
    asking = false;
  }
  const left = readUnfinished();
  if (left && $session.get()) askLater(left, retryAfter);
}

/** Shows a payment without an order and polls until the order is stored. */
function watchPayment(): void {
  const payment = readUnfinished();
  drawPayment(payment);
  clearTimeout(timer);
  if (payment && $session.get()) askLater(payment);
}

function returnHere(): void {
  rememberReturn(location.pathname + location.search);
}

onContent((main, life) => {
  const notice = main.querySelector<HTMLElement>('[data-payment-notice]');
  const link = notice?.querySelector<HTMLElement>('[data-payment-login]');
  if (!notice || !link) return;
  const options = { signal: life };
  watching = true;

  link.addEventListener('click', returnHere, options);
  document.addEventListener('visibilitychange', watchPayment, options);
  // Another tab, or this one before Back, has newer information; "payment" is dispatched by
  // show-payment.ts.
  notice.addEventListener('payment', watchPayment, options);
  const unsubscribe = $session.subscribe((session) => {
    link.hidden = session !== null;
    watchPayment();
  });
  life.addEventListener('abort', () => {
    watching = false;
    unsubscribe();
    clearTimeout(timer);
  });
});
