-- One parcel for several orders of one person to one address. Each order keeps a row of parcels for its pieces,
-- joined to that of the first.

create function public.parcels_in_box(p_parcel bigint) returns setof public.parcels
language sql stable rows 2 set search_path = ''
as $$
  select b.* from public.parcels p
  join public.parcels b on b.id = coalesce(p.joined_to, p.id) or b.joined_to = coalesce(p.joined_to, p.id)
  where p.id = p_parcel
  order by b.id
$$;
comment on function public.parcels_in_box is 'A parcel with those that lie in the same box, itself included.';

create function public.orders_in_boxes(p_order bigint) returns table (order_id bigint)
language sql stable set search_path = ''
as $$
  select p_order
  union
  select b.order_id from public.parcels_out p cross join lateral public.parcels_in_box(p.id) b
  where p.order_id = p_order
$$;
comment on function public.orders_in_boxes is 'An order with those whose pieces left in its parcels.';

create function public.address_key(p_address jsonb) returns text
language sql immutable set search_path = ''
as $$
  select lower(regexp_replace(concat_ws(' ',
    p_address ->> 'name', p_address ->> 'line1', p_address ->> 'line2', p_address ->> 'town',
    p_address ->> 'region', p_address ->> 'postcode', p_address ->> 'country'), '[[:space:][:punct:]]+', '', 'g'))
$$;
comment on function public.address_key is
  'An address without case, blanks and punctuation: two labels with the same key go to one recipient.';

create function public.leaving_parcels(p_orders bigint[] default null) returns table (
  order_id bigint, checkout_id uuid, leaves_by date, address text, parcel text
)
-- With the default of 1,000, its callers read all orders to join it.
language plpgsql stable rows 100 set search_path = ''
as $$
begin
  return query
  select k.id, k.checkout_id, k.leaves_by, k.address,
         case when k.sent_apart then 'order ' || k.id else k.address end
  from (
    select o.id, o.checkout_id, o.leaves_by, o.sent_apart,
           case
             -- Most customers wait for one order.
             when o.customer_id is not null and count(*) over (partition by o.customer_id) > 1
               and public.address_key(coalesce(o.label, c.delivery)) <> ''
               then o.customer_id || ' ' || public.address_key(coalesce(o.label, c.delivery))
             else 'order ' || o.id end as address
    from public.orders_leaving o join public.checkouts c on c.id = o.checkout_id
    where p_orders is null or o.id = any (p_orders)
      or o.customer_id in (select g.customer_id from public.orders g where g.id = any (p_orders))) k;
end
$$;
comment on function public.leaving_parcels is
  'Orders that may leave, such as pieces added to an order or an exchange: all, or those given and others of their '
  'customers. Those with the same parcel leave in one: to one customer and address, unless sent_apart. address: the '
  'same without that exception.';

create function public.packed_with(p_order bigint, out together bigint[], out apart bigint[])
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(array_agg(m.order_id order by m.order_id) filter (where m.parcel = own.parcel), '{}'),
         coalesce(array_agg(m.order_id order by m.order_id) filter (where m.parcel <> own.parcel), '{}')
  into together, apart
  from public.orders o
  cross join lateral public.leaving_parcels(array[o.id]) own
  cross join lateral public.leaving_parcels(array[o.id]) m
  where o.id = p_order and o.units_to_send > 0 and o.customer_id is not null
    and own.order_id = o.id and m.address = own.address and m.order_id <> o.id;
end
$$;
comment on function public.packed_with is
  'Other orders that leave in one parcel with an order (leaving_parcels), and those that would, were none sent_apart.';

