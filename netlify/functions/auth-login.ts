import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { logIn } from '#server/accounts/log-in.ts';
import { loginAttempt } from '#server/attempts/attempt.ts';
import { loginSucceeded } from '#server/attempts/login-succeeded.ts';
import { takeAttempt } from '#server/attempts/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { text } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = {
  path: '/api/auth/login',
  rateLimit: { windowLimit: 120, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

const Login = z.object({ username: text(254), password: z.string().min(1).max(1000) });

export default endpoint({
  POST: async (request, { ip }) => {
    const { username, password } = await readBody(request, Login);
    const { attempt, known } = loginAttempt(username, ip);
    await takeAttempt(attempt);
    const shopper = await logIn(username, password, ip);
    await loginSucceeded(attempt, known);
    return answer(200, shopper);
  },
});
