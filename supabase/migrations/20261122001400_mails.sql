-- ----------------------------------------------------------------------------------------------------
-- mail_outbox
-- ----------------------------------------------------------------------------------------------------

-- Outbox of e-mails. A row is written in the transaction that causes it, and sent later.

create type public.mail_status as enum ('due', 'sent', 'parked', 'joined');
comment on type public.mail_status is
  'due: to be sent at due_at or later. sent: accepted by the provider. parked: given up; a person decides. joined: another e-mail tells it, too (joined_to).';

create type public.mail_kind as enum (
  'order', 'sold_out_refund', 'refund', 'payment_failed', 'confirm_email', 'confirm_subscription',
  'dispatched', 'delivered', 'cancelled', 'order_refund', 'return_asked', 'return_received', 'return_refused',
  'withdrawal_link', 'staff_order', 'staff_decision', 'back_in_stock', 'staff_release',
  'complaint_received', 'staff_complaint'
);
comment on type public.mail_kind is
  'order: its confirmation. sold_out_refund: money went back because the goods were gone. refund: it went back without an order for another reason. '
  'payment_failed: a slow payment did not come. confirm_email, confirm_subscription: the link that shows that the address is theirs. '
  'dispatched, delivered: of a parcel. cancelled, order_refund, return_asked, return_received, return_refused: of the order''s event of that name. withdrawal_link: to choose what to withdraw from. staff_order, staff_decision: to the shop''s own people. back_in_stock: to who waited for a colour. staff_release: to marketers, of a release that could not be published at its time. complaint_received, staff_complaint: of a complaint about personal data, to who made it and to managers.';

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.mail_kind not null,
  subject text not null default gen_random_uuid(),
  checkout_id uuid references public.checkouts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  subscription_id uuid references public.subscriptions (id) on delete cascade,
  stock_alert_id uuid references public.stock_alerts (id) on delete cascade,
  release_id uuid references public.releases (id) on delete cascade,
  complaint_id uuid references public.complaints (id) on delete cascade,
  status public.mail_status not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim uuid,
  batch uuid,
  joined_to uuid references public.mail_outbox (id) on update cascade on delete cascade,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  resent_at timestamptz,
  sent_at timestamptz,
  constraint mail_outbox_one_per_cause unique (kind, subject),
  constraint mail_outbox_about_one_thing check (
    num_nonnulls(checkout_id, user_id, subscription_id, stock_alert_id, release_id, complaint_id) = 1
    and (kind = 'confirm_email') = (user_id is not null)
    and (kind = 'confirm_subscription') = (subscription_id is not null)
    and (kind = 'back_in_stock') = (stock_alert_id is not null)
    and (kind = 'staff_release') = (release_id is not null)
    and (kind in ('complaint_received', 'staff_complaint')) = (complaint_id is not null)),
  constraint mail_outbox_attempts_not_negative check (attempts >= 0),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_joined_to_another check (status <> 'joined' or joined_to <> id)
);
comment on table public.mail_outbox is 'E-mails that the shop owes or has sent, each about a checkout, an account, a subscription, a stock alert, a release or a complaint.';
comment on column public.mail_outbox.id is 'Random, because it is the mail provider''s idempotency key.';
comment on column public.mail_outbox.subject is
  'The id of the row that it tells of: of a checkout, parcel, return, order_refund …; so each is owed once. Of links that confirm an address, which may be asked for again, a random one.';
comment on column public.mail_outbox.due_at is 'When it may be tried next; while it is being sent, when the lease on it ends.';
comment on column public.mail_outbox.resent_at is 'When a person last had it sent again (staff_resend_mail).';
comment on column public.mail_outbox.claim is 'The lease of the latest sender: only that sender may report a failure.';
comment on column public.mail_outbox.batch is 'Of a back_in_stock that was tried: with which others, in one call whose idempotency key this is.';
comment on column public.mail_outbox.joined_to is 'Of a staff_order: the e-mail that lists its order among others.';
create index mail_outbox_joined on public.mail_outbox (joined_to);
create index mail_outbox_to_staff on public.mail_outbox (created_at) where kind = 'staff_order' and status <> 'joined';
create index mail_outbox_due on public.mail_outbox (due_at) where status = 'due';
create unique index mail_outbox_one_due_per_account on public.mail_outbox (user_id) where status = 'due';
create unique index mail_outbox_one_due_per_subscription on public.mail_outbox (subscription_id) where status = 'due';
create index mail_outbox_by_account on public.mail_outbox (user_id);
create index mail_outbox_by_subscription on public.mail_outbox (subscription_id);
create index mail_outbox_by_stock_alert on public.mail_outbox (stock_alert_id) where stock_alert_id is not null;
create index mail_outbox_by_release on public.mail_outbox (release_id) where release_id is not null;
create index mail_outbox_by_complaint on public.mail_outbox (complaint_id) where complaint_id is not null;
create index mail_outbox_by_batch on public.mail_outbox (batch) where batch is not null and status = 'due';
create index mail_outbox_due_stock_alerts on public.mail_outbox (due_at) where status = 'due' and kind = 'back_in_stock';
alter table public.mail_outbox enable row level security;

create index mail_outbox_by_checkout on public.mail_outbox (checkout_id);
create index mail_outbox_parked on public.mail_outbox (created_at) where status = 'parked';

create function public.mail_goes_to_staff(p_kind public.mail_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('staff_order', 'staff_decision', 'staff_release', 'staff_complaint') $$;
comment on function public.mail_goes_to_staff is 'Whether e-mails of a kind go to the shop''s own people instead of a shopper.';

create function public.staff_addresses(p_kind public.mail_kind) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(public.account_email(s.user_id) order by s.id), '{}')
  from public.staff s
  join public.profiles p on p.user_id = s.user_id
  where s.until is null and p.email_confirmed_at is not null
    and (s.role = 'manager' or s.role = 'packer' and p_kind = 'staff_order' or s.role = 'marketer' and p_kind = 'staff_release')
$$;
comment on function public.staff_addresses is
  'To whom an e-mail to staff goes: of an order packers and managers, of a decision the managers, of a release marketers and managers; only to addresses that were confirmed, because orders are nobody else''s business.';

