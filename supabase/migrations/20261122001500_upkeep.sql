-- ----------------------------------------------------------------------------------------------------
-- rate_limits
-- ----------------------------------------------------------------------------------------------------

-- Rate limits. Functions are stateless and run on many machines, so attempts are counted here.

create unlogged table public.rate_limits (
  action text not null,
  caller_hash text not null,
  expires_at timestamptz not null,
  constraint rate_limits_pkey primary key (action, caller_hash),
  constraint rate_limits_caller_is_hashed check (caller_hash ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table public.rate_limits is
  'Recent attempts by caller, and where shoppers have logged in from before. Unlogged: a crash resets the counts. '
  'An expired row is equivalent to no row.';
comment on column public.rate_limits.caller_hash is
  'HMAC-SHA-256 of an address, a name or a shopper, keyed with a secret that the database does not have; in base64url.';
comment on column public.rate_limits.expires_at is
  'When the caller''s full allowance is restored: every attempt moves it by that attempt''s share of the time.';
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
    -- Rows are locked in the order of p_limits, the same for every caller of an action, to avoid deadlocks.
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
      raise sqlstate 'PT429' using message = 'Too many attempts';
    end if;
  exception when sqlstate 'PT429' then
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
  'Counts an attempt against each limit of a list [{action, caller, attempts, seconds, unless?}], all or none: each action appears once, '
  'its caller has so many attempts at once, and gets them back evenly over the seconds. A limit does not count when its `unless` is a caller known from an earlier login. '
  'Returns 0, or the whole seconds to wait when one of the limits is used up.';

create function public.attempt_succeeded(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
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
  insert into public.rate_limits as r (action, caller_hash, expires_at)
  values ('known-login', p_known, v_now + make_interval(secs => p_known_seconds))
  on conflict (action, caller_hash) do update set expires_at = excluded.expires_at;
end
$$;
comment on function public.attempt_succeeded is
  'Undoes what take_attempt counted for the same list, because the login succeeded, and remembers the caller as known for a time.';

create function public.login_restored(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
language plpgsql set search_path = ''
as $$
declare
  v_limit record;
begin
  -- In the order of p_limits, as take_attempt locks them.
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
  'Forgets all attempts counted for a list as of take_attempt, because the owner of the account has chosen a new password, and remembers the caller as known for a time.';

create function public.begin_login(p_limits jsonb, p_username text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  -- A rate-limited caller learns nothing about the name.
  return jsonb_build_object(
    'wait', v_wait,
    'email', case when v_wait = 0 then public.login_email(p_username) end);
end
$$;
comment on function public.begin_login is
  'Counts a login as take_attempt does and, if it is allowed, returns the e-mail to log in with (login_email): {wait, email}. '
  'The attempt is counted before the password is checked, or concurrent logins would all be tried. For the login call only.';

create function public.counted_stock(p_limits jsonb, p_items jsonb, p_user uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object('wait', v_wait, 'stock', case when v_wait = 0 then public.current_stock(p_items, p_user) end);
end
$$;
comment on function public.counted_stock is
  'Counts a stock check as take_attempt does and, if it is allowed, answers it (current_stock): {wait, stock}. One round trip, because every product page waits for it.';

create function public.counted_products(p_limits jsonb, p_products bigint[], p_attributes boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object(
    'wait', v_wait, 'products', case when v_wait = 0 then public.product_listing(p_products => p_products) end)
    || case when v_wait = 0 and p_attributes then jsonb_build_object('attributes', (
      select coalesce(jsonb_object_agg(a.id, jsonb_strip_nulls(to_jsonb(a) - 'id')), '{}')
      from public.product_attributes a where a.id = any (p_products))) else '{}' end;
end
$$;
comment on function public.counted_products is
  'Counts a look at products as take_attempt does and, if it is allowed, answers it (product_listing): {wait, products}; with p_attributes also what only their own pages tell, by id: {attributes}.';


-- ----------------------------------------------------------------------------------------------------
-- privacy
-- ----------------------------------------------------------------------------------------------------

-- What shoppers may ask of their data (UK GDPR, articles 15, 17 and 20), and how long it is kept (article 5(1)(e)).
-- A table that gets personal data joins export_account, close_account and prune_personal_data; every-person.test.ts
-- knows all tables and says which one is missing.

create function public.retention_periods() returns table (data text, period interval)
language sql immutable set search_path = ''
as $$
  values
    ('checkouts without a payment', interval '30 days'),
    ('billing forms without a checkout', interval '30 days'),
    ('subscriptions not confirmed', interval '30 days'),
    ('logins not used', interval '30 days'),
    ('log of sign-ins', interval '30 days'),
    ('e-mails sent or given up', interval '90 days'),
    ('stock alerts', interval '1 year'),
    ('e-mail and phone in the orders of a closed account', interval '180 days'),
    ('complaints that were answered', interval '2 years'),
    ('photos of a return', interval '180 days'),
    ('name and address in orders', interval '7 years')
$$;
comment on function public.retention_periods is
  'How long the shop keeps what it no longer needs; docs/operate.md and the privacy policy say the same. '
  'Seven years are the year of the order and the six that follow the accounting period: https://www.gov.uk/running-a-limited-company/company-and-accounting-records';

create function public.expired_before(p_data text) returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - period from public.retention_periods() where data = p_data
$$;
comment on function public.expired_before is 'The moment before which data of this kind is no longer kept; null for a kind that retention_periods does not know.';

create function public.account_username(p_user uuid, p_auth_session uuid) returns text
language sql stable set search_path = ''
as $$
  select public.require_session(p_user, p_auth_session);

  select coalesce((select username from public.profiles where user_id = p_user), '')
$$;
comment on function public.account_username is
  'The name a shopper logs in with, empty for an account made by hand. Called before the account is exported or closed. PT401 when the session has ended.';

create function public.close_account(p_user uuid, p_callers text[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text;
  v_open public.checkouts;
begin
  -- As open_checkout does, so that no checkout opens meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout ' || p_user::text, 0));
  perform 1 from public.checkouts where user_id = p_user order by id for update;
  -- After the checkouts, because a payment that is being recorded locks them in this order. From here on nothing
  -- new can refer to the account.
  select email into v_email from auth.users where id = p_user for update;
  if not found then
    raise sqlstate 'PT401' using message = 'No such account', hint = 'account_missing';
  end if;

  if exists (
    select from public.checkouts
    where user_id = p_user and status in ('awaiting_payment', 'review', 'refund_due'))
  then
    raise sqlstate 'PT409' using message = 'A payment is under way', hint = 'payment_under_way';
  end if;
  select * into v_open
  from public.checkouts where user_id = p_user and status = 'open' and stripe_session_id is not null;
  if found then
    raise sqlstate 'PT409' using
      message = 'A payment page is open', hint = 'checkout_open',
      detail = jsonb_build_object(
        'checkout_id', v_open.id, 'stripe_session_id', v_open.stripe_session_id)::text;
  end if;

  delete from public.checkouts where user_id = p_user and status in ('open', 'released');

  -- What was paid stays, of nobody. Each table before those that it refers to.
  update public.orders set user_id = null where user_id = p_user;
  update public.payments set user_id = null where user_id = p_user;
  update public.checkouts set user_id = null where user_id = p_user;
  update public.billing_infos b set user_id = null
  where user_id = p_user and exists (select from public.checkouts c where c.billing_info_id = b.id);
  delete from public.billing_infos where user_id = p_user;

  update public.staff set user_id = null, until = coalesce(until, now()) where user_id = p_user;
  delete from public.subscriptions where lower(email) = lower(v_email);
  -- One that is open is answered first.
  delete from public.complaints where lower(email) = lower(v_email) and answered_at is not null;
  -- E-mails before alerts, as a sender locks them.
  delete from public.mail_outbox where stock_alert_id in (
    select id from public.stock_alerts where user_id = p_user or lower(email) = lower(v_email));
  delete from public.stock_alerts where user_id = p_user or lower(email) = lower(v_email);
  delete from public.rate_limits where caller_hash = any (p_callers);

  -- Takes the profile, the identities and the sessions with it.
  delete from auth.users where id = p_user;
end
$$;
comment on function public.close_account is
  'Erases a shopper: login, profile, subscription, stock alerts, complaints that were answered, billing forms and checkouts that were never paid. That an address wants no news is kept as its fingerprint (suppressions). Orders and payments lose the login and keep what tax law asks for (retention_periods). '
  'p_callers: the hashes under which rate_limits counts the shopper. '
  'Errors: PT401 account_missing; PT409 payment_under_way; PT409 checkout_open (detail: the checkout whose payment page must be closed at Stripe first). Reads auth, therefore security definer.';

create function public.export_account(p_user uuid, p_callers text[] default '{}') returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- Whoever registers with somebody else's address must not learn what that person subscribed to.
  with subscribed as (
    select s.id from public.subscriptions s
    join auth.users u on lower(u.email) = lower(s.email)
    join public.profiles p on p.user_id = u.id and p.email_confirmed_at is not null
    where u.id = p_user
  ), alerts as (
    select a.id from public.stock_alerts a
    join auth.users u on lower(u.email) = lower(a.email)
    join public.profiles p on p.user_id = u.id and p.email_confirmed_at is not null
    where u.id = p_user
    union
    select id from public.stock_alerts where user_id = p_user
  ), complained as (
    select c.id from public.complaints c
    join auth.users u on lower(u.email) = lower(c.email)
    join public.profiles p on p.user_id = u.id and p.email_confirmed_at is not null
    where u.id = p_user
  )
  select jsonb_build_object(
    'exported_at', now(),
    'account', jsonb_build_object(
      'id', u.id,
      'username', (select username from public.profiles where user_id = u.id),
      'email', u.email,
      'phone', u.phone,
      'email_confirmed_at', (select email_confirmed_at from public.profiles where user_id = u.id),
      'created_at', u.created_at,
      'last_login_at', u.last_sign_in_at),
    'logins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'began_at', s.created_at, 'last_used_at', greatest(s.updated_at, s.refreshed_at),
        'browser', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = u.id),
    'billing_forms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'address', b.address, 'email', b.email, 'phone', b.phone,
        'saved_at', b.saved_at, 'erased_at', b.erased_at) order by b.id), '[]')
      from public.billing_infos b where b.user_id = u.id),
    'checkouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'status', c.status, 'billing_form', c.billing_info_id, 'country', c.country,
        'currency', c.currency, 'goods_pence', c.subtotal_pence, 'tax_pence', c.tax_pence,
        'tax_basis_points', c.tax_basis_points, 'tax_display', c.tax_display, 'included_basis_points', c.included_basis_points, 'delivery', c.delivery, 'terms_version', c.terms_version,
        'opened_at', c.created_at, 'closed_at', c.closed_at, 'order_shown_at', c.order_seen_at,
        'payment_page', c.stripe_session_id, 'payment_page_expires_at', c.session_expires_at,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', l.product_name, 'product_id', l.product_id, 'colour', l.color_name, 'colour_id', l.variant_id,
            'unit_pence', l.unit_pence, 'quantity', l.quantity,
            'reserved', h.quantity, 'reserved_until', h.expires_at) order by l.product_name, l.color_name)
          from public.checkout_lines l
          left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
          where l.checkout_id = c.id),
        'delivery_offered', (
          select jsonb_agg(jsonb_build_object(
            'name', o.name, 'amount_pence', o.amount_pence,
            'business_days_at_least', o.min_business_days, 'business_days_at_most', o.max_business_days,
            'express', o.express) order by o.position)
          from public.checkout_shipping_options o where o.checkout_id = c.id)) order by c.created_at), '[]')
      from public.checkouts c where c.user_id = u.id),
    'terms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', v.id, 'published_at', v.published_at, 'texts', v.texts) order by v.id), '[]')
      from public.terms_versions v
      where v.id in (select c.terms_version from public.checkouts c where c.user_id = u.id)),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'checkout', p.checkout_id, 'billing_form', p.billing_info_id, 'method', p.method,
        'goods_pence', p.amount_pence, 'charged_pence', p.charged_pence, 'currency', p.currency,
        'status', p.status, 'paid_at', p.created_at, 'payment_page', p.stripe_session_id,
        'delivery_pence', p.shipping_pence, 'stripe_payment', p.stripe_payment_intent_id,
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'order_refund', r.order_refund_id, 'amount_pence', r.amount_pence, 'reason', r.reason, 'state', r.state, 'made_by', r.source,
            'stripe_refund', r.stripe_refund_id, 'failure', r.failure_reason,
            'asked_at', r.created_at, 'settled_at', r.settled_at) order by r.created_at)
          from public.refunds r where r.payment_id = p.id),
        'disputes', (
          select jsonb_agg(jsonb_build_object(
            'stripe_dispute', d.stripe_dispute_id, 'amount_pence', d.amount_pence, 'reason', d.reason,
            'status', d.status, 'answer_due_by', d.due_by, 'opened_at', d.created_at, 'closed_at', d.closed_at)
            order by d.created_at)
          from public.disputes d where d.payment_id = p.id)) order by p.id), '[]')
      from public.payments p where p.user_id = u.id),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'status', o.status, 'checkout', o.checkout_id, 'payment', o.payment_id,
        'billing_form', o.billing_info_id, 'country', o.country, 'goods_pence', o.subtotal_pence,
        'tax_pence', o.tax_pence, 'included_basis_points', o.included_basis_points, 'tax_inside_pence', o.tax_inside_pence, 'delivery', o.shipping_name, 'delivery_pence', o.shipping_pence,
        'adjustment_pence', o.adjustment_pence, 'total_pence', o.order_amount_pence, 'units', o.total_items, 'ordered_at', o.created_at,
        'paid_at', o.counts_from, 'leaves_by', o.leaves_by, 'arrives_from', o.arrives_from, 'arrives_by', o.arrives_by,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', i.product_name, 'product_id', i.product_id, 'colour', i.color_name, 'colour_id', i.variant_id,
            'unit_pence', i.product_price_pence, 'quantity', i.quantity) order by i.product_name, i.color_name)
          from public.order_items i where i.order_id = o.id),
        'units_to_send', o.units_to_send, 'address_on_the_label', o.label,
        'parcels', (
          select jsonb_agg(jsonb_build_object(
            'id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number, 'sent_at', p.sent_at,
            'delivered_at', p.delivered_at, 'goods', (
              select jsonb_agg(jsonb_build_object('colour_id', variant_id, 'quantity', quantity))
              from public.parcel_items where parcel_id = p.id)) order by p.id)
          from public.parcels p where p.order_id = o.id),
        'cancelled', (
          select jsonb_agg(jsonb_build_object(
            'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked))
          from public.cancelled_items where order_id = o.id),
        'returns', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'kind', r.kind, 'state', r.state, 'code', r.code, 'reason', r.reason,
            'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at, 'goods', (
              select jsonb_agg(jsonb_build_object(
                'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked, 'written_off', written_off))
              from public.return_items where return_id = r.id), 'photos', (
              select jsonb_agg(jsonb_build_object('id', id, 'added_at', added_at, 'removed_at', removed_at) order by added_at, id)
              from public.return_photos where return_id = r.id)) order by r.id)
          from public.returns r where r.order_id = o.id),
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', f.id, 'return', f.return_id, 'reason', f.reason, 'goods_pence', f.goods_pence, 'tax_pence', f.tax_pence,
            'delivery_pence', f.shipping_pence, 'goodwill_pence', f.goodwill_pence, 'amount_pence', f.amount_pence,
            'asked_at', f.asked_at, 'taken_at', f.taken_at, 'given_up_at', f.given_up_at, 'given_up_because', f.given_up_because,
            'given_up_by', f.given_up_by, 'goods', (
              select jsonb_agg(jsonb_build_object('colour_id', variant_id, 'quantity', quantity))
              from public.order_refund_items where order_refund_id = f.id)) order by f.asked_at)
          from public.order_refunds f where f.order_id = o.id)) order by o.id), '[]')
      from public.orders o where o.user_id = u.id),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'checkout', e.checkout_id, 'kind', e.kind, 'by', e.actor, 'at', e.at, 'detail', e.detail)
        order by e.at), '[]')
      from public.order_events e join public.checkouts c on c.id = e.checkout_id where c.user_id = u.id),
    'work_for_the_shop', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'role', s.role, 'since', s.since, 'until', s.until) order by s.id), '[]')
      from public.staff s where s.user_id = u.id),
    'authenticator_app', (
      select jsonb_build_object(
        'id', f.factor_id, 'since', f.since,
        'codes', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'login', c.session_id, 'tried_at', c.tried_at, 'outcome', c.outcome) order by c.id), '[]')
          from public.second_factor_codes c where c.user_id = u.id))
      from public.second_factors f where f.user_id = u.id),
    'e_mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'subject', m.subject, 'checkout', m.checkout_id, 'subscription', m.subscription_id, 'stock_alert', m.stock_alert_id, 'complaint', m.complaint_id,
        'status', m.status, 'attempts', m.attempts, 'next_attempt_at', m.due_at,
        'told_by', m.joined_to, 'provider_number', m.provider_id, 'last_error', m.last_error,
        'written_at', m.created_at, 'sent_again_at', m.resent_at, 'sent_at', m.sent_at) order by m.created_at), '[]')
      from public.mail_outbox m
      where m.user_id = u.id
        or m.checkout_id in (select id from public.checkouts where user_id = u.id)
        or m.subscription_id in (select id from subscribed)
        or m.stock_alert_id in (select id from alerts)
        or m.complaint_id in (select id from complained) and m.kind = 'complaint_received'),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'email', s.email, 'asked_at', s.asked_at, 'asked_from', s.asked_from,
        'confirmed_at', s.confirmed_at, 'confirmed_text', s.confirmed_text)), '[]')
      from public.subscriptions s where s.id in (select id from subscribed)),
    'news', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'mailing', r.mailing_id, 'subscription', r.subscription_id, 'state', r.state,
        'provider_number', r.provider_id, 'error', r.error, 'sent_at', r.sent_at) order by r.sent_at), '[]')
      from public.mailing_recipients r where r.subscription_id in (select id from subscribed)),
    'suppressions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'address_hash', s.address_hash, 'reason', s.reason, 'since', s.since) order by s.since), '[]')
      from public.suppressions s
      join public.profiles p on p.user_id = u.id and p.email_confirmed_at is not null
      where s.address_hash = public.address_hash(u.email)),
    'stock_alerts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'colour_id', a.variant_id, 'email', a.email, 'asked_at', a.asked_at,
        'ended_at', a.ended_at, 'ended_why', a.ended_why) order by a.asked_at), '[]')
      from public.stock_alerts a where a.id in (select id from alerts)),
    'complaints', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'email', c.email, 'words', c.words, 'received_at', c.received_at,
        'answered_at', c.answered_at, 'outcome', c.outcome) order by c.received_at), '[]')
      from public.complaints c where c.id in (select id from complained)),
    'recent_attempts', (
      select coalesce(jsonb_agg(jsonb_build_object('of', r.action, 'counts_until', r.expires_at) order by r.action), '[]')
      from public.rate_limits r where r.caller_hash = any (p_callers)))
  from auth.users u where u.id = p_user
