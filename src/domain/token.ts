import { isRecord } from './record.ts';

/**
 * When an access token (JWT) was issued and when it expires, in seconds since 1970; 0 where it does not say. The
 * signature is not verified: only the server can do that, and does.
 */
export function tokenTimes(access: string): { issued: number; expiry: number } {
  let claims: unknown;
  try {
    // Base64 as URLs have it.
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    claims = JSON.parse(atob(payload ?? ''));
  } catch {
    // It says nothing.
  }
  const { iat, exp } = isRecord(claims) ? claims : {};
  return { issued: Number(iat) || 0, expiry: typeof exp === 'number' ? exp : 0 };
}

/** How far a clock may be behind the server's and still be believed, in seconds. */
const BEHIND_S = 120;

/**
 * Whether a token's expiry is in the future (spec, section 4). By a clock that has not reached its issue, which is
 * wrong, no token is live: it is renewed, and the clock corrected.
 * @param nowMs the time by the server's clock, in milliseconds since 1970.
 */
export function isTokenLive(access: string, nowMs: number): boolean {
  const { issued, expiry } = tokenTimes(access);
  return expiry * 1000 > nowMs && (issued - BEHIND_S) * 1000 <= nowMs;
}
