-- Requests for one e-mail when a sold-out colour is back.

create type public.stock_alert_end as enum ('told', 'refused', 'undeliverable');
comment on type public.stock_alert_end is
  'told: the provider accepted the e-mail. refused: the address opted out (suppressions). undeliverable: the e-mail '
  'was given up.';

create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  email text not null,
  user_id uuid references auth.users (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  ended_why public.stock_alert_end,
  constraint stock_alerts_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint stock_alerts_ended_with_reason check ((ended_at is null) = (ended_why is null))
);
comment on table public.stock_alerts is
  'Requests for one e-mail when a sold-out colour is back; waiting while ended_at is null. Due e-mails are in '
  'mail_outbox.';
comment on column public.stock_alerts.id is
  'Random, because the link that ends all alerts to its address contains it, with a signature.';
comment on column public.stock_alerts.user_id is
  'The requester''s account; null without a login. The address may differ from the account''s.';
comment on column public.stock_alerts.asked_at is 'Clock time, because the oldest is notified first.';
create unique index stock_alerts_one_waiting on public.stock_alerts (variant_id, lower(email)) where ended_at is null;
create index stock_alerts_queue on public.stock_alerts (variant_id, asked_at, id) where ended_at is null;
create index stock_alerts_by_variant on public.stock_alerts (variant_id);
create index stock_alerts_by_address on public.stock_alerts (lower(email));
create index stock_alerts_by_account on public.stock_alerts (user_id);
create index stock_alerts_by_age on public.stock_alerts (asked_at);
alter table public.stock_alerts enable row level security;

-- Invariants

create view invariants.no_suppressed_alert (invariant, "row", found) as
select 'nobody waits for a colour who is to get no stock alerts', 'stock_alerts ' || a.id, x.reason::text
from public.stock_alerts a
join public.suppressions x on x.address_hash = public.address_hash(a.email) and x.reason <> 'unsubscribed'
where a.ended_at is null;
