/**
 * An address from a setting as the code joins paths to it: without spaces around it and without slashes
 * at its end. A login's issuer is compared letter by letter, so `URL//auth/v1` would refuse every login.
 */
export function plainAddress(text: string): string {
  return text.trim().replace(/\/+$/, '');
}

/** Whether a setting is an address with https or http. `name.example:443` is a URL, too, whose scheme is the host. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
