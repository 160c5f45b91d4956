import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { resetPassword } from '#server/accounts/reset-password.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { newPassword } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/auth/reset-password' };

const notWhole = 'This link is not whole. Please ask for a new one.';

const Reset = z.object({
  token: z.string(notWhole).regex(/^\w{20,200}$/, notWhole),
  password: newPassword,
});

export default endpoint({
  POST: async (request) => {
    const { token, password } = await readBody(request, Reset);
    return answer(200, { username: await resetPassword(token, password) });
  },
});
