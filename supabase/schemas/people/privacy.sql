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
    ('entries of a draw', interval '180 days'),
    ('e-mail and phone in the orders of a closed account', interval '180 days'),
    ('complaints that were answered', interval '2 years'),
    ('photos of a return', interval '180 days'),
    ('notes and gift messages of shoppers', interval '180 days'),
    ('recipients of gift cards that ended', interval '1 year'),
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
  perform public.forget_draw_entries(p_email, null);
  perform public.forget_gift_cards(p_email);
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
  perform public.forget_reviews(p_checkouts);
end
$$;
comment on function public.forget_words is
  'Erases the words about orders that no law requires: staff''s notes and messages, the shopper''s own note, and '
  'reviews (forget_reviews).';

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
  perform public.forget_draw_entries(null, p_user);
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

create function public.exported_payments(p_checkouts uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'checkouts', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select c.id, c.status, c.billing_info_id as billing_form, c.country, c.currency,
          c.subtotal_pence as goods_pence, c.discount_pence,
          (
            select to_jsonb(entry) from (
              select d.code, d.given_back_at
              from public.checkout_discounts d where d.checkout_id = c.id) entry) as discount_code,
          (
            select to_jsonb(entry) from (
              select h.gift_card_id as gift_card, h.goods_pence, h.held_pence
              from public.checkout_credits h where h.checkout_id = c.id) entry) as credit, c.tax_pence,
          c.tax_basis_points, c.tax_display, c.included_basis_points, c.delivery, c.duties, c.terms_version,
          c.created_at as opened_at, c.closed_at, c.order_seen_at as order_shown_at,
          c.stripe_session_id as payment_page, c.session_expires_at as payment_page_expires_at, c.by_link,
          (
            select jsonb_agg(entry) from (
              select l.product_name as product, l.product_id, l.color_name as colour,
                l.variant_id as colour_id, l.unit_pence, l.quantity, l.discount_pence,
                l.replaces_variant_id as instead_of_colour_id, l.surplus_pence, h.quantity as reserved,
                h.expires_at as reserved_until
              from public.checkout_lines l
              left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
              where l.checkout_id = c.id
              order by l.product_name, l.color_name) entry) as goods,
          (
            select jsonb_agg(entry) from (
              select o.name, o.amount_pence, o.waived_pence, o.credit_pence,
                o.min_business_days as business_days_at_least,
                o.max_business_days as business_days_at_most, o.express
              from public.checkout_shipping_options o where o.checkout_id = c.id
              order by o.position) entry) as delivery_offered
        from public.checkouts c where c.id = any (p_checkouts)
        order by c.created_at) entry),
    'terms', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select v.id as version, v.published_at, v.texts
        from public.terms_versions v
        where v.id in (select c.terms_version from public.checkouts c where c.id = any (p_checkouts))
        order by v.id) entry),
    'payments', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select p.id, p.checkout_id as checkout, p.billing_info_id as billing_form, p.method,
          p.amount_pence as goods_pence, p.charged_pence, p.credit_pence, p.currency, p.status, p.created_at as paid_at,
          p.stripe_session_id as payment_page, p.shipping_pence as delivery_pence,
          p.stripe_payment_intent_id as stripe_payment,
          (
            select jsonb_agg(entry) from (
              select r.id, r.order_refund_id as order_refund, r.amount_pence, r.reason, r.state,
                r.source as made_by, r.method, r.stripe_refund_id as stripe_refund, r.failure_reason as failure,
                r.created_at as asked_at, r.settled_at,
                (
                  select jsonb_agg(entry) from (
                    select n.number, n.cancels, n.issued_at, n.amount_pence, n.tax_pence,
                      n.rate_basis_points as tax_rate_basis_points
                    from public.credit_notes n where n.refund_id = r.id
                    order by n.number) entry) as credit_notes
              from public.refunds r where r.payment_id = p.id
              order by r.created_at) entry) as refunds,
          (
            select jsonb_agg(entry) from (
              select d.stripe_dispute_id as stripe_dispute, d.amount_pence, d.reason, d.status,
                d.due_by as answer_due_by, d.created_at as opened_at, d.closed_at
              from public.disputes d where d.payment_id = p.id
              order by d.created_at) entry) as disputes
        from public.payments p where p.checkout_id = any (p_checkouts)
        order by p.created_at, p.id) entry),
    'history', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select e.id, e.checkout_id as checkout, e.kind, e.actor as by, e.at, e.detail
        from public.order_events e where e.checkout_id = any (p_checkouts)
        order by e.at, e.id) entry))
