import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { DrawEntryBody } from '#domain/contracts/draw-bodies.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { linkToken } from '../mail/link-token.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { callMessages } from '../messages/calls.ts';
import { drawEntryAttempt, unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import type { Shopper } from '../token.ts';
import { refusing } from './refusing.ts';

const disposable = disposableEmailBlocklistSet();

/** Whether an address is of a provider of throwaway mailboxes, or of a subdomain of one. */
function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, place) => disposable.has(labels.slice(place).join('.')));
}

/**
 * Enters an address in a draw.
 * @returns the token of the entry if the address is that of the shopper's account, and confirmed; else null.
 * @throws HttpError 400 for an address of a disposable mailbox; 404 `colour_missing`; 409 `draw_closed`; 429.
 */
export async function enterDraw(
  { draw, colour, email }: DrawEntryBody,
  ip: string,
  shopper: Shopper | null,
): Promise<string | null> {
  if (isDisposable(email)) throw new HttpError(400, { email: [callMessages.disposableEmail] });
  const asked = {
    p_draw: draw,
    p_variant: colour,
    p_email: email,
    p_limits: drawEntryAttempt(draw, email, ip),
    p_mail_limits: unconfirmedEmailAttempt(email),
  };
  const { entry, confirmed, mail, wait } = await refusing(async () =>
    dataOf(
      shopper && !shopper.guest
        ? await databaseFor(shopper).rpc('shopper_enter_draw', asked).single()
        : await database().rpc('enter_draw', asked).single(),
    ),
  );
  if (wait > 0) refuseToWait(wait);
  if (mail) afterAnswer('Mailing an entrant failed', () => sendDueMails({ mail }));
  return confirmed && entry ? linkToken('draw-entry', entry) : null;
}
