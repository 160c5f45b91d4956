import { newsConsent } from '#domain/orders/news-consent.ts';
import { MailedLinkBody } from '#domain/contracts/mailed-link-body.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { idOfLink, linkExpired } from '#server/mail/link-token.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { readBody } from '#server/request-body.ts';

export default async function confirmSubscription(request: Request): Promise<Response> {
  const { token } = await readBody(request, MailedLinkBody);
  const subscription = idOfLink('confirm-subscription', token);
  const asked = { p_subscription: subscription, p_text: newsConsent };
  const { confirmed, mail } = dataOf(await database().rpc('confirm_subscription', asked).single());
  if (!confirmed) throw linkExpired();
  if (mail) afterAnswer('Mailing a welcome code failed', () => sendDueMails({ mail }));
  return answer(200, { confirmed: true });
}
