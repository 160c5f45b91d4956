import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { logIn } from '#server/accounts/log-in.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { text } from '#server/fields.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/auth/login' };

const Login = z.object({ username: text(254), password: z.string().min(1).max(1000) });

export default endpoint({
  POST: async (request) => {
    const { username, password } = await readBody(request, Login);
    return answer(200, await logIn(username, password));
  },
});
