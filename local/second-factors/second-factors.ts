import { Hono } from 'hono';
import { isIP } from 'node:net';
import postgres from 'postgres';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { ConnectionPool, Query } from '../servers/connection-pool.ts';
import { anonymousSession } from './anonymous-session.ts';
import { AuthRefusal } from './auth-error.ts';
import { recoveryLink } from './recovery-link.ts';
import {
  assuredTokens,
  claimsOf,
  type LoginMethod,
  lowerSessions,
  raiseSession,
  wholeUser,
} from './sessions.ts';
import { tokenBucket } from './token-bucket.ts';
import { userUpdates } from './update-user.ts';

interface Options {
  sql: Query;
  transaction: ConnectionPool['begin'];
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  tokenSeconds: number;
  siteUrl: string;
  /** Handles all other requests. */
  serve: (request: Request, ip: string | undefined) => Promise<Response>;
}

/** Supabase Auth's defaults. */
const challengeSeconds = 300;
const unverifiedSeconds = 300;
const mostFactors = 10;
const perMinute = 15;
const burst = 30;
/** As in supabase/config.toml; Supabase Auth's default is 30. */
const guestsPerHour = 150;

const User = z.looseObject({ id: z.uuid(), email: z.string().default('') });
const Factor = z.object({
  id: z.uuid(),
  status: z.enum(['unverified', 'verified']),
  factor_type: z.string(),
  secret: z.string().nullable(),
});
const EnrolBody = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
});
const VerifyBody = z.object({ challenge_id: z.string().default(''), code: z.string().default('') });
const SignUpBody = z.looseObject({
  email: z.string().default(''),
  phone: z.string().default(''),
  data: z.record(z.string(), z.json()).nullish(),
});
const LinkBody = z.object({ type: z.literal('recovery'), email: z.string() });
const Settings = z.looseObject({ external: z.looseObject({}) });

/** A copy of a response with another body. */
function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json(body, { status: answer.status, headers });
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}

/** @throws AuthRefusal 429 when an address sends too many requests. */
function limit(may: (key: string) => boolean, address: string): void {
  if (!may(address)) {
    throw new AuthRefusal(429, 'over_request_rate_limit', 'Request rate limit reached');
  }
}

/** Authentication method of a call that logs a user in; undefined for a token refresh. */
function methodOf({ pathname, searchParams }: URL): LoginMethod | undefined {
  if (pathname === '/auth/v1/verify') return 'otp';
  return searchParams.get('grant_type') === 'refresh_token' ? undefined : 'password';
}

/**
 * Supabase Auth's API for TOTP as a second factor, in front of a server without it: factors, challenges and
 * codes, `factors` in user objects, `aal` and `amr` in tokens. Like the real one, it accepts a code more than
 * once within its 90 seconds. Also anonymous sign-ins, with `is_anonymous` in users and tokens, and recovery links for
 * callers with the secret key.
 * @see https://github.com/supabase/auth/blob/master/internal/api/mfa.go
 * @see https://supabase.com/docs/guides/auth/auth-mfa/totp
 * @see https://github.com/supabase/auth/blob/master/internal/api/anonymous.go
 * @see https://supabase.com/docs/reference/javascript/auth-admin-generatelink
 */
