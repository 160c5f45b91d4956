-- Status of an order, derived from its facts. Only this file writes it.

create view public.order_units with (security_invoker = true) as
select
  i.order_id,
  i.variant_id,
  i.quantity as ordered,
  coalesce(p.units, 0)::integer as sent,
  coalesce(c.units, 0)::integer as cancelled,
  (i.quantity - coalesce(p.units, 0) - coalesce(c.units, 0))::integer as to_send,
  coalesce(r.asked, 0)::integer as return_asked,
  coalesce(r.received, 0)::integer as returned,
  coalesce(m.units, 0)::integer as refunded,
  coalesce(m.owed, 0)::integer as refund_owed
from public.order_items i
left join lateral (
  select sum(s.quantity) as units from public.parcel_items s join public.parcels_out t on t.id = s.parcel_id
  where s.order_id = i.order_id and s.variant_id = i.variant_id) p on true
left join lateral (
  select sum(quantity) as units from public.cancelled_items
  where order_id = i.order_id and variant_id = i.variant_id) c on true
left join lateral (
  select sum(ri.quantity - ri.restocked - ri.written_off) filter (where t.state in ('asked', 'received')) as asked,
         sum(ri.restocked + ri.written_off) as received
  from public.return_items ri join public.returns t on t.id = ri.return_id
  where ri.order_id = i.order_id and ri.variant_id = i.variant_id) r on true
left join lateral (
  select sum(ri.quantity) as units, sum(ri.quantity) filter (where f.taken_at is null) as owed
  from public.order_refund_items ri join public.order_refunds f on f.id = ri.order_refund_id
  where ri.order_id = i.order_id and ri.variant_id = i.variant_id and f.given_up_at is null) m on true;
comment on view public.order_units is
  'Location of each order line''s units. sent includes those that came back (returned); return_asked is the part of '
  'it on its way back. refunded: price refunded or owed; refund_owed: the part that Stripe has not taken.';

create function public.is_handed_over(p_order bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.parcels p join public.order_events e on e.id = p.event_id
    where p.order_id = p_order and e.kind = 'sold_in_hand')
$$;
comment on function public.is_handed_over is 'Whether staff handed the pieces over when they sold them (sell_in_hand).';

create view public.order_refund_states with (security_invoker = true) as
select
  f.id,
  f.order_id,
  case
    when a.done or a.credit_pence >= f.amount_pence then 'succeeded'
    when a.waits then 'requires_action'
    when a.under_way then 'pending'
    when f.given_up_at is not null then 'given_up'
    when a.failures > 0 then 'failed'
    else 'due'
  end as state,
  coalesce(a.failures, 0)::integer as failures,
  a.last_failure,
  a.last_failed_at,
  a.settled_at
from public.order_refunds f
left join lateral (
  select bool_or(state = 'succeeded' and source <> 'credit') as done,
         coalesce(sum(amount_pence) filter (where source = 'credit'), 0) as credit_pence,
         bool_or(state = 'requires_action') as waits,
         bool_or(state in ('pending', 'requires_action')) as under_way,
         count(*) filter (where state in ('failed', 'cancelled')) as failures,
         (array_agg(failure_reason order by settled_at desc) filter (where state in ('failed', 'cancelled')))[1] as
           last_failure,
         max(settled_at) filter (where state in ('failed', 'cancelled')) as last_failed_at,
         max(settled_at) filter (where state = 'succeeded') as settled_at
  from public.refunds where order_refund_id = f.id) a on true;
comment on view public.order_refund_states is
  'Progress of each refund of an order. due: not requested yet, or requested without a response. pending, '
  'requires_action, succeeded: Stripe''s status, or all of it went to a gift card. failed: refused, to be retried. '
  'given_up: final.';

create view public.order_states with (security_invoker = true) as
select
  o.id as order_id,
  (case
    when b.disputed then 'disputed'
    when u.cancelled = u.ordered then 'cancelled'
    when p.charged_pence > 0 and b.returned_pence >= p.charged_pence then 'refunded'
    when r.asked then 'return_requested'
    when r.received or (u.returned > 0 and u.returned = u.sent and u.to_send = 0) then 'returned'
    when b.refunded_pence > 0 then 'part_refunded'
    when u.sent = 0 then 'processing'
    when u.to_send > 0 then 'part_dispatched'
    when t.under_way then 'dispatched'
    else 'delivered' end)::public.order_status as status,
  (case
    when u.cancelled = u.ordered then 'cancelled'
    when r.asked then 'return_requested'
    when u.sent = 0 then 'to_send'
    when u.to_send > 0 then 'part_sent'
    when u.returned = u.sent then 'returned'
    when u.returned > 0 then 'part_returned'
    when t.under_way then 'sent'
    else 'delivered' end)::public.goods_status as goods_status,
  (case
    when d.under_way then 'disputed'
    when d.lost then 'dispute_lost'
    when f.failed then 'refund_failed'
    when f.due then 'refund_due'
    when p.charged_pence > 0 and greatest(b.refunded_pence, b.returned_pence) >= p.charged_pence then 'refunded'
    when b.refunded_pence > 0 then 'part_refunded'
    else 'paid' end)::public.money_status as money_status,
  u.to_send as units_to_send
