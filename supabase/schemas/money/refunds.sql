-- Refunds and disputes. Written only by the functions here, from Stripe's state.

create type public.refund_state as enum (
  'requested', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled'
);
comment on type public.refund_state is
  'requested: about to be requested, or without a response yet. pending: at Stripe, not at the bank yet. '
  'requires_action: Stripe waits for the shopper''s bank details. succeeded: refunded, though the bank may still '
  'return it (failed). failed, cancelled: not refunded.';
create type public.refund_source as enum ('shop', 'dashboard', 'outside', 'credit');
comment on type public.refund_source is
  'shop: requested by the shop. dashboard: made by hand at Stripe. outside: paid by staff in another way, unknown to '
  'Stripe (staff_settle_payment, staff_hand_over_refund). credit: to a gift card (refund_to_card, refund_as_credit).';

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id bigint not null references public.payments (id) on delete restrict,
  order_refund_id uuid references public.order_refunds (id) on delete restrict,
  amount_pence bigint not null,
  reason text,
  state public.refund_state not null default 'requested',
  source public.refund_source not null,
  method public.payment_method not null default 'stripe',
  stripe_refund_id text,
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint refunds_stripe_refund_key unique (stripe_refund_id),
  constraint refunds_amount_positive check (amount_pence > 0),
  constraint refunds_unknown_to_stripe
    check (case when source in ('outside', 'credit') then stripe_refund_id is null and state = 'succeeded'
      else stripe_refund_id is not null or (source = 'shop' and state in ('requested', 'failed')) end),
  constraint refunds_method_of_source check (
    (source = 'outside') = (method in ('cash', 'card_reader', 'other')) and (source = 'credit') = (method = 'credit')),
  constraint refunds_settled_has_time
    check ((state in ('succeeded', 'failed', 'cancelled')) = (settled_at is not null))
);
comment on table public.refunds is
  'Ledger of full and partial refunds: a row for each attempt of the shop, and for each refund made at Stripe''s '
  'dashboard.';
comment on column public.refunds.id is
  'Stripe''s idempotency key of this attempt. Stripe replays a failure under its key for a day, so the next attempt '
  'has its own row. For a refund paid outside, the id of its event.';
comment on column public.refunds.amount_pence is 'In the currency of the payment.';
comment on column public.refunds.order_refund_id is
  'The refund that it attempts; null without an order and for dashboard refunds.';
comment on column public.refunds.reason is
  'sold_out, drawn_twice, review, that of the order''s refund, or the one chosen at the dashboard.';
create unique index refunds_one_requested_per_payment on public.refunds (payment_id) where state = 'requested';
create index refunds_by_order_refund on public.refunds (order_refund_id);
create index refunds_by_payment on public.refunds (payment_id, created_at);
alter table public.refunds enable row level security;
alter table public.credits add constraint credits_refund_exists
  foreign key (refund_id) references public.refunds (id) on delete restrict;

create function public.card_left(p_payment bigint) returns bigint
language sql stable set search_path = ''
as $$
  select p.credit_pence - coalesce((
    select sum(c.amount_pence) from public.credits c join public.refunds r on r.id = c.refund_id
    where r.payment_id = p.id and c.kind = 'returned'), 0)::bigint
  from public.payments p where p.id = p_payment
$$;
comment on function public.card_left is 'Pence of a payment that came from a gift card and have not returned to it.';

create function public.refund_to_card(
  p_payment bigint, p_order_refund uuid, p_pence bigint, p_reason text
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_pence bigint := least(p_pence, public.card_left(p_payment));
  v_card uuid := (
    select c.gift_card_id from public.payments p join public.credits c on c.checkout_id = p.checkout_id
    where p.id = p_payment and c.kind = 'spent');
  v_refund uuid;
begin
  if v_pence > 0 then
    perform 1 from public.gift_cards where id = v_card for no key update;
    insert into public.refunds (payment_id, order_refund_id, amount_pence, reason, state, source, method, settled_at)
    values (p_payment, p_order_refund, v_pence, p_reason, 'succeeded', 'credit', 'credit', now())
    returning id into v_refund;
    insert into public.credits (gift_card_id, kind, amount_pence, refund_id)
    values (v_card, 'returned', v_pence, v_refund);
    -- A card that ended meanwhile, or is about to, is good for another year.
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '1 year') where id = v_card;
  end if;
  return greatest(v_pence, 0);
