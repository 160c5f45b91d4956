import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { environment } from './environment.ts';
import { Unavailable } from './http-error.ts';

const Claims = z.object({
  sub: z.uuid(),
  /** https://supabase.com/docs/guides/auth/jwt-fields */
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  is_anonymous: z.boolean().default(false),
});

/** The owner of an access token. */
export interface Shopper {
  /** The shopper's id. */
  id: string;
  /** The session of Supabase Auth that the token belongs to. */
  session: string;
  /** Whether it is a guest: an anonymous user of Supabase Auth, who may check out and nothing else. */
  guest: boolean;
}

/** Loaded lazily to keep cold starts short: most stock checks come without a token. */
const loadJose = () => import('jose');

let publishedKeys: JWTVerifyGetKey | undefined;

/**
 * Supabase signs tokens with published keys, or with a shared secret (local stack, older projects).
 * That secret also signs a project's API keys and possibly other tokens; those lack our audience or
 * have another issuer. The local stack's tokens have no issuer at all.
 */
async function verifiedClaims(token: string, clockTolerance: number): Promise<unknown> {
  const { SUPABASE_URL, SUPABASE_JWT_SECRET } = environment();
  const { createRemoteJWKSet, jwtVerify } = await loadJose();
  const issuer = `${SUPABASE_URL}/auth/v1`;
  const requiredClaims = ['sub', 'exp'];
  const options = { audience: 'authenticated', requiredClaims, clockTolerance };
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
 * The shopper and session of an access token, or null when it is expired, forged or not a shopper's.
 * @param expiredSeconds seconds by which it may be past its expiry.
 * @throws Unavailable when the published keys cannot be fetched.
 */
export async function shopperOf(token: string, expiredSeconds = 0): Promise<Shopper | null> {
  try {
    const { data } = Claims.safeParse(await verifiedClaims(token, expiredSeconds));
    return data ? { id: data.sub, session: data.session_id, guest: data.is_anonymous } : null;
  } catch (error) {
    const { errors } = await loadJose();
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
      throw new Unavailable('The published keys of Supabase Auth cannot be fetched', {
        cause: error,
      });
    }
    return null;
  }
}
