import { afterAnswer } from '../after-answer.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';

/** The provider takes two e-mails a second, and the function must end in time. */
const atOnce = 20;

/**
 * Sends the e-mails owed about these checkouts after the answer. The sweep sends the rest, and failed ones, within
 * minutes.
 */
export function sendMailsOf(checkouts: readonly string[]): void {
  if (checkouts.length === 0) return;
  afterAnswer('Mailing about an order failed', async () => {
    for (const checkout of checkouts.slice(0, atOnce)) await sendDueMails({ checkout });
  });
}
