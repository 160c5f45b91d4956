import { database, databaseFor, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { type ChosenLogin, registerAndLogIn } from './new-account.ts';

const over = { reason: 'invitation_over', facts: undefined };

/** The offer of a mailed invitation. @throws HttpError 400 when it is over. */
export async function invitationOffer(invitation: string) {
  const found = await database().rpc('invitation_offer', { p_invitation: invitation });
  const [offer] = dataOf(found);
  if (!offer) throw new HttpError(400, refusalText(over, 'staff'));
  return offer;
}

/** Employs the caller. @throws HttpError 401, 403, 404, 409. */
export async function acceptAs(shopper: Shopper, invitation: string) {
  try {
    const accepted = await databaseFor(shopper).rpc('accept_invitation', {
      p_invitation: invitation,
    });
    return { role: dataOf(accepted) };
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, refusalText(error, 'staff'));
  }
}

/**
 * Creates an account for the invitation's address, employs it and logs in. If it fails in between, the account exists,
 * and the same link employs it after a login.
 * @throws HttpError 400 with the field at fault, or when it is over.
 */
export async function acceptWithNewAccount(invitation: string, chosen: ChosenLogin, ip: string) {
  const { email } = await invitationOffer(invitation);
  return registerAndLogIn(email, chosen, ip, async (user) => {
    dataOf(await database().rpc('accept_invitation', { p_invitation: invitation, p_user: user }));
  });
}
