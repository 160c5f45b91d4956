-- The events of an order that owe an e-mail, and the contents of all e-mails, read at sending time so that they are
-- current; days are counted from the cause, so that retries show the same dates.

create function public.event_mail(p_event public.order_event_kind) returns public.mail_kind
language sql immutable set search_path = ''
as $$
  select case p_event
    when 'cancelled' then 'cancelled'
    when 'swapped' then 'swapped'
    -- The receipt, before it is carried out.
    when 'withdrawal_declared' then 'cancelled' end::public.mail_kind
$$;
comment on function public.event_mail is
  'The e-mail that an event of an order owes the shopper, by the event''s id; null for none. Those about a parcel or a '
  'return are owed once for each of these instead, by the function that changes it.';

create function public.owe_event_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(public.event_mail(new.kind), new.checkout_id, new.id::text);
  return null;
end
$$;
comment on function public.owe_event_mail is 'Owes the e-mail of event_mail in the event''s own transaction.';

create trigger owe_event_mail after insert on public.order_events
  for each row when (public.event_mail(new.kind) is not null)
  execute function public.owe_event_mail();

create function public.named_units(p_order bigint, p_units jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select i.product_name, i.color_name, u.value::integer as quantity, public.main_picture(i.variant_id) as image
    from jsonb_each_text(p_units) u
    join public.order_items i on i.order_id = p_order and i.variant_id = u.key::bigint
    order by i.product_name, i.color_name, i.variant_id) entry
$$;
comment on function public.named_units is
  'Units of an order, {variant: quantity}, in e-mail format: [{product_name, color_name, quantity, image}].';

create function public.units_to_come(p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select public.named_units(p_order, (
    select jsonb_object_agg(variant_id, to_send) from public.order_units where order_id = p_order and to_send > 0))
$$;
comment on function public.units_to_come is 'Unsent, uncancelled units of an order, in named_units'' format.';

create function public.payment_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'reference', public.payment_reference(c.id),
    'asked_at', c.created_at,
    'amount_pence', coalesce(p.charged_pence, c.subtotal_pence - c.discount_pence + c.tax_pence),
    'refund_by', case when p_mail.kind <> 'payment_failed' then public.refund_promise(p_mail.created_at) end,
    'cards', public.cards_refunded(p.id),
    'outside_pence', (
      select coalesce(sum(amount_pence), 0) from public.refunds where payment_id = p.id and source = 'outside'),
    'items', (
      select jsonb_agg(entry) from (
        select l.product_name, l.color_name, l.quantity, public.main_picture(l.variant_id) as image
        from public.checkout_lines l where l.checkout_id = c.id
        order by l.product_name, l.color_name, l.variant_id) entry))
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  left join public.payments p on p.checkout_id = c.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.payment_mail_content is
  'Contents of an e-mail about a payment without an order. amount_pence: the charge; for a failed payment, goods with '
  'tax. refund_by: null unless a refund follows. outside_pence: the part refunded outside Stripe, '
  'cards (cards_refunded) that to gift cards.';

create function public.payment_link_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select public.payment_mail_content(p_mail) || jsonb_build_object(
    'url', case when c.status = 'open' then c.stripe_session_url end, 'expires_at', c.session_expires_at,
    'added_to', l.order_id, 'code', (select code from public.returns where id = l.return_id),
    'replaced', public.named_units(l.order_id, (
      select jsonb_object_agg(r.variant_id, r.units)
      from (
        select replaces_variant_id as variant_id, sum(quantity) as units from public.checkout_lines
        where checkout_id = c.id and replaces_variant_id is not null group by 1) r)))
  from public.checkouts c join public.payment_links l on l.checkout_id = c.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.payment_link_content is
  'Contents of the e-mail with a payment link. url: null once it is paid or lapsed. added_to: the order to which the '
  'pieces are added. replaced: its pieces that leave it for them. code: of the return that brings those back.';

