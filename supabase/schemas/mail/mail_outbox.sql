-- Outbox of e-mails. A row is written in the transaction that causes it, and sent later.

create type public.mail_status as enum ('due', 'sent', 'parked', 'joined');
comment on type public.mail_status is
  'due: to be sent at due_at or later. sent: accepted by the provider. parked: given up; staff decide. joined: '
  'covered by another e-mail (joined_to).';

create type public.mail_kind as enum (
  'order', 'sold_out_refund', 'drawn_twice_refund', 'refund', 'payment_failed', 'confirm_email', 'confirm_subscription',
  'dispatched', 'dispatch_undone', 'delivered', 'cancelled', 'swapped', 'order_refund', 'return_asked',
  'return_received', 'return_refused', 'withdrawal_link', 'staff_order', 'staff_decision', 'back_in_stock',
  'staff_release', 'complaint_received', 'staff_complaint', 'login_code', 'staff_stock', 'message', 'merge_link',
  'payment_link', 'cart_left', 'staff_invitation', 'welcome', 'refund_failed', 'return_settled',
  'review_request', 'review_hidden', 'draw_confirm', 'draw_receipt', 'draw_won', 'draw_lost',
  'gift_card', 'gift_card_ends'
);
comment on type public.mail_kind is
  'Most kinds are the order''s event of that name. order: confirmation. sold_out_refund: goods were gone. '
  'drawn_twice_refund: is_drawn_twice. refund: another refund without an order. payment_failed: a slow payment. '
  'confirm_…: address check. withdrawal_link: to '
  'choose what to withdraw from. staff_order, staff_decision: to staff. staff_release: a release failed at its time. '
  'back_in_stock: to a colour''s queue. complaint_received, staff_complaint: to the complainant and to managers. '
  'login_code: to log in without a password. staff_stock: low stock, weekly. message: written by staff '
  '(staff_message). merge_link: offers to move orders into an account (staff_merge). payment_link: to pay for what '
  'staff ordered. cart_left: an unpaid basket. staff_invitation: to work in the studio. welcome: a new subscriber''s '
  'discount code. refund_failed: a refund that came back, or that Stripe keeps refusing, is still owed. '
  'return_settled: the deduction took all of the refund. review_request: asks a buyer for reviews. review_hidden: '
  'tells the writer of one why it is hidden. draw_…: to an entrant of a draw. gift_card: its '
  'code, to its recipient. gift_card_ends: a month before.';

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
  invitation_id uuid references public.staff_invitations (id) on delete cascade,
  draw_entry_id uuid references public.draw_entries (id) on delete cascade,
  gift_card_id uuid references public.gift_cards (id) on delete cascade,
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
    num_nonnulls(
      checkout_id, user_id, subscription_id, stock_alert_id, release_id, complaint_id, invitation_id, draw_entry_id,
      gift_card_id)
      = (kind <> 'staff_stock')::integer
    and (kind in ('confirm_email', 'login_code')) = (user_id is not null)
    and (kind in ('confirm_subscription', 'welcome')) = (subscription_id is not null)
    and (kind = 'back_in_stock') = (stock_alert_id is not null)
    and (kind = 'staff_release') = (release_id is not null)
    and (kind in ('complaint_received', 'staff_complaint')) = (complaint_id is not null)
    and (kind in ('draw_confirm', 'draw_receipt', 'draw_won', 'draw_lost')) = (draw_entry_id is not null)
    and (kind = 'staff_invitation') = (invitation_id is not null)
    and (kind in ('gift_card', 'gift_card_ends')) = (gift_card_id is not null)),
  constraint mail_outbox_attempts_not_negative check (attempts >= 0),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_joined_to_another check (status <> 'joined' or joined_to <> id)
);
comment on table public.mail_outbox is
  'E-mails owed or sent, each about a checkout, an account, a subscription, a stock alert, a release, a complaint, '
  'an invitation, an entry of a draw or a gift card; staff_stock about a week.';
comment on column public.mail_outbox.id is 'Random, because it is the mail provider''s idempotency key.';
comment on column public.mail_outbox.subject is
  'Id of its cause: a checkout, parcel, return, order_refund, the code …; so each is owed once. Random for links that '
  'confirm an address, which may be requested again.';