$$;
comment on function public.exported_payments is
  'Part of export_person: checkouts, with the terms agreed to, payments and the history of each.';

create function public.exported_orders(p_checkouts uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'orders', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select o.id, o.status, o.checkout_id as checkout, o.payment_id as payment,
          o.billing_info_id as billing_form, o.country, o.subtotal_pence as goods_pence, o.discount_pence,
          o.tax_pence, o.included_basis_points, o.tax_inside_pence, o.shipping_name as delivery,
          o.shipping_pence as delivery_pence, o.adjustment_pence, o.order_amount_pence as total_pence,
          o.total_items as units, o.created_at as ordered_at, o.counts_from as paid_at, o.cancels_at,
          o.leaves_by, o.arrives_from, o.arrives_by,
          (
            select jsonb_agg(entry) from (
              select i.product_name as product, i.product_id, i.color_name as colour,
                i.variant_id as colour_id, i.product_price_pence as unit_pence, i.quantity, i.discount_pence
              from public.order_items i where i.order_id = o.id
              order by i.product_name, i.color_name) entry) as goods, o.units_to_send, o.waits_for,
          o.label as address_on_the_label, o.sent_apart,
          (
            select to_jsonb(entry) from (
              select gift_message, note, changed_at
              from public.shopper_notes where order_id = o.id) entry) as your_words,
          (
            select to_jsonb(entry) from (
              select asked_at, ended_at from public.review_requests where order_id = o.id) entry) as reviews_asked_for,
          (
            select jsonb_agg(entry) from (
              select r.id, r.product_id, r.stars, r.fit, r.words, r.name, r.given, r.written_at, r.changed_at, r.answer,
                r.answered_at,
                (
                  select to_jsonb(entry) from (
                    select reason, words, hidden_at from public.hidden_reviews where review_id = r.id) entry) as hidden,
                (
                  select jsonb_agg(entry) from (
                    select id, added_at, removed_at from public.review_photos
                    where review_id = r.id order by added_at, id) entry) as photos
              from public.product_reviews r where r.order_id = o.id
              order by r.id) entry) as reviews,
          (
            select jsonb_agg(entry) from (
              select p.id, p.carrier, p.tracking_number, p.sent_at, p.delivered_at,
                p.confirmed_at as delivery_recorded_at, p.undone_at as taken_back_at,
                p.joined_to as in_parcel,
                (
                  select jsonb_agg(entry) from (
                    select variant_id as colour_id, quantity, batch
                    from public.parcel_items where parcel_id = p.id) entry) as goods
              from public.parcels p where p.order_id = o.id
              order by p.id) entry) as parcels,
          (
            select jsonb_agg(entry) from (
              select variant_id as colour_id, quantity, restocked as back_in_stock
              from public.cancelled_items where order_id = o.id) entry) as cancelled,
          (
            select jsonb_agg(entry) from (
              select from_variant_id as from_colour_id, to_variant_id as to_colour_id, quantity,
                refunded_pence
              from public.swapped_items where order_id = o.id) entry) as swapped,
          (
            select jsonb_agg(entry) from (
              select r.id, r.kind, r.state, r.code, r.reason, r.wish, r.asked_at, r.received_at, r.closed_at,
                (
                  select jsonb_agg(entry) from (
                    select variant_id as colour_id, quantity, restocked as back_in_stock, written_off
                    from public.return_items where return_id = r.id) entry) as goods,
                (
                  select jsonb_agg(entry) from (
                    select id, added_at, removed_at
                    from public.return_photos where return_id = r.id
                    order by added_at, id) entry) as photos
              from public.returns r where r.order_id = o.id
              order by r.asked_at, r.id) entry) as returns,
          (
            select jsonb_agg(entry) from (
              select f.id, f.return_id as return, f.reason, f.goods_pence, f.tax_pence,
                f.shipping_pence as delivery_pence, f.goodwill_pence, f.amount_pence, f.deduction_pence,
                f.deduction_tax_pence, f.deduction_reason, f.asked_at, f.taken_at, f.given_up_at,
                f.given_up_because, f.given_up_by,
                (
                  select jsonb_agg(entry) from (
                    select variant_id as colour_id, quantity, discount_pence, surplus_pence
                    from public.order_refund_items where order_refund_id = f.id) entry) as goods
              from public.order_refunds f where f.order_id = o.id
              order by f.asked_at) entry) as refunds
        from public.orders o where o.checkout_id = any (p_checkouts)
        order by o.created_at, o.id) entry),
    'replacements', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select r.order_id as order, r.replaces_order_id as replaces, r.reason
        from public.replacements r
        join public.orders o on o.id = r.order_id
        where o.checkout_id = any (p_checkouts)
        order by r.order_id) entry),
    'payment_links', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select l.checkout_id as checkout, l.order_id as added_to, l.return_id as return,
          l.at_once as sent_at_once
        from public.payment_links l where l.checkout_id = any (p_checkouts)
        order by l.checkout_id) entry),
    'gifts', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select g.order_id as order, g.reason
        from public.gifts g join public.orders o on o.id = g.order_id where o.checkout_id = any (p_checkouts)
        order by g.order_id) entry),
    'exchanges', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select e.order_id as order, e.from_order_id as exchange_of, e.return_id as return,
          e.at_once as sent_at_once,
          (
            select jsonb_agg(entry) from (
              select from_variant_id as from_colour_id, to_variant_id as to_colour_id, quantity,
                surplus_pence, settled_pence
              from public.exchanged_items where order_id = e.order_id) entry) as goods
        from public.exchanges e join public.orders o on o.id = e.order_id where o.checkout_id = any (p_checkouts)
        order by e.order_id) entry))
