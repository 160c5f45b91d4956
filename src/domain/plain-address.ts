/**
 * An address from a setting as the code joins paths to it: without spaces around it and without slashes
 * at its end. A login's issuer is compared letter by letter, so `URL//auth/v1` would refuse every login.
 */
export function plainAddress(text: string): string {
  return text.trim().replace(/\/+$/, '');
}
