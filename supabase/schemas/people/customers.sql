-- Customers as staff see them: an account, or the guest orders of an e-mail address. Kept by triggers on orders and
-- profiles (customers_of_orders.sql); why a table: docs/decisions/0015-personal-data.md.

create table public.customers (
  id bigint primary key default public.random_number('customers'),
  user_id uuid references auth.users (id) on delete cascade,
  email text,
  last_order_at timestamptz not null default '-infinity',
  constraint customers_user_key unique (user_id),
  constraint customers_email_key unique (email),
  constraint customers_account_or_address check (num_nonnulls(user_id, email) = 1),
  constraint customers_email_form check (email = lower(email) and email <> '')
);
comment on table public.customers is
  'An account, or everyone who ordered as a guest with an e-mail address. A guest''s row ends with its last order: '
  'erased, or moved into an account.';
comment on column public.customers.email is
  'Address of a guest''s orders, in lower case; also of orders whose account was closed, until their address is '
  'erased. Null for an account, whose address is in Supabase Auth.';
comment on column public.customers.last_order_at is '-infinity before the first order.';
create index customers_by_last_order on public.customers (last_order_at desc, id desc);
alter table public.customers enable row level security;

create type public.customer_event_kind as enum ('note', 'exported', 'erased', 'merge_asked', 'merged');
comment on type public.customer_event_kind is
  'note: by staff, about a customer. exported, erased: on request. merge_asked, merged: orders into an account.';

create table public.customer_events (
  id uuid primary key,
  customer_id bigint references public.customers (id) on delete set null,
  kind public.customer_event_kind not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  at timestamptz not null default now(),
  text text,
  constraint customer_events_text_length check (char_length(text) between 1 and 2000),
  constraint customer_events_only_notes_have_text check (text is null or kind = 'note')
);
comment on table public.customer_events is
  'Staff''s notes about customers, and their acts on personal data. A note ends with its customer; an act stays, '
  'without the person, as proof that it was done.';
comment on column public.customer_events.id is
  'Idempotency key made by the browser for each press of a button: a double click or a retry acts once.';
create index customer_events_by_customer on public.customer_events (customer_id, at desc);
create index customer_events_by_staff on public.customer_events (staff_id, at desc);
create index customer_events_newest on public.customer_events (at desc, id desc);
alter table public.customer_events enable row level security;

create function public.drop_notes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.customer_events where customer_id = old.id and kind = 'note';
  return old;
end
$$;
comment on function public.drop_notes is 'Deletes staff''s notes about a customer with the customer.';

create trigger drop_notes before delete on public.customers
  for each row execute function public.drop_notes();

create table public.merges (
  id uuid primary key,
  customer_id bigint not null references public.customers (id) on delete cascade,
  into_user uuid not null references auth.users (id) on delete cascade,
  staff_id bigint not null references public.staff (id) on delete restrict,
  asked_at timestamptz not null default now()
);
comment on table public.merges is
  'Offers to move a customer''s orders into an account, waiting for the customer (complete_merge). Deleted once done.';
create index merges_by_customer on public.merges (customer_id);
create index merges_by_account on public.merges (into_user);
create index merges_by_staff on public.merges (staff_id);
create index merges_oldest on public.merges (asked_at);
alter table public.merges enable row level security;

create view public.open_merges with (security_invoker = true) as
select * from public.merges where asked_at > now() - interval '7 days';
comment on view public.open_merges is 'Offers that can still be accepted. Their e-mails say seven days.';

create function public.add_customer_event(
  p_event uuid, p_customer bigint, p_kind public.customer_event_kind, p_staff bigint, p_text text default null
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.customer_events (id, customer_id, kind, staff_id, text)
  values (p_event, p_customer, p_kind, p_staff, p_text)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  if not exists (
    select from public.customer_events
    where id = p_event and kind = p_kind and coalesce(customer_id, p_customer) = p_customer
      and text is not distinct from p_text)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.add_customer_event is
  'Records an act of staff about a customer. False for a repeated press of a button. PT409 action_used when its id '
  'belongs to another action.';

create function public.customer_email(p_customer public.customers) returns text
language sql stable set search_path = ''
as $$ select coalesce(p_customer.email, public.account_email(p_customer.user_id), '') $$;
comment on function public.customer_email is 'E-mail address of a guest''s orders or of an account.';
