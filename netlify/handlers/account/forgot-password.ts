import { ForgotPasswordBody } from '#domain/contracts/account-bodies.ts';
import { mailResetLink } from '#server/auth/reset-password.ts';
import { resetLinkAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';

/** The answer and its timing do not reveal whether the address has an account. */
export default async function askForPasswordReset(
  request: Request,
  { ip }: Visit,
): Promise<Response> {
  const { email: address } = await readBody(request, ForgotPasswordBody);
  await takeAttempt(resetLinkAttempt(address, ip));
  afterAnswer('Sending a reset link failed', () => mailResetLink(address, ip));
  return answer(202, { email: address });
}
