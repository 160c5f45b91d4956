import type { Config } from '@netlify/functions';
import { EmptyBody } from '#domain/wire/account-bodies.ts';
import { noRefreshCookie, refreshCookie, refreshTokenOf } from '#server/auth/refresh-cookie.ts';
import { refreshSession } from '#server/auth/refresh-session.ts';
import { answer } from '#server/answer.ts';
import { requireLogin } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { loginRequired } from '#server/http-error.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import { shopperOf } from '#server/token.ts';

export const config: Config = { path: '/api/auth/refresh' };

/**
 * Renews a login. Takes both halves of it, the access token, though it may have expired, and the
 * refresh token in its cookie: another site's page has neither, and a page has only the first.
 */
export default endpoint({
  POST: async (request, { ip }) => {
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
  },
});