create function public.owe_mail(p_kind public.mail_kind, p_checkout uuid, p_subject text) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (kind, subject, checkout_id)
  select p_kind, p_subject, c.id
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  where c.id = p_checkout and case when public.mail_goes_to_staff(p_kind)
    then public.staff_addresses(p_kind) <> '{}'
    -- Long after its account was closed, an address is forgotten.
    else b.email <> '' end
  on conflict (kind, subject) do nothing
$$;
comment on function public.owe_mail is
  'Writes an e-mail about a checkout or its order to the outbox, in the transaction that causes it; once for each kind and subject. None when there is nobody to read it.';

create function public.owe_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('order', new.checkout_id, new.checkout_id::text);
  perform public.owe_mail('staff_order', new.checkout_id, new.checkout_id::text);
  -- Of a payment that was under review when it happened.
  perform public.owe_mail('order_refund', new.checkout_id, id::text)
  from public.refunds
  where payment_id = new.payment_id and source = 'dashboard' and state in ('pending', 'requires_action', 'succeeded');
  return null;
end
$$;
comment on function public.owe_order_mail is
  'Writes the order''s e-mail, and that to staff, to the outbox in the order''s own transaction: no order without e-mail, no e-mail without order.';

create trigger owe_order_mail after insert on public.orders
  for each row execute function public.owe_order_mail();

create function public.owe_checkout_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(
    (case
      when new.status = 'released' then 'payment_failed'
      when old.status = 'refund_due' and not public.is_declined(new.id) then 'sold_out_refund'
      else 'refund' end)::public.mail_kind,
    new.id, new.id::text);
  return null;
end
$$;
comment on function public.owe_checkout_mail is
  'Writes an e-mail in the transaction that records that a payment without an order went back, or that an awaited one failed.';

create trigger owe_checkout_mail after update of status on public.checkouts
  for each row when (
    (new.status = 'refunded' and old.status <> 'refunded' and old.status <> 'completed')
    or (new.status = 'released' and old.status = 'awaiting_payment'))
  execute function public.owe_checkout_mail();

create function public.owe_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('order_refund', o.checkout_id, new.id::text)
  from public.orders o where o.payment_id = new.payment_id;
  return null;
end
$$;
comment on function public.owe_refund_mail is
  'Writes an e-mail about a refund of an order that was made at Stripe''s dashboard. Of those that the shop makes, settle_order_refunds owes it: one, however many attempts it takes.';

create trigger owe_refund_mail after insert or update of state on public.refunds
  for each row when (new.source = 'dashboard' and new.state in ('pending', 'requires_action', 'succeeded'))
  execute function public.owe_refund_mail();

create function public.mail_about(p_mail public.mail_outbox) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_mail.user_id is not null then 'account ' || p_mail.user_id
    when p_mail.subscription_id is not null then 'subscription ' || p_mail.subscription_id
    when p_mail.stock_alert_id is not null then 'stock alert ' || p_mail.stock_alert_id
    when p_mail.release_id is not null then 'release ' || p_mail.release_id
    when p_mail.complaint_id is not null then 'complaint ' || p_mail.complaint_id
    else coalesce(
      (select 'order ' || id from public.orders where checkout_id = p_mail.checkout_id), 'checkout ' || p_mail.checkout_id) end
$$;
comment on function public.mail_about is 'What an e-mail is about, for the log.';

create function public.mail_attempts_allowed() returns integer
language sql immutable set search_path = ''
as $$ select 8 $$;
comment on function public.mail_attempts_allowed is
  'Attempts before an e-mail is parked. With backoff that doubles from 5 minutes they span less than the 24 hours for which the provider remembers an idempotency key.';

create function public.staff_order_mail_may_go() returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from public.mail_outbox
    where kind = 'staff_order' and status in ('due', 'sent') and attempts > 0
      and coalesce(sent_at, due_at) > now() - interval '10 minutes')
$$;
comment on function public.staff_order_mail_may_go is
  'Whether the last e-mail that told staff of orders was sent ten minutes ago or longer, and none is being tried. A busy hour makes six e-mails, not one for each order.';

create function public.claim_mails(
  p_limit integer, p_lease_seconds integer, p_checkout uuid default null, p_mail uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_parked jsonb := '[]'::jsonb;
  v_claimed uuid[];
  v_first_order uuid;
begin
  if p_checkout is null and p_mail is null then
    with late as (
      select id from public.mail_outbox
      where status = 'due' and due_at <= now()
        and (attempts >= public.mail_attempts_allowed() or coalesce(resent_at, created_at) < now() - interval '3 days')
      order by due_at limit p_limit
      for update skip locked
    ), parked as (
      update public.mail_outbox m
      set status = 'parked', last_error = coalesce(m.last_error, 'not sent in time')
      from late where m.id = late.id
      returning m.id, m.kind, public.mail_about(m) as about, m.last_error
    )
    select coalesce(jsonb_agg(to_jsonb(parked)), '[]'::jsonb) into v_parked from parked;
  end if;

  -- Of orders that staff have not been told of, the first speaks for all, when it is time.
  select id into v_first_order from public.mail_outbox
  where kind = 'staff_order' and status = 'due' and attempts = 0 and public.staff_order_mail_may_go()
  order by created_at, id limit 1;

  with next as (
    select id from public.mail_outbox
    where status = 'due' and due_at <= now() and attempts < public.mail_attempts_allowed()
      and (p_checkout is null or checkout_id = p_checkout)
      and (p_mail is null or id = p_mail)
      -- Those leave in batches (claim_stock_alert_batch).
      and kind <> 'back_in_stock'
      and (kind <> 'staff_order' or attempts > 0 or id = v_first_order or id = p_mail)
    order by due_at limit p_limit
    for update skip locked
  ), claimed as (
    update public.mail_outbox m
    set claim = gen_random_uuid(),
        attempts = m.attempts + 1,
        due_at = now() + make_interval(secs => p_lease_seconds)
    from next where m.id = next.id
    returning m.id
  )
  select array_agg(id) into v_claimed from claimed;

  if v_first_order = any (v_claimed) then
    with others as (
      select id from public.mail_outbox
      where kind = 'staff_order' and status = 'due' and attempts = 0 for update skip locked
    )
    update public.mail_outbox m set status = 'joined', joined_to = v_first_order
    from others where m.id = others.id;
  end if;

  return jsonb_build_object('parked', v_parked, 'mails', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', id, 'claim', claim, 'kind', kind,
      'about', public.mail_about(mail_outbox),
      'content', public.mail_content(id)))
    from public.mail_outbox where id = any (v_claimed)), '[]'::jsonb));
