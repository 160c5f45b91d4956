-- Spreadsheets from the studio: labels and customs for unsent goods, figures for the accountant.

create function public.parcels_to_label(p_orders bigint[], p_return bigint default null) returns table (
  orders bigint[], placed_on date, express boolean, label jsonb, email text, phone text, grams bigint, service text,
  format text, service_pence integer, lines jsonb, contents text
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select g.orders, public.uk_day(o.counts_from), g.express, f.label, b.email,
         -- The payment page collected the address without a phone number.
         coalesce(nullif(f.label ->> 'phone', ''), b.phone), w.grams, r.service, r.format, r.pence, g.lines,
         md5(public.address_key(f.label) || g.pieces::text)
  from (
    select p.first, min(p.place) as place, array_agg(distinct p.order_id) as orders,
           bool_or(exists (
             select from public.orders e join public.checkout_shipping_options s on s.checkout_id = e.checkout_id
             where e.id = p.order_id and s.name = e.shipping_name and s.amount_pence = e.shipping_pence
               and s.express)) as express,
           case when bool_and(t.facts ? 'weight_grams')
             then sum((t.facts ->> 'weight_grams')::integer * p.quantity) end as goods_grams,
           jsonb_agg(jsonb_build_object(
             'product_name', i.product_name, 'color_name', i.color_name, 'variant_id', i.variant_id, 'sku', v.sku,
             'quantity', p.quantity, 'unit_pence', round(
               i.product_price_pence - i.discount_pence::numeric / greatest(i.quantity, 1)),
             'material', t.facts -> 'material', 'weight_grams', t.facts -> 'weight_grams',
             'hs_code', t.hs_code, 'origin_country', t.origin_country)
             order by p.place, i.product_name, i.color_name, i.variant_id) as lines,
           jsonb_agg(
             jsonb_build_array(p.order_id, i.variant_id, p.quantity) order by p.order_id, i.variant_id) as pieces
    from (
      select s.first, s.place, s.order_id, u.variant_id, u.to_send as quantity
      from public.parcels_of(p_orders) s
      join public.order_units u on u.order_id = s.order_id and u.to_send > 0
      where p_return is null
      union all
      select b.order_id, 1, b.order_id, b.variant_id, b.quantity
      from public.return_items b join public.returns r on r.id = b.return_id
      where r.id = p_return and r.state = 'asked') p
    join public.order_items i on i.order_id = p.order_id and i.variant_id = p.variant_id
    join public.products t on t.id = i.product_id
    join public.color_variants v on v.id = i.variant_id
    group by p.first) g
  join public.orders o on o.id = g.first
  join public.checkouts c on c.id = o.checkout_id
  join public.billing_infos b on b.id = o.billing_info_id
  cross join lateral (select coalesce(o.label, c.delivery) as label) f
  cross join lateral (
    select g.goods_grams + coalesce((
      select k.paper_grams + k.plastic_grams from public.packaging_weights k), 0) as grams) w
  left join lateral public.parcel_service(f.label ->> 'country', g.express, w.grams) r on true
  order by g.place;
end
$$;
comment on function public.parcels_to_label is
  'Unsent goods of orders, a row for each parcel (parcels_of), in the given order, with the label address and the '
  'facts for carriers and customs; skips orders that are stopped or fully sent. p_return: the pieces of a return that '
  'has not arrived, instead. grams: goods and packaging, null if a weight is unknown. service, format, '
  'service_pence: of parcel_service. Includes the unit price, less its share of a discount, which the customs form '
  'needs. contents: fingerprint of address and pieces, whichever order comes first.';

create function public.labels_to_print(p_orders bigint[]) returns table (
  orders bigint[], placed_on date, express boolean, label jsonb, email text, phone text, grams bigint, service text,
  format text, service_pence integer, lines jsonb, contents text
)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return query select * from public.parcels_to_label(p_orders);
end
$$;
comment on function public.labels_to_print is 'parcels_to_label for staff. Errors: those of require_staff.';

create function public.payments_for_accounts(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  return (
    select coalesce(jsonb_agg(entry), '[]') from (
      select public.uk_day(p.created_at) as paid_on, o.id as order,
        public.payment_reference(p.checkout_id) as reference,
        coalesce(o.status::text, p.status::text) as status,
        (select replaces_order_id from public.replacements where order_id = o.id) as replaces,
        (select reason from public.gifts where order_id = o.id) as gift,
        (select from_order_id from public.exchanges where order_id = o.id) as exchange_of, c.country,
        upper(p.currency) as currency, c.subtotal_pence as goods_pence, c.discount_pence, c.tax_pence,
        c.tax_basis_points, c.included_basis_points,
        public.tax_inside(p.charged_pence, c.included_basis_points) as tax_inside_pence,
        case
          when c.tax_display = 'included' then public.tax_inside(b.refunded_pence, c.included_basis_points)
          when b.refunded_pence >= p.charged_pence then c.tax_pence
          else (
            select coalesce(sum(f.tax_pence), 0) from public.order_refunds f
            where f.order_id = o.id and f.given_up_at is null
              and exists (
                select from public.refunds r
                where r.order_refund_id = f.id and r.state in ('pending', 'requires_action', 'succeeded')))
          end as tax_refunded_pence, p.shipping_pence, p.charged_pence,
        (
          select coalesce(jsonb_agg(entry), '[]') from (
            select public.uk_day(coalesce(r.settled_at, r.created_at)) as on, r.amount_pence, r.state
            from public.refunds r
            where r.payment_id = p.id and r.state in ('pending', 'requires_action', 'succeeded')
            order by coalesce(r.settled_at, r.created_at), r.id) entry) as refunds,
        (
          select coalesce(jsonb_agg(entry), '[]') from (
            select public.uk_day(d.closed_at) as on, d.amount_pence
            from public.disputes d where d.payment_id = p.id and d.status = 'lost'
            order by d.closed_at, d.stripe_dispute_id) entry) as lost_disputes,
        p.stripe_payment_intent_id as stripe_payment,
        (
          select coalesce(sum(l.pence), 0) from public.labels l
          where l.order_id = o.id and l.state in ('bought', 'void_wanted')) as labels_pence
      from public.payments p
      join public.checkouts c on c.id = p.checkout_id
      join public.payment_balances b on b.payment_id = p.id
      left join public.orders o on o.payment_id = p.id
      where p.created_at >= p_from::timestamp at time zone 'Europe/London'
        and p.created_at < (p_to + 1)::timestamp at time zone 'Europe/London'
      order by p.created_at, p.id) entry);
end
$$;
comment on function public.payments_for_accounts is
  'Payments by UK day, p_to inclusive, also without an order, with goods, tax, delivery and refunds until now. '
  'tax_pence was added to the goods, tax_inside_pence is included in charged_pence. tax_refunded_pence leaves out '
  'partial dashboard refunds where tax was added: their purpose is unknown. charged_pence may differ from the parts '
  'if staff accepted that in a review, and is 0 for a replacement, an exchange (replaces, exchange_of: of which '
  'order) or a gift. Errors: those of require_staff.';
