/**
 * Inlined after the notice: it has its place before the first paint, so that nothing moves later. The code
 * that follows the payment is loaded only for those who have paid and have no order yet (on-demand.ts).
 */
import { readUnfinished, UNFINISHED_KEY } from '#stores/payment/unfinished-payment.ts';
import { drawPayment } from './draw-payment.ts';
import { showPayment as show } from './show-payment.ts';

drawPayment(readUnfinished());
// Then the page's scripts listen.
addEventListener('DOMContentLoaded', show);
addEventListener('storage', ({ key }) => {
  // Null when all of the storage was emptied. The other tab is in front: nothing moves under a finger.
  if (key === UNFINISHED_KEY || key === null) show();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show();
});
