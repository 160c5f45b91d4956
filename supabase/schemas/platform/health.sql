-- Health of the shop, for monitors and managers (GET /api/health).

create type public.health_reason as enum (
  'payments', 'job_late', 'mail_late', 'checkout_unfinished', 'refund_owed', 'change_unbuilt', 'build_late',
  'data_contradictory', 'payout_unreconciled', 'label_stuck', 'draw_stuck');
comment on type public.health_reason is
  'payments: the last five payment pages failed. job_late: a job does not complete (job_in_trouble_since). mail_late: '
  'an e-mail has been due for 30 minutes. checkout_unfinished: neither an order nor released when it should be '
  '(checkout_ends_by), or two sweeps in a row could not settle one. refund_owed: for an hour. change_unbuilt: no build '
  'requested two hours after a change. build_late: requested two hours ago. data_contradictory: an invariant was '
  'violated at the last nightly check. payout_unreconciled: Stripe paid out three days ago, and its list of that '
  'differs from the shop''s payments. label_stuck: neither bought nor refused, or not voided, for an hour. draw_stuck: '
  'not sealed ten minutes after it closed, or without its seed for half an hour.';

create function public.mail_late_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(due.since)
  from (
    select case
      -- After a failed attempt, due_at is the next one.
      when m.attempts > 0 then coalesce(m.resent_at, m.created_at + public.mail_delay(m.kind))
      -- Joined to the next one, ten minutes after the last.
      when m.kind = 'staff_order' and not public.staff_order_mail_may_go() then null
      -- A long queue that moves: a morning's parcels, a drop's stock alerts.
      when exists (select from public.mail_outbox where sent_at > now() - interval '10 minutes') then null
      else m.due_at end as since
    from public.mail_outbox m where m.status = 'due' and m.created_at < now() - interval '30 minutes') due
  where due.since < now() - interval '30 minutes'
$$;
comment on function public.mail_late_since is
  'Since when the oldest e-mail is due that is 30 minutes late: after failed attempts, or because none is sent. Null '
  'without one.';

create function public.checkout_unfinished_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select least(
    (select min(public.checkout_ends_by(c)) from public.checkouts c
     where c.status in ('open', 'awaiting_payment') and public.checkout_ends_by(c) < now()),
    -- A paid one that cannot be stored, long before its page would have expired.
    (select min(r.started_at)
     from (
       select started_at, ended_at, counts from public.job_runs
       where job = 'checkout-sweep' and ended_at is not null order by started_at desc limit 2) r
     having count(*) filter (where (r.counts ->> 'stuck')::integer > 0) = 2
       -- Otherwise the sweep has found nothing unfinished since.
       and max(r.ended_at) >= (select ok_at from public.jobs where name = 'checkout-sweep')))
$$;
comment on function public.checkout_unfinished_since is
  'Since when a checkout should have been settled; null if all are.';

create function public.refund_owed_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(greatest(owed.since, (
    -- A refund that the bank returned is owed from then on.
    select min(r.settled_at) from public.refunds r
    where r.payment_id = owed.payment_id and r.order_refund_id is not distinct from owed.order_refund
      and r.state in ('failed', 'cancelled'))))
  from (
    select c.closed_at as since, p.id as payment_id, null::uuid as order_refund
    from public.checkouts c
    join public.payments p on p.checkout_id = c.id
    join public.payment_balances b on b.payment_id = p.id
    -- Refunds that Stripe has taken may be on their way to the bank for days.
    where c.status = 'refund_due' and b.gone_pence < p.charged_pence
    union all
    select f.asked_at, o.payment_id, f.id from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.taken_at is null and f.given_up_at is null and not public.refunds_wait_for_dispute(o.payment_id)
      and public.next_refund_attempt(f.id) is not null) owed
$$;
comment on function public.refund_owed_since is
  'Since when the oldest refund is owed that Stripe has not taken; null without one.';

create function public.health() returns table (reason public.health_reason, about text, since timestamptz)
language sql stable set search_path = ''
as $$
  select 'payments'::public.health_reason, null::text, min(failed_at) from public.failed_payment_pages
  having count(*) >= 5
  union all
  select 'job_late', j.name::text, t.since from public.jobs j
  cross join lateral (select public.job_in_trouble_since(j) as since) t where t.since is not null
  union all
  select 'mail_late', null, since from public.mail_late_since() as since where since is not null
  union all
  select 'checkout_unfinished', null, since from public.checkout_unfinished_since() as since where since is not null
  union all
  select 'refund_owed', null, since from public.refund_owed_since() as since where since < now() - interval '1 hour'
  union all
  -- The latest: the caller knows whether the live build is newer.
  select 'change_unbuilt', null, max(changed_at) from public.catalogue_changes
  where urgent and changed_at < now() - interval '2 hours' having count(*) > 0
  union all
  select 'build_late', null, asked_at from public.last_site_build where asked_at < now() - interval '2 hours'
  union all
  select 'data_contradictory', counts.key, last.started_at
  from (
    select started_at, counts from public.job_runs
    where job = 'invariants' and outcome = 'done' order by started_at desc limit 1) last
  cross join lateral jsonb_each(last.counts) counts
  union all
  select 'payout_unreconciled', stripe_payout_id, created_at from public.unreconciled_payouts()
  union all
  select 'label_stuck', null, since from public.label_stuck_since() as since where since is not null
  union all
  select 'draw_stuck', null, since from public.draw_stuck_since() as since where since is not null
$$;
comment on function public.health is
  'Troubles of the shop, without personal data; about is the job, the invariant or the payout. change_unbuilt and '
  'build_late are included whatever the live build shows: the caller knows when that began.';

create function public.staff_health() returns table (reason public.health_reason, about text, since timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('move_money');
  return query select h.reason, h.about, h.since from public.health() h;
end
$$;
comment on function public.staff_health is 'health() for those who can act on it. Errors: those of require_staff.';
