import { randomBytes } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { z } from 'zod';
import type { Query } from '../servers/connection-pool.ts';

/** Supabase Auth's names of authentication methods. @see https://supabase.com/docs/guides/auth/jwt-fields */
export type LoginMethod = 'password' | 'otp' | 'totp' | 'anonymous';

interface Assurance {
  aal: string;
  /** Latest first. */
  amr: { method: string; timestamp: number }[];
  is_anonymous: boolean;
}

const Token = z.looseObject({ sub: z.uuid(), session_id: z.uuid() });

/** Claims of a token whose signature has been verified. */
export function claimsOf(token: string): z.infer<typeof Token> {
  return Token.parse(decodeJwt(token));
}

/** A user's factors as Auth returns them, without secrets. */
async function factorsOf(sql: Query, user: string): Promise<unknown[]> {
  const factors = await sql`
    select id, created_at, updated_at, status, coalesce(friendly_name, '') as friendly_name, factor_type,
      last_challenged_at
    from auth.mfa_factors where user_id = ${user} order by created_at`;
  return [...factors];
}

/** Completes Auth's user object: its factors, if any, and whether the user is anonymous. */
export async function wholeUser<User extends { id: string }>(sql: Query, user: User) {
  const factors = await factorsOf(sql, user.id);
  const [found] = await sql<{ is_anonymous: boolean }[]>`
    select is_anonymous from auth.users where id = ${user.id}`;
  const known = { ...user, is_anonymous: found?.is_anonymous ?? false };
  return factors.length > 0 ? { ...known, factors } : known;
}

/** Records the authentication method of a session; repeating a method renews its timestamp. */
async function addClaim(sql: Query, session: string, method: LoginMethod): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

async function assuranceOf(sql: Query, session: string): Promise<Assurance> {
  const claims = await sql<{ method: string; timestamp: number }[]>`
    select authentication_method as method, extract(epoch from updated_at)::int as timestamp
    from auth.mfa_amr_claims where session_id = ${session} order by updated_at desc`;
  const amr = claims.map(({ method, timestamp }) => ({ method, timestamp }));
  const [user] = await sql<{ is_anonymous: boolean }[]>`
    select u.is_anonymous from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${session}`;
  const aal = amr.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1';
  return { aal, amr, is_anonymous: user?.is_anonymous ?? false };
}

/** Re-signs tokens with the claims `aal`, `amr` and `is_anonymous`. */
export function assuredTokens(jwtSecret: string, tokenSeconds: number) {
  const key = new TextEncoder().encode(jwtSecret);

  /**
   * @param token a valid token.
   * @param renew whether its lifetime starts now; otherwise it keeps its expiry.
   */
  async function assuredToken(
    sql: Query,
    token: string,
    { method, renew }: { method?: LoginMethod; renew: boolean },
  ): Promise<string> {
    const claims = claimsOf(token);
    if (method) await addClaim(sql, claims.session_id, method);
    const now = Math.floor(Date.now() / 1000);
    const times = renew ? { iat: now, exp: now + tokenSeconds } : {};
    const assurance = await assuranceOf(sql, claims.session_id);
    return new SignJWT({ ...claims, ...times, ...assurance })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key);
  }
  return assuredToken;
}

/**
 * Raises a session to `aal2`: replaces its refresh token, ends the user's `aal1` sessions and deletes factors
 * that were never verified.
 * @returns the new refresh token.
 */
export async function raiseSession(
  sql: Query,
  { session, user, factor }: { session: string; user: string; factor: string },
): Promise<string> {
  const refresh = randomBytes(16).toString('base64url');
  await sql`
    insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent, created_at, updated_at)
    select gen_random_uuid()::text, ${refresh}, ${user}, ${session}, false,
      (select token from auth.refresh_tokens where session_id = ${session} and not revoked
       order by created_at desc limit 1), now(), now()`;
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${session} and token <> ${refresh}`;
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor}, updated_at = now() where id = ${session}`;
  await sql`delete from auth.sessions where user_id = ${user} and aal < 'aal2'`;
  await sql`
    delete from auth.mfa_factors where user_id = ${user} and status = 'unverified' and factor_type = 'totp'`;
  return refresh;
}

/** Lowers the sessions raised by a factor back to `aal1`. */
export async function lowerSessions(sql: Query, factor: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method = 'totp'
      and session_id in (select id from auth.sessions where factor_id = ${factor})`;
  await sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factor}`;
}
