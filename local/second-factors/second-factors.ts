import { Hono } from 'hono';
import { isIP } from 'node:net';
import postgres from 'postgres';
import { z } from 'zod';
import type { ConnectionPool, Query } from '../servers/connection-pool.ts';
import { anonymousSession } from './anonymous-session.ts';
import { AuthRefusal } from './auth-error.ts';
import { type Caller, EnrolBody, factorActs, User, VerifyBody } from './factors.ts';
import { recoveryLink } from './recovery-link.ts';
import { assuredTokens, claimsOf, type LoginMethod, wholeUser } from './sessions.ts';
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
const perMinute = 15;
const burst = 30;
/** As in supabase/config.toml; Supabase Auth's default is 30. */
const guestsPerHour = 150;

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
  const factors = factorActs({ sql, transaction, assuredToken, tokenSeconds, siteUrl });
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

  const app = new Hono<{
    Bindings: { ip: string | undefined };
    Variables: { who: Caller; address: string };
  }>();

  app.use('/auth/v1/factors/*', async (context, next) => {
    const { req, env } = context;
    const who = await caller(req.raw.headers, env.ip);
    if (who.refusal) return who.refusal;
    context.set('who', who);
    context.set('address', addressOf(req.raw.headers, env.ip));
    return next();
  });
  app.post('/auth/v1/factors', async ({ req, var: { who } }) =>
    Response.json(await factors.enrol(who, EnrolBody.parse(await req.json()))),
  );
  app.post('/auth/v1/factors/:id/challenge', async ({ req, var: { who, address } }) => {
    limit(mayChallenge, address);
    return Response.json(await factors.challenge(who, req.param('id'), address));
  });
  app.post('/auth/v1/factors/:id/verify', async ({ req, var: { who, address } }) => {
    limit(mayVerify, address);
    const body = VerifyBody.parse(await req.json());
    return Response.json(await factors.verify(who, req.param('id'), body, address));
  });
  app.delete('/auth/v1/factors/:id', async ({ req, var: { who } }) =>
    Response.json(await factors.unenrol(who, req.param('id'))),
  );

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
