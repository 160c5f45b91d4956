-- Shoppers' profiles. Supabase Auth keeps e-mail and password hash. Anybody with the publishable key can call it, so
-- its tables have the triggers below and in guard_auth.sql: docs/decisions/0028-logins.md.

create function public.is_login_name(p_name text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select char_length(p_name) between 1 and 50
    and p_name !~ '^[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]|[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]$'
    -- Controls, line breaks, and Unicode's Default_Ignorable_Code_Point.
    and p_name !~ ('[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
      '\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3'
      '\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
$$;
comment on function public.is_login_name is
  'Whether a text may be a username: 1 to 50 characters, all visible, without spaces around them; null for null. '
  'loginName in src/domain/wire/fields.ts makes one of what is typed.';

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email_confirmed_at timestamptz,
  password_until timestamptz,
  created_at timestamptz not null default now(),
  constraint profiles_username_form check (public.is_login_name(username))
);
comment on table public.profiles is 'Login name.';
comment on column public.profiles.email_confirmed_at is
  'First use of a link or code mailed to the account''s address; until then someone else may have entered it. '
  'Supabase''s own column of that name is set at registration, because the shop sends no e-mail then.';
comment on column public.profiles.password_until is
  'Time until which the password may be replaced once, after the use of a link mailed to the address '
  '(begin_password_reset, guard_user).';
create unique index profiles_username_key on public.profiles (public.name_key(username));
alter table public.profiles enable row level security;
create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.profiles to authenticated;

create function public.decoy_user() returns uuid
language sql immutable set search_path = ''
as $$ select '00000000-0000-4000-8000-00000000d0c0'::uuid $$;
comment on function public.decoy_user is
  'The user with an unknown password whose hash is compared when a login names nobody (login_email): the only one with '
  'an address and no profile.';

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_username text := new.raw_user_meta_data ->> 'username';
begin
  if new.is_anonymous or new.id = public.decoy_user() then
    return new;
  end if;
  if new.email is null or jsonb_typeof(new.raw_user_meta_data -> 'username') is distinct from 'string'
    or not public.is_login_name(v_username)
  then
    raise sqlstate 'PT422' using hint = 'username_required';
  end if;
  -- Instead of a unique violation, whose detail is in PostgreSQL's log.
  insert into public.profiles (user_id, username) values (new.id, v_username) on conflict do nothing;
  if not found then
    raise sqlstate 'PT409' using hint = 'username_taken';
  end if;
  return new;
end
$$;
comment on function public.create_profile is
  'Creates each new user''s profile in the same transaction, so that every account has a username: a taken, missing or '
  'unfit one rolls the sign-up back. Guests have none, whatever they send.';

create trigger create_profile_for_new_user
  after insert on auth.users
  for each row execute function public.create_profile();

create function public.address_proved(p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles where user_id = p_user and email_confirmed_at is not null)
$$;
comment on function public.address_proved is
  'Whether a link or code mailed to the address of an account was ever used (prove_address). False for anybody without '
  'a profile.';

create function public.login_email(p_username text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select u.email
     from public.profiles p
     join auth.users u on u.id = p.user_id
     where public.name_key(p.username) = public.name_key(p_username)
       and u.encrypted_password <> ''
       and (u.banned_until is null or u.banned_until <= now())
       and u.deleted_at is null),
    'nobody@invalid.example')
$$;
comment on function public.login_email is
  'E-mail for a username, ignoring case. For an unknown name, a user without a password, or a banned or deleted user, '
  'the address of a decoy user with an unknown password. Used by the login call only.';

create function public.username_taken(p_username text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles where public.name_key(username) = public.name_key(p_username))
$$;
comment on function public.username_taken is 'Whether the name is in use, ignoring case.';

create function public.account_email(p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select email from auth.users where id = p_user
$$;
comment on function public.account_email is 'The e-mail address of an account.';

create function public.account_of_email(p_email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from auth.users where lower(email) = lower(btrim(p_email)) limit 1
$$;
comment on function public.account_of_email is
  'The account with an e-mail address, ignoring case; null when there is none.';

create function public.is_guest(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users where id = p_user and is_anonymous)
$$;
comment on function public.is_guest is
  'Whether a user is a guest. False for null, as in orders of a closed account. Security definer, because it reads '
  'auth.';

create function public.users_amiss() returns table (id uuid, found text)
language sql stable security definer set search_path = ''
as $$
  select u.id, case when u.is_anonymous then 'a guest with an address or profile' else 'no profile' end
  from auth.users u
  where case when u.is_anonymous
      then coalesce(u.email, '') <> '' or exists (select from public.profiles where user_id = u.id)
      else u.id <> public.decoy_user() and not exists (select from public.profiles where user_id = u.id)
    end
$$;
comment on function public.users_amiss is
  'Users whose kind and profile disagree, for violations(): an account has a profile, a guest neither profile nor '
  'address. Security definer, because it reads auth.';

-- Invariants

create view invariants.account_has_profile (invariant, "row", found) as
select 'an account has a profile, and a guest neither profile nor address', 'auth.users ' || u.id, u.found
from public.users_amiss() u;
