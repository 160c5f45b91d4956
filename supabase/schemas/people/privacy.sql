-- Data subject rights (UK GDPR, articles 15, 17 and 20) and retention (article 5(1)(e)). A table that gets personal
-- data joins export_account, close_account and prune_personal_data; every-person.test.ts checks all tables and names a
-- missing one.

create function public.retention_periods() returns table (data text, period interval)
language sql immutable set search_path = ''
as $$
  values
    ('guests without a checkout', interval '1 day'),
    ('guests with a checkout', interval '30 days'),
    ('checkouts without a payment', interval '30 days'),
    ('billing forms without a checkout', interval '30 days'),
    ('subscriptions not confirmed', interval '30 days'),
    ('logins not used', interval '30 days'),
    ('log of sign-ins', interval '30 days'),
    ('e-mails sent or given up', interval '90 days'),
    ('unsaved input of the studio', interval '90 days'),
    ('stock alerts', interval '1 year'),
    ('e-mail and phone in the orders of a closed account', interval '180 days'),
    ('complaints that were answered', interval '2 years'),
    ('photos of a return', interval '180 days'),
    ('notes and gift messages of shoppers', interval '180 days'),
    ('name and address in orders', interval '7 years')
$$;
comment on function public.retention_periods is
  'Retention periods; docs/operate.md and the privacy policy repeat them. Seven years are the year of the order and '
  'the six that follow the accounting period: '
  'https://www.gov.uk/running-a-limited-company/company-and-accounting-records';

create function public.expired_before(p_data text) returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - period from public.retention_periods() where data = p_data
$$;
comment on function public.expired_before is
  'Time before which data of this kind has expired; null for a kind that is not in retention_periods.';

create function public.account_username() returns text
language sql stable set search_path = ''
as $$
  select public.require_session();

  select coalesce((select username from public.profiles where user_id = public.caller_user()), '')
$$;
comment on function public.account_username is
  'Login name, empty for an account made by hand. Called before the account is exported or closed. PT401 when the '
  'session has ended.';

