import { isRecord, parseJson } from './record.ts';

function decodeBase64Url(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}

/**
 * When an access token (JWT) expires, in seconds since 1970, or `null` when it has no `exp`. The
 * signature is not verified: only the server can do that, and does.
 */
export function tokenExpiry(access: string): number | null {
  const payload = decodeBase64Url(access.split('.')[1] ?? '');
  const claims = payload === null ? undefined : parseJson(payload);
  if (!isRecord(claims) || typeof claims.exp !== 'number') return null;
  return claims.exp;
}

/** Whether a token's expiry is in the future (spec, section 4). */
export function isTokenLive(access: string, nowMs: number = Date.now()): boolean {
  const expiry = tokenExpiry(access);
  return expiry !== null && expiry * 1000 > nowMs;
}
