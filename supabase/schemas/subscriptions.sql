-- Who asked on the launch page for news by e-mail. Nobody is on the list before a link mailed to the address was used.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint subscriptions_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254)
);
comment on table public.subscriptions is
  'E-mail addresses from the launch page, unique ignoring case. Send news only to those with confirmed_at, each with its own link to unsubscribe.';
comment on column public.subscriptions.id is 'Random: the links to confirm and to unsubscribe carry it, with a signature.';
comment on column public.subscriptions.asked_at is 'When somebody last entered the address. Not confirmed within 30 days, it is forgotten.';
create unique index subscriptions_email_key on public.subscriptions (lower(email));
create index subscriptions_pending on public.subscriptions (asked_at) where confirmed_at is null;
alter table public.subscriptions enable row level security;

create function public.confirm_subscription(p_subscription uuid) returns boolean
language sql set search_path = ''
as $$
  with confirmed as (
    update public.subscriptions set confirmed_at = coalesce(confirmed_at, now())
    where id = p_subscription and (confirmed_at is not null or asked_at > now() - interval '30 days')
    returning 1
  )
  select exists (select from confirmed)
$$;
comment on function public.confirm_subscription is
  'Puts a subscription on the list, as often as its link is used; false when it has ended or nobody confirmed it for 30 days.';

create function public.unsubscribe(p_subscription uuid) returns void
language sql set search_path = ''
as $$
  delete from public.subscriptions where id = p_subscription
$$;
comment on function public.unsubscribe is 'Forgets a subscription. Doing so twice is not an error.';
