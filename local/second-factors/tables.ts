import type postgres from 'postgres';

/**
 * Creates Auth's tables for second factors, which the local server lacks: the columns of Supabase Auth's own
 * migrations that TOTP needs.
 * @see https://github.com/supabase/auth/tree/master/migrations
 */
export async function prepareSecondFactors(sql: postgres.Sql): Promise<void> {
  await sql`
    create table if not exists auth.mfa_factors (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references auth.users (id) on delete cascade,
      friendly_name text,
      factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
      status text not null check (status in ('unverified', 'verified')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      secret text,
      last_challenged_at timestamptz unique)`;
  await sql`
    create unique index if not exists mfa_factors_user_friendly_name_unique
      on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> ''`;
  await sql`
    create table if not exists auth.mfa_challenges (
      id uuid primary key default gen_random_uuid(),
      factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
      created_at timestamptz not null default now(),
      verified_at timestamptz,
      ip_address inet not null)`;
  await sql`
    create table if not exists auth.mfa_amr_claims (
      id uuid primary key default gen_random_uuid(),
      session_id uuid not null references auth.sessions (id) on delete cascade,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      authentication_method text not null,
      unique (session_id, authentication_method))`;
}
