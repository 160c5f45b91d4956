import { cookieValue } from '#domain/browsing/cookie.ts';
import { idleSeconds } from '../idle-seconds.ts';
import { siteOrigin } from '../site-origin.ts';

const name = 'refresh';

function setCookie(request: Request, value: string, maxAge: number): Record<string, string> {
  // A plain http page, as on a developer's machine, cannot set a secure cookie.
  const secure = siteOrigin(request).startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  return { 'Set-Cookie': `${name}=${value}; ${attributes}` };
}

/**
 * The header that gives a browser its refresh token: in a cookie that no script can read and that
 * only the calls under `/api/auth` receive, never in the JSON of an answer.
 */
export function refreshCookie(request: Request, token: string): Record<string, string> {
  return setCookie(request, token, idleSeconds);
}

/** The header that removes the cookie. */
export function noRefreshCookie(request: Request): Record<string, string> {
  return setCookie(request, '', 0);
}

/** The refresh token that a request carries, or null. */
export function refreshTokenOf(request: Request): string | null {
  const value = cookieValue(request.headers.get('cookie') ?? '', name);
  return value && /^[\w.~+/=-]{1,1000}$/.test(value) ? value : null;
}
