-- Subscriptions to news. They start once a link mailed to the address is used.

create type public.news_place as enum (
  'launch page', 'footer', 'billing page', 'sign-up form', 'thank-you page', 'account page'
);
comment on type public.news_place is 'Part of the shop where an address is entered for news.';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  asked_at timestamptz not null default now(),
  asked_from public.news_place not null default 'launch page',
  confirmed_at timestamptz,
  confirmed_text text,
  constraint subscriptions_confirmed_with_text check ((confirmed_at is null) = (confirmed_text is null)),
  constraint subscriptions_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254)
);
comment on table public.subscriptions is
  'E-mail addresses entered for news, unique ignoring case. Send news only to those with confirmed_at, each with '
  'its own unsubscribe link.';
comment on column public.subscriptions.id is
  'Random, because the links to confirm and to unsubscribe contain it, with a signature.';
comment on column public.subscriptions.asked_at is
  'Latest entry of the address. Erased if not confirmed within 30 days.';
comment on column public.subscriptions.asked_from is 'Place of the latest entry before the consent.';
comment on column public.subscriptions.confirmed_at is 'When the link mailed to the address was used: the consent.';
comment on column public.subscriptions.confirmed_text is 'Consent text shown above the button (UK GDPR, article 7(1)).';
create unique index subscriptions_email_key on public.subscriptions (lower(email));
create index subscriptions_pending on public.subscriptions (asked_at) where confirmed_at is null;
alter table public.subscriptions enable row level security;

create function public.confirm_subscription(p_subscription uuid, p_text text)
returns table (confirmed boolean, mail uuid)
language plpgsql set search_path = ''
as $$
declare
  v_email text;
  v_is_new boolean;
begin
  -- A double click waits here and then finds it confirmed.
  perform 1 from public.subscriptions where id = p_subscription and confirmed_at is null for update;
  v_is_new := found;
  update public.subscriptions
  set confirmed_at = coalesce(confirmed_at, now()), confirmed_text = coalesce(confirmed_text, p_text)
  where id = p_subscription and (confirmed_at is not null or asked_at > now() - interval '30 days')
    and not public.is_suppressed(email, 'bounced')
  returning email into v_email;
  confirmed := found;
  if confirmed then
    delete from public.suppressions where address_hash = public.address_hash(v_email) and reason = 'unsubscribed';
  end if;
  if confirmed and v_is_new then
    mail := public.owe_welcome_mail(p_subscription);
  end if;
  return next;
end
$$;
comment on function public.confirm_subscription is
  'Confirms a subscription, in one row; its link may be used repeatedly. Not confirmed when it has ended or was not '
  'confirmed for 30 days. p_text: the consent text. A former subscriber consents again. mail: the e-mail with a '
  'welcome code, if one is owed.';

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
  'Erases a subscription, but keeps its address''s hash, so that lists from elsewhere cannot bring it back. Repeating '
  'it is not an error.';

-- Invariants

create view invariants.no_suppressed_subscriber (invariant, "row", found) as
select 'nobody is on the list who is to get no news', 'subscriptions ' || s.id, x.reason::text
from public.subscriptions s
join public.suppressions x
  on x.address_hash = public.address_hash(s.email) and x.reason not in ('refused_alerts', 'refused_reviews')
where s.confirmed_at is not null;