end
$$;
comment on function public.claim_mails is
  'Takes up to p_limit e-mails that are due, or those of a checkout, or one, for p_lease_seconds: no other sender gets them meanwhile, and those of a killed sender become due again. '
  'Also parks, and returns, those whose attempts are used up or that are three days old. E-mails that tell staff of orders are joined into one, ten minutes or more after the last; those about stock leave by claim_stock_alert_batch.';

create function public.record_mail_sent(p_mail uuid, p_provider_id text) returns boolean
language sql set search_path = ''
as $$
  with sent as (
    update public.mail_outbox
    set status = 'sent', sent_at = now(), provider_id = p_provider_id, last_error = null
    where id = p_mail and status <> 'sent'
    returning 1
  )
  select exists (select from sent)
$$;
comment on function public.record_mail_sent is
  'Records that the provider accepted it, whoever sent it and however late; false when already recorded.';

create function public.record_mail_failure(
  p_mail uuid, p_claim uuid, p_error text, p_permanent boolean
) returns public.mail_status
language sql set search_path = ''
as $$
  update public.mail_outbox
  set status = (case when p_permanent or attempts >= public.mail_attempts_allowed() then 'parked' else 'due' end)::public.mail_status,
      due_at = now() + interval '5 minutes' * power(2, attempts - 1),
      last_error = left(p_error, 500)
  where id = p_mail and claim = p_claim and status = 'due'
  returning status
$$;
comment on function public.record_mail_failure is
  'Reschedules a failed e-mail with backoff that doubles from 5 minutes, or parks it: at once when p_permanent, else after the last attempt. '
  'Null, changing nothing, when another sender has claimed it since.';


-- ----------------------------------------------------------------------------------------------------
-- dispatch
-- ----------------------------------------------------------------------------------------------------

-- What the people who pack do: parcels leave and arrive, labels are corrected, notes written, e-mails sent again.

create function public.dispatch_stopped_by(p_order bigint) returns text
language sql stable set search_path = ''
as $$
  select case
    when b.disputed then 'disputed'
    when u.cancelled = u.ordered then 'cancelled'
    when p.charged_pence > 0 and greatest(b.refunded_pence, b.returned_pence) + f.owed_pence >= p.charged_pence then 'refunded'
  end
  from public.orders o
  join public.payments p on p.id = o.payment_id
  join public.payment_balances b on b.payment_id = p.id
  cross join lateral (
    select sum(ordered) as ordered, sum(cancelled) as cancelled from public.order_units where order_id = p_order) u
  cross join lateral (
    select coalesce(sum(f.amount_pence), 0) as owed_pence
    from public.order_refunds f join public.order_refund_states s on s.id = f.id
    where f.order_id = p_order and s.state in ('due', 'failed')) f
  where o.id = p_order
$$;
comment on function public.dispatch_stopped_by is
  'Why nothing of an order may leave: disputed, cancelled, or refunded (all of the money went back, is on its way back or owed). Null when it may.';

create function public.dispatch_parcel(p_staff bigint, p_parcel jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := (p_parcel ->> 'event')::uuid;
  v_number text := p_parcel ->> 'tracking_number';
  v_order public.orders;
  v_parcel bigint;
  v_outcome text;
  v_stopped_by text;
begin
  select * into v_order from public.orders where id = (p_parcel ->> 'order')::bigint;
  if not found then
    return jsonb_build_object('order', p_parcel -> 'order', 'outcome', 'unknown');
  end if;

  select id into v_parcel from public.parcels where event_id = v_event and order_id = v_order.id;
  if not found then
    v_stopped_by := public.dispatch_stopped_by(v_order.id);
    if v_stopped_by is null and v_order.units_to_send > 0 then
      -- What was packed may have been cancelled since the packer's list was read.
      select case
        when bool_or(coalesce(u.to_send, 0) + coalesce(u.cancelled, 0) < w.quantity) then 'too_many'
        when bool_or(u.to_send < w.quantity) then 'cancelled'
      end into v_stopped_by
      from (
        select (item ->> 'variant_id')::bigint as variant_id, sum((item ->> 'quantity')::integer) as quantity
        from jsonb_array_elements(nullif(p_parcel -> 'items', 'null')) item group by 1) w
      left join public.order_units u on u.order_id = v_order.id and u.variant_id = w.variant_id;
    end if;
    v_outcome := case
      when v_stopped_by = 'too_many' then 'too_many'
      when v_stopped_by is not null then 'stopped'
      when v_order.units_to_send = 0 then 'nothing_to_send'
    end;
  end if;

  if v_parcel is null and v_outcome is null
    and public.add_order_event(v_event, v_order.checkout_id, 'dispatched', 'staff', p_staff, jsonb_build_object(
      'carrier', p_parcel -> 'carrier', 'tracking_number', v_number))
  then
    insert into public.parcels (order_id, event_id, carrier, tracking_number)
    values (v_order.id, v_event, p_parcel ->> 'carrier', v_number)
    returning id into v_parcel;

    if coalesce(p_parcel -> 'items', 'null') = 'null' then
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity)
      select v_parcel, order_id, variant_id, to_send
      from public.order_units where order_id = v_order.id and to_send > 0;
    else
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity)
      select v_parcel, v_order.id, (item ->> 'variant_id')::bigint, sum((item ->> 'quantity')::integer)
      from jsonb_array_elements(p_parcel -> 'items') item group by 3;
    end if;

    perform public.owe_mail('dispatched', v_order.checkout_id, v_parcel::text);
    perform public.settle_order(v_order.id);
  end if;

  return (
    select jsonb_build_object(
      'order', o.id,
      'checkout', o.checkout_id,
      'outcome', coalesce(v_outcome, 'dispatched'),
      'stopped_by', case when v_outcome = 'stopped' then v_stopped_by end,
      'status', o.status,
      'units_to_send', o.units_to_send,
      'parcel', v_parcel,
      'left_as', (
        select concat_ws(' ', carrier, tracking_number) from public.parcels
        where id = v_parcel and (carrier, tracking_number) is distinct from (p_parcel ->> 'carrier', v_number)),
      'also_on', (
        select coalesce(jsonb_agg(distinct order_id), '[]') from public.parcels
        where tracking_number = v_number and order_id <> o.id and v_parcel is not null))
    from public.orders o where o.id = v_order.id);
