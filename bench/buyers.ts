import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type postgres from 'postgres';
import { testKeys } from '#harness/test-keys.ts';

/** Logs shoppers in: each has an access token for an hour. */
async function logIn(sql: postgres.Sql, ids: readonly string[]) {
  await sql`
    insert into auth.sessions (id, user_id) select id::uuid, id::uuid from unnest(${[...ids]}::text[]) id
    on conflict do nothing`;
  const key = new TextEncoder().encode(testKeys.jwtSecret);
  const token = (id: string) =>
    new SignJWT({ role: 'authenticated', aud: 'authenticated', sub: id, session_id: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(key);
  return Promise.all(ids.map(async (id) => ({ id, token: await token(id) })));
}

/** Creates shoppers with saved billing information, each with an access token. */
export async function newBuyers(sql: postgres.Sql, total: number) {
  const ids = Array.from({ length: total }, () => randomUUID());
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    select id::uuid, id || '@example.com', jsonb_build_object('username', 'bench-' || id)
    from unnest(${ids}::text[]) id`;
  await sql`
    insert into billing_infos (user_id, name, address, email, phone)
    select id::uuid, 'Ada', '1 High Street', id || '@example.com', '07700'
    from unnest(${ids}::text[]) id`;
  return logIn(sql, ids);
}