create function public.forget_address(p_email text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.subscriptions where lower(email) = lower(p_email);
  delete from public.staff_invitations where lower(email) = lower(p_email);
  -- An open complaint is answered first.
  delete from public.complaints where lower(email) = lower(p_email) and answered_at is not null;
  -- E-mails before alerts: the sender's lock order.
  delete from public.mail_outbox where stock_alert_id in (
    select id from public.stock_alerts where lower(email) = lower(p_email));
  delete from public.stock_alerts where lower(email) = lower(p_email);
end
$$;
comment on function public.forget_address is
  'Deletes what is stored under an address alone: subscription, invitation to the studio, stock alerts, answered '
  'complaints.';

create function public.forget_words(p_checkouts uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.mail_outbox where kind = 'message' and checkout_id = any (p_checkouts);
  update public.order_events set detail = '{}'
  where checkout_id = any (p_checkouts) and kind in ('note', 'message') and detail <> '{}';
  -- An order that is still to be packed keeps its shopper's wishes.
  delete from public.shopper_notes where order_id in (
    select id from public.orders where checkout_id = any (p_checkouts) and units_to_send = 0);
end
$$;
comment on function public.forget_words is
  'Erases the words about orders that no law requires: staff''s notes and messages, and the shopper''s own note.';

create function public.close_account(p_user uuid, p_callers text[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text;
  v_open public.checkouts;
begin
  -- Before the account: as staff_change_colleague, which writes about it later.
  if exists (select from public.staff where user_id = p_user and until is null) then
    perform public.lock_team();
    if public.is_last_manager(p_user) then
      raise sqlstate 'PT409' using hint = 'last_manager';
    end if;
  end if;
  -- The same lock as open_checkout, so that no checkout opens meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout ' || p_user::text, 0));
  perform 1 from public.checkouts where user_id = p_user order by id for update;
  -- After the checkouts: a payment being recorded uses the same lock order. From here on, new rows cannot refer to the
  -- account.
  select email into v_email from auth.users where id = p_user for update;
  if not found then
    raise sqlstate 'PT401' using hint = 'account_missing';
  end if;

  if exists (
    select from public.checkouts
    where user_id = p_user and status in ('awaiting_payment', 'review', 'refund_due'))
  then
    raise sqlstate 'PT409' using hint = 'payment_under_way';
  end if;
  select * into v_open
  from public.checkouts where user_id = p_user and status = 'open' and stripe_session_id is not null;
  if found then
    raise sqlstate 'PT409' using hint = 'checkout_open',
      detail = jsonb_build_object(
        'checkout_id', v_open.id, 'stripe_session_id', v_open.stripe_session_id)::text;
  end if;

  delete from public.checkouts where user_id = p_user and status in ('open', 'released');
  -- A guest's login ends by itself (prune_guests), while the order may still need its notes.
  if not public.is_guest(p_user) then
    perform public.forget_words(array(select id from public.checkouts where user_id = p_user));
  end if;

  -- Paid rows stay without their user. Each table before those that it refers to.
  update public.orders set user_id = null where user_id = p_user;
  update public.payments set user_id = null where user_id = p_user;
  update public.checkouts set user_id = null where user_id = p_user;
  update public.billing_infos b set user_id = null
  where user_id = p_user and exists (select from public.checkouts c where c.billing_info_id = b.id);
  delete from public.billing_infos where user_id = p_user;

  delete from public.edits where staff_id in (select id from public.staff where user_id = p_user);
  perform public.add_team_event(null, id, 'left', id, null, role)
  from public.staff where user_id = p_user and until is null;
  update public.staff set user_id = null, until = coalesce(until, now()) where user_id = p_user;
  -- Someone who registers with another person's address must not erase what that person has under it.
  if public.address_proved(p_user) then
    perform public.forget_address(v_email);
  end if;
  delete from public.mail_outbox where stock_alert_id in (
    select id from public.stock_alerts where user_id = p_user);
  delete from public.stock_alerts where user_id = p_user;
  delete from public.rate_limits where caller_hash = any (p_callers);

  -- Cascades to the profile, the identities and the sessions.
  delete from auth.users where id = p_user;
end
$$;
comment on function public.close_account is
  'Erases a shopper: login, profile, stock alerts, notes, messages, billing forms, unpaid checkouts and, if the '
  'address is confirmed, what is stored under it alone (forget_address). An opt-out from news survives as a hash '
  '(suppressions). Orders and payments lose the login and keep what tax law requires (retention_periods). p_callers: '
  'the shopper''s hashes in rate_limits. Errors: PT401 account_missing; PT409 last_manager, payment_under_way, '
  'checkout_open (detail: the checkout whose payment page must first be closed at Stripe). Security definer, because '
  'it reads auth.';

create function public.export_person(
  p_user uuid, p_customer bigint, p_email text, p_callers text[] default '{}'
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- Someone who registers with another person's address must not learn of that person's subscriptions.
  with address as (
    select coalesce(p_email, u.email) as email
    from (select p_user as id) person
    left join auth.users u on u.id = person.id and public.address_proved(u.id)
  ), theirs as (
    select id from public.checkouts where user_id = p_user
    union
    select checkout_id from public.orders where customer_id = p_customer
  ), subscribed as (
    select s.id from public.subscriptions s join address a on lower(a.email) = lower(s.email)
  ), alerts as (
    select s.id from public.stock_alerts s join address a on lower(a.email) = lower(s.email)
    union
    select id from public.stock_alerts where user_id = p_user
  ), complained as (
    select c.id from public.complaints c join address a on lower(a.email) = lower(c.email)
  ), mailed as (
    -- An "or" in one condition would read all e-mails.
    select id from public.mail_outbox where user_id = p_user
    union all
    select m.id from public.mail_outbox m join theirs c on c.id = m.checkout_id
    union all
    select m.id from public.mail_outbox m join subscribed s on s.id = m.subscription_id
    union all
    select m.id from public.mail_outbox m join alerts a on a.id = m.stock_alert_id
    union all
    select m.id from public.mail_outbox m join complained c on c.id = m.complaint_id where m.kind = 'complaint_received'
    union all
    select m.id
    from public.mail_outbox m
    join public.staff_invitations i on i.id = m.invitation_id
    join address a on lower(a.email) = lower(i.email)
  )
  select jsonb_build_object(
    'exported_at', now(),
    'account', case when u.id is not null then jsonb_build_object(
      'id', u.id,
      'username', (select username from public.profiles where user_id = u.id),
      'email', u.email,
      'phone', u.phone,
      'email_confirmed_at', (select email_confirmed_at from public.profiles where user_id = u.id),
      'created_at', u.created_at,
      'last_login_at', u.last_sign_in_at) end,
    'notes_about_you', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'kind', v.kind, 'at', v.at, 'text', v.text)
        order by v.at, v.id), '[]')
      from public.customer_events v join public.customers k on k.id = v.customer_id
      where k.user_id = p_user or k.id = p_customer),
    'logins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'began_at', s.created_at, 'last_used_at', greatest(s.updated_at, s.refreshed_at),
        'browser', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = u.id),
    'billing_forms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'address', b.address, 'email', b.email, 'phone', b.phone,
        'saved_at', b.saved_at, 'erased_at', b.erased_at) order by b.saved_at, b.id), '[]')
      from public.billing_infos b
      where b.user_id = p_user
        or b.id in (select billing_info_id from public.orders where customer_id = p_customer)),
    'checkouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'status', c.status, 'billing_form', c.billing_info_id, 'country', c.country,
        'currency', c.currency, 'goods_pence', c.subtotal_pence, 'discount_pence', c.discount_pence,
        'discount_code', (
          select jsonb_build_object('code', d.code, 'given_back_at', d.given_back_at)
          from public.checkout_discounts d where d.checkout_id = c.id),
        'tax_pence', c.tax_pence,
        'tax_basis_points', c.tax_basis_points, 'tax_display', c.tax_display,
        'included_basis_points', c.included_basis_points, 'delivery', c.delivery, 'duties', c.duties,
        'terms_version', c.terms_version,
        'opened_at', c.created_at, 'closed_at', c.closed_at, 'order_shown_at', c.order_seen_at,
        'payment_page', c.stripe_session_id, 'payment_page_expires_at', c.session_expires_at, 'by_link', c.by_link,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', l.product_name, 'product_id', l.product_id, 'colour', l.color_name, 'colour_id', l.variant_id,
            'unit_pence', l.unit_pence, 'quantity', l.quantity, 'discount_pence', l.discount_pence,
            'instead_of_colour_id', l.replaces_variant_id, 'surplus_pence', l.surplus_pence,
            'reserved', h.quantity, 'reserved_until', h.expires_at)
            order by l.product_name, l.color_name)
          from public.checkout_lines l
          left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
          where l.checkout_id = c.id),
        'delivery_offered', (
          select jsonb_agg(jsonb_build_object(
            'name', o.name, 'amount_pence', o.amount_pence, 'waived_pence', o.waived_pence,
            'business_days_at_least', o.min_business_days, 'business_days_at_most', o.max_business_days,
            'express', o.express) order by o.position)
          from public.checkout_shipping_options o where o.checkout_id = c.id)) order by c.created_at), '[]')
      from public.checkouts c join theirs using (id)),
    'terms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', v.id, 'published_at', v.published_at, 'texts', v.texts) order by v.id), '[]')
      from public.terms_versions v
      where v.id in (select c.terms_version from public.checkouts c join theirs using (id))),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'checkout', p.checkout_id, 'billing_form', p.billing_info_id, 'method', p.method,
        'goods_pence', p.amount_pence, 'charged_pence', p.charged_pence, 'currency', p.currency,
        'status', p.status, 'paid_at', p.created_at, 'payment_page', p.stripe_session_id,
        'delivery_pence', p.shipping_pence, 'stripe_payment', p.stripe_payment_intent_id,
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'order_refund', r.order_refund_id, 'amount_pence', r.amount_pence, 'reason', r.reason,
            'state', r.state, 'made_by', r.source,
            'stripe_refund', r.stripe_refund_id, 'failure', r.failure_reason,
            'asked_at', r.created_at, 'settled_at', r.settled_at, 'credit_notes', (
              select jsonb_agg(jsonb_build_object(
                'number', n.number, 'cancels', n.cancels, 'issued_at', n.issued_at, 'amount_pence', n.amount_pence,
                'tax_pence', n.tax_pence, 'tax_rate_basis_points', n.rate_basis_points) order by n.number)
              from public.credit_notes n where n.refund_id = r.id)) order by r.created_at)
          from public.refunds r where r.payment_id = p.id),
        'disputes', (
          select jsonb_agg(jsonb_build_object(
            'stripe_dispute', d.stripe_dispute_id, 'amount_pence', d.amount_pence, 'reason', d.reason,
            'status', d.status, 'answer_due_by', d.due_by, 'opened_at', d.created_at, 'closed_at', d.closed_at)
            order by d.created_at)
          from public.disputes d where d.payment_id = p.id)) order by p.created_at, p.id), '[]')
      from public.payments p join theirs t on t.id = p.checkout_id),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'status', o.status, 'checkout', o.checkout_id, 'payment', o.payment_id,
        'billing_form', o.billing_info_id, 'country', o.country, 'goods_pence', o.subtotal_pence,
        'discount_pence', o.discount_pence,
        'tax_pence', o.tax_pence, 'included_basis_points', o.included_basis_points,
        'tax_inside_pence', o.tax_inside_pence, 'delivery', o.shipping_name, 'delivery_pence', o.shipping_pence,
        'adjustment_pence', o.adjustment_pence, 'total_pence', o.order_amount_pence, 'units', o.total_items,
        'ordered_at', o.created_at,
        'paid_at', o.counts_from, 'cancels_at', o.cancels_at, 'leaves_by', o.leaves_by, 'arrives_from', o.arrives_from,
        'arrives_by', o.arrives_by,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', i.product_name, 'product_id', i.product_id, 'colour', i.color_name, 'colour_id', i.variant_id,
            'unit_pence', i.product_price_pence, 'quantity', i.quantity, 'discount_pence', i.discount_pence)
            order by i.product_name, i.color_name)
          from public.order_items i where i.order_id = o.id),
        'units_to_send', o.units_to_send, 'waits_for', o.waits_for, 'address_on_the_label', o.label,
        'sent_apart', o.sent_apart,
        'your_words', (
          select jsonb_build_object('gift_message', gift_message, 'note', note, 'changed_at', changed_at)
          from public.shopper_notes where order_id = o.id),
        'parcels', (
          select jsonb_agg(jsonb_build_object(
            'id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number, 'sent_at', p.sent_at,
            'delivered_at', p.delivered_at, 'delivery_recorded_at', p.confirmed_at,
            'taken_back_at', p.undone_at, 'in_parcel', p.joined_to, 'goods', (
              select jsonb_agg(jsonb_build_object('colour_id', variant_id, 'quantity', quantity, 'batch', batch))
              from public.parcel_items where parcel_id = p.id)) order by p.id)
          from public.parcels p where p.order_id = o.id),
        'cancelled', (
          select jsonb_agg(jsonb_build_object(
            'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked))
          from public.cancelled_items where order_id = o.id),
        'swapped', (
          select jsonb_agg(jsonb_build_object(
            'from_colour_id', from_variant_id, 'to_colour_id', to_variant_id, 'quantity', quantity,
            'refunded_pence', refunded_pence))
          from public.swapped_items where order_id = o.id),
        'returns', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'kind', r.kind, 'state', r.state, 'code', r.code, 'reason', r.reason, 'wish', r.wish,
            'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at, 'goods', (
              select jsonb_agg(jsonb_build_object(
                'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked, 'written_off', written_off))
              from public.return_items where return_id = r.id), 'photos', (
              select jsonb_agg(jsonb_build_object('id', id, 'added_at', added_at, 'removed_at', removed_at)
                order by added_at, id)
              from public.return_photos where return_id = r.id)) order by r.asked_at, r.id)
          from public.returns r where r.order_id = o.id),
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', f.id, 'return', f.return_id, 'reason', f.reason, 'goods_pence', f.goods_pence,
            'tax_pence', f.tax_pence,
            'delivery_pence', f.shipping_pence, 'goodwill_pence', f.goodwill_pence, 'amount_pence', f.amount_pence,
            'deduction_pence', f.deduction_pence, 'deduction_tax_pence', f.deduction_tax_pence,
            'deduction_reason', f.deduction_reason,
            'asked_at', f.asked_at, 'taken_at', f.taken_at, 'given_up_at', f.given_up_at,
            'given_up_because', f.given_up_because,
            'given_up_by', f.given_up_by, 'goods', (
              select jsonb_agg(jsonb_build_object(
                'colour_id', variant_id, 'quantity', quantity, 'discount_pence', discount_pence,
                'surplus_pence', surplus_pence))
              from public.order_refund_items where order_refund_id = f.id)) order by f.asked_at)
          from public.order_refunds f where f.order_id = o.id)) order by o.created_at, o.id), '[]')
      from public.orders o join theirs t on t.id = o.checkout_id),
    'replacements', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', r.order_id, 'replaces', r.replaces_order_id, 'reason', r.reason) order by r.order_id), '[]')
      from public.replacements r
      join public.orders o on o.id = r.order_id
      join theirs t on t.id = o.checkout_id),
    'payment_links', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'checkout', l.checkout_id, 'added_to', l.order_id, 'return', l.return_id, 'sent_at_once', l.at_once)
        order by l.checkout_id), '[]')
      from public.payment_links l join public.checkouts c on c.id = l.checkout_id join theirs t on t.id = c.id),
    'gifts', (
      select coalesce(jsonb_agg(jsonb_build_object('order', g.order_id, 'reason', g.reason) order by g.order_id), '[]')
      from public.gifts g join public.orders o on o.id = g.order_id join theirs t on t.id = o.checkout_id),
    'exchanges', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', e.order_id, 'exchange_of', e.from_order_id, 'return', e.return_id,
        'sent_at_once', e.at_once, 'goods', (
          select jsonb_agg(jsonb_build_object(
            'from_colour_id', from_variant_id, 'to_colour_id', to_variant_id, 'quantity', quantity,
            'surplus_pence', surplus_pence, 'settled_pence', settled_pence))
          from public.exchanged_items where order_id = e.order_id)) order by e.order_id), '[]')
      from public.exchanges e join public.orders o on o.id = e.order_id join theirs t on t.id = o.checkout_id),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'checkout', e.checkout_id, 'kind', e.kind, 'by', e.actor, 'at', e.at, 'detail', e.detail)
        order by e.at, e.id), '[]')
      from public.order_events e join theirs t on t.id = e.checkout_id),
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
    'login_codes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'asked_at', c.asked_at, 'guesses', c.guesses, 'used_at', c.used_at) order by c.asked_at), '[]')
      from public.login_codes c where c.user_id = u.id),
    'e_mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'subject', m.subject, 'checkout', m.checkout_id, 'subscription', m.subscription_id,
        'stock_alert', m.stock_alert_id, 'complaint', m.complaint_id, 'invitation', m.invitation_id,
        'status', m.status, 'attempts', m.attempts, 'next_attempt_at', m.due_at,
        'told_by', m.joined_to, 'provider_number', m.provider_id, 'last_error', m.last_error,
        'written_at', m.created_at, 'sent_again_at', m.resent_at, 'sent_at', m.sent_at) order by m.created_at), '[]')
      from public.mail_outbox m join mailed on mailed.id = m.id),
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
      from public.suppressions s join address a on s.address_hash = public.address_hash(a.email)),
    'welcome_codes', (
      select coalesce(jsonb_agg(jsonb_build_object('address_hash', w.address_hash, 'sent_at', w.at)), '[]')
      from public.welcomed_addresses w
      join address a on w.address_hash = public.address_hash(public.mail_person(a.email))),
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
    'invitations_to_the_studio', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'at', i.at)), '[]')
      from public.staff_invitations i join address a on lower(a.email) = lower(i.email)),
    'recent_attempts', (
      select coalesce(jsonb_agg(jsonb_build_object('of', r.action, 'counts_until', r.expires_at) order by r.action),
             '[]')
      from public.rate_limits r where r.caller_hash = any (p_callers)))
  from (select p_user as id) person left join auth.users u on u.id = person.id
