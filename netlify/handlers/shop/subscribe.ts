import { SubscriptionBody } from '#domain/contracts/listing-bodies.ts';
import { askForConsent } from '#server/mail/ask-for-consent.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { isPlainForm, plainAnswer } from '#server/plain-form.ts';
import { readBody, readForm } from '#server/request-body.ts';
import { shopperMessages } from '#server/messages/shopper-calls.ts';

/** The answer does not reveal whether an address is already on the list. */
export default async function subscribeToNews(request: Request, { ip }: Visit): Promise<Response> {
  // Not of other sites: a script of theirs could not send JSON, either.
  const isPlain = isPlainForm(request) && request.headers.get('sec-fetch-site') === 'same-origin';
  const read = isPlain ? readForm : readBody;
  const { email, place } = await read(request, SubscriptionBody);
  await takeAttempt(attemptFrom('subscribe-address', ip));
  await askForConsent(email, place);
  return isPlain ? plainAnswer(200, ...shopperMessages.subscribed) : answer(201, { email });
}