end
$$;
comment on function public.dispatch_parcel is
  'Sends one parcel, as staff_dispatch takes and answers it. For functions that have locked the checkout.';

create function public.lock_orders(p_orders bigint[]) returns void
language sql set search_path = ''
as $$
  select 1 from public.checkouts
  where id in (select checkout_id from public.orders where id = any (p_orders))
  order by id for update
$$;
comment on function public.lock_orders is 'Locks several orders as lock_order does one; numbers of no order are passed over.';

create function public.refuse_number_twice(p_parcels jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_number text;
  v_orders bigint[];
begin
  select given ->> 'tracking_number', array_agg((given ->> 'order')::bigint order by place)
  into v_number, v_orders
  from jsonb_array_elements(p_parcels) with ordinality as parcel (given, place)
  where given ->> 'tracking_number' is not null
  group by 1 having count(*) > 1
  order by min(place) limit 1;
  if found then
    raise sqlstate 'PT400' using
      message = case
        when v_orders[1] = v_orders[2] then
          format('Order %s has the tracking number %s twice. Nothing was sent.', v_orders[1], v_number)
        else
          format('Orders %s and %s have the same tracking number, %s. Nothing was sent.', v_orders[1], v_orders[2], v_number)
      end,
      hint = 'number_twice',
      detail = jsonb_build_object('tracking_number', v_number, 'orders', v_orders)::text;
  end if;
end
$$;
comment on function public.refuse_number_twice is
  'A number scanned twice would tell a shopper of somebody else''s parcel. PT400 number_twice (detail: tracking_number, orders).';

create function public.staff_dispatch(p_user uuid, p_auth_session uuid, p_parcels jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
  v_parcel jsonb;
  v_results jsonb := '[]';
begin
  perform public.refuse_number_twice(p_parcels);
  perform public.lock_orders(array(
    select (given ->> 'order')::bigint from jsonb_array_elements(p_parcels) given));
  for v_parcel in select * from jsonb_array_elements(p_parcels) loop
    v_results := v_results || public.dispatch_parcel(v_staff, v_parcel);
  end loop;
  return v_results;
end
$$;
comment on function public.staff_dispatch is
  'Sends parcels: [{event, order, carrier, tracking_number or null, items: [{variant_id, quantity}] or null for all that is left}]. '
  'Each has an outcome of its own, in the order given: [{order, checkout, outcome, stopped_by, status, units_to_send, parcel, left_as, also_on}]. dispatched: it left, now or with an earlier press of the same button, and as then where left_as says so: its carrier and number. '
  'nothing_to_send: all has left. too_many: more than is left. stopped: see dispatch_stopped_by, or some of the items were cancelled meanwhile. unknown: no such order. '
  'also_on: other orders with a parcel of the same number. Errors: those of require_staff; PT400 number_twice; PT409 action_used.';

create function public.staff_take_tracking(p_user uuid, p_auth_session uuid, p_lines jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
  v_line jsonb;
  v_order public.orders;
  v_bare bigint[];
  v_outcome text;
  v_results jsonb := '[]';
begin
  perform public.refuse_number_twice(p_lines);
  perform public.lock_orders(array(
    select (given ->> 'order')::bigint from jsonb_array_elements(p_lines) given));
  for v_line in select * from jsonb_array_elements(p_lines) loop
    select * into v_order from public.orders where id = (v_line ->> 'order')::bigint;
    select array_agg(id) into v_bare from public.parcels where order_id = v_order.id and tracking_number is null;
    v_outcome := case
      when exists (
        select from public.parcels
        where order_id = v_order.id and tracking_number = v_line ->> 'tracking_number') then 'known'
      when v_bare is null then null
      when v_order.units_to_send > 0 or cardinality(v_bare) > 1 then 'ambiguous'
      else 'numbered'
    end;
    if v_outcome = 'numbered' then
      perform public.correct_parcel(
        (v_line ->> 'event')::uuid, v_bare[1], v_line ->> 'carrier', v_line ->> 'tracking_number', v_staff);
    end if;
    v_results := v_results || case
      when v_outcome is null then public.dispatch_parcel(v_staff, v_line)
      else jsonb_build_object(
        'order', v_order.id, 'checkout', v_order.checkout_id, 'outcome', v_outcome, 'stopped_by', null,
        'status', v_order.status, 'units_to_send', v_order.units_to_send, 'parcel', v_bare[1], 'also_on', '[]'::jsonb)
    end;
  end loop;
  return v_results;
end
$$;
comment on function public.staff_take_tracking is
  'Takes the tracking numbers of a file: [{event, order, carrier, tracking_number}]. An order with goods to send is sent, a parcel that left without a number gets it. '
  'Outcomes as those of staff_dispatch, and: numbered; known, it had this number already; ambiguous, which parcel is meant is for a person to say. Errors as those of staff_dispatch.';

create function public.parcel_state(p_parcel bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order', o.id, 'checkout', o.checkout_id, 'status', o.status, 'parcel', p.id, 'carrier', p.carrier,
    'tracking_number', p.tracking_number, 'sent_at', p.sent_at, 'delivered_at', p.delivered_at)
  from public.parcels p join public.orders o on o.id = p.order_id
  where p.id = p_parcel
$$;
comment on function public.parcel_state is 'A parcel and the status of its order, as the calls answer that change it.';

create function public.lock_parcel(p_parcel bigint) returns public.parcels
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  perform public.lock_orders(array(select order_id from public.parcels where id = p_parcel));
  select * into v_parcel from public.parcels where id = p_parcel;
  if not found then
    raise sqlstate 'PT404' using message = 'No such parcel', hint = 'parcel_unknown';
  end if;
  return v_parcel;
end
$$;
comment on function public.lock_parcel is 'Locks the order of a parcel. PT404 parcel_unknown.';

create function public.staff_deliver(
  p_user uuid, p_auth_session uuid, p_event uuid, p_parcel bigint, p_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
  v_parcel public.parcels := public.lock_parcel(p_parcel);
  v_checkout uuid := (select checkout_id from public.orders where id = v_parcel.order_id);
  v_at timestamptz := coalesce(p_at, now());
begin
  if public.add_order_event(p_event, v_checkout, 'delivered', 'staff', v_staff, jsonb_build_object(
    'parcel', p_parcel, 'at', v_at))
  then
    if v_parcel.delivered_at is not null then
      raise sqlstate 'PT409' using message = 'This parcel was delivered already.', hint = 'already_delivered';
    end if;
    if v_at > now() then
      raise sqlstate 'PT400' using message = 'The day of delivery is in the future.', hint = 'in_future';
    end if;
    if v_at < v_parcel.sent_at then
      raise sqlstate 'PT400' using message = 'A parcel cannot arrive before it was sent.', hint = 'before_sent';
    end if;
    update public.parcels set delivered_at = v_at where id = p_parcel;
    perform public.owe_mail('delivered', v_checkout, p_parcel::text);
    perform public.settle_order(v_parcel.order_id);
  end if;
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_deliver is
  'Records that a parcel has arrived, at p_at or now; nothing else does. Returns parcel_state. '
  'Errors: those of require_staff; PT404 parcel_unknown; PT409 already_delivered, action_used; PT400 in_future, before_sent.';

create function public.correct_parcel(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  select * into v_parcel from public.parcels where id = p_parcel;
  if (v_parcel.carrier, v_parcel.tracking_number) is distinct from (p_carrier, p_tracking_number)
    and public.add_order_event(
      p_event, (select checkout_id from public.orders where id = v_parcel.order_id), 'parcel_corrected', 'staff', p_staff,
      jsonb_build_object(
        'parcel', p_parcel,
        'carrier', p_carrier, 'carrier_before', v_parcel.carrier,
        'tracking_number', p_tracking_number, 'tracking_number_before', v_parcel.tracking_number))
  then
    update public.parcels set carrier = p_carrier, tracking_number = p_tracking_number where id = p_parcel;
    perform public.settle_order(v_parcel.order_id);
  end if;
end
$$;
comment on function public.correct_parcel is
  'Writes another carrier or tracking number on a parcel. For functions that have locked its order.';

create function public.staff_correct_parcel(
  p_user uuid, p_auth_session uuid, p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
begin
  perform public.lock_parcel(p_parcel);
  perform public.correct_parcel(p_event, p_parcel, p_carrier, p_tracking_number, v_staff);
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_correct_parcel is
  'Corrects carrier and tracking number (or null) of a parcel. Who has its e-mail already is told by sending that again. Returns parcel_state. '
  'Errors: those of require_staff; PT404 parcel_unknown; PT409 action_used.';

create function public.staff_correct_label(
  p_user uuid, p_auth_session uuid, p_event uuid, p_order bigint, p_label jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
  v_order public.orders := public.lock_order(p_order);
  v_delivery jsonb := (select delivery from public.checkouts where id = v_order.checkout_id);
  v_label jsonb := nullif(nullif(p_label, 'null'), v_delivery);
begin
  if v_label is distinct from v_order.label
    and public.add_order_event(p_event, v_order.checkout_id, 'label_corrected', 'staff', v_staff, jsonb_build_object(
      'label', coalesce(v_label, v_delivery), 'before', coalesce(v_order.label, v_delivery)))
  then
    if v_label ->> 'country' <> v_order.country then
      raise sqlstate 'PT409' using
        message = 'Postage and tax were paid for another country. Cancel the order, and ask the shopper for a new one.',
        hint = 'other_country';
    end if;
    if v_order.units_to_send = 0 then
      raise sqlstate 'PT409' using message = 'Nothing is left to send, so there is no label to correct.', hint = 'nothing_to_send';
    end if;
    update public.orders set label = v_label where id = p_order;
    perform public.settle_order(p_order);
  end if;
  return jsonb_build_object(
    'order', p_order, 'checkout', v_order.checkout_id,
    'label', (select coalesce(label, v_delivery) from public.orders where id = p_order));
end
$$;
comment on function public.staff_correct_label is
  'Writes another address on the labels of what is still to be sent; null: the order''s own again, which never changes. '
  'Errors: those of require_staff; PT404 order_unknown; PT409 other_country, nothing_to_send, action_used.';

create function public.staff_note(
  p_user uuid, p_auth_session uuid, p_event uuid, p_checkout uuid, p_text text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using message = 'No such order', hint = 'order_unknown';
  end if;
  if p_text is null or p_text !~ '\S' or length(p_text) > 2000 then
    raise sqlstate 'PT400' using message = 'A note has 1 to 2000 characters.', hint = 'note_length';
  end if;
  perform public.add_order_event(p_event, p_checkout, 'note', 'staff', v_staff, jsonb_build_object('text', p_text));
  return jsonb_build_object('checkout', p_checkout, 'event', p_event);
end
$$;
comment on function public.staff_note is
  'Notes something about an order, or a paid checkout without one, that only staff read. Errors: those of require_staff; PT404 order_unknown; PT400 note_length; PT409 action_used.';

create function public.staff_resend_mail(
  p_user uuid, p_auth_session uuid, p_event uuid, p_mail uuid
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session);
  v_new uuid := gen_random_uuid();
  v_known jsonb;
  v_mail public.mail_outbox;
begin
  -- The same press again names an e-mail that has another id by now.
  select checkout_id into v_mail.checkout_id from public.mail_outbox where id = p_mail;
  if not found then
    select checkout_id into v_mail.checkout_id from public.order_events
    where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  end if;
  perform 1 from public.checkouts where id = v_mail.checkout_id for update;

  select detail into v_known from public.order_events
  where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  if found then
    return jsonb_build_object('mail', v_known -> 'sent_again_as');
  end if;

  select * into v_mail from public.mail_outbox where id = p_mail and checkout_id is not null for update;
  if not found then
    raise sqlstate 'PT404' using message = 'No such e-mail', hint = 'mail_unknown';
  end if;
  if v_mail.status = 'due' then
    raise sqlstate 'PT409' using message = 'This e-mail is on its way already.', hint = 'mail_due';
  end if;
  if v_mail.kind not in ('staff_order', 'staff_decision') and not exists (
    select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
    where c.id = v_mail.checkout_id and b.email <> '')
  then
    raise sqlstate 'PT409' using
      message = 'The shopper''s address was erased with their account.', hint = 'address_erased';
  end if;
  perform public.add_order_event(p_event, v_mail.checkout_id, 'mail_resent', 'staff', v_staff, jsonb_build_object(
    'mail', p_mail, 'kind', v_mail.kind, 'subject', v_mail.subject, 'status', v_mail.status, 'sent_at', v_mail.sent_at,
    'provider_id', v_mail.provider_id, 'last_error', v_mail.last_error, 'sent_again_as', v_new));
  update public.mail_outbox
  set id = v_new, status = 'due', attempts = 0, due_at = now(), resent_at = now(),
      claim = null, provider_id = null, last_error = null, sent_at = null
  where id = p_mail;
  return jsonb_build_object('mail', v_new);
end
$$;
comment on function public.staff_resend_mail is
  'Makes an e-mail about an order due again that was sent or parked, under a new id, because the provider would not send the same again. Its first sending is kept in the event. Returns the new id. '
  'Errors: those of require_staff; PT404 mail_unknown; PT409 mail_due, address_erased, action_used.';


-- ----------------------------------------------------------------------------------------------------
-- mail_content
-- ----------------------------------------------------------------------------------------------------

-- What e-mails tell. Read as one is sent, so that it says how things are by then; days are counted from what caused it,
-- so that each attempt to send it says the same.

create function public.named_units(p_order bigint, p_units jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'product_name', i.product_name, 'color_name', i.color_name, 'quantity', u.value::integer)
         order by i.product_name, i.color_name, i.variant_id), '[]')
  from jsonb_each_text(p_units) u
  join public.order_items i on i.order_id = p_order and i.variant_id = u.key::bigint
$$;
comment on function public.named_units is 'Units of an order, {variant: quantity}, as e-mails list them: [{product_name, color_name, quantity}].';

create function public.units_to_come(p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select public.named_units(p_order, (
    select jsonb_object_agg(variant_id, to_send) from public.order_units where order_id = p_order and to_send > 0))
$$;
comment on function public.units_to_come is 'What of an order has neither left nor been cancelled, as named_units lists it.';

create function public.payment_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'reference', public.payment_reference(c.id),
    'asked_at', c.created_at,
    'amount_pence', coalesce(p.charged_pence, c.subtotal_pence + c.tax_pence),
    'refund_by', case when p_mail.kind <> 'payment_failed' then public.refund_promise(p_mail.created_at) end,
    'outside_pence', (
      select coalesce(sum(amount_pence), 0) from public.refunds where payment_id = p.id and source = 'outside'),
    'items', (
      select jsonb_agg(jsonb_build_object(
               'product_name', l.product_name, 'color_name', l.color_name, 'quantity', l.quantity)
             order by l.product_name, l.color_name, l.variant_id)
      from public.checkout_lines l where l.checkout_id = c.id))
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  left join public.payments p on p.checkout_id = c.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.payment_mail_content is
  'What an e-mail about a payment without an order tells. amount_pence is what was charged; of a payment that failed, the goods with tax. refund_by is null unless money goes back; outside_pence of it went another way than by Stripe.';

create function public.parcel_mail_content(p_parcel bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'carrier', p.carrier,
    'tracking_number', p.tracking_number,
    'items', public.named_units(p.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.parcel_items where parcel_id = p.id)),
    'to_come', public.units_to_come(p.order_id),
    'arrives_from', public.business_day_after(public.uk_day(p.sent_at), s.min_business_days),
    'arrives_by', public.business_day_after(public.uk_day(p.sent_at), s.max_business_days),
    'delivered_on', public.uk_day(p.delivered_at),
    'last', w.delivery_known,
    'return_until', w.return_until,
    'withdraw_until', w.withdraw_until)
  from public.parcels p
  join public.orders o on o.id = p.order_id
  cross join public.return_window(o.id) w
  left join public.checkout_shipping_options s on s.checkout_id = o.checkout_id and s.name = o.shipping_name
  where p.id = p_parcel
  order by s.position limit 1
$$;
comment on function public.parcel_mail_content is
  'What an e-mail about a parcel tells: its goods, what of the order is still to come, and between which days it arrives, counted from when it left. last: all of the order has arrived, and the periods of return_window count.';

create function public.cancelled_mail_content(p_event uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'actor', e.actor,
    'reason', e.detail ->> 'reason',
    'declared_by', e.detail ->> 'name',
    'at', e.at,
    'items', public.named_units(o.id, (
      select jsonb_object_agg(variant_id, quantity) from public.cancelled_items where event_id = e.id)),
    'whole', not exists (select from public.order_units where order_id = o.id and cancelled < ordered),
    'to_come', public.units_to_come(o.id),
    'amount_pence', (select amount_pence from public.order_refunds where id = e.id),
    'refund_by', least(public.refund_promise(p_written_at), public.uk_day(p_written_at) + 14))
  from public.order_events e
  join public.orders o on o.checkout_id = e.checkout_id
  where e.id = p_event
$$;
comment on function public.cancelled_mail_content is
  'What an e-mail about cancelled goods tells. amount_pence is what goes back for them, null when nothing does. reason is withdrawal where the shopper withdrew from the contract, under the name declared_by.';

create function public.refund_mail_content(p_refund uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'amount_pence', f.amount_pence,
    'included_basis_points', o.included_basis_points,
    'waits_for_shopper', s.state = 'requires_action',
    'refund_by', public.refund_promise(p_written_at),
    'parts', jsonb_build_object(
      'goods', f.goods_pence, 'tax', f.tax_pence, 'shipping', f.shipping_pence, 'goodwill', f.goodwill_pence),
    'reason', f.reason,
    'return_code', (select code from public.returns where id = f.return_id),
    'items', public.named_units(f.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.order_refund_items where order_refund_id = f.id)))
  from public.order_refunds f
  join public.order_refund_states s on s.id = f.id
  join public.orders o on o.id = f.order_id
  where f.id = p_refund
  union all
  select jsonb_build_object(
    'amount_pence', r.amount_pence, 'included_basis_points', o.included_basis_points, 'waits_for_shopper', r.state = 'requires_action', 'parts', null, 'reason', null, 'return_code', null, 'items', '[]'::jsonb,
    'refund_by', public.refund_promise(p_written_at))
  from public.refunds r
  join public.orders o on o.payment_id = r.payment_id
  where r.id = p_refund
$$;
comment on function public.refund_mail_content is
  'What an e-mail about a refund of an order tells, by the id of an order_refund, or of the refund that was made at Stripe''s dashboard: of that, only the amount is known. waits_for_shopper: Stripe asks them where to send the money.';

create function public.return_mail_content(p_return bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind,
    'code', r.code,
    'reason', r.reason,
    'declared_by', e.detail ->> 'name',
    'asked_at', r.asked_at,
    'send_by', public.uk_day(r.asked_at) + 14,
    'arrived', r.received_at is not null,
    'items', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.return_items where return_id = r.id)),
    'received', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, restocked + written_off)
      from public.return_items where return_id = r.id and restocked + written_off > 0)),
    -- https://www.legislation.gov.uk/uksi/2013/3134/regulation/34
    'refund_by', case when r.kind = 'withdrawal'
      then least(public.refund_promise(r.received_at), public.uk_day(r.received_at) + 14)
      else public.refund_promise(r.received_at) end,
    'refused_because', (
      select detail ->> 'reason' from public.order_events
      where checkout_id = o.checkout_id and kind = 'return_refused' and detail ->> 'code' = r.code
      limit 1))
  from public.returns r
  join public.orders o on o.id = r.order_id
  join public.order_events e on e.id = r.event_id
  where r.id = p_return
