-- Rate limits. Functions are stateless and run on many machines, so attempts are counted here.

create unlogged table public.rate_limits (
  action text not null,
  caller_hash text not null,
  expires_at timestamptz not null,
  constraint rate_limits_pkey primary key (action, caller_hash),
  constraint rate_limits_caller_is_hashed check (caller_hash ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table public.rate_limits is
  'Recent attempts by caller, and callers known from earlier logins. Unlogged: a crash resets the counts. An expired '
  'row is equivalent to no row.';
comment on column public.rate_limits.caller_hash is
  'HMAC-SHA-256 of an address, a name or a shopper, in base64url; the key is not in the database.';
comment on column public.rate_limits.expires_at is
  'When the caller''s full allowance is restored: every attempt adds its share of the time.';
create index rate_limits_expired on public.rate_limits (expires_at);
alter table public.rate_limits enable row level security;

create function public.take_attempt(p_limits jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_wait interval;
begin
  begin
    -- Lock order: that of p_limits, the same for every caller of an action, against deadlocks.
    with asked as (
      select l.action, l.caller,
             make_interval(secs => l.seconds) as span,
             make_interval(secs => l.seconds / l.attempts) as share
      from rows from (
        jsonb_to_recordset(p_limits)
          as (action text, caller text, attempts double precision, seconds double precision, unless text)
      ) with ordinality as l (action, caller, attempts, seconds, unless, place)
      where not exists (
        select from public.rate_limits k
        where k.action = 'known-login' and k.caller_hash = l.unless and k.expires_at > v_now)
      order by l.place
    ), counted as (
      insert into public.rate_limits as r (action, caller_hash, expires_at)
      select action, caller, v_now + share from asked
      on conflict (action, caller_hash) do update
        set expires_at = greatest(r.expires_at, v_now) + (excluded.expires_at - v_now)
      returning r.action, r.expires_at
    )
    select max(counted.expires_at - v_now - asked.span) into v_wait
    from counted join asked using (action);
    if v_wait > interval '0' then
      raise sqlstate 'RL001';
    end if;
  exception when sqlstate 'RL001' then
    -- A rejected attempt is not counted, so that retrying too early does not prolong the wait.
    return ceil(extract(epoch from v_wait));
  end;

  -- Each call adds at most a few rows and deletes more expired ones, so no scheduled cleanup is needed.
  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < v_now
    order by expires_at limit 20 for update skip locked);
  return 0;
end
$$;
comment on function public.take_attempt is
  'Counts an attempt against each limit of [{action, caller, attempts, seconds, unless?}], all or none; each action '
  'appears once. A caller may use all attempts at once and regains them evenly over the seconds. A limit is skipped '
  'when its unless is a caller known from an earlier login. Returns 0, or the whole seconds to wait.';

create function public.give_back_attempt(p_limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_limit record;
begin
  for v_limit in
    select l.action, l.caller, make_interval(secs => l.seconds / l.attempts) as share
    from rows from (
      jsonb_to_recordset(p_limits)
        as (action text, caller text, attempts double precision, seconds double precision, unless text)
    ) with ordinality as l (action, caller, attempts, seconds, unless, place)
    where not exists (
      select from public.rate_limits k
      where k.action = 'known-login' and k.caller_hash = l.unless and k.expires_at > v_now)
    order by l.place
  loop
    update public.rate_limits set expires_at = expires_at - v_limit.share
    where action = v_limit.action and caller_hash = v_limit.caller;
  end loop;
end
$$;
comment on function public.give_back_attempt is 'Reverts take_attempt for the same list.';

create function public.attempt_succeeded(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.give_back_attempt(p_limits);
  insert into public.rate_limits as r (action, caller_hash, expires_at)
  values ('known-login', p_known, clock_timestamp() + make_interval(secs => p_known_seconds))
  on conflict (action, caller_hash) do update set expires_at = excluded.expires_at;
end
$$;
comment on function public.attempt_succeeded is
  'Reverts take_attempt for the same list after a successful login, and remembers the caller as known for a time.';

create function public.login_restored(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
language plpgsql set search_path = ''
as $$
declare
  v_limit record;
begin
  -- In take_attempt's lock order.
  for v_limit in
    select l.action, l.caller
    from rows from (
      jsonb_to_recordset(p_limits) as (action text, caller text)
    ) with ordinality as l (action, caller, place)
    order by l.place
  loop
    delete from public.rate_limits where action = v_limit.action and caller_hash = v_limit.caller;
  end loop;
  insert into public.rate_limits as r (action, caller_hash, expires_at)
  values ('known-login', p_known, clock_timestamp() + make_interval(secs => p_known_seconds))
  on conflict (action, caller_hash) do update set expires_at = excluded.expires_at;
end
$$;
comment on function public.login_restored is
  'Forgets all attempts counted for a list, because the account''s owner has chosen a new password, and remembers the '
  'caller as known for a time.';

create function public.begin_login(p_limits jsonb, p_username text) returns table (wait integer, email text)
language plpgsql set search_path = ''
as $$
begin
  wait := public.take_attempt(p_limits);
  -- A rate-limited caller learns nothing about the name.
  if wait = 0 then
    email := public.login_email(p_username);
  end if;
  return next;
end
$$;
comment on function public.begin_login is
  'Counts a login as take_attempt does and, if allowed, returns the e-mail to log in with (login_email), else null: '
  'one row. Counted before the password check, or concurrent logins would all be tried. Called by the login only.';

create function public.counted_stock(p_limits jsonb, p_items jsonb, p_user uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object('wait', v_wait,
    'stock', case when v_wait = 0 then public.current_stock(p_items, p_user) end);
end
$$;
comment on function public.counted_stock is
  'Counts a stock check as take_attempt does and, if allowed, returns its result (current_stock): {wait, stock}. One '
  'round trip, because every product page waits for it.';

create function public.counted_destination(
  p_limits jsonb, p_country text, p_zone public.shipping_zone, p_items jsonb, p_off_pence bigint default 0
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object('wait', v_wait,
    'destination', case when v_wait = 0 then public.destination(p_country, p_zone, p_items, p_off_pence) end);
end
$$;
comment on function public.counted_destination is
  'Counts a query as take_attempt does and, if allowed, returns its result (destination): {wait, destination}.';

create function public.counted_products(
  p_limits jsonb, p_products bigint[], p_attributes boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object(
    'wait', v_wait, 'products', case when v_wait = 0 then public.product_listing(p_products => p_products) end)
    || case when v_wait = 0 and p_attributes then jsonb_build_object('attributes', (
      select coalesce(jsonb_object_agg(id, attributes), '{}')
      from public.product_attributes where id = any (p_products))) else '{}' end;
end
$$;
comment on function public.counted_products is
  'Counts a product query as take_attempt does and, if allowed, returns its result (product_listing): {wait, '
  'products}; with p_attributes also the facts of their own pages, by id: {attributes}.';
