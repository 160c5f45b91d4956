-- Billing forms. A row never changes once saved, because orders refer to it.

create function public.random_number(p_table text) returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  v_number bigint;
  v_taken boolean;
begin
  loop
    -- The first 32 bits of a version 4 UUID are random.
    v_number := 10000000 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 90000000;
    execute format('select exists (select from public.%I where id = $1)', p_table) into v_taken using v_number;
    exit when not v_taken;
  end loop;
  return v_number;
end
$$;
comment on function public.random_number is
  'Public number for a new row: eight digits, short enough to read out over the phone, and random, so that it reveals '
  'neither sales volume nor other numbers.';

create table public.billing_infos (
  id bigint primary key default public.random_number('billing_infos'),
  user_id uuid references auth.users (id) on delete restrict,
  name text not null,
  address text not null,
  email text not null,
  phone text not null,
  saved_at timestamptz not null default now(),
  erased_at timestamptz,
  content_hash text generated always as (
    case when erased_at is null
      then md5(name || chr(31) || address || chr(31) || email || chr(31) || phone) end
  ) stored,
  constraint billing_infos_owner_key unique (id, user_id),
  constraint billing_infos_content_key unique (user_id, content_hash),
  constraint billing_infos_complete check (
    erased_at is not null
    or btrim(name) <> '' and btrim(address) <> '' and (
      user_id is null or (btrim(email) <> '' or email = '') and (btrim(phone) <> '' or phone = ''))
  )
);
comment on table public.billing_infos is 'Submitted billing forms; identical content is stored once per shopper.';
comment on column public.billing_infos.user_id is
  'Null once the account is closed: the form stays with the order it belongs to.';
comment on column public.billing_infos.erased_at is
  'When name, address, e-mail and phone were erased, because the order is past its statutory retention period.';
comment on column public.billing_infos.saved_at is 'Last save; the next checkout uses the newest.';
comment on constraint billing_infos_complete on public.billing_infos is
  'The billing form refuses an empty e-mail and phone; a wallet may pass none, and a paid order is never lost.';
comment on constraint billing_infos_owner_key on public.billing_infos is
  'Lets checkouts, payments and orders refer to (id, user_id), so that they cannot use another shopper''s billing '
  'data.';
create index billing_infos_latest on public.billing_infos (user_id, saved_at desc);
create index billing_infos_by_age on public.billing_infos (saved_at) where erased_at is null;
alter table public.billing_infos enable row level security;
create policy "shoppers read their own billing data" on public.billing_infos
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.billing_infos to authenticated;

create function public.save_billing_info(p_name text, p_address text, p_email text, p_phone text) returns bigint
language sql set search_path = ''
as $$
  insert into public.billing_infos (user_id, name, address, email, phone)
  values (public.require_session(p_guests => true), p_name, p_address, p_email, p_phone)
  on conflict (user_id, content_hash) do update set saved_at = clock_timestamp()
  returning id
$$;
comment on function public.save_billing_info is
  'Saves the form and returns its id; saving the same content again returns the same id, so a double click creates no '
  'second row. PT401 when the session has ended.';
