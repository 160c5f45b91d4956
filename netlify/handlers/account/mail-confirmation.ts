import { accountEmail, oweConfirmEmail } from '#server/auth/account-email.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { HttpError } from '#server/http-error.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { shopperMessages } from '#server/messages/shopper-calls.ts';

/** Mails a link that confirms the account's address. */
export default async function mailConfirmation(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  const account = await accountEmail(shopper);
  const { mail, wait } = await oweConfirmEmail(shopper, account.email);
  if (wait) {
    throw new HttpError(429, shopperMessages.confirmationSent, { 'Retry-After': String(wait) });
  }
  if (mail) afterAnswer('Mailing a confirmation link failed', () => sendDueMails({ mail }));
  return answer(202, { email: account.email });
}
