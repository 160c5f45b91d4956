/** Base for parsing a path: any origin will do, and `.invalid` can never be a real host (RFC 2606). */
const ANYWHERE = 'https://shop.invalid';

/**
 * The path to send a shopper back to: the given value if it is an absolute path on this site, else `/`.
 * Prevents open redirects: other sites' URLs are rejected in every disguise browsers accept (`//host`,
 * `/\host`, `javascript:`, control characters).
 */
export function safeReturnPath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/[^\\\p{Cc}]*$/u.test(value)) return '/';
  if (value.startsWith('//') || !URL.canParse(value, ANYWHERE)) return '/';
  const url = new URL(value, ANYWHERE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === ANYWHERE && !path.startsWith('//') ? path : '/';
}
