import { ResetPasswordBody } from '#domain/contracts/account-bodies.ts';
import { refuseCommonPassword } from '#server/auth/common-password.ts';
import { resetPassword } from '#server/auth/reset-password.ts';
import { attemptFrom } from '#server/rate-limit/attempt.ts';
import { loginRestored } from '#server/rate-limit/login-restored.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';
import { log } from '#server/log.ts';

export default async function setNewPassword(request: Request, { ip }: Visit): Promise<Response> {
  const { token, password } = await readBody(request, ResetPasswordBody);
  // Checked before the link is used up.
  refuseCommonPassword(password);
  await takeAttempt(attemptFrom('new-password-address', ip));
  const username = await resetPassword(token, password, ip);
  // Awaited before the answer: the shopper logs in next.
  await loginRestored(username, ip).catch((error: unknown) =>
    log.error('Lifting the limits of a login failed', { error }),
  );
  return answer(200, { username });
}
