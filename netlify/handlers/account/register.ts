import { RegistrationBody } from '#domain/contracts/account-bodies.ts';
import { refuseCommonPassword } from '#server/auth/common-password.ts';
import { emailTaken, register } from '#server/auth/register.ts';
import { askForConsentLater } from '#server/mail/ask-for-consent.ts';
import { registrationAttempt, takenAttempt } from '#server/rate-limit/attempt.ts';
import { giveBackAttempt, takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { readBody } from '#server/request-body.ts';

export default async function registerShopper(request: Request, { ip }: Visit): Promise<Response> {
  const { news, ...registration } = await readBody(request, RegistrationBody);
  refuseCommonPassword(registration.password);
  // Counted first, or many concurrent requests would all be answered.
  const taken = takenAttempt(ip);
  await takeAttempt([...registrationAttempt(ip), ...taken]);
  let tells = false;
  try {
    const registered = await register(registration, ip);
    if (news) askForConsentLater(registration.email, 'sign-up form');
    return answer(201, registered);
  } catch (error) {
    tells = error === emailTaken;
    throw error;
  } finally {
    if (!tells) afterAnswer('Giving back an attempt failed', () => giveBackAttempt(taken));
  }
}