create function public.parcels_of(p_orders bigint[]) returns table (order_id bigint, first bigint, place bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  with given as (
    select number, min(ordinality) as at from unnest(p_orders) with ordinality as g (number, ordinality) group by number
  ), leaving as (
    select l.* from public.leaving_parcels(p_orders) l
  ), wanted as (
    select l.parcel, min(g.at) as at, (array_agg(g.number order by g.at))[1] as first
    from given g join leaving l on l.order_id = g.number group by l.parcel
  )
  select l.order_id, w.first, row_number() over (order by w.at, l.order_id <> w.first, l.order_id)
  from wanted w join leaving l on l.parcel = w.parcel;
end
$$;
comment on function public.parcels_of is
  'The parcels in which orders leave (leaving_parcels), in the given order: each with its orders, the given one '
  '(first) before the others.';

create function public.shares_parcel(p_order bigint, p_other bigint) returns boolean
language sql stable set search_path = ''
as $$
  select p_order <> p_other and (
    p_other = any ((public.packed_with(p_order)).together)
    or exists (
      select from public.parcels_out p cross join lateral public.parcels_in_box(p.id) b
      where p.order_id = p_order and b.order_id = p_other))
$$;
comment on function public.shares_parcel is 'Whether two orders leave in one parcel, or left in one.';

create function public.boxed(p_parcels jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with job as (
    select given, place from jsonb_array_elements(p_parcels) with ordinality as e (given, place)
  ), placed as (
    select e.given, e.place, coalesce(e.given ->> 'with', (
        select coalesce(f.given ->> 'with', f.given ->> 'order') from job f
        where f.place < e.place and f.given ->> 'tracking_number' = e.given ->> 'tracking_number'
          and public.shares_parcel((e.given ->> 'order')::bigint, (f.given ->> 'order')::bigint)
        order by f.place limit 1), e.given ->> 'order') as box_of
    from job e
  ), boxes as (
    select box_of, jsonb_agg(given order by place) as box from placed group by box_of having count(*) > 1
  )
  select coalesce(jsonb_agg(
    p.given || jsonb_build_object('box_of', p.box_of, 'box', coalesce(b.box, '[]'))
      || case when b.box is null then '{}' else jsonb_build_object(
        'carrier', b.box -> 0 -> 'carrier', 'tracking_number', b.box -> 0 -> 'tracking_number') end
    order by p.place), '[]')
  from placed p left join boxes b on b.box_of = p.box_of
$$;
comment on function public.boxed is
  'A job of staff_dispatch with box, what lies in one parcel with each entry, itself included, under the carrier and '
  'number of the first; empty in a parcel of its own. box_of: the same for one parcel.';

create function public.box_stopped_by(p_parcel jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select min(case
      when (public.parcel_refusal(given)).outcome is not null then 'other_stopped'
      when not public.shares_parcel((given ->> 'order')::bigint, (p_parcel ->> 'order')::bigint) then 'apart' end)
    from jsonb_array_elements(p_parcel -> 'box') given
    where given -> 'order' <> p_parcel -> 'order'
      and not exists (
        select from public.parcels_out
        where event_id = (given ->> 'event')::uuid and order_id = (given ->> 'order')::bigint));
end
$$;
comment on function public.box_stopped_by is
  'Why an order must not leave in a parcel with others (boxed): other_stopped (parcel_refusal of one of them), or '
  'apart (not shares_parcel any more). Null when it may.';

create function public.told_together(p_parcel bigint) returns setof public.parcels
language sql stable rows 2 set search_path = ''
as $$
  select b.*
  from public.parcels p
  join public.orders o on o.id = p.order_id
  join public.billing_infos i on i.id = o.billing_info_id
  cross join lateral public.parcels_in_box(p.id) b
  join public.orders bo on bo.id = b.order_id
  join public.billing_infos bi on bi.id = bo.billing_info_id
  where p.id = p_parcel and b.id <> p.id and bi.email = i.email
$$;
comment on function public.told_together is
  'Parcels in the same box, of orders with the same e-mail address: one e-mail announces them all.';

create function public.owe_parcel_mail(p_kind public.mail_kind, p_parcel bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(p_kind, o.checkout_id, p.id::text)
  from public.parcels p join public.orders o on o.id = p.order_id where p.id = p_parcel;
  update public.mail_outbox m set status = 'joined', joined_to = t.id
  from public.mail_outbox t
  where m.kind = p_kind and m.subject = p_parcel::text and m.status = 'due' and m.attempts = 0
    and t.kind = p_kind and t.status <> 'joined'
    and t.subject in (select b.id::text from public.told_together(p_parcel) b);
end
$$;
comment on function public.owe_parcel_mail is
  'Owes the e-mail about a parcel, or joins it to that of another order in the same box (told_together).';

create function public.staff_send_apart(p_order bigint, p_apart boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_order public.orders := public.lock_order(p_order);
  v_all bigint[];
begin
  if v_order.units_to_send = 0 then
    raise sqlstate 'PT409' using hint = 'nothing_to_send';
  end if;
  -- All that it leaves or joins; none if another press has done it.
  select p_order || w.together || case when p_apart then '{}' else w.apart end into v_all
  from public.packed_with(p_order) w
  where (case when p_apart then w.together else w.apart end) <> '{}';
  update public.orders set sent_apart = p_apart
  where id = p_order or not p_apart and id = any (v_all);
  perform public.add_order_event(
    gen_random_uuid(), o.checkout_id,
    (case when p_apart then 'parcel_split' else 'parcel_joined' end)::public.order_event_kind, 'staff', v_staff,
    jsonb_build_object('reason', case when p_apart and o.id <> p_order then p_order::text
      else array_to_string(array_remove(v_all, o.id), ', ') end))
  from public.orders o where o.id = any (v_all);
  return (select to_jsonb(w) from public.packed_with(p_order) w);
end
$$;
comment on function public.staff_send_apart is
  'Sends an order in a parcel by itself, or in one with all that leave to the same customer and address, and records '
  'it in the history of each. Returns packed_with. Errors: those of require_staff; PT404 order_unknown; PT409 '
  'nothing_to_send.';
