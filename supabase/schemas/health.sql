-- Health of the shop, for monitors and managers (GET /api/health).

create type public.health_reason as enum (
  'job_late', 'mail_late', 'checkout_unfinished', 'refund_owed', 'change_unbuilt', 'build_late', 'data_contradictory',
  'payout_unreconciled');
comment on type public.health_reason is
  'job_late: a job has not completed for three intervals, a nightly one for 26 hours. mail_late: an e-mail has been '
  'due for 30 minutes. checkout_unfinished: no order, and not released, 45 minutes after it opened. refund_owed: for '
  'an hour. '
  'change_unbuilt: no build requested two hours after a change. build_late: requested two hours ago. '
  'data_contradictory: an invariant was violated at the last nightly check. payout_unreconciled: Stripe paid out three '
  'days ago, and its list of that differs from the shop''s payments.';

create function public.health() returns table (reason public.health_reason, about text, since timestamptz)
language sql stable set search_path = ''
as $$
  select 'job_late'::public.health_reason, name::text, ok_at from public.jobs
  where ok_at < now() - least(3 * every, every + interval '2 hours')
  union all
  select 'mail_late', null, min(since)
  from (
    -- After a failed attempt, due_at is the next one.
    select case attempts when 0 then due_at else coalesce(resent_at, created_at) end as since
    from public.mail_outbox where status = 'due') due
  where since < now() - interval '30 minutes' having count(*) > 0
  union all
  select 'checkout_unfinished', null, min(created_at) from public.checkouts
  where status = 'open' and created_at < now() - interval '45 minutes'
    -- Slow payment methods take up to 14 days.
    or status = 'awaiting_payment' and created_at < now() - interval '15 days'
  having count(*) > 0
  union all
  select 'refund_owed', null, min(owed.since)
  from (
    select closed_at as since from public.checkouts where status = 'refund_due'
    union all
    select f.asked_at from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.taken_at is null and f.given_up_at is null and not public.refunds_wait_for_dispute(o.payment_id)) owed
  where owed.since < now() - interval '1 hour' having count(*) > 0
  union all
  select 'change_unbuilt', null, min(changed_at) from public.catalogue_changes
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
$$;
comment on function public.health is
  'Troubles of the shop, without personal data; about is the job, the invariant or the payout. build_late is '
  'included whenever the last build was requested over two hours ago: the caller knows which build is live.';

create function public.staff_health() returns table (reason public.health_reason, about text, since timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('move_money');
  return query select h.reason, h.about, h.since from public.health() h;
end
$$;
comment on function public.staff_health is 'health() for those who can act on it. Errors: those of require_staff.';
