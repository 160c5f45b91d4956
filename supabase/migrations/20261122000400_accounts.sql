-- ----------------------------------------------------------------------------------------------------
-- accounts
-- ----------------------------------------------------------------------------------------------------

-- Shoppers' profiles. Supabase Auth keeps e-mail and password hash.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint profiles_username_trimmed check (username = btrim(username)),
  constraint profiles_username_length check (char_length(username) between 1 and 50)
);
comment on table public.profiles is 'The name a shopper logs in with.';
comment on column public.profiles.email_confirmed_at is
  'When a link mailed to the account''s address was first used; until then somebody else may have entered the address. '
  'Supabase''s own column of that name is set at registration, because the shop sends no e-mail then.';
create unique index profiles_username_key on public.profiles (lower(username));
alter table public.profiles enable row level security;
create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.profiles to authenticated;

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A user created by hand in the dashboard has no username, and can be given a profile later.
  if new.raw_user_meta_data ->> 'username' is not null then
    insert into public.profiles (user_id, username)
    values (new.id, new.raw_user_meta_data ->> 'username');
  end if;
  return new;
end
$$;
comment on function public.create_profile is
  'Creates each new user''s profile in the same transaction, so that no account exists without a username: a taken name rolls the sign-up back.';

create trigger create_profile_for_new_user
  after insert on auth.users
  for each row execute function public.create_profile();

create function public.login_email(p_username text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select u.email
     from public.profiles p
     join auth.users u on u.id = p.user_id
     where lower(p.username) = lower(btrim(p_username))
       and (u.banned_until is null or u.banned_until <= now())
       and u.deleted_at is null),
    'nobody@invalid.example')
$$;
comment on function public.login_email is
  'The e-mail for a username, ignoring case; for an unknown name, or one whose user is banned or deleted, that of a decoy user whose password nobody knows. For the login call only.';

create function public.username_taken(p_username text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles where lower(username) = lower(btrim(p_username)))
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
comment on function public.account_of_email is 'The account with an e-mail address, ignoring case; null when there is none.';

create function public.account_email_confirmed(p_user uuid) returns void
language sql set search_path = ''
as $$
  update public.profiles set email_confirmed_at = now()
  where user_id = p_user and email_confirmed_at is null
$$;
comment on function public.account_email_confirmed is 'Records that a link mailed to the account''s address was used.';


-- ----------------------------------------------------------------------------------------------------
-- sessions
-- ----------------------------------------------------------------------------------------------------

-- Sessions of Supabase Auth. An access token is valid until it expires, whatever happens to its login meanwhile; so
-- what moves money or personal data asks here first whether the login still exists.

create function public.require_session(p_user uuid, p_auth_session uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_auth_session
      and s.user_id = p_user
      and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
  ) then
    raise sqlstate 'PT401' using message = 'The session has ended', hint = 'session_ended';
  end if;
end
$$;
comment on function public.require_session is
  'Raises PT401 session_ended unless the session belongs to the user and still exists: Log Out, a new password and deleting the user '
  'remove it; a ban and Auth''s own time limit end it. p_auth_session: the claim session_id of the access token '
  '(https://supabase.com/docs/guides/auth/sessions). Called first in every function that acts for a shopper, in the same round trip.';


-- ----------------------------------------------------------------------------------------------------
-- second_factors
-- ----------------------------------------------------------------------------------------------------

-- Authenticator apps of the shop's own people. Supabase Auth keeps the secrets and checks the codes. Anybody with a
-- password can talk to it directly, and it takes a code twice within its 90 seconds; so the shop keeps on record who
-- has an app and which logins gave it a code that was new.

create table public.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  factor_id uuid not null,
  since timestamptz not null default now()
);
comment on table public.second_factors is
  'Who has an authenticator app. What is removed straight at Supabase Auth is still asked for: the studio, or npm run staff -- reset-factor, ends it.';
comment on column public.second_factors.factor_id is 'In auth.mfa_factors. Only this one''s codes count.';
alter table public.second_factors enable row level security;

create type public.second_factor_outcome as enum ('accepted', 'wrong');
comment on type public.second_factor_outcome is 'What Supabase Auth said of a code.';