$$;
comment on function public.exported_orders is
  'Part of export_person: orders of checkouts, and how they belong together.';

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
  ), entered as (
    select e.id from public.draw_entries e join address a on lower(a.email) = lower(e.email)
    union
    select id from public.draw_entries where user_id = p_user
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
    select m.id from public.mail_outbox m join entered e on e.id = m.draw_entry_id
    union all
    select m.id from public.mail_outbox m join complained c on c.id = m.complaint_id where m.kind = 'complaint_received'
    union all
    select m.id
    from public.mail_outbox m
    join public.staff_invitations i on i.id = m.invitation_id
    join address a on lower(a.email) = lower(i.email)
    union all
    select m.id
    from public.mail_outbox m
    join public.gift_cards g on g.id = m.gift_card_id
    join address a on lower(a.email) = lower(g.email)
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
      select coalesce(jsonb_agg(entry), '[]') from (
        select v.id, v.kind, v.at, v.text
        from public.customer_events v join public.customers k on k.id = v.customer_id
        where k.user_id = p_user or k.id = p_customer
        order by v.at, v.id) entry),
    'logins', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select s.created_at as began_at, greatest(s.updated_at, s.refreshed_at) as last_used_at,
          s.user_agent as browser, host(s.ip) as ip_address
        from auth.sessions s where s.user_id = u.id
        order by s.created_at) entry),
    'billing_forms', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select b.id, b.name, b.address, b.email, b.phone, b.saved_at, b.erased_at
        from public.billing_infos b
        where b.user_id = p_user
          or b.id in (select billing_info_id from public.orders where customer_id = p_customer)
        order by b.saved_at, b.id) entry),
    'work_for_the_shop', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select s.id, s.name, s.role, s.since, s.until from public.staff s where s.user_id = u.id order by s.id) entry),
    'authenticator_app', (
      select to_jsonb(entry) from (
        select f.factor_id as id, f.since,
          (
            select coalesce(jsonb_agg(entry), '[]') from (
              select c.session_id as login, c.tried_at, c.outcome
              from public.second_factor_codes c where c.user_id = u.id
              order by c.id) entry) as codes
        from public.second_factors f where f.user_id = u.id) entry),
    'login_codes', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select c.id, c.asked_at, c.guesses, c.used_at from public.login_codes c where c.user_id = u.id
        order by c.asked_at) entry),
    'e_mails', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select m.id, m.kind, m.subject, m.checkout_id as checkout, m.subscription_id as subscription,
          m.stock_alert_id as stock_alert, m.complaint_id as complaint, m.invitation_id as invitation,
          m.draw_entry_id as draw_entry, m.gift_card_id as gift_card,
          m.status, m.attempts, m.due_at as next_attempt_at, m.joined_to as told_by,
          m.provider_id as provider_number, m.last_error, m.created_at as written_at,
          m.resent_at as sent_again_at, m.sent_at
        from public.mail_outbox m join mailed on mailed.id = m.id
        order by m.created_at) entry),
    'subscriptions', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select s.id, s.email, s.asked_at, s.asked_from, s.confirmed_at, s.confirmed_text
        from public.subscriptions s where s.id in (select id from subscribed)) entry),
    'news', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select r.id, r.mailing_id as mailing, r.subscription_id as subscription, r.state,
          r.provider_id as provider_number, r.error, r.sent_at
        from public.mailing_recipients r where r.subscription_id in (select id from subscribed)
        order by r.sent_at) entry),
    'suppressions', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select s.address_hash, s.reason, s.since
        from public.suppressions s join address a on s.address_hash = public.address_hash(a.email)
        order by s.since) entry),
    'welcome_codes', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select w.address_hash, w.at as sent_at
        from public.welcomed_addresses w
        join address a on w.address_hash = public.address_hash(public.mail_person(a.email))) entry),
    'gift_cards', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select g.id, g.origin, g.code_end, g.email, g.reason, g.checkout_id as checkout, g.expires_at, g.created_at,
          (
            select jsonb_agg(entry) from (
              select c.kind, c.amount_pence, c.at from public.credits c where c.gift_card_id = g.id
              order by c.id) entry) as ledger
        from public.gift_cards g
        where g.checkout_id in (select id from theirs) or lower(g.email) in (select lower(email) from address)
        order by g.created_at) entry),
    'stock_alerts', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select a.id, a.variant_id as colour_id, a.email, a.asked_at, a.ended_at, a.ended_why
        from public.stock_alerts a where a.id in (select id from alerts)
        order by a.asked_at) entry),
    'draw_entries', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select e.id, e.draw_id as draw, e.variant_id as colour_id, e.email, e.person, e.asked_at, e.confirmed_at,
          e.salt, e.receipt, e.leaf,
          (
            select to_jsonb(entry) from (
              select w.place, w.state, w.ends_at from public.draw_places w where w.entry_id = e.id) entry) as drawn
        from public.draw_entries e where e.id in (select id from entered)
        order by e.asked_at) entry),
    'complaints', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select c.id, c.name, c.email, c.words, c.received_at, c.answered_at, c.outcome
        from public.complaints c where c.id in (select id from complained)
        order by c.received_at) entry),
    'invitations_to_the_studio', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select i.id, i.email, i.role, i.at
        from public.staff_invitations i join address a on lower(a.email) = lower(i.email)) entry),
    'recent_attempts', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select r.action as of, r.expires_at as counts_until
        from public.rate_limits r where r.caller_hash = any (p_callers)
        order by r.action) entry))
  || public.exported_payments(bought.ids) || public.exported_orders(bought.ids)
  from (select array(select id from theirs) as ids) bought
  left join auth.users u on u.id = p_user
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

