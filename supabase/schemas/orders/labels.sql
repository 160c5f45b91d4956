-- Postage labels from a carrier's API: decided here, bought and voided outside any transaction (carry-out-label.ts),
-- finished by label-sweep.

create type public.label_state as enum ('quoted', 'wanted', 'bought', 'refused', 'void_wanted', 'voided');
comment on type public.label_state is
  'quoted: a price, not decided. wanted: to be bought. refused: by the carrier, nothing was bought. void_wanted: to be '
  'given back. voided: given back, costs nothing.';

create type public.scan_state as enum ('announced', 'on_the_way', 'delivered', 'returned', 'failed');
comment on type public.scan_state is 'A carrier''s last word about a parcel.';

create table public.labels (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references public.orders (id) on delete restrict,
  orders bigint[] not null,
  return_id bigint references public.returns (id) on delete restrict,
  contents text not null,
  state public.label_state not null default 'quoted',
  carrier public.label_carrier not null,
  quote text,
  service text not null default '',
  posted_with text not null default '',
  tracker text not null default '',
  pence integer,
  quoted_at timestamptz not null default now(),
  staff_id bigint references public.staff (id) on delete restrict,
  wanted_at timestamptz,
  attempts integer not null default 0,
  due_at timestamptz,
  problem text,
  purchase text,
  tracking_number text,
  has_code boolean not null default false,
  bought_at timestamptz,
  voided_at timestamptz,
  scan public.scan_state,
  scanned_at timestamptz,
  tracked_at timestamptz,
  constraint labels_pence_not_negative check (pence >= 0),
  constraint labels_return_key unique (return_id),
  constraint labels_quoted_before_bought check (quote is not null or return_id is not null and bought_at is null),
  constraint labels_orders_has_first check (order_id = any (orders)),
  constraint labels_decided_has_time check ((state = 'quoted') = (wanted_at is null)),
  constraint labels_quote_has_no_staff check (staff_id is null or wanted_at is not null),
  constraint labels_bought_is_complete check (
    (state in ('bought', 'void_wanted', 'voided')) = (bought_at is not null)
    and (bought_at is null) = (purchase is null)),
  constraint labels_tracking_number_form check (tracking_number ~ '^[A-Z0-9]([A-Z0-9 -]{0,38}[A-Z0-9])?$'),
  constraint labels_voided_has_time check ((state = 'voided') = (voided_at is not null)),
  constraint labels_scan_has_time check ((scan is null) = (scanned_at is null))
);
comment on table public.labels is
  'Postage labels: quotes, purchases, what they cost, and what the carrier says about the parcel.';
comment on column public.labels.id is
  'The shop''s reference at the carrier, under which a purchase is looked for before it is made again.';
comment on column public.labels.orders is 'All orders in the parcel, order_id the first.';
comment on column public.labels.return_id is 'The return that it brings back; null: it goes to the customer.';
comment on column public.labels.contents is 'Fingerprint of address and pieces when it was quoted (parcels_to_label).';
comment on column public.labels.quote is
  'The carrier''s id of the quote; empty if it makes none, null until a return''s label is priced.';
comment on column public.labels.pence is 'Price; null if the carrier states none before its invoice.';
comment on column public.labels.staff_id is
  'Decided its purchase or its void; null: the shop itself, once its orders were cancelled.';
comment on column public.labels.due_at is 'When the next attempt may begin. An attempt takes two minutes at most.';
comment on column public.labels.problem is 'Why the carrier refused, or the last attempt failed.';
comment on column public.labels.purchase is 'The carrier''s id of the purchase.';
comment on column public.labels.has_code is 'Whether the carrier also takes a QR code in its place.';
comment on column public.labels.posted_with is 'Name of the carrier that moves the parcel.';
comment on column public.labels.tracker is 'That carrier''s name in calls for tracking.';
comment on column public.labels.scanned_at is 'The carrier''s time of scan.';
comment on column public.labels.tracked_at is 'When the carrier was last asked.';
create index labels_by_orders on public.labels using gin (orders);
create index labels_by_order on public.labels (order_id);
create index labels_by_staff on public.labels (staff_id);
create index labels_by_tracking_number on public.labels (tracking_number) where tracking_number is not null;
create index labels_due on public.labels (due_at) where state in ('wanted', 'void_wanted');
alter table public.labels enable row level security;