create function public.parcel_mail_content(p_parcel bigint, p_again boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'carrier', p.carrier,
    'tracking_number', p.tracking_number,
    'corrected', p_again and exists (
      select from public.order_events e
      where e.checkout_id = o.checkout_id and e.kind = 'parcel_corrected' and (e.detail ->> 'parcel')::bigint = p.id),
    'items', public.named_units(p.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.parcel_items where parcel_id = p.id)),
    'to_come', public.units_to_come(p.order_id),
    'delivered_on', public.uk_day(p.delivered_at),
    'last', w.delivery_known,
    'return_until', w.return_until,
    'withdraw_until', w.withdraw_until,
    'others', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select t.id as order, t.checkout_id as checkout, t.created_at as placed_at,
          public.order_options(t.id) -> 'can_withdraw' as may_withdraw,
          public.named_units(t.id, (
            select jsonb_object_agg(variant_id, quantity) from public.parcel_items where parcel_id = b.id)) as items,
          public.units_to_come(t.id) as to_come, r.delivery_known as last, r.return_until, r.withdraw_until
        from public.told_together(p.id) b
        join public.orders t on t.id = b.order_id
        cross join public.return_window(t.id) r
        order by t.id) entry)
  ) || coalesce(public.expected_arrival(p.id), '{"arrives_from": null, "arrives_by": null}')
  from public.parcels p
  join public.orders o on o.id = p.order_id
  cross join public.return_window(o.id) w
  where p.id = p_parcel
$$;
comment on function public.parcel_mail_content is
  'Contents of an e-mail about a parcel: its goods, what is still to come, and the arrival dates, counted from '
  'dispatch. others: the same of the other orders in it (told_together). last: the order has fully arrived and the '
  'periods of return_window run. corrected: a resend (p_again) with a changed carrier or number.';

create function public.swapped_mail_content(p_event uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select p.name as product_name,
      concat_ws(', ', case when o.id <> p.id then o.name end, f.color_name) as from, t.color_name as to,
      s.quantity,
      exists (select from public.order_refunds where id = p_event and given_up_at is null) as refunded,
      public.units_to_come(s.order_id) as to_come
    from public.swapped_items s
    join public.color_variants f on f.id = s.from_variant_id
    join public.color_variants t on t.id = s.to_variant_id
    join public.products p on p.id = t.product_id
    join public.products o on o.id = f.product_id
    where s.event_id = p_event) entry
$$;
comment on function public.swapped_mail_content is
  'Contents of an e-mail about units exchanged for others. refunded: the difference to a lower price.';

create function public.cancelled_mail_content(p_event uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'actor', e.actor,
    'reason', e.detail ->> 'reason',
    'declared_by', e.detail ->> 'name',
    'at', e.at,
    'cancels_at', e.detail ->> 'cancels_at',
    'items', public.named_units(o.id, coalesce(e.detail -> 'units', (
      select jsonb_object_agg(variant_id, quantity) from public.cancelled_items where event_id = e.id))),
    'whole', not exists (select from public.order_units where order_id = o.id and cancelled < ordered),
    'to_come', public.units_to_come(o.id),
    'amount_pence', (select nullif(amount_pence, 0) from public.refund_of_acts(array[e.id])),
    'method', (
      select max(p.method)
      from public.order_refunds f
      join public.orders r on r.id = f.order_id
      join public.payments p on p.id = r.payment_id
      where f.act_id = e.id and f.given_up_at is null),
    'refund_by', least(public.refund_promise(p_written_at), public.uk_day(p_written_at) + 14))
  from public.order_events e
  join public.orders o on o.checkout_id = e.checkout_id
  where e.id = p_event
$$;
comment on function public.cancelled_mail_content is
  'Contents of an e-mail about cancelled goods. amount_pence: what that refunded, of whatever orders (refund_of_acts), '
  'null without a refund, and method, how that was paid. reason: withdrawal if the shopper withdrew from the contract, '
  'under the name declared_by. cancels_at: until when that can be undone.';

create function public.refund_mail_content(p_refund uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'amount_pence', f.amount_pence,
    'cards', public.cards_refunded(o.payment_id, f.id),
    'included_basis_points', o.included_basis_points,
    'waits_for_shopper', s.state = 'requires_action',
    'refund_by', public.refund_promise(p_written_at),
    'parts', jsonb_build_object(
      'goods', f.goods_pence + f.deduction_pence - f.deduction_tax_pence, 'tax', f.tax_pence + f.deduction_tax_pence,
      'shipping', f.shipping_pence, 'goodwill', f.goodwill_pence, 'deduction', f.deduction_pence),
    'deduction_reason', f.deduction_reason,
    'handed_over', (select method from public.refunds where order_refund_id = f.id and source = 'outside'),
    'reason', f.reason,
    'return_code', (select code from public.returns where id = f.return_id),
    'items', public.named_units(f.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.order_refund_items where order_refund_id = f.id)))
  from public.order_refunds f
  join public.order_refund_states s on s.id = f.id
  join public.orders o on o.id = f.order_id
  where f.id = p_refund
  union all
  select to_jsonb(entry) from (
    select r.amount_pence, '[]'::jsonb as cards, o.included_basis_points,
      r.state = 'requires_action' as waits_for_shopper,
      null as parts, null as deduction_reason, null as handed_over, null as reason, null as return_code,
      '[]'::jsonb as items,
      public.refund_promise(p_written_at) as refund_by
    from public.refunds r
    join public.orders o on o.payment_id = r.payment_id
    where r.id = p_refund) entry
