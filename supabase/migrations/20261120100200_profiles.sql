-- The shop's own word on a shopper beside Supabase Auth, which keeps e-mail and password hash.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  created_at timestamptz not null default now(),
  constraint profiles_username_trimmed check (username = btrim(username)),
  constraint profiles_username_length check (char_length(username) between 1 and 50)
);
comment on table public.profiles is 'The name a shopper logs in with.';
create unique index profiles_username_key on public.profiles (lower(username));

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A user made by hand in the dashboard carries no username: such a user can be given a profile later.
  if new.raw_user_meta_data ->> 'username' is not null then
    insert into public.profiles (user_id, username)
    values (new.id, new.raw_user_meta_data ->> 'username');
  end if;
  return new;
end
$$;
comment on function public.create_profile is
  'Gives each new user its profile in the same transaction, so that no account exists without its username: a taken name undoes the sign-up.';

create trigger create_profile_for_new_user
  after insert on auth.users
  for each row execute function public.create_profile();

create function public.login_email(p_username text) returns text
language sql stable security definer set search_path = ''
as $$
  select u.email
  from public.profiles p
  join auth.users u on u.id = p.user_id
  where lower(p.username) = lower(btrim(p_username))
$$;
comment on function public.login_email is
  'The e-mail behind a username, whatever its case; null when nobody has it. For the login call alone.';

create function public.username_taken(p_username text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles where lower(username) = lower(btrim(p_username)))
$$;
comment on function public.username_taken is 'Whether the name is in use, whatever its case.';
