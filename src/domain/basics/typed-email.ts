/**
 * An e-mail address from a field, without the invisible marks copied from contacts apps: the browser's
 * `type=email` validation rejects them for no visible reason.
 */
export function typedEmail(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '');
}
