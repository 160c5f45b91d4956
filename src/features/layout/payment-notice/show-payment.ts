import { readUnfinished } from '#stores/payment/unfinished-payment.ts';
import { drawPayment } from './draw-payment.ts';

/** Shows a payment without an order, if any, and starts watching it (on-demand.ts). */
export function showPayment(): void {
  const payment = readUnfinished();
  drawPayment(payment);
  if (payment) document.querySelector('[data-payment-notice]')?.dispatchEvent(new Event('payment'));
}
