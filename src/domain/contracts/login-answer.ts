import * as z from 'zod';

/** A login's user and access token; the refresh token is in a cookie. */
export const LoginAnswer = z.object({ id: z.string(), token: z.object({ access: z.string() }) });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