comment on column public.mail_outbox.due_at is 'Next attempt; while it is being sent, end of the lease.';
comment on column public.mail_outbox.resent_at is 'Last manual resend (staff_resend_mail).';
comment on column public.mail_outbox.claim is 'Lease of the latest sender: only that sender may report a failure.';
comment on column public.mail_outbox.batch is
  'The provider call of a back_in_stock that was tried, shared with others: its idempotency key.';
comment on column public.mail_outbox.joined_to is 'The e-mail that covers the order of a staff_order.';
create index mail_outbox_joined on public.mail_outbox (joined_to);
create index mail_outbox_to_staff on public.mail_outbox (created_at) where kind = 'staff_order' and status <> 'joined';
create index mail_outbox_due on public.mail_outbox (due_at) where status = 'due';
create unique index mail_outbox_one_due_per_account on public.mail_outbox (user_id)
  where status = 'due' and kind = 'confirm_email';
create unique index mail_outbox_one_due_per_subscription on public.mail_outbox (subscription_id)
  where status = 'due' and kind = 'confirm_subscription';
create index mail_outbox_by_account on public.mail_outbox (user_id);
create index mail_outbox_by_subscription on public.mail_outbox (subscription_id);
create index mail_outbox_by_stock_alert on public.mail_outbox (stock_alert_id) where stock_alert_id is not null;
create index mail_outbox_by_release on public.mail_outbox (release_id) where release_id is not null;
create index mail_outbox_by_complaint on public.mail_outbox (complaint_id) where complaint_id is not null;
create index mail_outbox_by_invitation on public.mail_outbox (invitation_id) where invitation_id is not null;
create index mail_outbox_by_draw_entry on public.mail_outbox (draw_entry_id) where draw_entry_id is not null;
create index mail_outbox_by_gift_card on public.mail_outbox (gift_card_id) where gift_card_id is not null;
create index mail_outbox_by_batch on public.mail_outbox (batch) where batch is not null and status = 'due';
create index mail_outbox_due_stock_alerts on public.mail_outbox (due_at)
  where status = 'due' and kind = 'back_in_stock';
alter table public.mail_outbox enable row level security;

create index mail_outbox_by_checkout on public.mail_outbox (checkout_id);
create index mail_outbox_parked on public.mail_outbox (created_at) where status = 'parked';
create index mail_outbox_past on public.mail_outbox (created_at) where status <> 'due';

create function public.mail_goes_to_staff(p_kind public.mail_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('staff_order', 'staff_decision', 'staff_release', 'staff_complaint', 'staff_stock') $$;
comment on function public.mail_goes_to_staff is 'Whether e-mails of a kind go to staff instead of a shopper.';

create function public.staff_addresses(p_kind public.mail_kind) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(public.account_email(s.user_id) order by s.id), '{}')
  from public.staff s
  where s.until is null and public.address_proved(s.user_id)
    and public.staff_may(s.id, case p_kind
      when 'staff_order' then 'pack'
      when 'staff_decision' then 'move_money'
      when 'staff_release' then 'edit_catalogue'
      when 'staff_complaint' then 'answer_complaints'
      when 'staff_stock' then 'keep_stock' end::public.staff_act)
$$;
comment on function public.staff_addresses is
  'Recipients of an e-mail to staff: those permitted to act on it, at confirmed addresses only, because orders are '
  'confidential.';

create function public.mail_delay(p_kind public.mail_kind) returns interval
language sql immutable set search_path = ''
as $$ select case p_kind when 'dispatched' then interval '5 minutes' else interval '0' end $$;
comment on function public.mail_delay is
  'Wait before an e-mail is sent: a dispatch taken back meanwhile costs the shopper nothing.';

create function public.owe_mail(p_kind public.mail_kind, p_checkout uuid, p_subject text) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (kind, subject, checkout_id, due_at)
  select p_kind, p_subject, c.id, now() + public.mail_delay(p_kind)
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  where c.id = p_checkout and case when public.mail_goes_to_staff(p_kind)
    then public.staff_addresses(p_kind) <> '{}'
    -- The address of a closed account is erased at the end of its retention period.
    else b.email <> '' end
  on conflict (kind, subject) do nothing
$$;
comment on function public.owe_mail is
  'Owes an e-mail about a checkout or its order, in the transaction that causes it; once for each kind and subject. '
  'Skipped without a recipient.';

create function public.drop_due_mail(p_kind public.mail_kind, p_subject text) returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where kind = p_kind and subject = p_subject and status = 'due' and attempts = 0
$$;
comment on function public.drop_due_mail is
  'Drops an e-mail that is not being sent yet, because its news is no longer true. It is owed again once that changes.';

