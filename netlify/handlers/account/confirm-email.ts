import { MailedLinkBody } from '#domain/wire/mailed-link-body.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { idOfLink, linkExpired } from '#server/mail/link-token.ts';
import { readBody } from '#server/request-body.ts';

export default async function confirmEmail(request: Request): Promise<Response> {
  const { token } = await readBody(request, MailedLinkBody);
  const asked = { p_mail: idOfLink('confirm-email', token) };
  if (!dataOf(await database().rpc('confirm_email', asked))) throw linkExpired();
  return answer(200, { confirmed: true });
}
