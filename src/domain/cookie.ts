import type { CookieName } from './stored-keys.ts';

/**
 * The value of a cookie in a `Cookie` header or `document.cookie`, or `null` when it is not set. The
 * value is returned as stored: the shop's own cookies hold plain words that need no decoding.
 */
export function cookieValue(cookies: string, name: CookieName): string | null {
  const start = `${name}=`;
  const pair = cookies.split(/;\s*/).find((text) => text.startsWith(start));
  return pair?.slice(start.length) ?? null;
}