$$;
comment on function public.refund_mail_content is
  'Contents of an e-mail about a refund of an order, by the id of an order_refund or of a refund made at Stripe''s '
  'dashboard, of which only the amount is known. waits_for_shopper: Stripe has asked for their bank details. '
  'handed_over: how staff paid it themselves; null for one by Stripe.';

create function public.return_mail_content(p_return bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind,
    'code', r.code,
    'reason', r.reason,
    'wish', public.open_wish(r.id),
    'noted', e.actor = 'staff',
    'declared_by', e.detail ->> 'name',
    'asked_at', r.asked_at,
    'send_by', public.uk_day(r.asked_at) + 14,
    'arrived', r.received_at is not null,
    'label', public.return_label(r.id),
    'items', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.return_items where return_id = r.id)),
    'received', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, restocked + written_off)
      from public.return_items where return_id = r.id and restocked + written_off > 0)),
    -- https://www.legislation.gov.uk/uksi/2013/3134/regulation/34
    'refund_by', case when (public.return_terms(r.kind)).is_statutory
      then least(public.refund_promise(r.received_at), public.uk_day(r.received_at) + 14)
      else public.refund_promise(r.received_at) end,
    'refund_due', public.return_refund_due(r.id),
    'refunded_pence', (
      select coalesce(sum(amount_pence), 0) from public.order_refunds where return_id = r.id and given_up_at is null),
    'exchange', (
      select to_jsonb(entry) from (
        select e.order_id as order,
          exists (select from public.orders where id = e.order_id and waits_for = 'return') as waits,
          (
            select goods_pence + tax_pence
            from public.refund_for_units(r.order_id, '[]', (
              select coalesce(sum(pence), 0)::bigint from public.surplus_by_piece(r.id)))) as back_pence,
          public.named_units(e.order_id, (
            select jsonb_object_agg(variant_id, ordered - cancelled) from public.order_units
            where order_id = e.order_id and ordered > cancelled)) as items
        from public.exchanges e
        where e.return_id = r.id and exists (
          select from public.order_units where order_id = e.order_id and ordered > cancelled)) entry),
    'refused_because', (
      select detail ->> 'reason' from public.order_events
      where checkout_id = o.checkout_id and kind = 'return_refused' and detail ->> 'code' = r.code
      limit 1),
    'deducted', (
      select jsonb_build_object(
        'amount_pence', (detail ->> 'deduction_pence')::bigint, 'reason', detail ->> 'deduction_reason')
      from public.order_events
      where checkout_id = o.checkout_id and kind = 'return_settled' and detail ->> 'code' = r.code
        and (detail ->> 'deduction_pence')::bigint > 0
      limit 1))
  from public.returns r
  join public.orders o on o.id = r.order_id
  join public.order_events e on e.id = r.event_id
  where r.id = p_return
$$;
comment on function public.return_mail_content is
  'Contents of an e-mail about a return. noted: the reason is in the words of staff. declared_by: the name on a '
  'withdrawal, null for other returns. refund_by: counted from receipt of the goods; null before. refund_due: '
  'whether any of it is still to be refunded. refunded_pence: refunded for it, or owed. '
  'exchange: back_pence is the difference to refund, 0 once it is decided.';

create function public.hidden_review_content(p_subject text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'product_name', p.name, 'reason', h.reason, 'because', h.words, 'stars', r.stars, 'words', r.words)
  from public.hidden_reviews h
  join public.product_reviews r on r.id = h.review_id
  join public.products p on p.id = r.product_id
  where h.review_id = split_part(p_subject, ' ', 1)::bigint
$$;
comment on function public.hidden_review_content is
  'Contents of the e-mail to the writer of a hidden review; its subject is the review and the time. because: in the '
  'words of staff. stars, words: the review, null once withdrawn.';