create function public.prune_logins(p_limit integer) returns table (data text, rows integer)
language plpgsql set search_path = ''
as $$
declare
  v_rows integer;
begin
  -- Only the shopper's next login would rewrite these rows, which contain the browser's name and address.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where greatest(created_at, updated_at, refreshed_at) < (select public.expired_before('logins not used'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'logins not used', v_rows;

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
  return query select 'log of sign-ins', v_rows;

  -- A live login may enter the studio by its code.
  delete from public.second_factor_codes where id in (
    select id from public.second_factor_codes c
    where tried_at < now() - interval '1 day'
      and (outcome is distinct from 'accepted' or not exists (select from auth.sessions where id = c.session_id))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'codes of authenticator apps', v_rows;

  with old as (
    select id from public.login_codes where asked_at < now() - interval '1 day'
    order by asked_at limit p_limit for update skip locked),
  -- A project without a mail provider keeps the codes' e-mails.
  unsent as (
    delete from public.mail_outbox
    where kind = 'login_code' and status = 'due' and subject in (select id::text from old))
  delete from public.login_codes where id in (select id from old);
  get diagnostics v_rows = row_count;
  return query select 'login codes', v_rows;
end
$$;
comment on function public.prune_logins is
  'Part of prune_personal_data: logins, their log and codes.';

create function public.prune_order_people(p_limit integer) returns table (data text, rows integer)
language plpgsql set search_path = ''
as $$
declare
  v_rows integer;
  v_deliveries integer;
  v_erased bigint[];
  -- Checkouts whose delivery was erased.
  v_bare uuid[];
begin
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
  select coalesce(array_agg(id), '{}'), count(*) into v_bare, v_deliveries from bare;
  update public.orders set label = label - 'phone'
  where label ? 'phone' and (billing_info_id = any (v_erased) or checkout_id = any (v_bare));
  perform public.renew_order_words(v_erased, v_bare);
  return query select 'e-mail and phone in the orders of a closed account', greatest(v_rows, v_deliveries);

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
  select coalesce(array_agg(id), '{}'), count(*) into v_bare, v_deliveries from bare;
  return query select 'name and address in orders', greatest(v_rows, v_deliveries);
  -- Reviews go with their writers; notes about the order and its search words also contain names and addresses.
  perform public.forget_reviews(array(select id from public.checkouts where billing_info_id = any (v_erased)));
  update public.orders set label = null where billing_info_id = any (v_erased) and label is not null;
  update public.returns r set reason = null
  from public.orders o where o.id = r.order_id and o.billing_info_id = any (v_erased) and r.reason is not null;
  update public.order_refunds f set deduction_reason = ''
  from public.orders o where o.id = f.order_id and o.billing_info_id = any (v_erased) and f.deduction_reason <> '';
  update public.order_events e set detail = '{}'
  from public.checkouts c
  where c.id = e.checkout_id and c.billing_info_id = any (v_erased) and e.detail <> '{}';
  perform public.renew_order_words(v_erased, v_bare);
end
$$;
comment on function public.prune_order_people is
  'Part of prune_personal_data: people in orders, first how to reach them, then their names and addresses.';

create function public.prune_personal_data(p_limit integer) returns table (data text, rows integer)
language plpgsql security definer set search_path = ''
as $$
declare
  v_rows integer;
  v_recipients integer;
begin
  delete from public.checkouts where id in (
    select id from public.checkouts
    where status = 'released' and closed_at < (select public.expired_before('checkouts without a payment'))
    order by closed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'checkouts without a payment', v_rows;

  delete from public.billing_infos where id in (
    select id from public.billing_infos b
    where saved_at < (select public.expired_before('billing forms without a checkout'))
      and not exists (select from public.checkouts c where c.billing_info_id = b.id)
    order by saved_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'billing forms without a checkout', v_rows;

  delete from public.subscriptions where id in (
    select id from public.subscriptions
    where confirmed_at is null and asked_at < (select public.expired_before('subscriptions not confirmed'))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'subscriptions not confirmed', v_rows;

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
  get diagnostics v_recipients = row_count;
  return query select 'e-mails sent or given up', greatest(v_rows, v_recipients);

  delete from public.stock_alerts where id in (
    select id from public.stock_alerts
    where asked_at < (select public.expired_before('stock alerts'))
      and (ended_at is null or ended_at < (select public.expired_before('stock alerts')))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'stock alerts', v_rows;

  perform public.leave_draw(id) from (
    select e.id from public.draw_entries e join public.draws d on d.id = e.draw_id
    where e.email is not null and d.ended_at < (select public.expired_before('entries of a draw')) limit p_limit) e;
  get diagnostics v_rows = row_count;
  return query select 'entries of a draw', v_rows;

  delete from public.complaints where id in (
    select id from public.complaints
    where answered_at < (select public.expired_before('complaints that were answered'))
    order by answered_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'complaints that were answered', v_rows;

  delete from public.edits where (staff_id, form) in (
    select staff_id, form from public.edits
    where changed_at < (select public.expired_before('unsaved input of the studio'))
    order by changed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'unsaved input of the studio', v_rows;

  -- The next sweep of Storage deletes the pictures (stray_photos).
  delete from public.return_photos where id in (
    select p.id
    from public.return_photos p join public.returns r on r.id = p.return_id
    where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    limit p_limit for update of p skip locked);
  get diagnostics v_rows = row_count;
  return query select 'photos of a return', v_rows;

  delete from public.shopper_notes where order_id in (
    select order_id from public.shopper_notes
    where changed_at < (select public.expired_before('notes and gift messages of shoppers'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'notes and gift messages of shoppers', v_rows;

  update public.gift_cards set email = '' where id in (
    select id from public.gift_cards
    where expires_at < (select public.expired_before('recipients of gift cards that ended')) and email <> ''
    order by expires_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'recipients of gift cards that ended', v_rows;

  delete from public.merges where id in (
    select id from public.merges where asked_at < now() - interval '7 days' limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'merges not accepted', v_rows;

  delete from public.staff_invitations where id in (
    select id from public.staff_invitations where at < now() - interval '7 days' limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'invitations not accepted', v_rows;

  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < now()
    order by expires_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'counts of attempts', v_rows;

  -- Kept until two years can be compared month by month.
  delete from public.counts where (day, kind, key) in (
    select day, kind, key from public.counts where day < public.uk_day(now() - interval '25 months')
    order by day limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  return query select 'counts of visits', v_rows;
  return query select * from public.prune_logins(p_limit);
  return query select * from public.prune_order_people(p_limit);
  return query select * from public.prune_guests(p_limit);
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
