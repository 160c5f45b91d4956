-- Outbox of e-mails. A row is written in the transaction that causes it, and sent later.

create type public.mail_status as enum ('due', 'sent', 'parked');
comment on type public.mail_status is
  'due: to be sent at due_at or later. sent: accepted by the provider. parked: given up; a person decides.';

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  order_id bigint not null references public.orders (id) on delete restrict,
  status public.mail_status not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim uuid,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mail_outbox_one_per_order unique (order_id),
  constraint mail_outbox_attempts_not_negative check (attempts >= 0),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null))
);
comment on table public.mail_outbox is 'The confirmation e-mail of each order.';
comment on column public.mail_outbox.id is 'Random, because it is the mail provider''s idempotency key.';
comment on column public.mail_outbox.due_at is 'When it may be tried next; while it is being sent, when the lease on it ends.';
comment on column public.mail_outbox.claim is 'The lease of the latest sender: only that sender may report a failure.';
create index mail_outbox_due on public.mail_outbox (due_at) where status = 'due';
alter table public.mail_outbox enable row level security;

create function public.owe_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (order_id) values (new.id);
  return null;
end
$$;
comment on function public.owe_order_mail is
  'Writes the order''s e-mail to the outbox in the order''s own transaction: no order without e-mail, no e-mail without order.';

create trigger owe_order_mail after insert on public.orders
  for each row execute function public.owe_order_mail();

create function public.mail_attempts_allowed() returns integer
language sql immutable set search_path = ''
as $$ select 8 $$;
comment on function public.mail_attempts_allowed is
  'Attempts before an e-mail is parked. With backoff that doubles from 5 minutes they span less than the 24 hours for which the provider remembers an idempotency key.';

create function public.claim_mails(
  p_limit integer, p_lease_seconds integer, p_order bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_parked jsonb := '[]'::jsonb;
  v_mails jsonb;
begin
  if p_order is null then
    with late as (
      select id from public.mail_outbox
      where status = 'due' and due_at <= now()
        and (attempts >= public.mail_attempts_allowed() or created_at < now() - interval '3 days')
      order by due_at limit p_limit
      for update skip locked
    ), parked as (
      update public.mail_outbox m
      set status = 'parked', last_error = coalesce(m.last_error, 'not sent in time')
      from late where m.id = late.id
      returning m.id, m.order_id, m.last_error
    )
    select coalesce(jsonb_agg(to_jsonb(parked)), '[]'::jsonb) into v_parked from parked;
  end if;

  with next as (
    select id from public.mail_outbox
    where status = 'due' and due_at <= now() and attempts < public.mail_attempts_allowed()
      and (p_order is null or order_id = p_order)
    order by due_at limit p_limit
    for update skip locked
  ), claimed as (
    update public.mail_outbox m
    set claim = gen_random_uuid(),
        attempts = m.attempts + 1,
        due_at = now() + make_interval(secs => p_lease_seconds)
    from next where m.id = next.id
    returning m.id, m.claim, m.order_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', id, 'claim', claim, 'receipt', public.order_receipt(order_id))), '[]'::jsonb)
  into v_mails from claimed;

  return jsonb_build_object('mails', v_mails, 'parked', v_parked);
end
$$;
comment on function public.claim_mails is
  'Takes up to p_limit e-mails that are due, or that of one order, for p_lease_seconds: no other sender gets them meanwhile, and those of a killed sender become due again. '
  'Also parks, and returns, those whose attempts are used up or that are three days old.';

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
  'Records that the provider accepted it, whoever sent it and however late; false when already recorded.';

create function public.record_mail_failure(
  p_mail uuid, p_claim uuid, p_error text, p_permanent boolean
) returns public.mail_status
language sql set search_path = ''
as $$
  update public.mail_outbox
  set status = (case when p_permanent or attempts >= public.mail_attempts_allowed() then 'parked' else 'due' end)::public.mail_status,
      due_at = now() + interval '5 minutes' * power(2, attempts - 1),
      last_error = left(p_error, 500)
  where id = p_mail and claim = p_claim and status = 'due'
  returning status
$$;
comment on function public.record_mail_failure is
  'Reschedules a failed e-mail with backoff that doubles from 5 minutes, or parks it: at once when p_permanent, else after the last attempt. '
  'Null, changing nothing, when another sender has claimed it since.';
