/** The token in the link of a password reset e-mail. */
export function resetTokenIn({ html }: { html: string }): string {
  const [, token] = /\/reset-password#token_hash=(\w+)/.exec(html) ?? [];
  if (!token) throw new Error(`There is no link in ${html}`);
  return token;
}
