import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { environment } from './environment.ts';

const Claims = z.object({ sub: z.uuid(), role: z.literal('authenticated') });

let publishedKeys: JWTVerifyGetKey | undefined;

/** Supabase signs with keys that it publishes, or with a secret shared with us (local, older projects). */
async function verifiedClaims(token: string): Promise<unknown> {
  const { SUPABASE_URL, SUPABASE_JWT_SECRET } = environment();
  const requiredClaims = ['sub', 'exp'];
  if (SUPABASE_JWT_SECRET) {
    const secret = new TextEncoder().encode(SUPABASE_JWT_SECRET);
    return (await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims })).payload;
  }
  const issuer = `${SUPABASE_URL}/auth/v1`;
  publishedKeys ??= createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const algorithms = ['ES256', 'RS256', 'EdDSA'];
  const options = { algorithms, issuer, audience: 'authenticated', requiredClaims };
  return (await jwtVerify(token, publishedKeys, options)).payload;
}

/**
 * The shopper whom an access token names, or null when it is expired, forged or not a shopper's.
 * @throws when the keys to check it with cannot be fetched.
 */
export async function shopperOf(token: string): Promise<string | null> {
  try {
    const claims = Claims.safeParse(await verifiedClaims(token));
    return claims.success ? claims.data.sub : null;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    return null;
  }
}
