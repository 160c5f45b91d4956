-- Shoppers' profiles. Supabase Auth keeps e-mail and password hash.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint profiles_username_trimmed check (username = btrim(username)),
  constraint profiles_username_length check (char_length(username) between 1 and 50)
);
comment on table public.profiles is 'Login name.';
comment on column public.profiles.email_confirmed_at is
  'First use of a link or code mailed to the account''s address; until then someone else may have entered it. '
  'Supabase''s own column of that name is set at registration, because the shop sends no e-mail then.';
create unique index profiles_username_key on public.profiles (public.name_key(username));
alter table public.profiles enable row level security;
create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.profiles to authenticated;

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A user created by hand in the dashboard has no username and can be given a profile later.
  if new.raw_user_meta_data ->> 'username' is not null then
    insert into public.profiles (user_id, username)
    values (new.id, new.raw_user_meta_data ->> 'username');
  end if;
  return new;
end
$$;
comment on function public.create_profile is
  'Creates each new user''s profile in the same transaction, so that every account has a username: a taken name rolls '
  'the sign-up back.';

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
