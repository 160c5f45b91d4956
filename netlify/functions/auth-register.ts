import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { register } from '#server/accounts/register.ts';
import { attemptFrom } from '#server/attempts/attempt.ts';
import { takeAttempt } from '#server/attempts/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { email, text } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = {
  path: '/api/auth/register',
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

/** Bytes of UTF-8; Supabase Auth refuses longer ones, because bcrypt would not read the rest. */
const maxPasswordBytes = 72;

const Registration = z.object({
  username: text(50),
  email,
  password: z
    .string('This field is required.')
    .min(8, 'Use at least 8 characters.')
    .refine((password) => Buffer.byteLength(password) <= maxPasswordBytes, {
      error: `Use at most ${maxPasswordBytes} characters.`,
    }),
});

export default endpoint({
  POST: async (request, { ip }) => {
    const registration = await readBody(request, Registration);
    await takeAttempt(attemptFrom('register-address', ip));
    return answer(201, await register(registration, ip));
  },
});
