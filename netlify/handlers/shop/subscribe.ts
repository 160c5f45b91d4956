import { SubscriptionBody } from '#domain/wire/listing-bodies.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { attemptFrom, unconfirmedEmailAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';

/** The answer does not reveal whether an address is already on the list. */
export default async function subscribeToNews(request: Request, { ip }: Visit): Promise<Response> {
  const subscription = await readBody(request, SubscriptionBody);
  await takeAttempt(attemptFrom('subscribe-address', ip));
  const limits = unconfirmedEmailAttempt(subscription.email);
  const asked = { p_email: subscription.email, p_limits: limits };
  const mail: string | null = dataOf(await database().rpc('subscribe', asked));
  if (mail) afterAnswer('Mailing a subscriber failed', () => sendDueMails({ mail }));
  return answer(201, subscription);
}
