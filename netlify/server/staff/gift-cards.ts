import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-gift-cards.ts';
import { afterAnswer } from '../after-answer.ts';
import { databaseFor } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** A page of gift cards. @throws HttpError 400 for an unknown page. */
export async function readGiftCards(
  staff: StaffCaller,
  { q, after }: Asked<typeof calls.getGiftCards>,
) {
  const asked = { p_q: q, ...(after !== undefined && { p_after: after }) };
  return staffDataOf(await databaseFor(staff).rpc('staff_gift_cards', asked));
}

/** Gives store credit. @throws HttpError 400, 403, 409. */
export async function giveCredit(
  staff: StaffCaller,
  { event, email, amount_pence, reason }: Asked<typeof calls.giveCredit>,
) {
  const asked = { p_id: event, p_email: email, p_pence: amount_pence, p_reason: reason };
  const id = staffDataOf(await databaseFor(staff).rpc('staff_give_credit', asked));
  afterAnswer('E-mailing store credit failed', () => sendDueMails({ mail: event }));
  return { id };
}

/** Mails a new code for a card. @throws HttpError 403, 404. */
export async function renewGiftCard(
  staff: StaffCaller,
  { event, card, email }: Asked<typeof calls.renewGiftCard>,
) {
  const asked = { p_card: card, p_mail: event, p_email: email };
  staffDataOf(await databaseFor(staff).rpc('staff_renew_gift_card', asked));
  afterAnswer('E-mailing a gift card failed', () => sendDueMails({ mail: event }));
  return { id: card };
}
