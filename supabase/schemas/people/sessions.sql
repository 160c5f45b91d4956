-- The caller. An access token stays valid until it expires, even after its login ends; so functions that touch money or
-- personal data check first that the login still exists.

create function public.caller_user() returns uuid
language sql stable set search_path = ''
as $$ select (nullif(current_setting('request.headers', true), '')::json ->> 'x-caller-user')::uuid $$;
comment on function public.caller_user is
  'The calling user, from a request header that the shop''s server sets from a verified access token '
  '(https://docs.postgrest.org/en/stable/references/transactions.html#request-headers-cookies-and-jwt-claims). Null '
  'without one. A browser can send the header but cannot execute a function that reads it.';

create function public.caller_session() returns uuid
language sql stable set search_path = ''
as $$ select (nullif(current_setting('request.headers', true), '')::json ->> 'x-caller-session')::uuid $$;
comment on function public.caller_session is
  'The session of the caller in Supabase Auth: the claim session_id of the access token '
  '(https://supabase.com/docs/guides/auth/sessions), from a header like caller_user.';

create function public.require_session(p_guests boolean default false) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := public.caller_user();
  v_guest boolean;
begin
  select u.is_anonymous into v_guest
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  where s.id = public.caller_session()
    and s.user_id = v_user
    and (s.not_after is null or s.not_after > now())
    and (u.banned_until is null or u.banned_until <= now())
    and u.deleted_at is null;
  if not found then
    raise sqlstate 'PT401' using hint = 'session_ended';
  elsif v_guest and not p_guests then
    raise sqlstate 'PT403' using hint = 'account_required';
  end if;
  return v_user;
end
$$;
comment on function public.require_session is
  'The caller (caller_user). Raises PT401 session_ended unless caller_session is a live session of theirs: Log Out, a '
  'new password and deleting the user remove it; a ban and Auth''s own time limit end it. Called first in every '
  'function that acts for a shopper, in the same round trip. Raises PT403 account_required for a guest (an anonymous '
  'user of Auth) unless p_guests, which only the checkout passes. Security definer, because it reads auth.';
