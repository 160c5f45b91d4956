import { z } from 'zod';
import type { Query } from '../servers/connection-pool.ts';
import { AuthRefusal } from './auth-error.ts';

const Body = z.looseObject({
  password: z.string().default(''),
  current_password: z.string().default(''),
  email: z.string().toLowerCase().default(''),
});

/** The caller of a change. */
interface Changer {
  user: { id: string; email: string };
  session: string;
  /** Whether the session has its second factor. */
  aal2: boolean;
}

interface Options {
  sql: Query;
  transaction: <Result>(work: (sql: Query) => Promise<Result>) => Promise<Result>;
  /** Handles what is like Supabase Auth's there already. */
  serve: (request: Request, ip: string | undefined) => Promise<Response>;
}

/** Statuses of Auth's sessions and users that decide what a change needs. */
interface State {
  anonymous: boolean;
  password: boolean;
  factor: boolean;
  recovery: boolean;
}

/**
 * Supabase Auth's rules for changing a user with an access token, in front of a server that lacks them: second factors,
 * guests who become accounts at once (“Confirm email” off), the current password, and the end of other sessions.
 * @see https://github.com/supabase/auth/blob/master/internal/api/user.go (UserUpdate)
 */
export function userUpdates({ sql, transaction, serve }: Options) {
  async function stateOf({ user, session }: Changer): Promise<State> {
    const [state] = await sql<[State]>`
      select u.is_anonymous as anonymous, coalesce(u.encrypted_password, '') <> '' as password,
        exists (select from auth.mfa_factors where user_id = u.id and status = 'verified') as factor,
        exists (
          select from auth.mfa_amr_claims
          where session_id = ${session} and authentication_method in ('otp', 'magiclink', 'recovery')) as recovery
      from auth.users u where u.id = ${user.id}`;
    return state;
  }

  async function isPassword(email: string, password: string, request: Request): Promise<boolean> {
    const asked = new Request(new URL('/auth/v1/token?grant_type=password', request.url), {
      method: 'POST',
      headers: {
        apikey: request.headers.get('apikey') ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, password }),
    });
    const before = await sql<{ id: string }[]>`
      select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    const { ok } = await serve(asked, undefined);
    await sql`
      delete from auth.sessions s using auth.users u
      where u.id = s.user_id and u.email = ${email} and s.id <> all (${before.map(({ id }) => id)}::uuid[])`;
    return ok;
  }

  /** Makes a guest an account with an address that counts as confirmed. Its sessions go on. */
  async function raiseGuest(id: string, email: string): Promise<void> {
    await transaction(async (changes) => {
      const [taken] = await changes`select from auth.users where email = ${email}`;
      if (taken) {
        const message = 'A user with this email address has already been registered';
        throw new AuthRefusal(422, 'email_exists', message);
      }
      await changes`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (gen_random_uuid(), 'email', ${id}::text, ${id}, jsonb_build_object(
          'sub', ${id}::text, 'email', ${email}::text, 'email_verified', true))`;
      await changes`update auth.users set is_anonymous = false where id = ${id}`;
      await changes`
        update auth.users set email = ${email}, email_change = '', email_confirmed_at = now() where id = ${id}`;
    });
  }

  return async (request: Request, ip: string | undefined, who: Changer): Promise<Response> => {
    const body = Body.parse(await request.clone().json());
    const { password, current_password: current, email } = body;
    const newEmail = email !== '' && email !== who.user.email;
    const state = await stateOf(who);
    if (state.factor && !who.aal2 && (password !== '' || newEmail)) {
      const message = 'AAL2 session is required to update email or password when MFA is enabled.';
      throw new AuthRefusal(401, 'insufficient_aal', message);
    }
    if (state.anonymous && password !== '' && email === '') {
      const message =
        'Updating password of an anonymous user without an email or phone is not allowed';
      throw new AuthRefusal(422, 'validation_failed', message);
    }
    if (password !== '' && state.password && !state.recovery) {
      const message = 'Current password required when setting new password.';
      if (current === '') throw new AuthRefusal(400, 'current_password_required', message);
      if (!(await isPassword(who.user.email, current, request))) {
        throw new AuthRefusal(400, 'current_password_invalid', message);
      }
    }
    const raised = state.anonymous && newEmail;
    if (raised) await raiseGuest(who.user.id, email);
    const { email: _, ...rest } = body;
    const asked = raised
      ? new Request(request, { body: JSON.stringify(rest), method: 'PUT' })
      : request;
    const answer = await serve(asked, ip);
    if (answer.ok && password !== '') {
      await sql`delete from auth.sessions where user_id = ${who.user.id} and id <> ${who.session}`;
    }
    return answer;
  };
}
