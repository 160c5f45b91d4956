/**
 * Inlined after the notice, to reserve its space before the first paint. The code that polls for the
 * order is loaded only for shoppers who have paid and have no order yet (on-demand.ts).
 */
import { readUnfinished, UNFINISHED_KEY } from '#stores/payment/unfinished-payment.ts';
import { drawPayment } from './draw-payment.ts';
import { showPayment as show } from './show-payment.ts';

drawPayment(readUnfinished());
// By then the page's scripts are listening.
addEventListener('DOMContentLoaded', show);
addEventListener('storage', ({ key }) => {
  // The key is null if storage was cleared. A storage event means another tab is in front, so a layout
  // shift here is harmless.
  if (key === UNFINISHED_KEY || key === null) show();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show();
});
