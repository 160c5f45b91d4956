-- Calls that asked the database two things, one after the other or side by side, ask it one.

create function public.category_listing(p_category bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select public.product_listing(c.id) from public.categories c where c.id = p_category
$$;
comment on function public.category_listing is
  'The products of a category as product_listing tells them; null when there is no such category.';

create function public.begin_login(p_limits jsonb, p_username text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  -- Whoever has to wait learns nothing of the name.
  return jsonb_build_object(
    'wait', v_wait,
    'email', case when v_wait = 0 then public.login_email(p_username) end);
end
$$;
comment on function public.begin_login is
  'Counts a login as take_attempt does and, if it may be tried, tells the e-mail to try it with (login_email): {wait, email}. '
  'The attempt is counted before the password is looked at, or many logins at once would all be tried. For the login call alone.';

revoke execute on function public.category_listing, public.begin_login from public, anon, authenticated;
grant execute on function public.category_listing, public.begin_login to service_role;
