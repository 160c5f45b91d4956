-- Scheduled jobs: one function of the site asks every minute for those that are due (netlify/functions/jobs.ts).

create type public.job as enum (
  'release-sweep', 'mailing-sweep', 'site-build', 'mail-sweep', 'checkout-sweep', 'refund-sweep', 'data-prune',
  'invariants', 'stock-report', 'cart-sweep', 'payout-sweep', 'label-sweep', 'review-sweep', 'draw-sweep');
comment on type public.job is
  'release-sweep: publishes scheduled releases. mailing-sweep: sends newsletters. site-build: purges the CDN and '
  'requests builds. mail-sweep: sends due e-mails and stock alerts. checkout-sweep: finishes abandoned checkouts. '
  'refund-sweep: carries out withdrawals, reads Stripe''s events, makes refunds. data-prune: erases expired data. '
  'invariants: looks for contradictions in the data. stock-report: the weekly e-mail about low stock. cart-sweep: '
  'reminds of carts that were left. payout-sweep: reads Stripe''s fees and payouts. label-sweep: buys and '
  'voids labels, asks carriers about parcels. review-sweep: asks buyers for reviews. draw-sweep: seals draws, draws '
  'them and passes pieces on.';

create type public.job_outcome as enum ('done', 'unfinished', 'failed', 'died');
comment on type public.job_outcome is
  'done: all that was due. unfinished: out of time, resumed in the next minute. failed: an error, in the log. died: '
  'the process ended without a report; resumed in the next minute.';

create table public.jobs (
  name public.job primary key,
  every interval not null,
  first_at timestamptz not null,
  looked_at timestamptz not null default now(),
  again_at timestamptz,
  ok_at timestamptz not null default now(),
  constraint jobs_every_positive check (every >= interval '1 minute')
);
comment on table public.jobs is 'Schedule and progress of each job.';
comment on column public.jobs.first_at is 'A time at which it is due; the others follow at intervals of every.';
comment on column public.jobs.looked_at is 'When it was last due.';
comment on column public.jobs.again_at is
  'When it is due besides its schedule, because the last run did not complete; null for never. Set it to now() to run '
  'a job in the next minute.';
comment on column public.jobs.ok_at is 'When it last had nothing left to do.';
alter table public.jobs enable row level security;

create table public.job_runs (
  id uuid primary key default gen_random_uuid(),
  job public.job not null references public.jobs (name),
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  ended_at timestamptz,
  outcome public.job_outcome,
  counts jsonb not null default '{}',
  constraint job_runs_ended_has_outcome check ((ended_at is null) = (outcome is null)),
  constraint job_runs_counts_form check (jsonb_typeof(counts) = 'object')
);
comment on table public.job_runs is
  'Runs of jobs of the last 30 days. A job that is due with nothing to do only moves jobs.ok_at.';
comment on column public.job_runs.lease_until is
  'When the run counts as dead unless it has ended: later than the platform''s limit of 30 seconds.';
comment on column public.job_runs.counts is
  'Work done, e.g. {"mails": 3}; for the job invariants, the number of violations of each.';
create unique index job_runs_one_at_a_time on public.job_runs (job) where ended_at is null;
create index job_runs_by_job on public.job_runs (job, started_at desc);
alter table public.job_runs enable row level security;

create function public.job_has_work(p_job public.job) returns boolean
language sql stable set search_path = ''
as $$
  select case p_job
    when 'release-sweep' then exists (
      select from public.releases where state = 'scheduled' and scheduled_for <= now())
    when 'mailing-sweep' then exists (
        select from public.mailings m where public.mailing_is_due(m))
      or exists (
        select from public.mailing_batches b join public.mailings m on m.id = b.mailing_id
        where m.state = 'sending' and b.ended_at is null and b.due_at <= now())
    when 'site-build' then exists (select from public.stale_answers)
      or exists (select from public.catalogue_changes)
      or exists (select from public.site_content where build_due_at <= now())
      or public.last_unnoted_moment() is not null
    when 'mail-sweep' then exists (select from public.mail_outbox where status = 'due' and due_at <= now())
    when 'checkout-sweep' then exists (
      select from public.checkouts where status in ('open', 'awaiting_payment', 'refund_due'))
    when 'label-sweep' then exists (select from public.due_labels(1)) or exists (select from public.labels_to_track(1))
    when 'draw-sweep' then public.draws_have_work()
    when 'cart-sweep' then exists (select from public.left_carts())
    when 'review-sweep' then exists (select from public.review_requests_due())
    when 'payout-sweep' then exists (select from public.payments where method = 'stripe')
    when 'stock-report' then exists (select from public.stock_levels where is_low)
    -- Stripe's events, the rows of auth and Storage, and contradictions: known only after a look.
    else true end
