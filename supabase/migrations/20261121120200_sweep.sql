-- Which unfinished checkouts the sweep looks at, and in which order, so that stuck ones hold up no others.

alter table public.checkouts add column swept_at timestamptz;
comment on column public.checkouts.swept_at is 'Start of the last sweep that took it up; null when none did.';

drop index public.checkouts_unfinished;
create index checkouts_unfinished on public.checkouts (coalesce(swept_at, created_at), id)
  where status in ('open', 'awaiting_payment', 'refund_due');

create function public.take_unfinished_checkouts(p_run timestamptz, p_grace_seconds integer, p_limit integer) returns jsonb
language sql set search_path = ''
as $$
  with next as (
    select id from public.checkouts
    where status in ('open', 'awaiting_payment', 'refund_due')
      and created_at < p_run - make_interval(secs => p_grace_seconds)
      and coalesce(swept_at, created_at) < p_run
    order by coalesce(swept_at, created_at), id
    limit p_limit
    -- What is locked is being finished by someone at this moment.
    for update skip locked
  ), taken as (
    update public.checkouts c set swept_at = p_run from next where c.id = next.id
    returning c.id, c.status, c.stripe_session_id
  )
  select coalesce(jsonb_agg(to_jsonb(taken)), '[]'::jsonb) from taken
$$;
comment on function public.take_unfinished_checkouts is
  'The next checkouts for the sweep that began at p_run, those first that have waited longest since their making or their last sweep; each once in a run. '
  'So one that cannot be finished goes to the back of the queue, before anyone has tried it. p_grace_seconds: younger ones are left to the shopper and the webhook.';

revoke execute on function public.take_unfinished_checkouts from public, anon, authenticated;
grant execute on function public.take_unfinished_checkouts to service_role;
