import type { UnfinishedPayment } from '#stores/payment/unfinished-payment.ts';

function setText(part: string, text: string): void {
  const place = document.querySelector<HTMLElement>(`[data-payment-${part}]`);
  // Setting the same text would make screen readers repeat it.
  if (place && place.textContent !== text) place.textContent = text;
}

/** Shows a payment's state, or hides the notice if there is none. */
export function drawPayment(payment: UnfinishedPayment | null): void {
  const notice = document.querySelector<HTMLElement>('[data-payment-notice]');
  if (!notice) return;
  setText('text', payment?.text ?? '');
  setText('reference', payment?.reference ? `Reference: ${payment.reference}` : '');
  notice.hidden = payment === null;
}
