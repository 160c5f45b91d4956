import { readUnfinished } from '#stores/payment/unfinished-payment.ts';
import { drawPayment } from './draw-payment.ts';

/** Shows the payment that has no order yet, if there is one, and has it watched (on-demand.ts). */
export function showPayment(): void {
  const payment = readUnfinished();
  drawPayment(payment);
  if (payment) document.querySelector('[data-payment-notice]')?.dispatchEvent(new Event('payment'));
}
