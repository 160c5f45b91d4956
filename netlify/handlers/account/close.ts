import { CloseAccountBody } from '#domain/contracts/account-bodies.ts';
import { confirmPassword } from '#server/auth/confirm-password.ts';
import { noRefreshCookie } from '#server/auth/refresh-cookie.ts';
import { callersOf, loginAttempt } from '#server/rate-limit/attempt.ts';
import { closeAccount } from '#server/privacy/close-account.ts';
import { usernameOf } from '#server/auth/username-of.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';
import { shopperMessages } from '#server/messages/shopper-calls.ts';

export default async function closeOwnAccount(request: Request, { ip }: Visit): Promise<Response> {
  const shopper = await requireShopper(request);
  const { password } = await readBody(request, CloseAccountBody);
  const username = await usernameOf(shopper);
  await confirmPassword(shopper, username, password, loginAttempt(username, ip), ip);
  await closeAccount(shopper, callersOf(shopper, username, ip));
  return answer(200, { detail: shopperMessages.accountClosed }, noRefreshCookie(request));
}
