-- Who asked on the launch page for news by e-mail. Nobody is on the list before a link mailed to the address was used.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  asked_at timestamptz not null default now(),
  asked_from text not null default 'launch page',
  confirmed_at timestamptz,
  confirmed_text text,
  constraint subscriptions_confirmed_with_text check ((confirmed_at is null) = (confirmed_text is null)),
  constraint subscriptions_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254)
);
comment on table public.subscriptions is
  'E-mail addresses from the launch page, unique ignoring case. Send news only to those with confirmed_at, each with '
  'its own link to unsubscribe.';
comment on column public.subscriptions.id is
  'Random: the links to confirm and to unsubscribe carry it, with a signature.';
comment on column public.subscriptions.asked_at is
  'When somebody last entered the address. Not confirmed within 30 days, it is forgotten.';
comment on column public.subscriptions.asked_from is 'Where in the shop the address was entered.';
comment on column public.subscriptions.confirmed_at is 'When the link mailed to the address was used: the consent.';
comment on column public.subscriptions.confirmed_text is
  'What stood above the button that was pressed: what the consent is to (UK GDPR, article 7(1)).';
create unique index subscriptions_email_key on public.subscriptions (lower(email));
create index subscriptions_pending on public.subscriptions (asked_at) where confirmed_at is null;
alter table public.subscriptions enable row level security;

create function public.confirm_subscription(p_subscription uuid, p_text text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  update public.subscriptions
  set confirmed_at = coalesce(confirmed_at, now()), confirmed_text = coalesce(confirmed_text, p_text)
  where id = p_subscription and (confirmed_at is not null or asked_at > now() - interval '30 days')
    and not public.is_suppressed(email, 'bounced')
  returning email into v_email;
  if not found then
    return false;
  end if;
  delete from public.suppressions where address_hash = public.address_hash(v_email) and reason = 'unsubscribed';
  return true;
end
$$;
comment on function public.confirm_subscription is
  'Puts a subscription on the list, as often as its link is used; false when it has ended or nobody confirmed it for '
  '30 days. p_text: what the button said. Whoever had unsubscribed consents anew.';

create function public.unsubscribe(p_subscription uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  select email into v_email from public.subscriptions where id = p_subscription for update;
  if not found then
    return;
  end if;
  insert into public.suppressions (address_hash, reason) values (public.address_hash(v_email), 'unsubscribed')
  on conflict do nothing;
  delete from public.subscriptions where id = p_subscription;
end
$$;
comment on function public.unsubscribe is
  'Forgets a subscription, and keeps the fingerprint of its address, so that no list that is put together elsewhere '
  'brings it back. Doing so twice is not an error.';
