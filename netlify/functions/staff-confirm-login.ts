import type { Config } from '@netlify/functions';
import { ConfirmLoginBody } from '#domain/wire/staff-me.ts';
import { endSession } from '#server/auth/end-session.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { loginAttempt } from '#server/rate-limit/attempt.ts';
import { loginSucceeded } from '#server/rate-limit/login-succeeded.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { requireLogin } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBody } from '#server/request-body.ts';
import { confirmLogin, staffUsername } from '#server/staff/confirm-login.ts';
import { staffCaller } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/confirm-login' };

/** Begins a new login in place of the caller's, whose age and factors let money move again. */
export default endpoint({
  POST: async (request, { ip }) => {
    requireOwnPage(request);
    const caller = await staffCaller(request);
    const body = await readBody(request, ConfirmLoginBody);
    const username = await staffUsername(caller);
    const counted = loginAttempt(username, ip);
    const { access, refresh } = await confirmLogin(caller, username, body, counted, ip);
    const old = await requireLogin(request);
    afterAnswer('Crediting a login attempt failed', () =>
      loginSucceeded(counted.attempt, counted.known),
    );
    afterAnswer('Ending the login before it failed', () => endSession(old, null, ip));
    return answer(200, { id: caller.p_user, token: { access } }, refreshCookie(request, refresh));
  },
});
