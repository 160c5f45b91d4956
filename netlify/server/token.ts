import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { environment } from './environment.ts';

/** A person with an account; Supabase can also let people in who have none. */
const Claims = z.object({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  is_anonymous: z.literal(false).optional(),
});

/** Loaded with the first token: most who ask for the stock are not logged in. */
const loadJose = () => import('jose');

let publishedKeys: JWTVerifyGetKey | undefined;

/**
 * Supabase signs with keys that it publishes, or with a secret shared with us (local, older
 * projects). The secret signs more than logins: a project's API keys, and whatever else it was lent
 * to. Those have no audience, or an issuer that is not the project's Auth; the local stack's logins
 * name no issuer at all.
 */
async function verifiedClaims(token: string): Promise<unknown> {
  const { SUPABASE_URL, SUPABASE_JWT_SECRET } = environment();
  const { createRemoteJWKSet, jwtVerify } = await loadJose();
  const issuer = `${SUPABASE_URL}/auth/v1`;
  const options = { audience: 'authenticated', requiredClaims: ['sub', 'exp'] };
  if (SUPABASE_JWT_SECRET) {
    const secret = new TextEncoder().encode(SUPABASE_JWT_SECRET);
    const { payload } = await jwtVerify(token, secret, { ...options, algorithms: ['HS256'] });
    return payload.iss === undefined || payload.iss === issuer ? payload : null;
  }
  publishedKeys ??= createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  const algorithms = ['ES256', 'RS256', 'EdDSA'];
  return (await jwtVerify(token, publishedKeys, { ...options, algorithms, issuer })).payload;
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
    const { errors } = await loadJose();
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    return null;
  }
}
