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
    raise sqlstate 'PT401' using hint = 'session_ended';
  end if;
end
$$;
comment on function public.require_session is
  'Raises PT401 session_ended unless the session belongs to the user and still exists: Log Out, a new password and deleting the user '
  'remove it; a ban and Auth''s own time limit end it. p_auth_session: the claim session_id of the access token '
  '(https://supabase.com/docs/guides/auth/sessions). Called first in every function that acts for a shopper, in the same round trip.';