create function public.owe_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('order', new.checkout_id, new.checkout_id::text);
  perform public.owe_mail('staff_order', new.checkout_id, new.checkout_id::text);
  -- The refund happened while the payment was under review.
  perform public.owe_mail('order_refund', new.checkout_id, id::text)
  from public.refunds
  where payment_id = new.payment_id and source = 'dashboard' and state in ('pending', 'requires_action', 'succeeded');
  return null;
end
$$;
comment on function public.owe_order_mail is
  'Owes the confirmation of an order and the e-mail to staff in the order''s own transaction: neither exists without '
  'the other.';

create trigger owe_order_mail after insert on public.orders
  for each row execute function public.owe_order_mail();

create function public.owe_checkout_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(
    (case
      when new.status = 'released' then 'payment_failed'
      when old.status = 'refund_due' and not public.is_declined(new.id)
        then public.unsupplied_reason(new.id) || '_refund'
      else 'refund' end)::public.mail_kind,
    new.id, new.id::text);
  return null;
end
$$;
comment on function public.owe_checkout_mail is
  'Owes an e-mail in the transaction that records the refund of a payment without an order, or the failure of a '
  'pending one.';

create trigger owe_checkout_mail after update of status on public.checkouts
  for each row when (
    (new.status = 'refunded' and old.status <> 'refunded' and old.status <> 'completed')
    or (new.status = 'released' and old.status = 'awaiting_payment'))
  execute function public.owe_checkout_mail();

create function public.owe_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state in ('failed', 'cancelled') then
    perform public.drop_due_mail('order_refund', new.id::text);
  else
    perform public.owe_mail('order_refund', o.checkout_id, new.id::text)
    from public.orders o where o.payment_id = new.payment_id;
  end if;
  return null;
end
$$;
comment on function public.owe_refund_mail is
  'Owes an e-mail about a refund made at Stripe''s dashboard; skipped if the refund fails before it is sent. '
  'settle_order_refunds owes those of the shop''s own refunds, one each, whatever the number of attempts.';

create trigger owe_refund_mail after insert or update of state on public.refunds
  for each row when (new.source = 'dashboard')
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
    when p_mail.invitation_id is not null then 'invitation ' || p_mail.invitation_id
    when p_mail.draw_entry_id is not null then 'entry ' || p_mail.draw_entry_id
    when p_mail.gift_card_id is not null then 'gift card ' || p_mail.gift_card_id
    when p_mail.kind = 'staff_stock' then 'stock ' || p_mail.subject
    else coalesce(
      (select 'order ' || id from public.orders where checkout_id = p_mail.checkout_id),
        'checkout ' || p_mail.checkout_id) end
$$;
comment on function public.mail_about is 'The e-mail''s topic, for the log.';

create function public.mail_attempts_allowed() returns integer
language sql immutable set search_path = ''
as $$ select 8 $$;
comment on function public.mail_attempts_allowed is
  'Attempts before an e-mail is parked. With backoff that doubles from 5 minutes they fit into the 24 hours for which '
  'the provider remembers an idempotency key.';

create function public.staff_order_mail_may_go() returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from public.mail_outbox
    where kind = 'staff_order' and status in ('due', 'sent') and attempts > 0
      and coalesce(sent_at, due_at) > now() - interval '10 minutes')
$$;
comment on function public.staff_order_mail_may_go is
  'Whether the last e-mail about orders to staff was sent at least ten minutes ago, and none is being tried. A busy '
  'hour makes six e-mails, not one per order.';

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
  perform public.drop_stale_cart_mails();
  perform public.drop_stale_welcome_mails();
  perform public.drop_refused_review_mails();
  if p_checkout is null and p_mail is null then
    delete from public.mail_outbox
    where status = 'due' and due_at <= now()
      and kind = 'login_code' and created_at < now() - public.login_code_life();
    with late as (
      select id from public.mail_outbox
      where status = 'due' and due_at <= now()
        and (attempts >= public.mail_attempts_allowed() or greatest(resent_at, created_at) < now() - interval '3 days')
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

  -- One e-mail announces all new orders: the row of the first one, when it is time.
  select id into v_first_order from public.mail_outbox
  where kind = 'staff_order' and status = 'due' and attempts = 0 and public.staff_order_mail_may_go()
  order by created_at, id limit 1;

  with next as (
    select id from public.mail_outbox
    where status = 'due' and due_at <= now() and attempts < public.mail_attempts_allowed()
      and (p_checkout is null or checkout_id = p_checkout
        or gift_card_id in (select g.id from public.gift_cards g where g.checkout_id = p_checkout))
      and (p_mail is null or id = p_mail)
      -- Stock alerts are sent in batches (claim_stock_alert_batch).
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
    select jsonb_agg(entry) from (
      select id, claim, kind, public.mail_about(mail_outbox) as about, public.mail_content(id) as content
      from public.mail_outbox where id = any (v_claimed)) entry), '[]'::jsonb));