$$;
comment on function public.export_account is
  'Everything the shop holds on a shopper, for them to download; null when there is no such account. p_callers as in close_account. '
  'The subscription, suppressions, complaints and stock alerts under the account''s address are among it once that address is confirmed. Left out: the hash of the password, and the shop''s own working marks (which run of a sweep looked at a row). Reads auth, therefore security definer.';

create function public.prune_personal_data(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_done jsonb := '{}';
  v_rows integer;
  v_parcels integer;
  v_erased bigint[];
begin
  delete from public.checkouts where id in (
    select id from public.checkouts
    where status = 'released' and closed_at < public.expired_before('checkouts without a payment')
    order by closed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('checkouts without a payment', v_rows);

  delete from public.billing_infos where id in (
    select id from public.billing_infos b
    where saved_at < public.expired_before('billing forms without a checkout')
      and not exists (select from public.checkouts c where c.billing_info_id = b.id)
    order by saved_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('billing forms without a checkout', v_rows);

  delete from public.subscriptions where id in (
    select id from public.subscriptions
    where confirmed_at is null and asked_at < public.expired_before('subscriptions not confirmed')
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('subscriptions not confirmed', v_rows);

  -- Rows that only a shopper's next login would rewrite: the browser's name and address are in them.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where greatest(created_at, updated_at, refreshed_at) < public.expired_before('logins not used')
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('logins not used', v_rows);

  begin
    delete from auth.audit_log_entries where id in (
      select id from auth.audit_log_entries
      where created_at < public.expired_before('log of sign-ins') limit p_limit for update skip locked);
    get diagnostics v_rows = row_count;
  exception when insufficient_privilege then
    -- Supabase's own table: without the right to it, the rest must still be pruned.
    raise warning 'The log of sign-ins is not pruned: %', sqlerrm;
    v_rows := 0;
  end;
  v_done := v_done || jsonb_build_object('log of sign-ins', v_rows);

  delete from public.mail_outbox where id in (
    select id from public.mail_outbox
    where status <> 'due' and created_at < public.expired_before('e-mails sent or given up')
    order by created_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  -- Of a mailing the figures stay, of nobody.
  update public.mailing_recipients set subscription_id = null where id in (
    select r.id from public.mailing_recipients r join public.mailings m on m.id = r.mailing_id
    where r.subscription_id is not null and m.state = 'sent'
      and m.ended_at < public.expired_before('e-mails sent or given up')
    limit p_limit for update of r skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object('e-mails sent or given up', greatest(v_rows, v_parcels));

  delete from public.stock_alerts where id in (
    select id from public.stock_alerts
    where asked_at < public.expired_before('stock alerts')
      and (ended_at is null or ended_at < public.expired_before('stock alerts'))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('stock alerts', v_rows);

  delete from public.complaints where id in (
    select id from public.complaints
    where answered_at < public.expired_before('complaints that were answered')
    order by answered_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('complaints that were answered', v_rows);

  -- The pictures themselves go with the next sweep of Storage (stray_return_photos).
  delete from public.return_photos where id in (
    select p.id
    from public.return_photos p join public.returns r on r.id = p.return_id
    where coalesce(r.closed_at, r.received_at, r.asked_at) < public.expired_before('photos of a return')
    limit p_limit for update of p skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('photos of a return', v_rows);

  with erased as (
    update public.billing_infos set email = '', phone = '' where id in (
      select id from public.billing_infos b
      where user_id is null and (email <> '' or phone <> '')
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id
            and c.created_at >= public.expired_before('e-mail and phone in the orders of a closed account'))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  update public.order_words w set words = public.order_words_of(w.order_id)
  from public.orders o where o.id = w.order_id and o.billing_info_id = any (v_erased);
  update public.checkouts set delivery = delivery - 'phone' where id in (
    select id from public.checkouts
    where user_id is null and delivery ? 'phone'
      and created_at < public.expired_before('e-mail and phone in the orders of a closed account')
    limit p_limit for update skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object(
    'e-mail and phone in the orders of a closed account', greatest(v_rows, v_parcels));

  with erased as (
    update public.billing_infos set name = '', address = '', email = '', phone = '', erased_at = now() where id in (
      select id from public.billing_infos b
      where erased_at is null and saved_at < public.expired_before('name and address in orders')
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id and c.created_at >= public.expired_before('name and address in orders'))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  update public.checkouts set delivery = jsonb_build_object('name', '', 'line1', '', 'country', country) where id in (
    select id from public.checkouts
    where delivery ->> 'line1' <> '' and created_at < public.expired_before('name and address in orders')
    limit p_limit for update skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object('name and address in orders', greatest(v_rows, v_parcels));
  -- What people wrote about the order, and by what it was found, has names and addresses, too.
  update public.orders set label = null where billing_info_id = any (v_erased) and label is not null;
  update public.returns r set reason = null
  from public.orders o where o.id = r.order_id and o.billing_info_id = any (v_erased) and r.reason is not null;
  update public.order_events e set detail = '{}'
  from public.checkouts c
  where c.id = e.checkout_id and c.billing_info_id = any (v_erased) and e.detail <> '{}';
  update public.order_words w set words = public.order_words_of(w.order_id)
  from public.orders o where o.id = w.order_id and o.billing_info_id = any (v_erased);

  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < now()
    order by expires_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('counts of attempts', v_rows);

  -- As long as a login lasts, the code that it gave says that it may enter the studio.
  delete from public.second_factor_codes where id in (
    select id from public.second_factor_codes c
    where tried_at < now() - interval '1 day'
      and (outcome is distinct from 'accepted' or not exists (select from auth.sessions where id = c.session_id))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return v_done || jsonb_build_object('codes of authenticator apps', v_rows);
end
$$;
comment on function public.prune_personal_data is
  'Erases what retention_periods says is no longer kept, at most p_limit rows of each kind, and returns how many of each. '
  'Call it until all are below p_limit; running it again changes nothing. Erases in auth, therefore security definer.';


-- ----------------------------------------------------------------------------------------------------
-- confirmation_mails
-- ----------------------------------------------------------------------------------------------------

-- E-mails to addresses that someone entered and nobody has confirmed: at most one a day to each.

create function public.may_mail_account(p_email text, p_limits jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.account_of_email(p_email);
begin
  if v_user is null then
    return false;
  end if;
  return exists (select from public.profiles where user_id = v_user and email_confirmed_at is not null)
    or public.take_attempt(p_limits) = 0;
end
$$;
comment on function public.may_mail_account is
  'Whether an e-mail may go to an account''s address: always to one that was confirmed; else it counts against p_limits (see take_attempt). False when there is no such account.';

create function public.account_email_state(p_user uuid, p_auth_session uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_session(p_user, p_auth_session);
  select jsonb_build_object('email', public.account_email(p_user), 'confirmed', exists (
    select from public.profiles where user_id = p_user and email_confirmed_at is not null))
$$;
comment on function public.account_email_state is
  'A shopper''s own address, and whether a link mailed to it was ever used. Errors: PT401 session_ended.';

create function public.owe_confirm_email(p_user uuid, p_auth_session uuid, p_limits jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer;
  v_mail uuid;
begin
  perform public.require_session(p_user, p_auth_session);
  if exists (select from public.profiles where user_id = p_user and email_confirmed_at is not null) then
    return jsonb_build_object('confirmed', true);
  end if;
  v_wait := public.take_attempt(p_limits);
  if v_wait > 0 then
    return jsonb_build_object('wait', v_wait);
  end if;
  insert into public.mail_outbox (kind, user_id) values ('confirm_email', p_user)
  on conflict do nothing returning id into v_mail;
  return jsonb_build_object('mail', v_mail);
end
$$;
comment on function public.owe_confirm_email is
  'Writes an e-mail with a link that confirms the account''s address: {mail}, null when one is waiting to be sent; {confirmed} when none is needed; {wait}, in seconds, when p_limits are used up. Errors: PT401 session_ended.';

create function public.confirm_email(p_mail uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.mail_outbox
  where id = p_mail and kind = 'confirm_email' and created_at > now() - interval '7 days';
  if not found then
    return false;
  end if;
  perform public.account_email_confirmed(v_user);
  return true;
end
$$;
comment on function public.confirm_email is
  'Confirms an account''s address by the e-mail whose link was used; false when the e-mail is unknown or older than 7 days.';

create function public.subscribe(p_email text, p_limits jsonb, p_from text default 'launch page') returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_subscription public.subscriptions;
  v_mail uuid;
begin
  if public.is_suppressed(p_email, 'bounced') then
    return null;
  end if;
  insert into public.subscriptions (email, asked_from) values (p_email, p_from)
  on conflict (lower(email)) do update set asked_at = now()
  returning * into v_subscription;
  if v_subscription.confirmed_at is null and public.take_attempt(p_limits) = 0 then
    insert into public.mail_outbox (kind, subscription_id) values ('confirm_subscription', v_subscription.id)
    on conflict do nothing returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.subscribe is
  'Records that someone asked for news, and returns the e-mail that asks the address for its consent. Null when none is sent: the address is on the list, has had its e-mail (p_limits, see take_attempt), or bounced or complained. '
  'The caller answers alike, so that nobody learns who is on the list.';


-- ----------------------------------------------------------------------------------------------------
-- back_in_stock
-- ----------------------------------------------------------------------------------------------------

-- Back in stock: from a request to its e-mail (docs/decisions/0031-back-in-stock.md).

create function public.ask_stock_alert(
  p_product bigint, p_variant bigint, p_email text, p_limits jsonb, p_user uuid default null, p_auth_session uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  if v_wait > 0 then
    return jsonb_build_object('wait', v_wait);
  end if;
  if p_user is not null then
    begin
      perform public.require_session(p_user, p_auth_session);
    exception when sqlstate 'PT401' then
      p_user := null;
    end;
  end if;
  -- Stock cannot rise between the look at it and the request: whoever raises it waits, and then finds the request.
  perform 1 from public.color_variants where id = p_variant for share;
  if not exists (select from public.colours_on_sale where id = p_variant and product_id = p_product) then
    raise sqlstate 'PT404' using message = 'No such colour on sale', hint = 'colour_missing';
  end if;
  if exists (select from public.free_units(array[p_variant], p_user) where free > 0) then
    raise sqlstate 'PT409' using message = 'The colour is in stock', hint = 'in_stock';
  end if;

  if public.is_suppressed(p_email, 'refused_alerts') then
    -- Only the owner of an address takes its refusal back; nobody that it bounced or complained.
    if public.is_suppressed(p_email, 'bounced') or not exists (
      select from public.profiles
      where user_id = p_user and email_confirmed_at is not null
        and lower(public.account_email(p_user)) = lower(p_email))
    then
      return '{}';
    end if;
    delete from public.suppressions where address_hash = public.address_hash(p_email) and reason = 'refused_alerts';
  end if;
  insert into public.stock_alerts (variant_id, email, user_id) values (p_variant, p_email, p_user)
  on conflict do nothing;
  return '{}';
end
$$;
comment on function public.ask_stock_alert is
  'Puts an address in the queue of a sold-out colour, once. p_user, p_auth_session: the login, if any; one that has ended counts as none. '
  'Counts against p_limits (see take_attempt): {wait}, in seconds, when they are used up; else {}. '
  'An address that refused all alerts is not put in the queue, and the answer does not tell. Errors: PT404 colour_missing; PT409 in_stock.';

create function public.owe_stock_alerts(p_variant bigint, p_units bigint) returns void
language sql set search_path = ''
as $$
  -- E-mails that are due at the same time are sent in the order of the queue.
  insert into public.mail_outbox (kind, subject, stock_alert_id, due_at)
  select 'back_in_stock', a.id::text, a.id,
         now() + row_number() over (order by a.asked_at, a.id) * interval '1 microsecond'
  from public.stock_alerts a
  where a.variant_id = p_variant and a.ended_at is null
    and not exists (select from public.mail_outbox m where m.stock_alert_id = a.id)
  order by a.asked_at, a.id
  limit 3 * p_units
$$;
comment on function public.owe_stock_alerts is
  'Owes an e-mail to those who have waited longest for a colour: three for each unit that came, because not everyone who is told buys. The caller has locked the colour.';

create function public.owe_stock_alerts_of_restock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The cheap question first: for most of an import's colours nobody waits. While the product is archived nobody can
  -- buy; its return to sale counts all units.
  if exists (select from public.stock_alerts where variant_id = new.id and ended_at is null)
    and exists (
      select from public.products
      where id = new.product_id and archived_at is null and (visible_from is null or visible_from <= now()))
  then
    perform public.owe_stock_alerts(new.id, case
      when old.archived_at is null then new.quantity - old.quantity else new.quantity end);
  end if;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_restock is
  'Tells those who wait for a colour that units came: by an import, a return, a cancelled order, or because the colour is on sale again. Not by a hold that ends.';

create trigger owe_stock_alerts after update on public.color_variants
  for each row when (
    new.archived_at is null
    and (new.quantity > old.quantity or (old.archived_at is not null and new.quantity > 0)))
  execute function public.owe_stock_alerts_of_restock();

create function public.owe_stock_alerts_of_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_stock_alerts(id, quantity)
  from public.color_variants where product_id = new.id and archived_at is null and quantity > 0;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_product is 'Tells those who wait for a colour of a product that is on sale again.';

create trigger owe_stock_alerts after update of archived_at on public.products
  for each row when (old.archived_at is not null and new.archived_at is null)
  execute function public.owe_stock_alerts_of_product();

create function public.drop_stale_stock_alerts() returns void
language sql set search_path = ''
as $$
  with due as (
    select m.id, a.variant_id, a.ended_at
    from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
    where m.status = 'due' and m.kind = 'back_in_stock' and m.due_at <= now()
  ), free as (
    select f.variant_id
    from public.free_units(array(select distinct variant_id from due)) f
    join public.colours_on_sale v on v.id = f.variant_id
    where f.free > 0
  ), stale as (
    select id from public.mail_outbox
    where id in (
      select id from due where ended_at is not null or variant_id not in (select variant_id from free))
    order by id for update skip locked
  )
  delete from public.mail_outbox where id in (select id from stale)
$$;
comment on function public.drop_stale_stock_alerts is
  'Takes back e-mails about colours that have sold out again or left the shop before they were sent: their people keep their place in the queue. Also those of alerts that have ended.';

create function public.claim_stock_alert_batch(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_batch uuid;
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_stock_alert_batch', 0));
  perform public.drop_stale_stock_alerts();
  -- A batch that was tried before goes again with the people that it had, because the provider knows it by its key.
  select batch into v_batch from public.mail_outbox
  where kind = 'back_in_stock' and status = 'due' and batch is not null and due_at <= now()
    and attempts < public.mail_attempts_allowed()
  order by due_at limit 1;
  if not found then
    v_batch := gen_random_uuid();
    with next as (
      select id from public.mail_outbox
      where kind = 'back_in_stock' and status = 'due' and batch is null and due_at <= now()
      order by due_at limit p_limit
      for update skip locked
    )
    update public.mail_outbox m set batch = v_batch from next where m.id = next.id;
  end if;
  update public.mail_outbox
  set claim = v_claim, attempts = attempts + 1, due_at = now() + make_interval(secs => p_lease_seconds)
  where batch = v_batch and status = 'due';
  if not found then
    return null;
  end if;
  return jsonb_build_object('batch', v_batch, 'claim', v_claim, 'mails', (
    select jsonb_agg(jsonb_build_object(
      'id', m.id, 'claim', m.claim, 'kind', m.kind, 'about', public.mail_about(m), 'content', public.mail_content(m.id))
      order by a.asked_at, a.id)
    from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
    where m.batch = v_batch and m.status = 'due'));
end
$$;
comment on function public.claim_stock_alert_batch is
  'Takes up to p_limit e-mails about stock that are due, oldest request first, for p_lease_seconds; null when there are none. One at a time claims, so that a batch stays whole. '
  'batch is the idempotency key of the call that sends them.';

create function public.record_mail_batch(p_results jsonb) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox m
  set status = (case when g.error is null then 'sent' else 'parked' end)::public.mail_status,
      sent_at = case when g.error is null then now() end,
      provider_id = g.provider_id, last_error = left(g.error, 500)
  from jsonb_to_recordset(p_results) as g(id uuid, provider_id text, error text)
  where m.id = g.id and m.status <> 'sent'
$$;
comment on function public.record_mail_batch is
  'Records what the provider said of each e-mail of a batch: [{id, provider_id, error}], error only of those that it refused for good, which are parked.';

create function public.record_mail_batch_failure(
  p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null
) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set last_error = left(p_error, 500),
      attempts = attempts - (p_wait_seconds is not null)::integer,
      due_at = now() + coalesce(
        make_interval(secs => p_wait_seconds), interval '5 minutes' * power(2, attempts - 1))
  where batch = p_batch and claim = p_claim and status = 'due'
$$;
comment on function public.record_mail_batch_failure is
  'Reschedules a batch that the provider did not take, with backoff that doubles from 5 minutes, or after p_wait_seconds where it said how long; claim_mails parks what has used up its attempts.';

create function public.settle_stock_alert() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.stock_alerts
  set ended_at = now(), ended_why = case when new.status = 'sent' then 'told' else 'undeliverable' end
  where id = new.stock_alert_id and (ended_at is null or (ended_why = 'undeliverable' and new.status = 'sent'));
  return null;
end
$$;
comment on function public.settle_stock_alert is 'Ends an alert with its e-mail: there is one.';

create trigger settle_stock_alert after update of status on public.mail_outbox
  for each row when (new.kind = 'back_in_stock' and new.status in ('sent', 'parked') and old.status <> new.status)
  execute function public.settle_stock_alert();

create function public.suppress_address(p_email text, p_reason public.suppression_reason) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.suppressions (address_hash, reason) values (public.address_hash(p_email), p_reason)
  on conflict do nothing;
  if p_reason <> 'refused_alerts' then
    delete from public.subscriptions where lower(email) = lower(p_email);
  end if;
  if p_reason <> 'unsubscribed' then
    -- E-mails before alerts, as a sender locks them.
    delete from public.mail_outbox
    where status = 'due' and stock_alert_id in (
      select id from public.stock_alerts where lower(email) = lower(p_email) and ended_at is null);
    update public.stock_alerts
    set ended_at = now(), ended_why = case when p_reason = 'bounced' then 'undeliverable' else 'refused' end
    where lower(email) = lower(p_email) and ended_at is null;
  end if;
end
$$;
comment on function public.suppress_address is
  'Sends an address no more of what p_reason ends: unsubscribed the news, refused_alerts the stock alerts, bounced and complained both. Doing so twice is not an error.';

create function public.end_stock_alerts(p_alert uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  select email into v_email from public.stock_alerts where id = p_alert;
  if not found then
    return;
  end if;
  perform public.suppress_address(v_email, 'refused_alerts');
  update public.stock_alerts set ended_why = 'refused' where id = p_alert;
end
$$;
comment on function public.end_stock_alerts is
  'Ends all alerts to the address of one, and refuses further ones. Doing so twice is not an error, nor is an alert that is forgotten.';

create view public.stock_alert_counts with (security_invoker = true) as
select
  p.slug, p.name as product_name, v.color_name, v.quantity, v.archived_at is not null or p.archived_at is not null as archived,
  count(*) as waiting, min(a.asked_at) as since
from public.stock_alerts a
join public.color_variants v on v.id = a.variant_id
join public.products p on p.id = v.product_id
where a.ended_at is null
group by p.id, v.id;
comment on view public.stock_alert_counts is 'How many wait for each colour to be back in stock, and since when; nobody''s address.';


-- ----------------------------------------------------------------------------------------------------
-- migration_history
-- ----------------------------------------------------------------------------------------------------

-- What the operator's check (npm run doctor) asks the database about itself.

create function public.applied_migrations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_versions jsonb;
begin
  -- The Supabase CLI keeps this table; a database that was made without it has none.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_versions;
  return v_versions;
end
$$;
comment on function public.applied_migrations is
  'Versions of the migrations that ran here, oldest first; null where no record of them was kept. Only the functions'' secret key may ask.';
