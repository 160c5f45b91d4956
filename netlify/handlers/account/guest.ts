import { EmptyBody } from '#domain/contracts/account-bodies.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { signInGuest } from '#server/guests/sign-in-guest.ts';
import { guestAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';

/** Begins a guest's session, for a checkout without an account. Answers as a login does. */
export default async function beginAsGuest(request: Request, { ip }: Visit): Promise<Response> {
  // Another site's page could otherwise replace a shopper's refresh cookie.
  requireOwnPage(request);
  await readBody(request, EmptyBody);
  await takeAttempt(guestAttempt(ip));
  const { body, refresh } = await signInGuest(ip);
  return answer(200, body, refreshCookie(request, refresh));
}