create function public.order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'order', o.id,
    'checkout', o.checkout_id,
    'placed_at', o.created_at,
    'country', o.country,
    'duties', c.duties,
    'may_withdraw', public.order_options(o.id) -> 'can_withdraw'
  ) || case p_mail.kind
    when 'dispatched' then public.parcel_mail_content(p_mail.subject::bigint, p_mail.resent_at is not null)
    when 'dispatch_undone' then public.parcel_mail_content(p_mail.subject::bigint, false)
    when 'delivered' then public.parcel_mail_content(p_mail.subject::bigint, false)
    when 'swapped' then public.swapped_mail_content(p_mail.subject::uuid)
    when 'cancelled' then public.cancelled_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'order_refund' then public.refund_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'refund_failed' then public.refund_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'return_asked' then public.return_mail_content(p_mail.subject::bigint)
    when 'return_received' then public.return_mail_content(p_mail.subject::bigint)
    when 'return_refused' then public.return_mail_content(p_mail.subject::bigint)
    when 'return_settled' then public.return_mail_content(p_mail.subject::bigint)
    when 'review_request' then jsonb_build_object('items', public.named_units(o.id, (
      select jsonb_object_agg(variant_id, sent) from public.order_units where order_id = o.id and sent > 0)))
    when 'review_hidden' then public.hidden_review_content(p_mail.subject)
    else '{}' end
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  join public.checkouts c on c.id = o.checkout_id
  where o.checkout_id = p_mail.checkout_id
$$;
comment on function public.order_mail_content is
  'Contents of an e-mail about an order: the parts common to all kinds and those of its kind, if it has any.';

create function public.staff_order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select o.*, row_number() over (order by o.created_at, o.id) as place
    from public.mail_outbox m
    join public.orders o on o.checkout_id = m.checkout_id
    where m.id = p_mail.id or (m.joined_to = p_mail.id and m.status = 'joined')
  )
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'count', count(*),
    'orders', jsonb_agg(jsonb_build_object(
      'order', id, 'leaves_by', leaves_by, 'shipping_name', shipping_name, 'country', country, 'units', total_items)
      order by place) filter (where place <= 50))
  from told
$$;
comment on function public.staff_order_mail_content is
  'Contents of an e-mail to staff about new orders: their number, and the first 50 with what packing needs. Without '
  'amounts, because packers read it.';

create function public.staff_decision_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select public.staff_addresses(p_mail.kind) as emails, c.id as checkout, o.id as order,
      public.payment_reference(c.id) as reference, about.why,
      coalesce(d.amount_pence, f.amount_pence, s.amount_pence, p.charged_pence) as amount_pence,
      case about.why
        when 'dispute' then jsonb_build_object('reason', d.reason)
        when 'mail_parked' then jsonb_build_object('mail', m.kind, 'error', m.last_error)
        when 'refund_given_up' then jsonb_build_object('because', f.given_up_because)
        when 'refund_failed' then jsonb_build_object('failure', coalesce(
          (select last_failure from public.order_refund_states where id = f.id),
          (select failure_reason from public.refunds
           where payment_id = p.id and state in ('failed', 'cancelled')
           order by settled_at desc limit 1))) end as facts,
      d.due_by
    from public.checkouts c
    cross join lateral (
      select split_part(p_mail.subject, ' ', 1) as why, split_part(p_mail.subject, ' ', 2) as id) about
    left join public.orders o on o.checkout_id = c.id
    left join public.payments p on p.checkout_id = c.id
    left join public.disputes d on about.why = 'dispute' and d.stripe_dispute_id = about.id
    left join public.order_refunds f on about.why like 'refund_%' and f.id::text = about.id
    left join public.open_surpluses s on about.why = 'refund_surplus' and s.event_id::text = about.id
    left join public.mail_outbox m on about.why = 'mail_parked' and m.id::text = about.id
    where c.id = p_mail.checkout_id) entry
$$;
comment on function public.staff_decision_mail_content is
  'Contents of an e-mail to managers about a pending decision. Its subject is the reason and an id: review CHECKOUT, '
  'refund_failed ORDER_REFUND (or CHECKOUT without an order; and the attempt, if it had succeeded), refund_given_up '
  'ORDER_REFUND, refund_in_hand ORDER_REFUND, refund_surplus EVENT, dispute STRIPE_ID, mail_parked MAIL.';

create function public.stock_alert_content(p_alert uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select a.email, a.id as alert, p.id as product, v.id as variant, p.name as product_name, v.color_name,
      public.main_picture(v.id) as picture
    from public.stock_alerts a
    join public.color_variants v on v.id = a.variant_id
    join public.products p on p.id = v.product_id
    where a.id = p_alert) entry
$$;
comment on function public.stock_alert_content is
  'Contents of an e-mail about a colour back in stock. picture: null for a colour without one.';

