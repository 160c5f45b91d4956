import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { ConnectionPool, Query } from '../servers/connection-pool.ts';
import { AuthRefusal } from './auth-error.ts';
import { type assuredTokens, lowerSessions, raiseSession, wholeUser } from './sessions.ts';

/** Supabase Auth's defaults. */
const challengeSeconds = 300;
const unverifiedSeconds = 300;
const mostFactors = 10;

/** A user as Auth's server answers it. */
export const User = z.looseObject({ id: z.uuid(), email: z.string().default('') });
const Factor = z.object({
  id: z.uuid(),
  status: z.enum(['unverified', 'verified']),
  factor_type: z.string(),
  secret: z.string().nullable(),
});
/** `POST /factors` */
export const EnrolBody = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
});
/** `POST /factors/:id/verify` */
export const VerifyBody = z.object({
  challenge_id: z.string().default(''),
  code: z.string().default(''),
});

/** Sender of a request with a valid token. */
export interface Caller {
  user: z.infer<typeof User>;
  session: string;
  token: string;
  /** Whether the session has given its second factor. */
  aal2: boolean;
}

interface Options {
  sql: Query;
  transaction: ConnectionPool['begin'];
  assuredToken: ReturnType<typeof assuredTokens>;
  tokenSeconds: number;
  siteUrl: string;
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}

/** Acts on a user's authenticators. @throws AuthRefusal, as Supabase Auth answers. */
export function factorActs({ sql, transaction, assuredToken, tokenSeconds, siteUrl }: Options) {
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
    { user, aal2 }: Caller,
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

  async function challenge({ user }: Caller, id: string, address: string) {
    const factor = await ownFactor(user.id, id);
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
    { user, session, token }: Caller,
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

  async function unenrol({ user, aal2 }: Caller, id: string) {
    const factor = await ownFactor(user.id, id);
    if (factor.status === 'verified' && !aal2) {
      throw new AuthRefusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await transaction(async (changes) => {
      await changes`delete from auth.mfa_factors where id = ${factor.id}`;
      await lowerSessions(changes, factor.id);
    });
    return { id: factor.id };
  }

  return { enrol, challenge, verify, unenrol };
}
