import { CodeLoginBody } from '#domain/contracts/account-bodies.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { logInByCode } from '#server/auth/login-by-code.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';

/** Logs in with a code from an e-mail. Answers as a login does. */
export default async function logInWithCode(request: Request, { ip }: Visit): Promise<Response> {
  // Another site's page could otherwise log a shopper in to its own account.
  requireOwnPage(request);
  const { request: asked, code } = await readBody(request, CodeLoginBody);
  const { body, refresh } = await logInByCode(asked, code, ip);
  return answer(200, body, refreshCookie(request, refresh));
}
