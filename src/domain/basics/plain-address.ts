/**
 * Normalises an address from a setting so that code can append paths: trims spaces and trailing slashes.
 * A login's issuer is compared exactly, so `URL//auth/v1` would reject every login.
 */
export function plainAddress(text: string): string {
  return text.trim().replace(/\/+$/, '');
}

/**
 * Whether a setting is an http(s) URL. `name.example:443` is also a valid URL, with the host as its
 * scheme.
 */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