$$;
comment on function public.return_mail_content is
  'What an e-mail about a return tells. declared_by: the name under which the shopper withdrew from the contract, null where they asked for a return. refund_by: counted from when the goods were received; null before.';

create function public.order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'order', o.id,
    'checkout', o.checkout_id,
    'placed_at', o.created_at,
    'country', o.country,
    'may_withdraw', public.order_options(o.id) -> 'can_withdraw'
  ) || case p_mail.kind
    when 'dispatched' then public.parcel_mail_content(p_mail.subject::bigint)
    when 'delivered' then public.parcel_mail_content(p_mail.subject::bigint)
    when 'cancelled' then public.cancelled_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'order_refund' then public.refund_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'withdrawal_link' then '{}'::jsonb
    else public.return_mail_content(p_mail.subject::bigint) end
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  where o.checkout_id = p_mail.checkout_id
$$;
comment on function public.order_mail_content is
  'What an e-mail of an order''s life tells: what every such e-mail knows of the order, and what its kind tells of its subject.';

create function public.staff_order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select o.*, row_number() over (order by o.id) as place
    from public.mail_outbox m
    join public.orders o on o.checkout_id = m.checkout_id
    where m.id = p_mail.id or (m.joined_to = p_mail.id and m.status = 'joined')
  )
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'count', count(*),
    'orders', jsonb_agg(jsonb_build_object(
      'order', id, 'leaves_by', leaves_by, 'shipping_name', shipping_name, 'country', country, 'units', total_items)
      order by id) filter (where place <= 50))
  from told