end
$$;
comment on function public.claim_mails is
  'Leases up to p_limit due e-mails, or those of a checkout and of store credit from its refunds, or one, for '
  'p_lease_seconds; those of a killed sender become due again. Also parks, and returns, e-mails without attempts left '
  'or three days old, and deletes expired login codes. E-mails to staff about orders are merged into one, ten minutes '
  'or more after the last; stock alerts go through claim_stock_alert_batch.';

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
  'Records that the provider accepted it, even if late or from an earlier sender; false when already recorded.';

create function public.record_mail_failure(
  p_mail uuid, p_claim uuid, p_error text, p_permanent boolean
) returns public.mail_status
language sql set search_path = ''
as $$
  update public.mail_outbox
  set status = (case when p_permanent or attempts >= public.mail_attempts_allowed() then 'parked'
    else 'due' end)::public.mail_status,
      due_at = now() + interval '5 minutes' * power(2, attempts - 1),
      last_error = left(p_error, 500)
  where id = p_mail and claim = p_claim and status = 'due'
  returning status
$$;
comment on function public.record_mail_failure is
  'Reschedules a failed e-mail with backoff that doubles from 5 minutes, or parks it: at once when p_permanent, else '
  'after the last attempt. Null without a change when another sender has claimed it since.';

-- Invariants

create view invariants.one_mail_per_cause (invariant, "row", found) as
select 'a cause owes one e-mail of a kind', 'mail_outbox ' || kind || ' ' || subject, count(*)::text
from public.mail_outbox group by kind, subject having count(*) > 1;

create view invariants.order_owes_confirmation (invariant, "row", found) as
select 'a new order owes its shopper one confirmation', 'orders ' || o.id, count(m.id)::text
from public.orders o
-- A buyer in person may give no address.
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.checkout_id = o.checkout_id and m.kind = 'order'
where o.created_at > now() - interval '3 days' and o.waits_for is null
group by o.id having count(m.id) <> 1;

create view invariants.refund_without_order_owes_mail (invariant, "row", found) as
select 'a payment that went back without an order owes its shopper one e-mail', 'checkouts ' || c.id, count(m.id)::text
from public.checkouts c
join public.billing_infos b on b.id = c.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.checkout_id = c.id and m.kind in ('refund', 'sold_out_refund', 'drawn_twice_refund')
where c.status = 'refunded' and c.closed_at > now() - interval '3 days'
group by c.id having count(m.id) <> 1;

create view invariants.parcel_owes_mails (invariant, "row", found) as
select 'a parcel owes its shopper one e-mail when it leaves, and one when it arrives', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.delivered
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'delivered') as delivered
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text and kind in ('dispatched', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is null
  and not exists (select from public.order_events where id = p.event_id and kind = 'sold_in_hand')
  and (owed.dispatched, owed.delivered) <> (1, (p.delivered_at is not null)::integer);

create view invariants.undone_dispatch_owes_correction (invariant, "row", found) as
select 'a dispatch taken back owes a correction when and only when its e-mail may have left', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.undone
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'dispatch_undone') as undone,
         count(*) filter (where kind = 'delivered' or kind = 'dispatched' and status = 'due') as false_news
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text
    and kind in ('dispatched', 'dispatch_undone', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is not null
  and (owed.dispatched <> owed.undone or owed.false_news > 0);

create view invariants.order_refund_owes_mail (invariant, "row", found) as
select 'a refund of an order that Stripe has taken owes its shopper one e-mail', 'refunds ' || r.id, count(m.id)::text
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.kind = 'order_refund' and m.subject = coalesce(r.order_refund_id, r.id)::text
where r.state in ('pending', 'requires_action', 'succeeded') and r.created_at > now() - interval '3 days'
group by r.id having count(m.id) <> 1;