create function public.staff_release_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'emails', array(
      select unnest(public.staff_addresses(p_mail.kind))
      union
      -- The person who scheduled it, whatever their role is now.
      select public.account_email(s.user_id)
      from public.staff s
      where s.until is null and public.address_proved(s.user_id) and s.id = (
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
  'Contents of the e-mail to marketers, managers and the scheduler of a release that could not be published. failure '
  'and scheduled_for are null if it has been saved or discarded since.';

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
  'Contents of an e-mail about a complaint. due_by: the day by which it must be answered. from: the complainant, in '
  'the e-mail to managers.';

create function public.stock_report_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  with low as (
    select s.id, row_number() over (order by s.quantity, lower(s.product_name), s.id) as place
    from public.stock_levels s where s.is_low
  )
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'count', (select count(*) from low),
    'colours', coalesce((
      select jsonb_agg(f.facts order by l.place)
      from low l join public.stock_facts(array(select id from low where place <= 50)) f on f.variant_id = l.id), '[]'))
$$;
comment on function public.stock_report_content is
  'Contents of the e-mail about low stock: the number of colours and the 50 lowest (stock_facts).';

create function public.message_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'checkout', c.id,
    'order', (select id from public.orders where checkout_id = c.id),
    'subject', e.detail ->> 'subject',
    'text', e.detail ->> 'text')
  from public.order_events e
  join public.checkouts c on c.id = e.checkout_id
  join public.billing_infos b on b.id = c.billing_info_id
  where e.id = p_mail.subject::uuid
$$;
comment on function public.message_mail_content is
  'Contents of a message from staff. order: null for a payment without one.';

create function public.merge_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', public.customer_email(k),
    'merge', g.id,
    'into', public.account_email(g.into_user),
    'orders', (select count(*) from public.orders where customer_id = k.id and user_id is not null))
  from public.merges g join public.customers k on k.id = g.customer_id
  where g.id = p_mail.subject::uuid
$$;
comment on function public.merge_mail_content is
  'Contents of the offer to move orders into the account with the address into. It goes to the orders'' own address.';

create function public.mail_content(p_mail uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when m.kind = 'order' then jsonb_build_object(
      'checkout', m.checkout_id,
      'guest', (select public.is_guest(user_id) from public.checkouts where id = m.checkout_id),
      'receipt', (
        select public.order_receipt(o.id, true) from public.orders o where o.checkout_id = m.checkout_id))
    when m.kind = 'confirm_email' then jsonb_build_object('email', public.account_email(m.user_id))
    when m.kind = 'login_code' then jsonb_build_object(
      'email', public.account_email(m.user_id),
      'request', m.subject,
      'proves', not public.address_proved(m.user_id))
    when m.kind = 'staff_invitation' then (
      select to_jsonb(entry) from (
        select i.email, i.id as invitation, i.role, s.name as by
        from public.staff_invitations i join public.staff s on s.id = i.staff_id where i.id = m.invitation_id) entry)
    when m.kind = 'confirm_subscription' then jsonb_build_object(
      'email', (select email from public.subscriptions where id = m.subscription_id),
      'subscription', m.subscription_id)
    when m.kind in ('sold_out_refund', 'drawn_twice_refund', 'refund', 'payment_failed')
      then public.payment_mail_content(m)
    when m.kind = 'payment_link' then public.payment_link_content(m)
    when m.kind = 'back_in_stock' then public.stock_alert_content(m.stock_alert_id)
    when m.draw_entry_id is not null then public.draw_mail_content(m)
    when m.kind = 'cart_left' then public.left_cart_mail_content(m)
    when m.kind = 'welcome' then public.welcome_mail_content(m)
    when m.kind in ('gift_card', 'gift_card_ends') then public.gift_card_mail_content(m)
    when m.kind = 'staff_order' then public.staff_order_mail_content(m)
    when m.kind = 'staff_decision' then public.staff_decision_mail_content(m)
    when m.kind in ('complaint_received', 'staff_complaint') then public.complaint_mail_content(m)
    when m.kind = 'staff_release' then public.staff_release_mail_content(m)
    when m.kind = 'staff_stock' then public.stock_report_content(m)
    when m.kind = 'message' then public.message_mail_content(m)
    when m.kind = 'merge_link' then public.merge_mail_content(m)
    else public.order_mail_content(m)
  end
  from public.mail_outbox m where m.id = p_mail
$$;
comment on function public.mail_content is
  'Contents and recipients of an e-mail, as its writer in netlify/server/mail parses them.';