$$;
comment on function public.job_has_work is
  'Whether a job might find work: cheap conditions that hold whenever it would (tests/database/jobs.test.ts).';

create function public.take_due_jobs(p_lease_seconds integer, p_job public.job default null)
returns table (run uuid, job public.job)
language plpgsql set search_path = ''
as $$
declare
  v_due public.job[];
  v_idle public.job[];
begin
  with dead as (
    update public.job_runs r set ended_at = now(), outcome = 'died'
    where r.ended_at is null and r.lease_until <= now()
    returning r.job
  )
  update public.jobs j set again_at = now() from dead where j.name = dead.job;

  with next as (
    select j.name from public.jobs j
    where case when p_job is null
        then date_bin(j.every, now(), j.first_at) > j.looked_at or j.again_at <= now()
        else j.name = p_job end
      and not exists (select from public.job_runs r where r.job = j.name and r.ended_at is null)
    -- Another scheduler is taking it.
    for update skip locked
  ), taken as (
    update public.jobs j set looked_at = now(), again_at = null from next where j.name = next.name returning j.name
  )
  select array_agg(taken.name) into v_due from taken;

  with idle as (
    update public.jobs j set ok_at = now()
    where j.name = any (v_due) and p_job is null and not public.job_has_work(j.name)
    returning j.name
  )
  select coalesce(array_agg(idle.name), '{}') into v_idle from idle;

  return query
    insert into public.job_runs as r (job, lease_until)
    select name, now() + case name
      -- The database goes on alone for its statement_timeout (check_invariants).
      when 'invariants' then interval '11 minutes' else make_interval(secs => p_lease_seconds) end
    from unnest(v_due) as name
    where name <> all (v_idle)
    on conflict do nothing
    returning r.id, r.job;
end
$$;
comment on function public.take_due_jobs is
  'Begins a run of each job that is due and might have work, or of p_job in any case; none of a job that is running. '
  'A run without end_job_run within p_lease_seconds (invariants: 11 minutes) is dead: its job is due at once. One '
  'call, whatever is due, so that an idle minute costs one round trip.';

create function public.end_job_run(p_run uuid, p_outcome public.job_outcome, p_counts jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  v_job public.job;
begin
  update public.job_runs set ended_at = now(), outcome = p_outcome, counts = p_counts
  where id = p_run and coalesce(outcome, 'died') = 'died'
  returning job into v_job;
  update public.jobs
  set ok_at = case when p_outcome = 'done' then now() else ok_at end,
      again_at = case p_outcome when 'unfinished' then now() when 'failed' then now() + interval '15 minutes' end
  where name = v_job;
  delete from public.job_runs where job = v_job and started_at < now() - interval '30 days' and id <> p_run;
end
$$;
comment on function public.end_job_run is
  'Ends a run, even if late. A failed one is tried again after 15 minutes, if its schedule does not come first.';

create function public.job_in_trouble_since(p public.jobs) returns timestamptz
language sql stable set search_path = ''
as $$
  select case
    when greatest(p.ok_at, (
      -- At work: a long queue, for example.
      select max(ended_at) from public.job_runs where job = p.name and outcome = 'unfinished'))
      < now() - least(3 * p.every, p.every + interval '2 hours') then p.ok_at
    else (
      select min(r.started_at)
      from (
        select started_at, lease_until, ended_at, outcome from public.job_runs
        where job = p.name and started_at > p.ok_at order by started_at desc limit 3) r
      having count(*) filter (where r.ended_at is null and r.lease_until <= now()) > 0
        or count(*) filter (where r.outcome in ('done', 'unfinished')) = 0
          and (count(*) filter (where r.outcome = 'died') > 0 or count(*) filter (where r.outcome = 'failed') > 1)) end
$$;
comment on function public.job_in_trouble_since is
  'Since when a job does not complete: for three intervals, a rare one for its interval and two hours; since it hangs '
  'beyond its lease, or died and has not completed since; or since it failed twice in a row. Null if it is well.';