$$;
comment on function public.staff_order_mail_content is
  'What an e-mail to staff tells of new orders: how many, and of the first 50 what it takes to plan a day. No amounts: packers read it, too.';

create function public.staff_decision_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'checkout', c.id,
    'order', o.id,
    'reference', public.payment_reference(c.id),
    'why', about.why,
    'amount_pence', coalesce(d.amount_pence, f.amount_pence, s.amount_pence, p.charged_pence),
    'text', case about.why
      when 'dispute' then d.reason
      when 'mail_parked' then m.kind || ': ' || coalesce(m.last_error, 'no reason given')
      when 'refund_given_up' then f.given_up_because
      when 'refund_failed' then coalesce(
        (select last_failure from public.order_refund_states where id = f.id),
        (select failure_reason from public.refunds
         where payment_id = p.id and state in ('failed', 'cancelled') order by settled_at desc limit 1)) end,
    'due_by', d.due_by)
  from public.checkouts c
  cross join lateral (
    select split_part(p_mail.subject, ' ', 1) as why, split_part(p_mail.subject, ' ', 2) as id) about
  left join public.orders o on o.checkout_id = c.id
  left join public.payments p on p.checkout_id = c.id
  left join public.disputes d on about.why = 'dispute' and d.stripe_dispute_id = about.id
  left join public.order_refunds f on about.why in ('refund_failed', 'refund_given_up') and f.id::text = about.id
  left join public.open_surpluses s on about.why = 'refund_surplus' and s.event_id::text = about.id
  left join public.mail_outbox m on about.why = 'mail_parked' and m.id::text = about.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.staff_decision_mail_content is
  'What an e-mail to managers tells of what only a person can decide. Its subject is why, and the id of what it is about: '
  'review CHECKOUT, refund_failed ORDER_REFUND (or CHECKOUT, where there is no order), refund_given_up ORDER_REFUND, refund_surplus EVENT, dispute STRIPE_ID, mail_parked MAIL.';

