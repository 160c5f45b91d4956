function base64Url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** An unsigned token with the given claims: browsers read only its expiry. */
export function tokenWith(claims: Record<string, unknown>): string {
  return `${base64Url({ alg: 'HS256' })}.${base64Url(claims)}.signature`;
}

/** A token that expires in an hour. */
export function liveToken(): string {
  return tokenWith({ exp: Math.floor(Date.now() / 1000) + 3600 });
}

/** A token that expired a minute ago. */
export function expiredToken(): string {
  return tokenWith({ exp: Math.floor(Date.now() / 1000) - 60 });
}
