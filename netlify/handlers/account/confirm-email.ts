import { MailedLinkBody } from '#domain/contracts/mailed-link-body.ts';
import { answer } from '#server/answer.ts';
import { confirmEmail } from '#server/auth/account-email.ts';
import { requireShopper } from '#server/caller.ts';
import { idOfLink, linkExpired } from '#server/mail/link-token.ts';
import { readBody } from '#server/request-body.ts';

/** Confirms the address of the login's account, by the link mailed to it. */
export default async function confirmAddress(request: Request): Promise<Response> {
  const { token } = await readBody(request, MailedLinkBody);
  const mail = idOfLink('confirm-email', token);
  if (!(await confirmEmail(await requireShopper(request), mail))) throw linkExpired();
  return answer(200, { confirmed: true });
}