from public.orders o
join public.payments p on p.id = o.payment_id
join public.payment_balances b on b.payment_id = p.id
-- Grouped by order, these are read whole for all orders, and by index for one.
left join (
  select order_id, sum(ordered) as ordered, sum(sent) as sent, sum(cancelled) as cancelled, sum(to_send) as to_send,
         sum(returned) as returned
  from public.order_units group by order_id) u on u.order_id = o.id
left join (
  select order_id, bool_or(state = 'asked') as asked, bool_or(state = 'received') as received
  from public.returns group by order_id) r on r.order_id = o.id
left join (
  select order_id, bool_or(delivered_at is null) as under_way from public.parcels_out group by order_id) t
  on t.order_id = o.id
left join (
  select order_id, bool_or(state = 'failed') as failed, bool_or(state = 'due') as due
  from public.order_refund_states group by order_id) f on f.order_id = o.id
cross join lateral (
  select bool_or(closed_at is null) as under_way, bool_or(status = 'lost') as lost
  from public.disputes where payment_id = p.id) d;
comment on view public.order_states is
  'Statuses of each order and its units to send, from its facts. status is the first that applies: disputed, '
  'cancelled, refunded, return_requested, returned, part_refunded, then how much of it has left and arrived. '
  'goods_status is the location of its goods, whatever happened to its money: returning goods first, then unsent '
  'ones. money_status is the state of its money, wherever its goods are: the most urgent first; refunded and '
  'part_refunded: Stripe has taken the refunds, arrived or not.';

create function public.checkout_words(p_checkout uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select array_to_tsvector(array(
      select distinct left(word, 200)
      from (
        select unnest(public.search_words(concat_ws(' ',
          public.payment_reference(c.id), b.name, b.email,
          c.delivery ->> 'name', coalesce(c.delivery ->> 'line1', b.address), c.delivery ->> 'line2',
          c.delivery ->> 'town', c.delivery ->> 'postcode',
          o.label ->> 'name', o.label ->> 'line1', o.label ->> 'line2', o.label ->> 'town', o.label ->> 'postcode',
          (select string_agg(product_name || ' ' || color_name, ' ') from public.order_items where order_id = o.id),
          g.codes,
          (select string_agg(tracking_number, ' ') from public.parcels where order_id = o.id),
          (select string_agg(batch, ' ') from public.parcel_items where order_id = o.id),
          (select string_agg(code, ' ') from public.returns where order_id = o.id)))) as word
        union all
        -- Also written together.
        select replace(public.without_punctuation(public.search_form(text)), ' ', '')
        from (
          select c.delivery ->> 'postcode' as text
          union all select o.label ->> 'postcode'
          union all select string_to_table(g.codes, ' ')
          union all select tracking_number from public.parcels where order_id = o.id
          union all select batch from public.parcel_items where order_id = o.id
          union all select code from public.returns where order_id = o.id) texts
        union all
        select unnest(public.phone_words(phone))
        from unnest(array[b.phone, c.delivery ->> 'phone', o.label ->> 'phone']) phone
        union all
        -- Ids whole: parts of them are meaningless and occur in every id.
        select lower(id)
        from (
          select coalesce(p.stripe_session_id, c.stripe_session_id) as id
          union all select p.stripe_payment_intent_id
          union all select stripe_refund_id from public.refunds where payment_id = p.id
          union all select stripe_dispute_id from public.disputes where payment_id = p.id) ids
      ) words
      where word <> ''))
    from public.checkouts c
    join public.billing_infos b on b.id = c.billing_info_id
    left join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    cross join lateral (
      select string_agg(concat_ws(' ', v.sku, v.gtin), ' ') as codes
      from public.color_variants v
      where v.id in (
        select variant_id from public.checkout_lines where checkout_id = c.id
        union select variant_id from public.order_items where order_id = o.id)) g
    where c.id = p_checkout);
end
$$;
comment on function public.checkout_words is
  'Search words of a checkout and its order: who, where to, telephone, goods and their codes, parcels, returns, '
  'Stripe''s ids. Without the order''s number, which is searched as a whole.';

create function public.renew_order_words(p_billing_infos bigint[], p_checkouts uuid[]) returns void
language sql set search_path = ''
as $$
  update public.order_words w set words = public.checkout_words(o.checkout_id)
  from public.orders o
  where o.id = w.order_id and (o.billing_info_id = any (p_billing_infos) or o.checkout_id = any (p_checkouts))
