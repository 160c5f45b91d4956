import type { Config } from '@netlify/functions';
import { LoginBody } from '#domain/wire/account-bodies.ts';
import { beginLogin } from '#server/auth/begin-login.ts';
import { logIn } from '#server/auth/log-in.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { loginAttempt } from '#server/rate-limit/attempt.ts';
import { loginSucceeded } from '#server/rate-limit/login-succeeded.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = {
  path: '/api/auth/login',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default endpoint({
  POST: async (request, { ip }) => {
    const { username, password } = await readBody(request, LoginBody);
    const { attempt, known } = loginAttempt(username, ip);
    const email = await beginLogin(attempt, username);
    const { body, refresh } = await logIn(username, email, password, ip);
    afterAnswer('Crediting a login attempt failed', () => loginSucceeded(attempt, known));
    return answer(200, body, refreshCookie(request, refresh));
  },
});