create table public.second_factor_codes (
  id bigint generated by default as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  code text not null,
  tried_at timestamptz not null default now(),
  outcome public.second_factor_outcome,
  constraint second_factor_codes_six_figures check (code ~ '^\d{6}$')
);
comment on table public.second_factor_codes is 'Codes that were tried, so that none counts twice and wrong ones are limited. Worth nothing after 90 seconds.';
comment on column public.second_factor_codes.session_id is 'The login that gave it, in auth.sessions.';
comment on column public.second_factor_codes.outcome is 'Null until Supabase Auth has answered.';
create index second_factor_codes_by_user on public.second_factor_codes (user_id, tried_at);
create index second_factor_codes_accepted on public.second_factor_codes (session_id) where outcome = 'accepted';
alter table public.second_factor_codes enable row level security;

create function public.second_factor_of(p_user uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select factor_id from public.second_factors where user_id = p_user),
    (select id from auth.mfa_factors where user_id = p_user and status = 'verified' and factor_type = 'totp'
     order by created_at limit 1))
$$;
comment on function public.second_factor_of is
  'The authenticator app whose code is asked of somebody: the one on record, else one that was added straight at Supabase Auth. Null without one. Reads auth, therefore security definer.';

create function public.second_factor_given(p_user uuid, p_auth_session uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.second_factor_of(p_user) is null or exists (
    select from auth.sessions s
    join public.second_factor_codes c on c.session_id = s.id and c.outcome = 'accepted'
    where s.id = p_auth_session and s.aal = 'aal2')
$$;
comment on function public.second_factor_given is
  'Whether a login lacks nothing: its owner has no authenticator app, or gave the shop its code. That Supabase Auth calls it aal2 is not enough, since a code can be used twice there. Reads auth, therefore security definer.';

create function public.second_factor_try(
  p_user uuid, p_auth_session uuid, p_code text, p_fresh boolean default false, p_adding uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_factor uuid := public.second_factor_of(p_user);
  v_oldest timestamptz;
  v_try bigint;
begin
  -- Not by require_staff, because whoever lacks the second factor gives it here.
  perform public.staff_username(p_user, p_auth_session);
  if p_fresh and not public.login_is_fresh(p_auth_session) then
    raise sqlstate 'PT403' using message = 'Log in again: your login is older than 30 minutes.', hint = 'login_too_old';
  end if;
  if p_adding is not null and v_factor is not null then
    raise sqlstate 'PT409' using message = 'You have an authenticator app already.', hint = 'second_factor_exists';
  end if;
  if p_adding is null and v_factor is null then
    raise sqlstate 'PT409' using message = 'This account has no authenticator app.', hint = 'second_factor_gone';
  end if;
  -- Two codes at once are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('second_factor ' || p_user::text, 0));
  -- Five in a quarter of an hour: a guess is right three times in a million.
  select min(tried_at) into v_oldest from (
    select tried_at from public.second_factor_codes
    where user_id = p_user and outcome is distinct from 'accepted' and tried_at > now() - interval '15 minutes'
    order by tried_at desc limit 5) latest
  having count(*) = 5;
  if v_oldest is not null then
    return jsonb_build_object(
      'wait', ceil(extract(epoch from v_oldest + interval '15 minutes' - now()))::integer);
  end if;
  if exists (
    select from public.second_factor_codes
    where user_id = p_user and code = p_code and outcome is distinct from 'wrong'
      and tried_at > now() - interval '2 minutes')
  then
    raise sqlstate 'PT409' using message = 'This code has been used. Wait for the next one.', hint = 'code_used';
  end if;
  insert into public.second_factor_codes (user_id, session_id, code)
  values (p_user, p_auth_session, p_code) returning id into v_try;
  return jsonb_build_object('wait', 0, 'try', v_try, 'factor', coalesce(p_adding, v_factor));
end
$$;
comment on function public.second_factor_try is
  'Counts a code before Supabase Auth is asked whether it is right: {wait: 0, try, factor}, or {wait: seconds} after five wrong ones in 15 minutes. p_fresh: for adding and removing an app, a login younger than 30 minutes. p_adding: the app whose first code it is. '
  'Errors: PT401 session_ended; PT404 not_staff; PT403 login_too_old; PT409 second_factor_exists, second_factor_gone (there is none), code_used (RFC 6238, section 5.2: a code counts once).';

create function public.second_factor_tried(p_try bigint, p_factor uuid default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_user uuid;
begin
  update public.second_factor_codes
  set outcome = case when p_factor is null then 'wrong' else 'accepted' end::public.second_factor_outcome
  where id = p_try and outcome is null
  returning user_id into v_user;
  if found and p_factor is not null then
    insert into public.second_factors (user_id, factor_id) values (v_user, p_factor)
    on conflict (user_id) do nothing;
  end if;
end
$$;
comment on function public.second_factor_tried is
  'What Supabase Auth said of a code. p_factor: the app whose code it is, which is on record from now on; null when it was wrong.';

create function public.second_factor_begin(p_user uuid, p_auth_session uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, null, true);
  if public.second_factor_of(p_user) is not null then
    raise sqlstate 'PT409' using message = 'You have an authenticator app. Remove it before you add another.', hint = 'second_factor_exists';
  end if;
end
$$;
comment on function public.second_factor_begin is 'Whether somebody may add an authenticator app now. Errors as of require_staff with p_fresh; PT409 second_factor_exists.';

create function public.second_factor_remove(p_user uuid, p_auth_session uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, null, true);
  delete from public.second_factors where user_id = p_user;
end
$$;
comment on function public.second_factor_remove is
  'Takes somebody''s authenticator app off the record, before it is removed at Supabase Auth: as long as it is there, its code is asked for. Errors as of require_staff with p_fresh.';

create function public.reset_second_factor(p_email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_had boolean := public.second_factor_of(v_user) is not null;
begin
  delete from public.second_factors where user_id = v_user;
  delete from public.second_factor_codes where user_id = v_user;
  delete from auth.mfa_factors where user_id = v_user;
  -- Whoever found the phone may be logged in on it.
  delete from auth.sessions where user_id = v_user;
  return v_had;
end
$$;
comment on function public.reset_second_factor is
  'Removes somebody''s authenticator app, for a lost phone, and ends all their logins. False when they had none. PT404 account_unknown. For npm run staff. Changes auth, therefore security definer.';


-- ----------------------------------------------------------------------------------------------------
-- staff
-- ----------------------------------------------------------------------------------------------------

-- Who works in the studio, and what they may do.

create type public.staff_role as enum ('packer', 'marketer', 'manager');
comment on type public.staff_role is
  'packer: packs, sends and takes goods back. marketer: catalogue, pages and mailings. manager: all of that, and whatever moves money. Nobody ranks above another but the manager.';

create table public.staff (
  id bigint generated by default as identity primary key,
  user_id uuid references auth.users (id) on delete restrict,
  name text not null,
  role public.staff_role not null,
  since timestamptz not null default now(),
  until timestamptz,
  constraint staff_name_not_blank check (btrim(name) <> ''),
  constraint staff_until_after_since check (until >= since),
  constraint staff_at_work_has_login check (user_id is not null or until is not null)
);
comment on table public.staff is 'The shop''s own people, past ones too: what they did refers to them.';
comment on column public.staff.user_id is 'Null once the account is closed (close_account).';
comment on column public.staff.name is 'The username at the time, which the history of an order shows.';
comment on column public.staff.until is 'When it ended; null while it lasts. A new role is a new row.';
create unique index staff_one_role_at_a_time on public.staff (user_id) where until is null;
create index staff_by_user on public.staff (user_id);
alter table public.staff enable row level security;

create function public.login_is_fresh(p_auth_session uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select created_at >= now() - interval '30 minutes' from auth.sessions where id = p_auth_session
$$;
comment on function public.login_is_fresh is
  'Whether a login is young enough to move money. A renewed access token makes it no younger, since the session stays. Reads auth, therefore security definer.';

create function public.require_staff(
  p_user uuid, p_auth_session uuid, p_role public.staff_role default 'packer', p_fresh boolean default false
) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  v_staff public.staff;
begin
  perform public.require_session(p_user, p_auth_session);
  select * into v_staff from public.staff where user_id = p_user and until is null;
  -- Whoever does not work here is not told that there is a studio.
  if not found then
    raise sqlstate 'PT404' using message = 'Not found', hint = 'not_staff';
  end if;
  -- Each role has its own work; managers do all of it.
  if v_staff.role not in (p_role, 'manager') then
    raise sqlstate 'PT403' using message = format('That is for %ss.', p_role), hint = 'role_too_low';
  end if;
  if not public.second_factor_given(p_user, p_auth_session) then
    raise sqlstate 'PT403' using message = 'Enter the code of your authenticator app.', hint = 'second_factor_missing';
  end if;
  if p_fresh and not public.login_is_fresh(p_auth_session) then
    raise sqlstate 'PT403' using message = 'Log in again: this moves money, and your login is older than 30 minutes.', hint = 'login_too_old';
  end if;
  return v_staff.id;
end
$$;
comment on function public.require_staff is
  'The member of staff who calls, from the database each time, so that whoever has left is out at once. p_role: who may, besides managers; null for everybody who works here. p_fresh: for what moves money, a login younger than 30 minutes. '
  'Errors: PT401 session_ended; PT404 not_staff; PT403 role_too_low, second_factor_missing (who has an authenticator app must have used it: second_factor_given), login_too_old. '
  'Called first in every function that acts for staff, in the same round trip.';

create function public.staff_me(p_user uuid, p_auth_session uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, null);
begin
  return (
    select jsonb_build_object(
      'name', name, 'role', role, 'fresh', public.login_is_fresh(p_auth_session),
      'second_factor_since', (select since from public.second_factors where user_id = p_user),
      'counts', case when role <> 'marketer' then public.staff_counts() end)
    from public.staff where id = v_staff);
end
$$;
comment on function public.staff_me is 'Who calls: name, role, whether the login is fresh enough to move money, since when there is an authenticator app (null: none), and how much waits in each list of orders (staff_counts; null for marketers). Errors as of require_staff.';

create function public.staff_username(p_user uuid, p_auth_session uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_session(p_user, p_auth_session);
  if not exists (select from public.staff where user_id = p_user and until is null) then
    raise sqlstate 'PT404' using message = 'Not found', hint = 'not_staff';
  end if;
  return coalesce((select username from public.profiles where user_id = p_user), '');
end
$$;
comment on function public.staff_username is
  'The name that somebody who works here logs in with, for asking for the password once more. Not by require_staff, because whoever lacks the second factor may ask for it. PT401 session_ended, PT404 not_staff.';

create function public.staff_account(p_email text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.account_of_email(p_email);
begin
  if v_user is null then
    raise sqlstate 'PT404' using message = format('Nobody has an account with the address %s. They register at the shop first.', p_email),
      hint = 'account_unknown';
  end if;
  return v_user;
end
$$;
comment on function public.staff_account is 'The account of somebody who is to work here, or did. PT404 account_unknown.';

create function public.add_staff(p_email text, p_role public.staff_role) returns text
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_name text := coalesce(
    (select username from public.profiles where user_id = v_user), split_part(btrim(p_email), '@', 1));
  v_role public.staff_role;
begin
  -- Two commands at once: the second one sees what the first has done.
  perform pg_advisory_xact_lock(hashtextextended('add_staff', 0));
  select role into v_role from public.staff where user_id = v_user and until is null;
  if v_role = p_role then
    return 'unchanged';
  end if;
  update public.staff set until = now() where user_id = v_user and until is null;
  insert into public.staff (user_id, name, role) values (v_user, v_name, p_role);
  return case when v_role is null then 'added' else 'changed' end;
end
$$;
comment on function public.add_staff is
  'Has somebody with an account work for the shop. Another role ends the old one, whose row stays, because what they did refers to it. added, changed or unchanged. PT404 account_unknown. For npm run staff.';

create function public.remove_staff(p_email text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
begin
  update public.staff set until = now() where user_id = v_user and until is null;
  return found;
end
$$;
comment on function public.remove_staff is
  'Ends somebody''s work for the shop, at once, since every call asks. False when they did not work here. PT404 account_unknown. For npm run staff.';

create function public.staff_at_work() returns table (
  name text, role public.staff_role, since timestamptz, email text, has_second_factor boolean
)
language sql stable set search_path = ''
as $$
  select name, role, since, public.account_email(user_id), public.second_factor_of(user_id) is not null
  from public.staff where until is null order by since, id
$$;
comment on function public.staff_at_work is 'Who works for the shop now, and whether with an authenticator app. For npm run staff and npm run doctor.';
