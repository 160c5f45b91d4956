import { LoginBody } from '#domain/contracts/account-bodies.ts';
import { beginLogin } from '#server/auth/begin-login.ts';
import { logIn } from '#server/auth/log-in.ts';
import { refreshCookie } from '#server/auth/refresh-cookie.ts';
import { loginAttempt } from '#server/rate-limit/attempt.ts';
import { loginSucceeded } from '#server/rate-limit/login-succeeded.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';

export default async function logShopperIn(request: Request, { ip }: Visit): Promise<Response> {
  const { username, password } = await readBody(request, LoginBody);
  const { attempt, known } = loginAttempt(username, ip);
  const email = await beginLogin(attempt, username);
  const { body, refresh } = await logIn(username, email, password, ip);
  afterAnswer('Crediting a login attempt failed', () => loginSucceeded(attempt, known));
  return answer(200, body, refreshCookie(request, refresh));
}