end
$$;
comment on function public.refund_to_card is
  'Returns up to p_pence of a payment to the gift card that paid part of it, and never more than it paid. Returns the '
  'pence. The caller has locked the checkout and settles its money.';

create function public.credit_of_refund(p_order_refund uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(amount_pence), 0)::bigint from public.refunds
  where order_refund_id = p_order_refund and source = 'credit'
$$;
comment on function public.credit_of_refund is
  'Pence of an order''s refund that went to a gift card, back or as store credit; the rest is for Stripe.';

create function public.cards_refunded(p_payment bigint, p_order_refund uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'code_end', g.code_end, 'amount_pence', r.amount_pence, 'is_new', c.kind = 'issued') order by c.id), '[]')
  from public.refunds r
  join public.credits c on c.refund_id = r.id
  join public.gift_cards g on g.id = c.gift_card_id
  where r.payment_id = p_payment and r.order_refund_id is not distinct from p_order_refund and r.source = 'credit'
$$;
comment on function public.cards_refunded is
  'Parts of a refund that went to gift cards, [{code_end, amount_pence, is_new}]: of an order''s refund, or of a '
  'payment without an order. is_new: store credit, in place of money.';

create table public.disputes (
  stripe_dispute_id text primary key,
  payment_id bigint not null references public.payments (id) on delete restrict,
  amount_pence bigint not null,
  reason text not null,
  status text not null,
  due_by timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_amount_not_negative check (amount_pence >= 0),
  constraint disputes_closed_has_time
    check ((status in ('won', 'lost', 'warning_closed', 'prevented')) = (closed_at is not null))
);
comment on table public.disputes is 'Chargebacks and inquiries (warning_…) by shoppers'' banks.';
comment on column public.disputes.status is 'Stripe''s status.';
comment on column public.disputes.due_by is 'Stripe''s deadline for evidence.';
create index disputes_by_payment on public.disputes (payment_id);
alter table public.disputes enable row level security;

create view public.payment_balances with (security_invoker = true) as
select
  p.id as payment_id,
  r.refunded_pence,
  r.succeeded_pence + d.lost_pence as returned_pence,
  d.disputed,
  r.refunded_pence + d.lost_pence as gone_pence
from public.payments p
cross join lateral (
  select
    coalesce(sum(amount_pence) filter (where state in ('pending', 'requires_action', 'succeeded')),
      0)::bigint as refunded_pence,
    coalesce(sum(amount_pence) filter (where state = 'succeeded'), 0)::bigint as succeeded_pence
  from public.refunds where payment_id = p.id
) r
cross join lateral (
  select
    coalesce(sum(amount_pence) filter (where status = 'lost'), 0)::bigint as lost_pence,
    coalesce(bool_or(status not in ('won', 'warning_closed', 'prevented')), false) as disputed
  from public.disputes where payment_id = p.id
) d;
comment on view public.payment_balances is
  'Balance of each payment. refunded_pence: refunds taken by Stripe, arrived or not. returned_pence: refunds and lost '
  'disputes, final. disputed: unless the shop won. gone_pence: not refundable again, refunded_pence and lost '
  'disputes.';

create function public.settle_money(p_checkout uuid) returns public.checkout_status
language plpgsql set search_path = ''
as $$
declare
  v_before public.checkout_status;
  v_after public.checkout_status;
  v_payment public.payments;
  v_whole boolean;
begin
  -- The caller has locked the checkout.
  select status into v_before from public.checkouts where id = p_checkout;
  select * into v_payment from public.payments where checkout_id = p_checkout;
  select returned_pence >= v_payment.charged_pence into v_whole
  from public.payment_balances where payment_id = v_payment.id;

  v_after := case
    when v_before = 'refund_due' and v_whole then 'refunded'
    when v_before = 'refunded' and not v_whole then 'refund_due'
    when v_before = 'review' and v_whole and v_payment.charged_pence > 0 then 'refunded'
    else v_before
  end;
  if v_after <> v_before then
    update public.checkouts
    set status = v_after, closed_at = case when v_after = 'refund_due' then now() else closed_at end
    where id = p_checkout;
    delete from public.stock_holds where checkout_id = p_checkout;
  end if;

  update public.payments
  set status = (case
    when v_after <> 'completed' then v_after::text
    when v_whole then 'refunded'
    else 'paid' end)::public.payment_status
  where id = v_payment.id;
  perform public.settle_order_refunds(id) from public.orders where checkout_id = p_checkout;
  perform public.settle_order(id) from public.orders where checkout_id = p_checkout;
  return v_after;