create function public.stock_alert_content(p_alert uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', a.email,
    'alert', a.id,
    'product', p.id,
    'variant', v.id,
    'product_name', p.name,
    'color_name', v.color_name,
    'picture', (select path from public.variant_images where variant_id = v.id order by position, id limit 1))
  from public.stock_alerts a
  join public.color_variants v on v.id = a.variant_id
  join public.products p on p.id = v.product_id
  where a.id = p_alert
$$;
comment on function public.stock_alert_content is 'What an e-mail tells of a colour that is back in stock. picture is null for a colour without one.';

create function public.staff_release_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'emails', array(
      select unnest(public.staff_addresses(p_mail.kind))
      union
      -- Whoever gave the time, though they do something else here by now.
      select public.account_email(s.user_id)
      from public.staff s
      join public.profiles p on p.user_id = s.user_id
      where s.until is null and p.email_confirmed_at is not null and s.id = (
        select staff_id from public.release_events
        where release_id = r.id and what = 'scheduled' order by id desc limit 1)
      order by 1),
    'release', r.id,
    'title', r.title,
    'scheduled_for', r.scheduled_for,
    'failure', r.failure)
  from public.releases r
  where r.id = p_mail.release_id
$$;
comment on function public.staff_release_mail_content is
  'What an e-mail tells marketers, managers and whoever gave its time of a release that could not be published. failure and scheduled_for are null where it has been saved or discarded since.';

