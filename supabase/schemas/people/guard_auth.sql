-- Changes of accounts that Supabase Auth would make for anybody who has an access token, and the shop does not want:
-- docs/decisions/0028-logins.md. Auth answers a PTxyz with that status.

create function public.key_of_hash(p_hash text) returns text
language sql immutable set search_path = ''
as $$ select coalesce(substring(p_hash from '"key_id": ?"([^"]*)"'), '') $$;
comment on function public.key_of_hash is
  'Id of the key with which Supabase Auth encrypted a password''s hash; empty for a plain one.';

create function public.guard_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Ours is a username of 50 characters; Auth adds the address and an id.
  if octet_length(new.raw_user_meta_data::text) > 2000 then
    raise sqlstate 'PT422' using hint = 'metadata_too_long';
  end if;
  if tg_op = 'INSERT' then
    if new.email is not null then
      -- Simultaneous sign-ups would otherwise put the address into PostgreSQL's log, by Auth's unique index.
      perform pg_advisory_xact_lock(hashtextextended('sign_up ' || new.email, 0));
      if exists (select from auth.users where email = new.email and id <> new.id) then
        raise sqlstate 'PT409' using hint = 'email_taken';
      end if;
    end if;
    return new;
  end if;
  if new.raw_user_meta_data ->> 'username' is distinct from old.raw_user_meta_data ->> 'username' then
    raise sqlstate 'PT403' using hint = 'username_stays';
  end if;
  if old.is_anonymous and (not new.is_anonymous or new.email is distinct from old.email) then
    raise sqlstate 'PT403' using hint = 'guest_stays_guest';
  end if;
  if coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
    or coalesce(new.phone_change, '') not in ('', coalesce(old.phone_change, ''))
  then
    raise sqlstate 'PT403' using hint = 'address_stays';
  end if;
  if coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, ''))
    -- At a login Auth encrypts a hash again if its key has changed.
    and public.key_of_hash(new.encrypted_password) = public.key_of_hash(old.encrypted_password)
  then
    update public.profiles set password_until = null where user_id = new.id and password_until > now();
    if not found then
      raise sqlstate 'PT403' using hint = 'password_stays';
    end if;
  end if;
  -- By the project's owner, in Supabase's dashboard.
  if new.email is distinct from old.email then
    update public.profiles set email_confirmed_at = null where user_id = new.id;
  end if;
  return new;
end
$$;
comment on function public.guard_user is
  'Refuses what a token alone must not do: a guest becomes no account (PT403 guest_stays_guest), and an account '
  'changes neither its username (PT403 username_stays), its address (PT403 address_stays) nor, unless '
  'profiles.password_until is ahead, its password (PT403 password_stays); ending a password is allowed. PT422 '
  'metadata_too_long: above 2,000 bytes. PT409 email_taken. Security definer, because Auth runs it.';

create trigger guard_user
  before insert or update of raw_user_meta_data, is_anonymous, email, email_change, phone_change, encrypted_password
  on auth.users
  for each row execute function public.guard_user();

create function public.guard_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.aal::text = 'aal2' and old.factor_id is not distinct from new.factor_id then
    return new;
  end if;
  if not exists (select from public.second_factors where user_id = new.user_id and factor_id = new.factor_id)
    and not exists (
      select from public.second_factor_codes
      where session_id = new.id and outcome is null and tried_at > now() - interval '1 minute')
  then
    raise sqlstate 'PT403' using hint = 'second_factor_not_ours';
  end if;
  return new;
end
$$;
comment on function public.guard_session is
  'Lets an authenticator app raise a login only if it is on record (second_factors), or its code is being tried by the '
  'shop (second_factor_try). Otherwise its first code rolls back at Supabase Auth, so it never counts there: it would '
  'keep the owner from replacing the password. Security definer, because Auth runs it.';

create trigger guard_session
  before insert or update of aal, factor_id on auth.sessions
  for each row when (new.aal::text = 'aal2') execute function public.guard_session();