end
$$;
comment on function public.settle_money is
  'Aligns a paid checkout and its payment with the ledger. One that is owed or under review is refunded once all of '
  'it went back, and owed again if that refund fails. An order stays, as does its stock; its status follows. The '
  'caller has locked the checkout.';

create function public.is_declined(p_checkout uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.refunds r join public.payments p on p.id = r.payment_id
    where p.checkout_id = p_checkout and r.source = 'shop' and r.reason = 'review')
    or exists (select from public.checkouts where id = p_checkout and by_link)
$$;
comment on function public.is_declined is
  'Whether staff decided to refund it after a review, or it was paid by a link that had lapsed; other refunds of the '
  'shop are for missing goods.';

create function public.record_refunds(p_payment_intent text, p_refunds jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid;
  v_payment bigint;
  v_given record;
  v_known public.refunds;
  v_state public.refund_state;
  v_changes jsonb := '[]'::jsonb;
  v_outcome public.checkout_status;
begin
  select checkout_id, id into v_checkout, v_payment
  from public.payments where stripe_payment_intent_id = p_payment_intent;
  if not found then
    return null;
  end if;
  perform 1 from public.checkouts where id = v_checkout for update;

  for v_given in
    select * from jsonb_to_recordset(p_refunds) as given (
      id text, attempt uuid, amount_pence bigint, status text, reason text, failure_reason text, created bigint)
    order by created, id
  loop
    v_state := case
      when v_given.status in ('succeeded', 'failed', 'requires_action') then v_given.status
      when v_given.status = 'canceled' then 'cancelled'
      else 'pending'
    end;

    select * into v_known from public.refunds
    where stripe_refund_id = v_given.id
      or (id = v_given.attempt and payment_id = v_payment and stripe_refund_id is null)
    order by (stripe_refund_id is null) limit 1;

    if not found then
      insert into public.refunds (
        payment_id, amount_pence, reason, state, source, stripe_refund_id, failure_reason, created_at, settled_at)
      values (
        v_payment, v_given.amount_pence, v_given.reason, v_state, 'dashboard', v_given.id, v_given.failure_reason,
        to_timestamp(v_given.created), case when v_state in ('succeeded', 'failed', 'cancelled') then now() end);
    -- Responses may be written out of order: a refund never returns to an earlier state.
    elsif v_known.stripe_refund_id is null
      or v_known.state in ('pending', 'requires_action')
      or (v_known.state = 'succeeded' and v_state in ('failed', 'cancelled'))
    then
      update public.refunds
      set stripe_refund_id = v_given.id, amount_pence = v_given.amount_pence, state = v_state,
          failure_reason = v_given.failure_reason,
          settled_at = case when v_state in ('succeeded', 'failed', 'cancelled') then now() end
      where id = v_known.id;
    else
      continue;
    end if;
    if v_known.state is distinct from v_state then
      v_changes := v_changes || jsonb_build_object(
        'stripe_refund_id', v_given.id, 'amount_pence', v_given.amount_pence, 'state', v_state,
        'failure_reason', v_given.failure_reason);
    end if;
  end loop;

  v_outcome := public.settle_money(v_checkout);
  -- Stripe refunds at most the charge, but does not know of payments made another way.
  if v_changes <> '[]' then
    perform public.note_surplus(v_checkout, null, 'charged', b.refunded_pence - p.charged_pence)
    from public.payment_balances b
    join public.payments p on p.id = b.payment_id
    where p.id = v_payment and b.refunded_pence > p.charged_pence;
  end if;
  return jsonb_build_object(
    'checkout_id', v_checkout,
    'order_id', (select id from public.orders where checkout_id = v_checkout),
    'outcome', v_outcome,
    'changes', v_changes);
end
$$;
comment on function public.record_refunds is
  'Writes a payment''s refunds, freshly fetched from Stripe, into the ledger: [{id, attempt, amount_pence, status, '
  'reason, failure_reason, created}]. attempt is the ledger''s id, created is in Unix seconds. Returns the checkout, '
  'its order, its status and the refunds whose state is new; null when the intent is unknown.';

create function public.begin_refund(
  p_checkout uuid
) returns table (outcome public.checkout_status, waits text, refund_id uuid, amount_pence bigint)
language plpgsql set search_path = ''
as $$
declare
  v_payment public.payments;
  v_open public.refunds;
  v_rest bigint;
  v_failures integer;
  v_failed_at timestamptz;
  v_next timestamptz;
begin
  select status into outcome from public.checkouts where id = p_checkout for update;
  if outcome is distinct from 'refund_due' then
    return next;
    return;
  end if;
  select * into v_payment from public.payments where checkout_id = p_checkout;

  select * into v_open from public.refunds where payment_id = v_payment.id and state = 'requested';
  if not found then
    select v_payment.charged_pence - gone_pence into v_rest
    from public.payment_balances where payment_id = v_payment.id;
    if v_rest <= 0 then
      select max(state) into waits from public.refunds
      where payment_id = v_payment.id and state in ('pending', 'requires_action');
      return next;
      return;
    end if;

    -- The gift card gets its part back first.
    if public.refund_to_card(v_payment.id, null, v_rest, public.unsupplied_reason(p_checkout)) > 0 then
      outcome := public.settle_money(p_checkout);
      select v_payment.charged_pence - gone_pence into v_rest
      from public.payment_balances where payment_id = v_payment.id;
      if v_rest <= 0 then
        return next;
        return;
      end if;
    end if;

    -- The first three attempts are immediate; later ones have growing intervals of up to a day.
    select count(*), max(settled_at), max(settled_at) + least(
      interval '15 minutes' * power(2, least(count(*), 12) - 3), interval '1 day')
    into v_failures, v_failed_at, v_next
    from public.refunds
    where payment_id = v_payment.id and source = 'shop' and state in ('failed', 'cancelled');
    if v_failures >= 3 and v_next > now() and not exists (
      select from public.order_events
      where checkout_id = p_checkout and kind = 'refund_retried' and at >= v_failed_at)
    then
      waits := 'until ' || to_char(v_next at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"');
      return next;
      return;
    end if;

    insert into public.refunds (payment_id, amount_pence, reason, source)
    values (v_payment.id, v_rest, coalesce(
      (select reason from public.refunds
       where payment_id = v_payment.id and source = 'shop' order by created_at desc, id limit 1),
      public.unsupplied_reason(p_checkout)), 'shop')
    returning * into v_open;
  end if;
  refund_id := v_open.id;
  amount_pence := v_open.amount_pence;
  return next;
end
$$;
comment on function public.begin_refund is
  'The attempt for a checkout''s due refund, in one row; refund_id is its idempotency key. All callers get the same '
  'one until Stripe has responded, then a new one. Without refund_id nothing is to be done now: see outcome, or waits '
  '(pending, requires_action, or the time of the next attempt after several failures, which staff can skip). Record '
  'Stripe''s refunds first.';

create function public.fail_refund(p_refund uuid, p_reason text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (
    select p.checkout_id from public.refunds r join public.payments p on p.id = r.payment_id where r.id = p_refund);
begin
  perform 1 from public.checkouts where id = v_checkout for update;
  update public.refunds set state = 'failed', failure_reason = left(p_reason, 500), settled_at = now()
  where id = p_refund and state = 'requested';
  if not found then
    return false;
  end if;
  perform public.settle_money(v_checkout);
  return true;
end
$$;
comment on function public.fail_refund is
  'Records that Stripe refused an attempt, so that the next one gets a new key. Not for calls without a response: '
  'those are repeated with the same key.';

create function public.record_dispute(
  p_payment_intent text, p_dispute jsonb
) returns table (checkout uuid, "order" bigint, news boolean)
language plpgsql set search_path = ''
as $$
declare
  v_payment bigint;
  v_before text;
  v_status text := p_dispute ->> 'status';
  v_closed boolean := p_dispute ->> 'status' in ('won', 'lost', 'warning_closed', 'prevented');
begin
  select checkout_id, id into checkout, v_payment
  from public.payments where stripe_payment_intent_id = p_payment_intent;
  if not found then
    return;
  end if;
  perform 1 from public.checkouts where id = checkout for update;

  select status into v_before from public.disputes where stripe_dispute_id = p_dispute ->> 'id';
  insert into public.disputes as d (
    stripe_dispute_id, payment_id, amount_pence, reason, status, due_by, created_at, closed_at)
  values (
    p_dispute ->> 'id', v_payment, (p_dispute ->> 'amount_pence')::bigint, p_dispute ->> 'reason', v_status,
    to_timestamp((p_dispute ->> 'due_by')::bigint), to_timestamp((p_dispute ->> 'created')::bigint),
    case when v_closed then now() end)
  on conflict (stripe_dispute_id) do update
  set amount_pence = excluded.amount_pence, reason = excluded.reason, status = excluded.status,
      due_by = excluded.due_by, closed_at = excluded.closed_at
  -- Responses may be written out of order; only an appeal reopens a closed dispute.
  where d.status <> excluded.status
    and (d.closed_at is null or excluded.closed_at is not null or excluded.status like 'appeal%');

  perform public.settle_money(checkout);
  return query
  select checkout, (select id from public.orders where checkout_id = checkout), v_before is distinct from v_status;
end
$$;
comment on function public.record_dispute is
  'Records a dispute freshly fetched from Stripe: {id, amount_pence, reason, status, due_by, created}, times in Unix '
  'seconds. Returns the checkout, its order and whether anything is new; no row when the intent is unknown.';

create table public.stripe_events_seen (
  id boolean primary key default true,
  seen_until timestamptz not null,
  constraint stripe_events_seen_one_row check (id)
);
comment on table public.stripe_events_seen is
  'Cursor of the sweep through Stripe''s events, which finds refunds and disputes that no webhook delivered.';
alter table public.stripe_events_seen enable row level security;

create function public.stripe_events_seen_until() returns bigint
language sql stable set search_path = ''
as $$
  select extract(epoch from coalesce(
    (select seen_until from public.stripe_events_seen), now() - interval '1 day'))::bigint
$$;
comment on function public.stripe_events_seen_until is 'The cursor in Unix seconds; a day ago before the first sweep.';

create function public.mark_stripe_events_seen(p_until bigint) returns void
language sql set search_path = ''
as $$
  insert into public.stripe_events_seen as s (seen_until) values (to_timestamp(p_until))
  on conflict (id) do update set seen_until = greatest(s.seen_until, excluded.seen_until)
$$;
comment on function public.mark_stripe_events_seen is 'Moves the cursor to p_until, in Unix seconds, never back.';

create function public.staff_refundable(p_checkout uuid default null, p_order_refund uuid default null) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_intent text;
begin
  perform public.require_staff('move_money', true);
  select p.stripe_payment_intent_id into v_intent
  from public.payments p
  where p.checkout_id = coalesce(p_checkout, (
    select o.checkout_id from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.id = p_order_refund));
  if not found then
    raise sqlstate 'PT404' using hint = 'refund_unknown';
  end if;
  return v_intent;
end
$$;
comment on function public.staff_refundable is
  'The payment intent of a refund about to be closed by hand, by the checkout or one of its order''s refunds: '
  'Stripe''s refunds are fetched first. Null without a charge. Errors: those of require_staff; PT404 refund_unknown.';

create function public.payment_progress(
  p_checkout uuid
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language sql stable set search_path = ''
as $$
  select c.id, c.status, o.id, p.stripe_payment_intent_id
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  left join public.orders o on o.checkout_id = c.id
  where c.id = p_checkout
$$;
comment on function public.payment_progress is
  'Response to a decision about a payment: its checkout, that checkout''s status and its order, if any.';

create function public.lock_payment(p_checkout uuid) returns public.checkouts
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
begin
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found or not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  return v_checkout;
end
$$;
comment on function public.lock_payment is 'Locks the checkout of a payment. PT404 checkout_unknown.';

create function public.staff_retry_payment(
  p_event uuid, p_checkout uuid
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_checkout public.checkouts := public.lock_payment(p_checkout);
begin
  if public.add_order_event(p_event, p_checkout, 'refund_retried', 'staff', v_staff)
    and v_checkout.status <> 'refund_due'
  then
    raise sqlstate 'PT409' using hint = 'not_due';
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_retry_payment is
  'Retries the refund of a payment without an order now, regardless of earlier failures. Returns payment_progress; '
  'the same event again changes nothing. Errors: those of require_staff; PT404 checkout_unknown; PT409 not_due, '
  'action_used.';

create function public.staff_settle_payment(
  p_event uuid, p_checkout uuid, p_note text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_checkout public.checkouts := public.lock_payment(p_checkout);
  v_note text := nullif(btrim(p_note), '');
  v_payment public.payments;
  v_rest bigint;
begin
  select * into v_payment from public.payments where checkout_id = p_checkout;
  select v_payment.charged_pence - gone_pence into v_rest
  from public.payment_balances where payment_id = v_payment.id;
  if public.add_order_event(p_event, p_checkout, 'refund_settled_outside', 'staff', v_staff,
    jsonb_build_object('text', left(v_note, 1000), 'amount_pence', v_rest))
  then
    if v_note is null then
      raise sqlstate 'PT400' using hint = 'note_missing';
    end if;
    if v_checkout.status <> 'refund_due' then
      raise sqlstate 'PT409' using hint = 'not_due';
    end if;
    if exists (select from public.refunds where payment_id = v_payment.id and state = 'requested') then
      raise sqlstate 'PT409' using hint = 'under_way';
    end if;
    if v_rest <= 0 then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    insert into public.refunds (id, payment_id, amount_pence, state, source, method, settled_at)
    values (p_event, v_payment.id, v_rest, 'succeeded', 'outside', 'other', now());
    perform public.settle_money(p_checkout);
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_settle_payment is
  'Records that the rest of a payment without an order was refunded another way, and how (p_note): ends the attempts '
  'and notifies the shopper. Returns payment_progress; the same event again changes nothing. Errors: those of '
  'require_staff; PT400 note_missing; PT404 checkout_unknown; PT409 not_due, under_way, at_stripe, action_used.';

create function public.note_surplus(p_checkout uuid, p_order_refund uuid, p_why text, p_amount bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := gen_random_uuid();
begin
  perform public.add_order_event(
    v_event, p_checkout, 'refund_surplus', 'stripe', null,
    jsonb_build_object('order_refund', p_order_refund, 'why', p_why, 'amount_pence', p_amount));
  perform public.owe_mail('staff_decision', p_checkout, 'refund_surplus ' || v_event);
end
$$;
comment on function public.note_surplus is
  'Records an over-refund at Stripe: of pieces or delivery refunded or exchanged already (twice), after it was '
  'given up (given_up), or beyond the charge (charged). Staff decide what to do. The caller has locked the checkout.';

create view public.open_surpluses with (security_invoker = true) as
select e.id as event_id, e.checkout_id, e.at, e.detail ->> 'why' as why,
       (e.detail ->> 'amount_pence')::bigint as amount_pence
from public.order_events e
where e.kind = 'refund_surplus'
  and not exists (
    select from public.order_events closed
    where closed.checkout_id = e.checkout_id and closed.kind = 'surplus_closed' and closed.at >= e.at);
comment on view public.open_surpluses is 'Over-refunds (note_surplus) not yet closed by staff.';
create index order_events_surpluses on public.order_events (checkout_id) where kind = 'refund_surplus';

create function public.staff_close_surplus(
  p_event uuid, p_checkout uuid, p_note text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_note text := nullif(btrim(p_note), '');
begin
  perform public.lock_payment(p_checkout);
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, p_checkout, 'surplus_closed', 'staff', v_staff);
  else
    if v_note is null then
      raise sqlstate 'PT400' using hint = 'note_missing';
    end if;
    if not exists (select from public.open_surpluses where checkout_id = p_checkout) then
      raise sqlstate 'PT409' using hint = 'no_surplus';
    end if;
    perform public.add_order_event(
      p_event, p_checkout, 'surplus_closed', 'staff', v_staff, jsonb_build_object('text', left(v_note, 1000)));
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_close_surplus is
  'Records how staff close an over-refund (open_surpluses): asked back, or left to the shopper. Moves no money. '
  'Returns payment_progress; the same event again changes nothing. Errors: those of require_staff; PT400 '
  'note_missing; PT404 checkout_unknown; PT409 no_surplus, action_used.';

-- Invariants

create view invariants.due_refund_at_stripe (invariant, "row", found) as
select 'a refund that is due is at Stripe within a day', 'checkouts ' || c.id, 'due since ' || c.closed_at
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join public.payment_balances b on b.payment_id = p.id
where c.status = 'refund_due' and c.closed_at < now() - interval '1 day' and b.refunded_pence < p.charged_pence;

create view invariants.refunded_when_all_went_back (invariant, "row", found) as
select 'a payment is refunded when and only when all of it went back', 'payments ' || p.id,
  p.status || ', ' || b.returned_pence || ' of ' || p.charged_pence
from public.payments p join public.payment_balances b on b.payment_id = p.id
where case p.status
  when 'refunded' then b.returned_pence < p.charged_pence
  else p.charged_pence > 0 and b.returned_pence >= p.charged_pence
end;

-- The studio shows an over-refund at Stripe, which stays recorded.
create view invariants.refunded_within_charge (invariant, "row", found) as
select 'no more is refunded than was charged', 'payments ' || p.id, b.refunded_pence || ' of ' || p.charged_pence
from public.payments p join public.payment_balances b on b.payment_id = p.id
where b.refunded_pence > p.charged_pence and not exists (select from public.order_events e
  where e.checkout_id = p.checkout_id and e.kind = 'refund_surplus');

create view invariants.refund_of_payment (invariant, "row", found) as
select 'a refund is of a payment', 'refunds ' || r.id, r.payment_id::text
from public.refunds r where not exists (select from public.payments p where p.id = r.payment_id);

create view invariants.one_refund_attempt (invariant, "row", found) as
select 'one attempt at a refund is under way', 'refunds of payment ' || payment_id, count(*)::text
from public.refunds where state = 'requested' group by payment_id having count(*) > 1;

create view invariants.refund_recorded_once (invariant, "row", found) as
select 'one refund at Stripe is one row of the ledger', 'refunds ' || stripe_refund_id, count(*)::text
from public.refunds where stripe_refund_id is not null group by stripe_refund_id having count(*) > 1;

create view invariants.unknown_refund_moved_nothing (invariant, "row", found) as
select 'a refund that Stripe has not heard of moved no money', 'refunds ' || id, source || ', ' || state
from public.refunds
where stripe_refund_id is null and not (source = 'shop' and state in ('requested', 'failed')
  or source in ('outside', 'credit') and state = 'succeeded');

create view invariants.settled_refund_has_time (invariant, "row", found) as
select 'a refund has its time when and only when it is settled', 'refunds ' || id,
       state || ', ' || coalesce(settled_at::text, 'no time')
from public.refunds where (state in ('succeeded', 'failed', 'cancelled')) <> (settled_at is not null);

create view invariants.shop_refunds_without_order (invariant, "row", found) as
select 'the shop refunds by itself only what has no order', 'refunds ' || r.id, 'order ' || o.id
from public.refunds r join public.orders o on o.payment_id = r.payment_id
where r.source = 'shop' and r.reason in ('sold_out', 'drawn_twice', 'review');

create view invariants.dispute_of_payment (invariant, "row", found) as
select 'a dispute is of a payment', 'disputes ' || d.stripe_dispute_id, d.payment_id::text
from public.disputes d where not exists (select from public.payments p where p.id = d.payment_id);

-- A refund being requested may overlap one made at the dashboard; Stripe refuses it then.
create view invariants.refunded_and_owed_within_charge (invariant, "row", found) as
select 'no more is refunded and owed of an order than was charged', 'orders ' || o.id,
  b.refunded_pence || ' refunded, ' || f.owed || ' owed of ' || p.charged_pence
from public.orders o
join public.payments p on p.id = o.payment_id
join public.payment_balances b on b.payment_id = p.id
cross join lateral (
  select coalesce(sum(amount_pence), 0) as owed from public.order_refunds r
  where r.order_id = o.id and r.taken_at is null and r.given_up_at is null
    and not exists (select from public.refunds where order_refund_id = r.id and state = 'requested')) f
where b.refunded_pence + f.owed > p.charged_pence and f.owed > 0;

create view invariants.order_refund_taken_as_recorded (invariant, "row", found) as
select 'what Stripe has taken of an order''s refunds is what the ledger says', 'order_refunds ' || f.id,
  coalesce('taken ' || f.taken_at, 'not taken') || coalesce(', given up ' || f.given_up_at, '') || ', ' || a.attempts
from public.order_refunds f
cross join lateral (
  select count(*) as attempts from public.refunds
  where order_refund_id = f.id and source <> 'credit' and state in ('pending', 'requires_action', 'succeeded')) a
where (f.taken_at is not null) <> (a.attempts > 0 or public.credit_of_refund(f.id) >= f.amount_pence) or a.attempts > 1
  or (f.taken_at is not null and f.given_up_at is not null);

create view invariants.shop_refund_was_decided (invariant, "row", found) as
select 'what the shop refunds of an order was decided for that order', 'refunds ' || r.id,
       coalesce('order_refunds ' || f.id, 'nothing')
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
left join public.order_refunds f on f.id = r.order_refund_id
where r.source = 'shop' and f.order_id is distinct from o.id;

create view invariants.money_moves_with_event (invariant, "row", found) as
select 'whatever moves money has an event that says who decided it', e.fact,
       coalesce(e.kind || ' by ' || e.actor, 'no event')
from (
  select 'order_refunds ' || f.id as fact, e.kind, e.actor,
    o.checkout_id = e.checkout_id and (e.kind, e.actor) in (
      ('refund_asked', 'staff'), ('refund_asked', 'shopper'), ('swapped', 'staff'), ('return_settled', 'staff'),
      ('cancelled', 'staff'), ('cancelled', 'shopper')) as allowed
  from public.order_refunds f
  join public.orders o on o.id = f.order_id
  left join public.order_events e on e.id = f.id
  union all
  select 'refunds ' || r.id, e.kind, e.actor, p.checkout_id = e.checkout_id and e.kind = 'refund_settled_outside'
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  left join public.order_events e on e.id = r.id
  where r.source = 'outside'
  union all
  select 'order_events ' || id, kind, actor,
    case
      -- A shopper cancels an exchange, which is refunded from the first order.
      when kind = 'refund_asked' then actor in ('staff', 'shopper')
      when kind in ('refund_retried', 'refund_settled_outside', 'surplus_closed', 'return_settled',
        'review_accepted', 'review_refunded') then actor = 'staff'
      when kind = 'refund_surplus' then actor = 'stripe'
      when kind = 'refund_given_up' then actor in ('staff', 'shop')
      when kind = 'cancelled' then actor in ('staff', 'shopper')
      else true end
    and (actor = 'staff') = (staff_id is not null)
  from public.order_events) e
where e.allowed is not true;

create view invariants.money_in_hand_by_staff (invariant, "row", found) as
select 'money in hand was taken by staff, and goes back by their hand', 'payments ' || p.id,
  coalesce('refunds ' || r.id || ' by ' || r.source, 'no event')
from public.payments p
left join public.refunds r on r.payment_id = p.id and r.source <> 'outside'
where p.method in ('cash', 'card_reader') and (
  r.id is not null
  or not exists (
    select from public.order_events e
    where e.checkout_id = p.checkout_id and e.kind = 'sold_in_hand' and e.actor = 'staff'
      and e.detail ->> 'method' = p.method::text));

create view invariants.refund_within_its_source (invariant, "row", found) as
select 'a gift card, and Stripe, get back no more than each gave', 'payments ' || p.id,
  r.to_card || ' to the card of ' || p.credit_pence || ', ' || r.at_stripe || ' at Stripe of '
    || p.charged_pence - p.credit_pence
from public.payments p
cross join lateral (
  select coalesce(sum(r.amount_pence) filter (where c.kind = 'returned'), 0) as to_card,
         coalesce(sum(r.amount_pence) filter (
           where r.source in ('shop', 'dashboard') and r.state in ('pending', 'requires_action', 'succeeded')), 0)
           as at_stripe
  from public.refunds r left join public.credits c on c.refund_id = r.id
  where r.payment_id = p.id) r
where r.to_card > p.credit_pence or r.at_stripe > p.charged_pence - p.credit_pence and not exists (
  select from public.order_events e where e.checkout_id = p.checkout_id and e.kind = 'refund_surplus');

create view invariants.refund_to_card_is_on_it (invariant, "row", found) as
select 'a refund to a gift card is in its ledger', 'refunds ' || r.id, r.amount_pence || ', ' || coalesce(
  c.amount_pence::text, 'nothing')
from public.refunds r left join public.credits c on c.refund_id = r.id and c.kind in ('issued', 'returned')
where r.source = 'credit' and c.amount_pence is distinct from r.amount_pence;
