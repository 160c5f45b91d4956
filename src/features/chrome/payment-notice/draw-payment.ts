import type { UnfinishedPayment } from '#stores/payment/unfinished-payment.ts';

function setText(part: string, text: string): void {
  const place = document.querySelector<HTMLElement>(`[data-payment-${part}]`);
  // The same text again would be read out again.
  if (place && place.textContent !== text) place.textContent = text;
}

/** Shows what is known of a payment, or that there is none. */
export function drawPayment(payment: UnfinishedPayment | null): void {
  const notice = document.querySelector<HTMLElement>('[data-payment-notice]');
  if (!notice) return;
  setText('text', payment?.text ?? '');
  setText('reference', payment?.reference ? `Reference: ${payment.reference}` : '');
  notice.hidden = payment === null;
}
