-- News by e-mail to all subscribers: texts and recipients (docs/decisions/0031-marketing-emails.md).

create type public.mailing_state as enum ('draft', 'scheduled', 'sending', 'stopped', 'sent');
comment on type public.mailing_state is
  'draft: being written. scheduled: goes out at send_at, or when its products open. sending: in progress. stopped: by '
  'staff, or because its time passed unused. sent: complete.';

create type public.recipient_state as enum ('owed', 'sent', 'failed', 'left');
comment on type public.recipient_state is
  'sent: accepted by the provider. failed: rejected, or the outcome is unknown. left: unsubscribed before it was sent.';

create table public.mailings (
  id uuid primary key,
  version integer not null default 1,
  content jsonb not null,
  state public.mailing_state not null default 'draft',
  send_at timestamptz,
  when_open boolean not null default false,
  people integer,
  changed_at timestamptz not null default now(),
  changed_by bigint references public.staff (id),
  released_by bigint references public.staff (id),
  started_at timestamptz,
  ended_at timestamptz,
  constraint mailings_content_is_object
    check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 40000),
  constraint mailings_scheduled_has_time check (state <> 'scheduled' or when_open <> (send_at is not null)),
  constraint mailings_released_by_somebody check (state = 'draft' or released_by is not null),
  constraint mailings_sent_has_times check (state <> 'sent' or (started_at is not null and ended_at is not null))
);
comment on table public.mailings is 'E-mails to all subscribers, written in the studio.';
comment on column public.mailings.id is
  'Made in the browser when the form opens: a retry after a lost response adds no second one.';
comment on column public.mailings.content is 'MailingContent in src/domain/wire/staff-mailings.ts.';
comment on column public.mailings.when_open is
  'Scheduled for when all of its products are on sale, instead of for send_at: it follows a drop that moves.';
comment on column public.mailings.people is 'Number of subscribers shown to the person who released it.';
create index mailings_by_age on public.mailings (changed_at desc);
create index mailings_by_writer on public.mailings (changed_by);
create index mailings_by_releaser on public.mailings (released_by);
create index mailings_due on public.mailings (send_at) where state = 'scheduled';
alter table public.mailings enable row level security;

create table public.mailing_batches (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claim uuid,
  first_tried_at timestamptz,
  ended_at timestamptz,
  last_error text,
  constraint mailing_batches_attempts_not_negative check (attempts >= 0)
);
comment on table public.mailing_batches is 'Up to 100 recipients of a mailing: one call to the provider.';
comment on column public.mailing_batches.id is 'The provider''s idempotency key.';
comment on column public.mailing_batches.due_at is 'Next attempt; while it is being sent, end of the lease.';
create index mailing_batches_by_mailing on public.mailing_batches (mailing_id);
create index mailing_batches_open on public.mailing_batches (mailing_id, due_at) where ended_at is null;
alter table public.mailing_batches enable row level security;

create table public.mailing_recipients (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  subscription_id uuid references public.subscriptions (id) on delete set null,
  batch_id uuid not null references public.mailing_batches (id) on delete cascade,
  state public.recipient_state not null default 'owed',
  provider_id text,
  error text,
  sent_at timestamptz,
  left_at timestamptz,
  left_why public.suppression_reason,
  constraint mailing_recipients_told_once unique (mailing_id, subscription_id),
  constraint mailing_recipients_sent_has_time check ((state = 'sent') = (sent_at is not null))
);
comment on table public.mailing_recipients is
  'Recipients of a mailing. A row stays anonymously, for the figures, when its subscriber leaves.';
comment on column public.mailing_recipients.left_at is
  'When they left after the mailing began; left_why is null for a closed account.';
create index mailing_recipients_by_subscription on public.mailing_recipients (subscription_id);
create index mailing_recipients_by_batch on public.mailing_recipients (batch_id);
alter table public.mailing_recipients enable row level security;

create table public.subscriber_days (
  day date primary key,
  joined integer not null default 0,
  gone integer not null default 0
);
comment on table public.subscriber_days is 'Subscribers gained and lost per day in London. Figures only.';
alter table public.subscriber_days enable row level security;

create function public.count_subscriber() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_joined integer := (tg_op <> 'DELETE')::integer;
begin
  insert into public.subscriber_days as d (day, joined, gone)
  values (public.uk_day(now()), v_joined, 1 - v_joined)
  on conflict (day) do update set joined = d.joined + excluded.joined, gone = d.gone + excluded.gone;
  return null;
end
$$;
comment on function public.count_subscriber is 'Counts subscribers gained and lost.';

create trigger count_new_subscriber after insert on public.subscriptions
  for each row when (new.confirmed_at is not null) execute function public.count_subscriber();
create trigger count_subscriber_joined after update of confirmed_at on public.subscriptions
  for each row
    when (new.confirmed_at is not null and old.confirmed_at is null) execute function public.count_subscriber();
create trigger count_subscriber_gone after delete on public.subscriptions
  for each row when (old.confirmed_at is not null) execute function public.count_subscriber();

create function public.leave_mailings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients
  set state = (case when state = 'owed' then 'left' else state::text end)::public.recipient_state,
      left_at = now(),
      left_why = (
        select reason from public.suppressions
        where address_hash = public.address_hash(old.email) and reason not in ('refused_alerts', 'refused_reviews')
        order by since desc, reason desc limit 1)
  where subscription_id = old.id;
  return old;
end
$$;
comment on function public.leave_mailings is 'Cancels what a departing subscriber is owed.';

create trigger leave_mailings before delete on public.subscriptions
  for each row execute function public.leave_mailings();

-- Invariants

create view invariants.mailing_once_per_person (invariant, "row", found) as
select 'a mailing goes to each person once', 'mailings ' || mailing_id, subscription_id || ' ' || count(*)
from public.mailing_recipients where subscription_id is not null
group by mailing_id, subscription_id having count(*) > 1;

create view invariants.sent_mailing_owes_nobody (invariant, "row", found) as
select 'a mailing is sent when nobody is owed it any more', 'mailings ' || m.id, m.state::text
from public.mailings m
where (m.state = 'sent' and exists (
    select from public.mailing_recipients where mailing_id = m.id and state = 'owed'))
  or (m.state = 'sending' and not exists (
    select from public.mailing_batches where mailing_id = m.id and ended_at is null));
