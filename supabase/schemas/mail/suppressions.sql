-- Hashes of addresses that must not get news or stock alerts, so that even an erased address is left alone.

create type public.suppression_reason as enum (
  'unsubscribed', 'refused_alerts', 'refused_reviews', 'bounced', 'complained');
comment on type public.suppression_reason is
  'unsubscribed: no news. refused_alerts: no stock alerts. refused_reviews: no requests for reviews. bounced: the '
  'mailbox does not exist. complained: its owner reported spam. The last two end all.';

create table public.suppressions (
  address_hash text not null,
  reason public.suppression_reason not null,
  since timestamptz not null default now(),
  primary key (address_hash, reason),
  constraint suppressions_hash_form check (address_hash ~ '^[0-9a-f]{64}$')
);
comment on table public.suppressions is
  'Addresses that get no news, stock alerts or requests for reviews, and why. E-mails about an order are still sent.';
comment on column public.suppressions.address_hash is 'See address_hash.';
alter table public.suppressions enable row level security;

create function public.address_hash(p_email text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to('suppressed address ' || lower(btrim(p_email)), 'UTF8')), 'hex')
$$;
comment on function public.address_hash is
  'Hash of an e-mail address, ignoring case: 64 hexadecimal digits. Finds a known address; the address cannot be read '
  'from it.';

create function public.is_suppressed(p_email text, p_reason public.suppression_reason) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.suppressions
    where address_hash = public.address_hash(p_email) and reason in (p_reason, 'bounced', 'complained'))
$$;
comment on function public.is_suppressed is
  'Whether an address is excluded from a kind of e-mail. p_reason: unsubscribed for news, refused_alerts for stock '
  'alerts, refused_reviews for requests for reviews.';
