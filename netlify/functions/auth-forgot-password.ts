import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { mailResetLink } from '#server/accounts/reset-password.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { email } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/auth/forgot-password' };

const Forgotten = z.object({ email });

/** Answers the same, and as fast, whoever has the address. */
export default endpoint({
  POST: async (request) => {
    const { email: address } = await readBody(request, Forgotten);
    afterAnswer('Reset link', () => mailResetLink(address));
    return answer(202, { email: address });
  },
});