create function public.label_parcels(p_label public.labels) returns setof public.parcels
language sql stable rows 1 set search_path = ''
as $$
  select p.* from public.parcels_out p
  where p_label.return_id is null and p.order_id = any (p_label.orders) and p.sent_at >= p_label.wanted_at
    and p.tracking_number is not distinct from p_label.tracking_number
$$;
comment on function public.label_parcels is 'Parcels that left with a label: its orders'' pieces under its number.';

create function public.label_used(p_label public.labels) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.label_parcels(p_label))
    or p_label.return_id is not null and coalesce(p_label.scan <> 'announced', false)
$$;
comment on function public.label_used is 'Whether a parcel left with a label, or a return is on its way with it.';

create function public.void_unneeded_labels(p_orders bigint[], p_staff bigint) returns void
language sql set search_path = ''
as $$
  update public.labels l
  set state = 'void_wanted', staff_id = p_staff, due_at = now(), problem = null
  where l.orders && p_orders and l.state = 'bought' and l.return_id is null
    and not exists (select from public.order_units u where u.order_id = any (l.orders) and u.to_send > 0)
    -- Another piece may have left with it, under a number that was typed.
    and not exists (
      select from public.parcels_out p where p.order_id = any (l.orders) and p.sent_at >= l.wanted_at)
$$;
comment on function public.void_unneeded_labels is
  'Decides that the unused labels of orders are given back once nothing is left to send, and nothing has been sent '
  'since. p_staff: whose cancellation that is, if anybody''s. The caller has locked the orders.';

create view public.labels_in_hand with (security_invoker = true) as
select l.* from public.labels l
where l.return_id is null and (
  l.state in ('wanted', 'void_wanted') or l.state = 'bought' and not exists (select from public.label_parcels(l)));
comment on view public.labels_in_hand is
  'Labels to customers that are bought or being bought, and with which nothing has left yet.';

create function public.label_facts(p_label public.labels, p_money boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_label.id, 'orders', p_label.orders, 'state', p_label.state, 'service', p_label.service,
    'pence', case when p_money then p_label.pence end, 'carrier', p_label.posted_with,
    'tracking_number', p_label.tracking_number, 'problem', p_label.problem, 'scan', p_label.scan,
    'used', public.label_used(p_label))
$$;
comment on function public.label_facts is 'A label as the studio shows it; pence is null without see_money.';

create function public.staff_keep_quotes(p_quotes jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('pack'), 'see_money');
begin
  delete from public.labels l
  where l.state in ('quoted', 'refused') and l.quoted_at < now() - interval '7 days'
    or l.state = 'quoted' and l.orders && array(
      select number::bigint from jsonb_array_elements(p_quotes) q
      cross join lateral jsonb_array_elements_text(q -> 'orders') number);
  insert into public.labels (
    id, order_id, orders, contents, carrier, quote, service, posted_with, tracker, pence)
  select q.id, q.orders[1], q.orders, q.contents, q.carrier, q.quote, q.service, q.posted_with, q.tracker, q.pence
  from jsonb_to_recordset(p_quotes) as q (
    id uuid, orders bigint[], contents text, carrier public.label_carrier, quote text, service text,
    posted_with text, tracker text, pence integer);
  return (
    select coalesce(jsonb_agg(public.label_facts(l, v_money)), '[]')
    from jsonb_array_elements(p_quotes) q join public.labels l on l.id = (q ->> 'id')::uuid);
end
$$;
comment on function public.staff_keep_quotes is
  'Keeps quotes of parcels (parcels_to_label) in place of earlier ones of their orders, and of those a week old: [{id, '
  'orders, contents, carrier, quote, service, posted_with, tracker, pence}]. Returns their label_facts. Errors: '
  'those of require_staff.';

create function public.staff_label_purchases(p_labels uuid[]) returns table (
  carrier public.label_carrier, purchase text
)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return query
  select l.carrier, l.purchase
  from unnest(p_labels) with ordinality given (id, place) join public.labels l using (id)
  where l.state = 'bought' order by place;
end
$$;
comment on function public.staff_label_purchases is
  'Bought labels at their carriers, to print; others are left out. Errors: those of require_staff.';

