import { isRecord } from './record.ts';

/** An access token's (JWT's) claims. The signature is not verified: only the server can and does. */
function claimsOf(access: string): Readonly<Record<string, unknown>> {
  try {
    // URL-safe base64.
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload ?? ''));
    if (isRecord(claims)) return claims;
  } catch {
    // An unreadable payload counts as empty.
  }
  return {};
}

/** Whether a token is a guest's, who may check out but has no account. */
export function isGuestToken(access: string): boolean {
  return claimsOf(access).is_anonymous === true;
}

/** A token's issue and expiry times, in seconds since 1970; 0 if missing. */
export function tokenTimes(access: string): { issued: number; expiry: number } {
  const { iat, exp } = claimsOf(access);
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