export function withSecondFactors({
  sql,
  transaction,
  jwtSecret,
  publishableKey,
  secretKey,
  tokenSeconds,
  siteUrl,
  serve,
}: Options): (request: Request, ip: string | undefined) => Promise<Response> {
  const assuredToken = assuredTokens(jwtSecret, tokenSeconds);
  const updateUser = userUpdates({ sql, transaction, serve });
  const mayChallenge = tokenBucket(perMinute, burst);
  const mayVerify = tokenBucket(perMinute, burst);
  const maySignInAnonymously = tokenBucket(guestsPerHour / 60, guestsPerHour);

  /** Client address of a request. A forwarded address is trusted only with the secret key. */
  function addressOf(headers: Headers, ip = '127.0.0.1'): string {
    const forwarded = headers.get('sb-forwarded-for') ?? '';
    return headers.get('apikey') === secretKey && isIP(forwarded) ? forwarded : ip;
  }

  /** The user of a request according to the server itself, or its error response if the token is invalid. */
  async function caller(headers: Headers, ip: string | undefined) {
    const kept = ['apikey', 'authorization'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const answer = await serve(
      new Request('http://127.0.0.1/auth/v1/user', { headers: Object.fromEntries(kept) }),
      ip,
    );
    if (!answer.ok) return { refusal: answer };
    const token = (headers.get('authorization') ?? '').replace(/^Bearer /i, '');
    const { session_id: session } = claimsOf(token);
    const [{ aal } = { aal: null }] = await sql<{ aal: string | null }[]>`
      select aal from auth.sessions where id = ${session}`;
    const user = User.parse(await answer.json());
    return { refusal: null, user, session, token, aal2: aal === 'aal2' };
  }

  async function ownFactor(user: string, id: string): Promise<z.infer<typeof Factor>> {
    if (!z.uuid().safeParse(id).success) {
      throw new AuthRefusal(404, 'validation_failed', 'factor_id must be an UUID');
    }
    const [factor] = await sql`
      select id, status, factor_type, secret from auth.mfa_factors where id = ${id} and user_id = ${user}`;
    if (!factor) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found');
    return Factor.parse(factor);
  }

  async function enrol(
    { user, aal2 }: { user: z.infer<typeof User>; aal2: boolean },
    { factor_type: type, friendly_name: name, issuer }: z.infer<typeof EnrolBody>,
  ) {
    if (type !== 'totp') {
      const message = 'factor_type needs to be totp, phone, or webauthn';
      throw new AuthRefusal(400, 'validation_failed', message);
    }
    await sql`
      delete from auth.mfa_factors f
      where status <> 'verified' and created_at + make_interval(secs => ${unverifiedSeconds}) < now()
        and not exists (select from auth.mfa_challenges where factor_id = f.id)`;
    const factors = await sql<{ name: string; status: string }[]>`
      select coalesce(friendly_name, '') as name, status from auth.mfa_factors where user_id = ${user.id}`;
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    const conflict = new AuthRefusal(422, 'mfa_factor_name_conflict', message);
    if (factors.some((factor) => factor.name === name)) throw conflict;
    if (factors.length >= mostFactors) {
      const most = 'Maximum number of verified factors reached, unenroll to continue';
      throw new AuthRefusal(422, 'too_many_enrolled_mfa_factors', most);
    }
    if (!aal2 && factors.some(({ status }) => status === 'verified')) {
      throw new AuthRefusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    const secret = new Secret({ size: 20 }).base32;
    const uri = totpOf(secret, issuer || new URL(siteUrl).host, user.email).toString();
    const [created] = await sql<{ id: string }[]>`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${user.id}, ${name}, 'totp', 'unverified', ${secret}) on conflict do nothing returning id`;
    if (!created) throw conflict;
    const qrCode = renderSVG(uri, { ecc: 'H', pixelSize: 3, border: 4 });
    const totp = { qr_code: qrCode, secret, uri };
    return { id: created.id, type, friendly_name: name, totp };
  }

  async function challenge(user: string, id: string, address: string) {
    const factor = await ownFactor(user, id);
    const [made] = await sql<[{ id: string; ends: number }]>`
      insert into auth.mfa_challenges (factor_id, ip_address) values (${factor.id}, ${address})
      returning id, extract(epoch from created_at)::int + ${challengeSeconds}::int as ends`;
    await sql`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
    return { id: made.id, type: factor.factor_type, expires_at: made.ends };
  }

  /** @throws AuthRefusal 422 unless the challenge is open and belongs to the caller. */
  async function requireChallenge(factor: string, id: string, address: string): Promise<void> {
    const [found] = z.uuid().safeParse(id).success
      ? await sql<{ same: boolean; expired: boolean }[]>`
          select verified_at is null and ip_address = ${address} as same,
            created_at + make_interval(secs => ${challengeSeconds}) < now() as expired
          from auth.mfa_challenges where id = ${id} and factor_id = ${factor}`
      : [];
    if (!found) {
      const message = 'MFA factor with the provided challenge ID not found';
      throw new AuthRefusal(422, 'mfa_factor_not_found', message);
    }
    if (!found.same) {
      const message = 'Challenge and verify IP addresses mismatch.';
      throw new AuthRefusal(422, 'mfa_ip_address_mismatch', message);
    }
    if (found.expired) {
      await sql`delete from auth.mfa_challenges where id = ${id}`;
      const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
      throw new AuthRefusal(422, 'mfa_challenge_expired', message);
    }
  }

  async function verify(
    { user, session, token }: { user: z.infer<typeof User>; session: string; token: string },
    id: string,
    { challenge_id: asked, code }: z.infer<typeof VerifyBody>,
    address: string,
  ) {
    const factor = await ownFactor(user.id, id);
    if (code === '') throw new AuthRefusal(400, 'validation_failed', 'Code needs to be non-empty');
    await requireChallenge(factor.id, asked, address);
    // Rows inserted by tests have no secret, so no code matches.
    const right =
      factor.secret !== null && totpOf(factor.secret).validate({ token: code }) !== null;
    if (!right) {
      throw new AuthRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    const { access, refresh } = await transaction(async (changes) => {
      await changes`update auth.mfa_challenges set verified_at = now() where id = ${asked}`;
      await changes`
        update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
      const raised = { session, user: user.id, factor: factor.id };
      return {
        access: await assuredToken(changes, token, { method: 'totp', renew: true }),
        refresh: await raiseSession(changes, raised),
      };
    });
    return {
      access_token: access,
      token_type: 'bearer',
      expires_in: tokenSeconds,
      expires_at: Math.floor(Date.now() / 1000) + tokenSeconds,
      refresh_token: refresh,
      user: await wholeUser(sql, user),
    };
  }

  async function unenrol(user: string, aal2: boolean, id: string) {
    const factor = await ownFactor(user, id);
    if (factor.status === 'verified' && !aal2) {
      throw new AuthRefusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await transaction(async (changes) => {
      await changes`delete from auth.mfa_factors where id = ${factor.id}`;
      await lowerSessions(changes, factor.id);
    });
    return { id: factor.id };
  }

  const app = new Hono<{ Bindings: { ip: string | undefined } }>();

  app.post('/auth/v1/factors', async ({ req, env }) => {
    const who = await caller(req.raw.headers, env.ip);
    if (who.refusal) return who.refusal;
    return Response.json(await enrol(who, EnrolBody.parse(await req.json())));
  });
  app.post('/auth/v1/factors/:id/challenge', async ({ req, env }) => {
    const who = await caller(req.raw.headers, env.ip);
    if (who.refusal) return who.refusal;
    const address = addressOf(req.raw.headers, env.ip);
    limit(mayChallenge, address);
    return Response.json(await challenge(who.user.id, req.param('id'), address));
  });
  app.post('/auth/v1/factors/:id/verify', async ({ req, env }) => {
    const who = await caller(req.raw.headers, env.ip);
    if (who.refusal) return who.refusal;
    const address = addressOf(req.raw.headers, env.ip);
    limit(mayVerify, address);
    const body = VerifyBody.parse(await req.json());
    return Response.json(await verify(who, req.param('id'), body, address));
  });
  app.delete('/auth/v1/factors/:id', async ({ req, env }) => {
    const who = await caller(req.raw.headers, env.ip);
    if (who.refusal) return who.refusal;
    return Response.json(await unenrol(who.user.id, who.aal2, req.param('id')));
  });

  app.on(['GET', 'PUT'], '/auth/v1/user', async ({ req, env }) => {
    let answer: Response;
    if (req.method === 'GET') {
      answer = await serve(req.raw, env.ip);
    } else {
      const who = await caller(req.raw.headers, env.ip);
      if (who.refusal) return who.refusal;
      answer = await updateUser(req.raw, env.ip, who);
    }
    if (!answer.ok) return answer;
    return withBody(answer, await wholeUser(sql, User.parse(await answer.json())));
  });

  // A sign-up without e-mail and phone is an anonymous one.
  app.post('/auth/v1/signup', async ({ req, env }, next) => {
    const { data: body } = SignUpBody.safeParse(await req.raw.clone().json());
    const signed = [publishableKey, secretKey].includes(req.raw.headers.get('apikey') ?? '');
    if (!signed || !body || body.email !== '' || body.phone !== '') return next();
    limit(maySignInAnonymously, addressOf(req.raw.headers, env.ip));
    const { token, refresh, user } = await transaction((changes) =>
      anonymousSession(changes, body.data ?? {}, { jwtSecret, tokenSeconds }),
    );
    return Response.json({
      access_token: await assuredToken(sql, token, { method: 'anonymous', renew: false }),
      token_type: 'bearer',
      expires_in: tokenSeconds,
      expires_at: Math.floor(Date.now() / 1000) + tokenSeconds,
      refresh_token: refresh,
      user,
    });
  });

  // Other types are not used by the shop.
  app.post('/auth/v1/admin/generate_link', async ({ req }, next) => {
    const { data: body } = LinkBody.safeParse(await req.raw.clone().json());
    if (!body) return next();
    if (req.raw.headers.get('apikey') !== secretKey) {
      throw new AuthRefusal(403, 'not_admin', 'User not allowed');
    }
    return Response.json(await recoveryLink(sql, body.email, siteUrl));
  });

  app.get('/auth/v1/settings', async ({ req, env }) => {
    const answer = await serve(req.raw, env.ip);
    const { data } = Settings.safeParse(await answer.clone().json());
    if (!data) return answer;
    return withBody(answer, { ...data, external: { ...data.external, anonymous_users: true } });
  });

  let lastRenewal: Promise<unknown> = Promise.resolve();

  /** Renews one login after another: of two concurrent renewals with one token, the server refuses one. */
  function renewInTurn(request: Request, ip: string | undefined): Promise<Response> {
    const renewal = lastRenewal.then(() => serve(request, ip));
    lastRenewal = renewal.catch(() => undefined);
    return renewal;
  }

  const Session = z.looseObject({ access_token: z.string(), user: User });
  app.on('POST', ['/auth/v1/token', '/auth/v1/signup', '/auth/v1/verify'], async ({ req, env }) => {
    const method = methodOf(new URL(req.url));
    const answer = await (method ? serve : renewInTurn)(req.raw, env.ip);
    if (!answer.ok) return answer;
    const body: unknown = await answer.clone().json();
    const { data } = Session.safeParse(body);
    // A sign-up that awaits confirmation of the address has no session yet.
    if (!data) return answer;
    const user = await wholeUser(sql, data.user);
    const made = method === undefined ? { renew: false } : { method, renew: false };
    const access = await assuredToken(sql, data.access_token, made);
    return withBody(answer, { ...data, access_token: access, user });
  });

  app.all('*', ({ req, env }) => serve(req.raw, env.ip));
  app.onError((error) => {
    if (error instanceof AuthRefusal) return error.answer();
    // A trigger's refusal, as Auth answers it (internal/utilities/postgres.go).
    if (error instanceof postgres.PostgresError && error.code.startsWith('PT')) {
      const { code, message, detail, hint } = error;
      return Response.json({ code, message, detail, hint }, { status: Number(code.slice(2)) });
    }
    throw error;
  });
  return async (request, ip) => app.fetch(request, { ip });
}
