import { z } from 'zod';

/** The answer to a request for a login code. */
export const CodeRequest = z.object({ request: z.uuid() });

/** The code in its e-mail. */
export function codeIn({ text }: { text: string }): string {
  const [, code] = /^Your code: (\d{6})$/m.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in ${text}`);
  return code;
}
