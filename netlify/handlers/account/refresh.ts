import { EmptyBody } from '#domain/contracts/account-bodies.ts';
import { noRefreshCookie, refreshCookie, refreshTokenOf } from '#server/auth/refresh-cookie.ts';
import { refreshSession } from '#server/auth/refresh-session.ts';
import { answer } from '#server/answer.ts';
import { requireLogin } from '#server/caller.ts';
import type { Visit } from '#server/area.ts';
import { loginRequired } from '#server/http-error.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import { shopperOf } from '#server/token.ts';

/**
 * Renews a login. Requires both halves: the access token, which may have expired, and the
 * refresh token in its cookie. Another site's page has neither, and a script has only the first.
 */
export default async function refreshLogin(request: Request, { ip }: Visit): Promise<Response> {
  requireOwnPage(request);
  const login = await requireLogin(request);
  await readBody(request, EmptyBody);
  const refresh = refreshTokenOf(request);
  const tokens = refresh ? await refreshSession(refresh, ip) : null;
  const renewed = tokens && (await shopperOf(tokens.access));
  if (!renewed || renewed.session !== login.session) {
    throw loginRequired(noRefreshCookie(request));
  }
  const body = { id: renewed.id, token: { access: tokens.access } };
  return answer(200, body, refreshCookie(request, tokens.refresh));
}