create function public.staff_buy_labels(p_labels uuid[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_orders bigint[] := array(
    select distinct number from public.labels l cross join lateral unnest(l.orders) number where l.id = any (p_labels));
  v_contents text[];
  v_label public.labels;
  v_refusal text;
  v_results jsonb := '[]';
begin
  perform public.lock_orders(v_orders);
  v_contents := array(select p.contents from public.parcels_to_label(v_orders) p);
  for v_label in
    select l.* from unnest(p_labels) with ordinality as given (id, place) join public.labels l using (id) order by place
  loop
    v_refusal := case
      when v_label.state <> 'quoted' then null
      when exists (select from public.labels_in_hand h where h.orders && v_label.orders) then 'has_label'
      when v_label.contents <> all (v_contents) then 'changed'
    end;
    if v_label.state = 'quoted' and v_refusal is null then
      update public.labels set state = 'wanted', staff_id = v_staff, wanted_at = now(), due_at = now()
      where id = v_label.id returning * into v_label;
    end if;
    v_results := v_results || (
      public.label_facts(v_label, public.staff_may(v_staff, 'see_money')) || jsonb_build_object('refusal', v_refusal));
  end loop;
  return v_results;
end
$$;
comment on function public.staff_buy_labels is
  'Decides that quoted labels are bought: [label_facts and refusal], in the given order; unknown ones are left out. '
  'refusal: has_label (the parcel has one already), changed (address or pieces have changed since the quote, or the '
  'order may not leave). Pressed again, it changes nothing. Errors: those of require_staff.';

create function public.staff_labels(p_orders bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('pack'), 'see_money');
  v_contents text[] := array(select p.contents from public.parcels_to_label(p_orders) p);
begin
  return (
    select coalesce(jsonb_agg(public.label_facts(l, v_money)
      || jsonb_build_object('changed', l.contents <> all (v_contents)) order by l.wanted_at, l.id), '[]')
    from public.labels l
    where l.orders && p_orders and (
      l.id in (select id from public.labels_in_hand)
      or l.return_id is null and l.state = 'refused' and l.wanted_at > now() - interval '1 day'));
end
$$;
comment on function public.staff_labels is
  'Labels of orders with which nothing has left yet, and those refused today: label_facts and changed, whether '
  'address or pieces have changed since. Errors: those of require_staff.';

create function public.begin_label(p_label uuid) returns table (
  state public.label_state, carrier public.label_carrier, quote text, purchase text, is_first boolean, parcel jsonb,
  is_return boolean
)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  v_label public.labels;
begin
  update public.labels set due_at = now() + interval '2 minutes', attempts = attempts + 1
  where id = p_label and state in ('wanted', 'void_wanted') and due_at <= now()
  returning * into v_label;
  if found then
    return query select v_label.state, v_label.carrier, v_label.quote, v_label.purchase, v_label.attempts = 1, (
      select to_jsonb(p) from public.parcels_to_label(v_label.orders, v_label.return_id) p
      where v_label.return_id is not null or p.contents = v_label.contents), v_label.return_id is not null;
  end if;
end
$$;
comment on function public.begin_label is
  'Begins an attempt at a label that is to be bought or voided; no row if it is settled, or another attempt runs. '
  'is_first: the carrier cannot know it yet. quote: null for a return not priced yet. parcel: null if it has changed '
  'since the quote, or the return is not awaited any more.';

create function public.return_label_carrier(p_kind public.return_kind) returns public.label_carrier
language sql stable set search_path = ''
as $$
  select carrier from public.label_settings
  where return_labels = 'always' or return_labels = 'faults' and p_kind = 'fault'
$$;
comment on function public.return_label_carrier is
  'The carrier of the label that the settings provide for a return of a kind; null if they provide none.';

create function public.want_return_label(p_return bigint) returns void
language sql set search_path = ''
as $$
  insert into public.labels (order_id, orders, return_id, contents, state, carrier, wanted_at, due_at)
  select r.order_id, array[r.order_id], r.id, '', 'wanted', c.carrier, now(), now()
  from public.returns r cross join lateral public.return_label_carrier(r.kind) c (carrier)
  where r.id = p_return and c.carrier is not null
$$;
comment on function public.want_return_label is
  'Decides that a label is bought for a new return (return_label_carrier).';

create function public.price_return_label(
  p_label uuid, p_quote text, p_service text, p_posted_with text, p_tracker text,
  p_pence integer default null
) returns void
language sql set search_path = ''
as $$
  update public.labels
  set quote = p_quote, service = p_service, posted_with = p_posted_with, tracker = p_tracker, pence = p_pence
  where id = p_label and return_id is not null and state = 'wanted'
$$;
comment on function public.price_return_label is 'Keeps the carrier''s quote for a return, before it is bought.';

create function public.void_unneeded_return_label(p_return bigint) returns void
language sql set search_path = ''
as $$
  update public.labels l set state = 'void_wanted', due_at = now(), problem = null
  from public.returns r
  where r.id = p_return and l.return_id = r.id and l.state = 'bought' and not public.label_used(l)
    and case
      -- All came by other post; a label without tracking may have been used.
      when r.received_at is not null then l.tracking_number is not null and not exists (
        select from public.return_items i
        where i.return_id = r.id and i.restocked + i.written_off < i.quantity)
      else r.state in ('refused', 'called_off') end
$$;
comment on function public.void_unneeded_return_label is
  'Decides that the unused label of a return that will not come, or came without it, is given back. The caller has '
  'locked the order.';

create function public.return_label(p_return bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', id, 'state', state, 'carrier', posted_with, 'tracking_number', tracking_number, 'has_code', has_code,
    'scan', scan)
  from public.labels where return_id = p_return and state in ('wanted', 'bought')
$$;
comment on function public.return_label is
  'The label of a return as its shopper sees it; null without one, or while it is given back.';

create function public.settle_label(
  p_label uuid, p_state public.label_state, p_purchase text default null,
  p_tracking_number text default null, p_problem text default null, p_has_code boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_label public.labels;
begin
  perform public.lock_orders(orders) from public.labels where id = p_label;
  update public.labels
  set state = p_state, problem = p_problem, attempts = 0,
      purchase = coalesce(purchase, p_purchase), tracking_number = coalesce(tracking_number, p_tracking_number),
      has_code = has_code or p_has_code,
      bought_at = case when p_purchase is not null then coalesce(bought_at, now()) else bought_at end,
      voided_at = case when p_state = 'voided' then now() end
  where id = p_label and case p_state
    when 'bought' then state in ('wanted', 'void_wanted')
    when 'refused' then state = 'wanted'
    when 'voided' then state = 'void_wanted' end
  returning * into v_label;
  if found and p_problem is null then
    perform public.add_order_event(
      md5(p_label::text || p_state || o.id)::uuid, o.checkout_id,
      (case p_state when 'bought' then 'label_bought' else 'label_voided' end)::public.order_event_kind,
      (case when v_label.staff_id is null then 'shop' else 'staff' end)::public.actor, v_label.staff_id,
      jsonb_build_object(
        'label', p_label, 'carrier', v_label.posted_with, 'tracking_number', v_label.tracking_number))
    from public.orders o where o.id = any (v_label.orders);
    if p_purchase is not null then
      perform public.void_unneeded_labels(v_label.orders, null);
      perform public.void_unneeded_return_label(v_label.return_id);
    end if;
  end if;
end
$$;
comment on function public.settle_label is
  'Records the carrier''s answer to an attempt: bought (with its purchase, or after a void that it refused), refused '
  'or voided. A purchase whose orders or return were called off meanwhile is given back. Nothing changes if that is '
  'recorded already.';

create function public.put_label_off(p_label uuid, p_problem text default null) returns void
language sql set search_path = ''
as $$
  update public.labels
  set problem = left(p_problem, 300),
      due_at = now() + least(interval '1 minute' * power(2, least(attempts, 10)), interval '6 hours')
  where id = p_label and state in ('wanted', 'void_wanted')
$$;
comment on function public.put_label_off is 'Records a failed attempt: the next begins after a growing interval.';

create function public.due_labels(p_limit integer) returns setof uuid
language sql stable set search_path = ''
as $$
  select id from public.labels
  where state in ('wanted', 'void_wanted') and due_at <= now() order by due_at limit p_limit
$$;
comment on function public.due_labels is 'Labels to be bought or voided whose last attempt is over.';

create function public.staff_void_label(p_label uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_label public.labels;
begin
  perform public.lock_orders(orders) from public.labels where id = p_label;
  select * into v_label from public.labels where id = p_label;
  if v_label.bought_at is null then
    return null;
  end if;
  if v_label.state = 'bought' and not public.label_used(v_label) then
    update public.labels set state = 'void_wanted', staff_id = v_staff, due_at = now(), problem = null
    where id = p_label returning * into v_label;
  end if;
  return public.label_facts(v_label, public.staff_may(v_staff, 'see_money'));
end
$$;
comment on function public.staff_void_label is
  'Decides that a label is given back to the carrier, unless it is used. Returns label_facts; null if there is no such '
  'label. Errors: those of require_staff.';

create function public.labels_to_track(p_limit integer, p_number text default null) returns table (
  id uuid, carrier public.label_carrier, tracker text, tracking_number text
)
language sql stable set search_path = ''
as $$
  select l.id, l.carrier, l.tracker, l.tracking_number
  from public.labels l
  where l.state = 'bought' and l.tracking_number is not null
    and (l.tracking_number = p_number or p_number is null
      and l.bought_at > now() - interval '60 days'
      -- A return is not posted within three hours.
      and coalesce(l.tracked_at, case when l.return_id is null then '-infinity' else l.bought_at end)
        < now() - interval '3 hours')
    and (exists (select from public.label_parcels(l) p where p.delivered_at is null)
      or exists (select from public.returns r where r.id = l.return_id and r.state = 'asked')
        and l.scan is distinct from 'delivered')
  order by l.tracked_at nulls first, l.id limit p_limit
$$;
comment on function public.labels_to_track is
  'Labels of parcels on the way and of returns to come, under one tracking number or those whose carrier has not been '
  'asked for three hours.';

create function public.record_scan(
  p_label uuid, p_scan public.scan_state default null, p_at timestamptz default null
) returns setof uuid
language plpgsql set search_path = ''
as $$
declare
  v_label public.labels;
  v_parcel public.parcels;
begin
  perform public.lock_orders(orders) from public.labels where id = p_label;
  update public.labels
  set tracked_at = now(),
      scan = case when scan = 'delivered' or p_at < scanned_at then scan else coalesce(p_scan, scan) end,
      scanned_at = case when scan = 'delivered' or p_at < scanned_at then scanned_at
        else coalesce(case when p_scan is not null then p_at end, scanned_at) end
  where id = p_label returning * into v_label;
  if v_label.scan is distinct from 'delivered' then
    return;
  end if;
  for v_parcel in select * from public.label_parcels(v_label) p where p.delivered_at is null order by p.id loop
    perform public.deliver_parcel(
      md5(p_label::text || v_parcel.id)::uuid, v_parcel,
      least(greatest(v_label.scanned_at, v_parcel.sent_at), now()), null);
    return query select checkout_id from public.orders where orders.id = v_parcel.order_id;
  end loop;
end
$$;
comment on function public.record_scan is
  'Records the newest of a carrier''s scans, and the arrival of the label''s parcels, in whatever order they come; '
  'null: none yet. Returns the checkouts of orders that have arrived.';

create function public.labels_cost(p_from timestamptz, p_end timestamptz) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(l.pence * way.sign), 0)::bigint
  from public.labels l
  cross join lateral (values (1, l.bought_at), (-1, l.voided_at)) as way (sign, at)
  where way.at >= p_from and way.at < p_end
$$;
comment on function public.labels_cost is
  'Pence that labels cost: each when it was bought, and back when it was voided. Prices that a carrier states only on '
  'its invoice are missing.';

create function public.label_stuck_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(wanted_at) from public.labels
  where (state = 'wanted' or state = 'void_wanted' and problem is not null) and wanted_at < now() - interval '1 hour'
$$;
comment on function public.label_stuck_since is
  'Decision, an hour ago or earlier, of the oldest label that is neither bought nor refused, or whose void fails; null '
  'without one.';

create view invariants.one_label_in_hand (invariant, "row", found) as
select 'a parcel has one label in hand', 'orders ' || number, count(*) || ' labels'
from public.labels_in_hand l cross join lateral unnest(l.orders) number
group by number having count(*) > 1;
