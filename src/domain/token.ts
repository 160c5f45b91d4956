import { isRecord } from './record.ts';

/**
 * An access token's (JWT's) issue and expiry times, in seconds since 1970; 0 if missing. The signature
 * is not verified: only the server can and does.
 */
export function tokenTimes(access: string): { issued: number; expiry: number } {
  let claims: unknown;
  try {
    // URL-safe base64.
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    claims = JSON.parse(atob(payload ?? ''));
  } catch {
    // An unreadable payload counts as empty.
  }
  const { iat, exp } = isRecord(claims) ? claims : {};
  return { issued: Number(iat) || 0, expiry: typeof exp === 'number' ? exp : 0 };
}

/** Maximum lag behind the server's clock for a trusted device clock, in seconds. */
const BEHIND_S = 120;

/**
 * Whether a token's expiry is in the future (spec, section 4). A clock that is before the token's issue
 * is wrong, so no token is live by it: the token is renewed, and the clock corrected.
 * @param nowMs the server's time, in milliseconds since 1970.
 */
export function isTokenLive(access: string, nowMs: number): boolean {
  const { issued, expiry } = tokenTimes(access);
  return expiry * 1000 > nowMs && (issued - BEHIND_S) * 1000 <= nowMs;
}