create function public.complaint_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'name', c.name,
    'words', c.words,
    'received_at', c.received_at,
    'due_by', public.complaint_due(c.received_at)
  ) || case p_mail.kind
    when 'staff_complaint' then jsonb_build_object('emails', public.staff_addresses(p_mail.kind), 'from', c.email)
    else jsonb_build_object('email', c.email) end
  from public.complaints c
  where c.id = p_mail.complaint_id
$$;
comment on function public.complaint_mail_content is
  'What an e-mail about a complaint tells. due_by: the day by which it is answered. from: of that to managers, who complained.';

create function public.mail_content(p_mail uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when m.kind = 'order' then jsonb_build_object(
      'checkout', m.checkout_id,
      'receipt', (select public.order_receipt(o.id) from public.orders o where o.checkout_id = m.checkout_id))
    when m.kind = 'confirm_email' then jsonb_build_object('email', public.account_email(m.user_id))
    when m.kind = 'confirm_subscription' then jsonb_build_object(
      'email', (select email from public.subscriptions where id = m.subscription_id),
      'subscription', m.subscription_id)
    when m.kind in ('sold_out_refund', 'refund', 'payment_failed') then public.payment_mail_content(m)
    when m.kind = 'back_in_stock' then public.stock_alert_content(m.stock_alert_id)
    when m.kind = 'staff_order' then public.staff_order_mail_content(m)
    when m.kind = 'staff_decision' then public.staff_decision_mail_content(m)
    when m.kind in ('complaint_received', 'staff_complaint') then public.complaint_mail_content(m)
    when m.kind = 'staff_release' then public.staff_release_mail_content(m)
    else public.order_mail_content(m)
  end
  from public.mail_outbox m where m.id = p_mail
$$;
comment on function public.mail_content is 'What an e-mail tells, and to whom: the form is OwedMail in netlify/server/mail/owed-mail.ts.';


-- ----------------------------------------------------------------------------------------------------
-- staff_mails
-- ----------------------------------------------------------------------------------------------------

-- E-mails to managers about what only a person can decide, and to marketers about a release that failed, owed by what
-- causes it. The subject says why and of what, so that each is owed once.

create function public.owe_review_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.id, 'review ' || new.id);
  return null;
end
$$;
comment on function public.owe_review_mail is 'Tells managers of a payment that waits for their decision.';

create trigger owe_review_mail after update of status on public.checkouts
  for each row when (new.status = 'review' and old.status <> 'review') execute function public.owe_review_mail();

create function public.owe_failed_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, 'refund_failed ' || coalesce(new.order_refund_id, p.checkout_id))
  from public.payments p
  where p.id = new.payment_id and 3 <= (
    select count(*) from public.refunds
    where payment_id = new.payment_id and order_refund_id is not distinct from new.order_refund_id
      and source = 'shop' and state in ('failed', 'cancelled'));
  return null;
end
$$;
comment on function public.owe_failed_refund_mail is 'Tells managers of a refund that has failed three times; the shop goes on trying, ever more rarely.';

create trigger owe_failed_refund_mail after update of state on public.refunds
  for each row when (new.source = 'shop' and new.state in ('failed', 'cancelled'))
  execute function public.owe_failed_refund_mail();

create function public.owe_given_up_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', checkout_id, 'refund_given_up ' || new.id)
  from public.orders where id = new.order_id;
  return null;
end
$$;
comment on function public.owe_given_up_refund_mail is
  'Tells managers of a refund that the shop gave up by itself, because less than that is left of the payment. Where a person gave it up, that was the decision.';

create trigger owe_given_up_refund_mail after update of given_up_by on public.order_refunds
  for each row when (new.given_up_by = 'shop' and old.given_up_by is null)
  execute function public.owe_given_up_refund_mail();

create function public.owe_dispute_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, 'dispute ' || new.stripe_dispute_id)
  from public.payments p where p.id = new.payment_id;
  return null;
end
$$;
comment on function public.owe_dispute_mail is 'Tells managers of a dispute, in time to answer it.';

create trigger owe_dispute_mail after insert on public.disputes
  for each row when (new.closed_at is null) execute function public.owe_dispute_mail();

create function public.owe_parked_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.checkout_id, 'mail_parked ' || new.id);
  return null;
end
$$;
comment on function public.owe_parked_mail is 'Tells managers of an e-mail that a shopper did not get.';

create trigger owe_parked_mail after update of status on public.mail_outbox
  for each row when (
    new.status = 'parked' and old.status <> 'parked'
    and new.checkout_id is not null and not public.mail_goes_to_staff(new.kind))
  execute function public.owe_parked_mail();

create function public.owe_failed_release_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, subject, release_id)
  select 'staff_release', new.id || ' ' || new.version, new.id
  where public.staff_addresses('staff_release') <> '{}'
  on conflict (kind, subject) do nothing;
  return null;
end
$$;
comment on function public.owe_failed_release_mail is
  'Tells marketers and managers of a release that could not be published at its time; again only when it was given another time, and failed again.';

create trigger owe_failed_release_mail after update of state on public.releases
  for each row when (new.state = 'failed' and old.state <> 'failed')
  execute function public.owe_failed_release_mail();
