import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type postgres from 'postgres';
import type { Query } from '../servers/connection-pool.ts';

/**
 * Creates an anonymous user with a session, as Supabase Auth does: without e-mail, phone, password or identity.
 * @param metadata the client's `options.data`.
 * @see https://github.com/supabase/auth/blob/master/internal/api/anonymous.go
 */
export async function anonymousSession(
  sql: Query,
  metadata: postgres.JSONValue,
  { jwtSecret, tokenSeconds }: { jwtSecret: string; tokenSeconds: number },
) {
  const [id, session, refresh] = [randomUUID(), randomUUID(), randomBytes(9).toString('base64url')];
  const [{ at }] = await sql<[{ at: Date }]>`
    insert into auth.users (id, aud, role, raw_app_meta_data, raw_user_meta_data, is_anonymous, last_sign_in_at)
    values (
      ${id}, 'authenticated', 'authenticated', '{}', ${JSON.stringify(metadata)}::text::jsonb, true, now())
    returning created_at as at`;
  await sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${id}, 'aal1')`;
  await sql`
    insert into auth.refresh_tokens (id, token, user_id, session_id)
    values (${randomUUID()}, ${refresh}, ${id}, ${session})`;
  const claims = { email: '', phone: '', role: 'authenticated', session_id: session };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime(`${tokenSeconds}s`)
    .sign(new TextEncoder().encode(jwtSecret));
  const time = at.toISOString();
  const user = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    last_sign_in_at: time,
    app_metadata: {},
    user_metadata: metadata,
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: true,
  };
  return { token, refresh, user };
}
