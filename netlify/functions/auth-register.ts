import type { Config } from '@netlify/functions';
import { RegistrationBody } from '#domain/wire/account-bodies.ts';
import { refuseCommonPassword } from '#server/auth/common-password.ts';
import { register } from '#server/auth/register.ts';
import { registrationAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/auth/register' };

export default endpoint({
  POST: async (request, { ip }) => {
    const registration = await readBody(request, RegistrationBody);
    refuseCommonPassword(registration.password);
    await takeAttempt(registrationAttempt(ip));
    return answer(201, await register(registration, ip));
  },
});
