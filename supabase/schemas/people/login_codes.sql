-- Codes by e-mail, to log in without a password (docs/decisions/0028-logins.md). A code is computed from its
-- request's id with a key that is not in the database, so it is stored nowhere.

create table public.login_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  guesses integer not null default 0,
  asked_at timestamptz not null default now(),
  used_at timestamptz,
  constraint login_codes_few_guesses check (guesses between 0 and 5)
);
comment on table public.login_codes is
  'Requests for a code, also for addresses without an account, so that both get the same answers.';
comment on column public.login_codes.id is 'Known to the browser that asked, so that nobody else uses up its guesses.';
comment on column public.login_codes.user_id is 'Null without an account, and until its e-mail is owed.';
comment on column public.login_codes.guesses is 'Codes tried, the right one included.';
create index login_codes_by_user on public.login_codes (user_id);
create index login_codes_asked on public.login_codes (asked_at);
alter table public.login_codes enable row level security;

create function public.login_code_life() returns interval
language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;
comment on function public.login_code_life is 'Time for which a login code works.';

create function public.ask_login_code(p_limits jsonb) returns table (wait integer, request uuid)
language plpgsql set search_path = ''
as $$
begin
  wait := public.take_attempt(p_limits);
  if wait = 0 then
    insert into public.login_codes default values returning id into request;
    -- More rows than a call adds, as in take_attempt.
    delete from public.login_codes where id in (
      select id from public.login_codes where asked_at < now() - interval '1 hour'
      order by asked_at limit 20 for update skip locked);
  end if;
  return next;
end
$$;
comment on function public.ask_login_code is
  'Counts a request for a login code as take_attempt does and, if allowed, records it, else request is null: one row. '
  'Looks no account up, so that its time reveals none.';

create function public.owe_login_code(p_request uuid, p_email text, p_limits jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
  v_mail uuid;
begin
  select id into v_user from auth.users
  where id = public.account_of_email(p_email)
    and (banned_until is null or banned_until <= now()) and deleted_at is null;
  if not found then
    return null;
  end if;
  if not public.address_proved(v_user) and public.take_attempt(p_limits) > 0 then
    return null;
  end if;
  update public.login_codes set user_id = v_user
  where id = p_request and user_id is null and asked_at > now() - public.login_code_life();
  if found then
    insert into public.mail_outbox (kind, subject, user_id) values ('login_code', p_request, v_user)
    returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.owe_login_code is
  'Owes the e-mail with a request''s code and returns it; null for an address without an account that may log in, or '
  'for an unconfirmed one that has used up p_limits (take_attempt). Runs after the response. Security definer, because '
  'it reads auth.';

create function public.try_login_code(p_limits jsonb, p_request uuid, p_right boolean)
returns table (wait integer, guesses_left integer, "user" uuid, email text)
language plpgsql security definer set search_path = ''
as $$
declare
  v_code public.login_codes;
begin
  wait := public.take_attempt(p_limits);
  if wait > 0 then
    return next;
    return;
  end if;
  -- Serialises simultaneous guesses, so that each is counted and the right one works once.
  select * into v_code from public.login_codes where id = p_request for update;
  if not found or v_code.asked_at < now() - public.login_code_life() then
    raise sqlstate 'PT400' using hint = 'login_code_expired';
  elsif v_code.used_at is not null then
    raise sqlstate 'PT400' using hint = 'login_code_used';
  elsif v_code.guesses = 5 then
    raise sqlstate 'PT400' using hint = 'login_code_guessed';
  end if;
  update public.login_codes set guesses = guesses + 1 where id = p_request returning 5 - guesses into guesses_left;
  if p_right then
    select u.id, u.email into "user", email from auth.users u
    where u.id = v_code.user_id and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null;
  end if;
  if "user" is not null then
    update public.login_codes set used_at = now() where id = p_request;
    -- Nobody has shown that they know the password, and a stranger may have chosen it.
    perform public.prove_address("user");
    perform public.give_back_attempt(p_limits);
  end if;
  return next;
end
$$;
comment on function public.try_login_code is
  'Counts a guess at a request''s code before anybody learns its outcome, in one row: user and email, to begin a '
  'session with, if p_right (the server compares, because the key is not here); else guesses_left; or only wait, in '
  'seconds. Only wrong guesses count against p_limits (take_attempt). The code is used up then, and proves the '
  'address (prove_address), which the first time also ends the password. Errors: PT400 login_code_expired, '
  'login_code_used, login_code_guessed (five guesses). Security definer, because it writes auth.';

create function public.reopen_login_code(p_request uuid) returns void
language sql set search_path = ''
as $$
  update public.login_codes set used_at = null where id = p_request
$$;
comment on function public.reopen_login_code is
  'Makes a code usable again within its guesses, because Supabase Auth could not begin the session.';
