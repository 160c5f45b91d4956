import { EmptyBody } from '#domain/contracts/account-bodies.ts';
import { endSession } from '#server/auth/end-session.ts';
import { noRefreshCookie, refreshTokenOf } from '#server/auth/refresh-cookie.ts';
import { answer } from '#server/answer.ts';
import { knownLogin } from '#server/caller.ts';
import type { Visit } from '#server/area.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import { log } from '#server/log.ts';

/** Ends the caller's login, if there is one. Logging out twice succeeds. */
export default async function logOut(request: Request, { ip }: Visit): Promise<Response> {
  requireOwnPage(request);
  await readBody(request, EmptyBody);
  const login = await knownLogin(request);
  let status = 200;
  try {
    if (login) await endSession(login, refreshTokenOf(request), ip);
  } catch (error) {
    // The browser drops its half of the login all the same.
    log.error('A session could not be ended', { error });
    status = 502;
  }
  return answer(status, {}, noRefreshCookie(request));
}