$$;
comment on function public.renew_order_words is 'Rewrites the search words of orders whose personal data was erased.';

create function public.settle_order(p_order bigint) returns public.order_status
language plpgsql set search_path = ''
as $$
declare
  v_status public.order_status;
begin
  -- The caller has locked the checkout.
  update public.orders o
  set status = s.status, goods_status = s.goods_status, money_status = s.money_status, units_to_send = s.units_to_send,
      cancels_at = case when s.units_to_send > 0 then o.cancels_at end
  from public.order_states s
  where o.id = p_order and s.order_id = p_order
    and (o.status, o.goods_status, o.money_status, o.units_to_send)
      is distinct from (s.status, s.goods_status, s.money_status, s.units_to_send);

  insert into public.order_words as w (order_id, words)
  select id, public.checkout_words(checkout_id) from public.orders where id = p_order
  on conflict (order_id) do update set words = excluded.words where w.words <> excluded.words;

  select status into v_status from public.orders where id = p_order;
  return v_status;
end
$$;
comment on function public.settle_order is
  'Updates an order''s derived columns: statuses, units to send, search words. Called last by every function that '
  'adds a fact. The caller has locked the checkout. Returns the status.';

create function public.lock_order(p_order bigint) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  -- Refunds of an exchange are paid from the first order.
  perform 1 from public.checkouts
  where id in (
    select checkout_id from public.orders where id = p_order
    union
    select o.checkout_id from public.exchanges e join public.orders o on o.id in (e.order_id, e.from_order_id)
    where p_order in (e.order_id, e.from_order_id))
  order by id for update;
  select * into v_order from public.orders where id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return v_order;
end
$$;
comment on function public.lock_order is
  'Locks an order, with its exchanges, by their checkouts; every function that changes an order does so. PT404 '
  'order_unknown.';

create function public.add_order_event(
  p_event uuid, p_checkout uuid, p_kind public.order_event_kind, p_actor public.actor, p_staff bigint,
  p_detail jsonb default '{}'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known public.order_events;
begin
  insert into public.order_events (id, checkout_id, kind, actor, staff_id, detail)
  values (p_event, p_checkout, p_kind, p_actor, p_staff, p_detail)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select * into v_known from public.order_events where id = p_event;
  if (v_known.checkout_id, v_known.kind) is distinct from (p_checkout, p_kind)
    or exists (
      select from jsonb_each(p_detail) asked
      -- The caller's own words, which a repeat has again; the rest may have changed since.
      where (asked.key in ('carrier', 'email', 'label', 'quantity', 'subject', 'text', 'tracking_number')
          or asked.key = 'items' and p_kind in ('exchanged', 'replaced'))
        and v_known.detail -> asked.key is distinct from asked.value)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.add_order_event is
  'Adds an event to an order''s history. False when it exists already: a repeated press of a button, whose effects '
  'must not be repeated. PT409 action_used when its id belongs to another action, or to the same one in other '
  'words. The caller has locked the checkout.';

-- Invariants

create view invariants.order_status_follows_history (invariant, "row", found) as
select 'the status of an order and its units to send are what happened to it', 'orders ' || o.id,
  concat_ws(', ', o.status, o.goods_status, o.money_status, o.units_to_send) || ' to send, instead of '
    || concat_ws(', ', f.status, f.goods_status, f.money_status, coalesce(f.units_to_send, 0))
from public.orders o
left join public.order_states f on f.order_id = o.id
where (o.status, o.goods_status, o.money_status, o.units_to_send)
  is distinct from (f.status, f.goods_status, f.money_status, f.units_to_send);

create view invariants.sent_and_cancelled_within_ordered (invariant, "row", found) as
select 'no more is sent and cancelled than was ordered', 'order_items ' || order_id || ' ' || variant_id,
  sent || ' sent, ' || cancelled || ' cancelled of ' || ordered
from public.order_units where to_send < 0;

create view invariants.returned_within_sent (invariant, "row", found) as
select 'no more comes back than was sent', 'order_items ' || order_id || ' ' || variant_id,
  return_asked || ' asked for, ' || returned || ' back of ' || sent
from public.order_units
-- Found first: few units of all come back.
where (order_id, variant_id) in (select order_id, variant_id from public.return_items)
  and return_asked + returned > sent;

create view invariants.unit_refunded_once (invariant, "row", found) as
select 'the price of a unit goes back once', 'order_items ' || u.order_id || ' ' || u.variant_id,
       u.refunded || ' of ' || u.ordered
from public.order_units u join public.orders o on o.id = u.order_id
where u.refunded > u.ordered and not exists (select from public.order_events e where e.checkout_id = o.checkout_id
  and e.kind = 'refund_surplus');
