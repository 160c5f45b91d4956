import type { CookieName } from './stored-keys.ts';

/**
 * The value of a cookie in a `Cookie` header or `document.cookie`; `null` if it is not set. Not decoded:
 * the shop's own cookies hold plain words.
 */
export function cookieValue(cookies: string, name: CookieName): string | null {
  const start = `${name}=`;
  const pair = cookies.split(/;\s*/).find((text) => text.startsWith(start));
  return pair?.slice(start.length) ?? null;
}