$$;
comment on function public.export_person is
  'All data on an account (p_user), or on a customer without one (p_customer, with their proved address p_email). '
  'p_callers as in close_account. Data under the account''s address (subscription, suppressions, complaints, stock '
  'alerts) is included once the address is confirmed. Excludes the password hash and working marks, such as the last '
  'sweep. Security definer, because it reads auth.';

create function public.export_account(p_user uuid, p_callers text[] default '{}') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.export_person(p_user, null, null, p_callers) from auth.users where id = p_user
$$;
comment on function public.export_account is
  'All data on a shopper, for download; null when the account does not exist. p_callers as in close_account. Security '
  'definer, because it reads auth.';

create function public.prune_personal_data(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_done jsonb := '{}';
  v_rows integer;
  v_parcels integer;
  v_erased bigint[];
  -- Checkouts whose delivery was erased.
  v_bare uuid[];
begin
  delete from public.checkouts where id in (
    select id from public.checkouts
    where status = 'released' and closed_at < (select public.expired_before('checkouts without a payment'))
    order by closed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('checkouts without a payment', v_rows);

  delete from public.billing_infos where id in (
    select id from public.billing_infos b
    where saved_at < (select public.expired_before('billing forms without a checkout'))
      and not exists (select from public.checkouts c where c.billing_info_id = b.id)
    order by saved_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('billing forms without a checkout', v_rows);

  delete from public.subscriptions where id in (
    select id from public.subscriptions
    where confirmed_at is null and asked_at < (select public.expired_before('subscriptions not confirmed'))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('subscriptions not confirmed', v_rows);

  -- Only the shopper's next login would rewrite these rows, which contain the browser's name and address.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where greatest(created_at, updated_at, refreshed_at) < (select public.expired_before('logins not used'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('logins not used', v_rows);

  begin
    delete from auth.audit_log_entries where id in (
      select id from auth.audit_log_entries
      where created_at < (select public.expired_before('log of sign-ins')) limit p_limit for update skip locked);
    get diagnostics v_rows = row_count;
  exception when insufficient_privilege then
    -- Supabase's own table: without rights to it, the rest must still be pruned.
    raise warning 'The log of sign-ins is not pruned: %', sqlerrm;
    v_rows := 0;
  end;
  v_done := v_done || jsonb_build_object('log of sign-ins', v_rows);

  delete from public.mail_outbox where id in (
    select id from public.mail_outbox
    where status <> 'due' and created_at < (select public.expired_before('e-mails sent or given up'))
    order by created_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  -- A mailing's figures stay, anonymously.
  update public.mailing_recipients set subscription_id = null where id in (
    select r.id from public.mailing_recipients r join public.mailings m on m.id = r.mailing_id
    where r.subscription_id is not null and m.state = 'sent'
      and m.ended_at < (select public.expired_before('e-mails sent or given up'))
    limit p_limit for update of r skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object('e-mails sent or given up', greatest(v_rows, v_parcels));

  delete from public.stock_alerts where id in (
    select id from public.stock_alerts
    where asked_at < (select public.expired_before('stock alerts'))
      and (ended_at is null or ended_at < (select public.expired_before('stock alerts')))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('stock alerts', v_rows);

  delete from public.complaints where id in (
    select id from public.complaints
    where answered_at < (select public.expired_before('complaints that were answered'))
    order by answered_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('complaints that were answered', v_rows);

  delete from public.edits where (staff_id, form) in (
    select staff_id, form from public.edits
    where changed_at < (select public.expired_before('unsaved input of the studio'))
    order by changed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('unsaved input of the studio', v_rows);

  -- The next sweep of Storage deletes the pictures (stray_return_photos).
  delete from public.return_photos where id in (
    select p.id
    from public.return_photos p join public.returns r on r.id = p.return_id
    where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    limit p_limit for update of p skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('photos of a return', v_rows);

  delete from public.shopper_notes where order_id in (
    select order_id from public.shopper_notes
    where changed_at < (select public.expired_before('notes and gift messages of shoppers'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('notes and gift messages of shoppers', v_rows);

  delete from public.merges where id in (
    select id from public.merges where asked_at < now() - interval '7 days' limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('merges not accepted', v_rows);

  delete from public.staff_invitations where id in (
    select id from public.staff_invitations where at < now() - interval '7 days' limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('invitations not accepted', v_rows);

  with erased as (
    update public.billing_infos set email = '', phone = '' where id in (
      select id from public.billing_infos b
      where user_id is null and (email <> '' or phone <> '')
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id
            and c.created_at >= (select public.expired_before('e-mail and phone in the orders of a closed account')))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  with bare as (
    update public.checkouts set delivery = delivery - 'phone' where id in (
      select id from public.checkouts
      where user_id is null and delivery ? 'phone'
        and created_at < (select public.expired_before('e-mail and phone in the orders of a closed account'))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_bare, v_parcels from bare;
  update public.orders set label = label - 'phone'
  where label ? 'phone' and (billing_info_id = any (v_erased) or checkout_id = any (v_bare));
  perform public.renew_order_words(v_erased, v_bare);
  v_done := v_done || jsonb_build_object(
    'e-mail and phone in the orders of a closed account', greatest(v_rows, v_parcels));

  with erased as (
    update public.billing_infos set name = '', address = '', email = '', phone = '', erased_at = now() where id in (
      select id from public.billing_infos b
      where erased_at is null and saved_at < (select public.expired_before('name and address in orders'))
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id
            and c.created_at >= (select public.expired_before('name and address in orders')))
      order by saved_at limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  with bare as (
    update public.checkouts set delivery = jsonb_build_object('name', '', 'line1', '', 'country', country) where id in (
      select id from public.checkouts
      where delivery ->> 'line1' <> '' and created_at < (select public.expired_before('name and address in orders'))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_bare, v_parcels from bare;
  v_done := v_done || jsonb_build_object('name and address in orders', greatest(v_rows, v_parcels));
  -- Notes about the order and its search words also contain names and addresses.
  update public.orders set label = null where billing_info_id = any (v_erased) and label is not null;
  update public.returns r set reason = null
  from public.orders o where o.id = r.order_id and o.billing_info_id = any (v_erased) and r.reason is not null;
  update public.order_refunds f set deduction_reason = ''
  from public.orders o where o.id = f.order_id and o.billing_info_id = any (v_erased) and f.deduction_reason <> '';
  update public.order_events e set detail = '{}'
  from public.checkouts c
  where c.id = e.checkout_id and c.billing_info_id = any (v_erased) and e.detail <> '{}';
  perform public.renew_order_words(v_erased, v_bare);

  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < now()
    order by expires_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('counts of attempts', v_rows);

  -- A live login may enter the studio by its code.
  delete from public.second_factor_codes where id in (
    select id from public.second_factor_codes c
    where tried_at < now() - interval '1 day'
      and (outcome is distinct from 'accepted' or not exists (select from auth.sessions where id = c.session_id))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('codes of authenticator apps', v_rows);

  with old as (
    select id from public.login_codes where asked_at < now() - interval '1 day'
    order by asked_at limit p_limit for update skip locked),
  -- A project without a mail provider keeps the codes' e-mails.
  unsent as (
    delete from public.mail_outbox
    where kind = 'login_code' and status = 'due' and subject in (select id::text from old))
  delete from public.login_codes where id in (select id from old);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('login codes', v_rows);

  -- Kept until two years can be compared month by month.
  delete from public.counts where (day, kind, key) in (
    select day, kind, key from public.counts where day < public.uk_day(now() - interval '25 months')
    order by day limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('counts of visits', v_rows);
  return v_done || public.prune_guests(p_limit);
end
$$;
comment on function public.prune_personal_data is
  'Erases expired data (retention_periods), at most p_limit rows of each kind, and returns the counts. Call it until '
  'all are below p_limit; a repeat is safe. Security definer, because it erases in auth.';

-- Invariants

create view invariants.expired_data_erased (invariant, "row", found) as
select 'what is past its time is erased within a week', past."row", 'past since ' || past.since
from (
  select 'checkouts ' || id as "row", closed_at as since from public.checkouts
  where status = 'released'
    and closed_at < (select public.expired_before('checkouts without a payment')) - interval '7 days'
  union all
  select 'return_photos ' || p.id, coalesce(r.closed_at, r.received_at, r.asked_at)
  from public.return_photos p join public.returns r on r.id = p.return_id
  where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    - interval '7 days'
  union all
  select 'orders ' || o.id, o.created_at from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  where b.erased_at is null
    and b.saved_at < (select public.expired_before('name and address in orders')) - interval '7 days'
    and not exists (
      select from public.checkouts c where c.billing_info_id = b.id
        and c.created_at >= (select public.expired_before('name and address in orders')) - interval '7 days')
) past;
