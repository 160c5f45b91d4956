-- Single-use discount codes for new subscribers to the news (docs/decisions/0031-marketing-emails.md).

create table public.welcome_offer (
  only_row boolean primary key default true,
  discount_id bigint not null references public.discounts (id) on delete restrict,
  turned_on_at timestamptz,
  turned_on_by bigint references public.staff (id),
  constraint welcome_offer_single check (only_row)
);
comment on table public.welcome_offer is
  'The discount whose codes new subscribers get: no row until it is first turned on.';
comment on column public.welcome_offer.turned_on_at is 'Null while it is off: the terms stay for the next time.';
create index welcome_offer_by_discount on public.welcome_offer (discount_id);
create index welcome_offer_by_staff on public.welcome_offer (turned_on_by);
alter table public.welcome_offer enable row level security;

create table public.welcomed_addresses (
  address_hash text primary key,
  at timestamptz not null default now(),
  constraint welcomed_addresses_hash_form check (address_hash ~ '^[0-9a-f]{64}$')
);
comment on table public.welcomed_addresses is
  'Addresses that got a welcome code, kept after they unsubscribe or are erased, so that none gets a second.';
comment on column public.welcomed_addresses.address_hash is 'address_hash of mail_person.';
alter table public.welcomed_addresses enable row level security;

create function public.owe_welcome_mail(p_subscription uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_discount bigint := (
    select d.id from public.welcome_offer w join public.discounts d on d.id = w.discount_id
    where w.turned_on_at is not null and d.paused_at is null);
  v_batch uuid := gen_random_uuid();
  v_mail uuid;
begin
  if v_discount is null then
    return null;
  end if;
  insert into public.welcomed_addresses (address_hash)
  select public.address_hash(public.mail_person(email)) from public.subscriptions where id = p_subscription
  on conflict do nothing;
  if found then
    perform public.make_codes(v_discount, v_batch, 1);
    insert into public.mail_outbox (kind, subject, subscription_id)
    select 'welcome', code, p_subscription from public.discount_codes
    where discount_id = v_discount and batch = v_batch
    returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.owe_welcome_mail is
  'Makes a code for a new subscriber and owes the e-mail with it, which is returned. Null while there is no offer, '
  'and for an address that had one, however long ago.';

create function public.drop_stale_welcome_mails() returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where id in (
    select m.id
    from public.mail_outbox m
    join public.discount_codes c on c.code = m.subject
    join public.discounts d on d.id = c.discount_id
    where m.kind = 'welcome' and m.status = 'due' and m.due_at <= now() and d.paused_at is not null
    for update of m skip locked)
$$;
comment on function public.drop_stale_welcome_mails is
  'Drops welcome e-mails whose discount was paused since. Called before sending.';

create function public.welcome_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select s.email, s.id as subscription, c.code, d.kind, d.percent, d.amount_pence, d.minimum_pence,
      d.with_sales, t.tax_basis_points, public.uk_day(c.ends_at - interval '1 second') as last_day
    from public.subscriptions s
    cross join public.current_tax t
    join public.discount_codes c on c.code = p_mail.subject
    join public.discounts d on d.id = c.discount_id
    where s.id = p_mail.subscription_id) entry
$$;
comment on function public.welcome_mail_content is
  'A new subscriber''s code with its conditions; the tax added to prices in the United Kingdom; last_day: the last on '
  'which it can be used.';

create function public.gift_card_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select g.email, g.id as card, g.origin, g.unsent_code as code, g.code_end,
      public.credit_balance(g.id) as balance_pence, public.uk_day(g.expires_at) as last_day
    from public.gift_cards g where g.id = p_mail.gift_card_id) entry
$$;
comment on function public.gift_card_mail_content is
  'A gift card or store credit, with its code if that was not mailed yet; last_day: on which it ends.';

create function public.staff_welcome_offer() returns table (
  turned_on_at timestamptz, turned_on_by text, paused boolean, kind public.discount_kind, percent integer,
  amount_pence integer, minimum_pence integer, with_sales boolean, code_days integer, codes bigint, orders bigint)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('give_discounts');
  return query
    select w.turned_on_at, s.name, d.paused_at is not null, d.kind, d.percent, d.amount_pence, d.minimum_pence,
           d.with_sales, d.code_days,
           (select count(*) from public.discount_codes c where c.discount_id = d.id),
           (select count(*) from public.checkout_discounts u join public.orders o on o.checkout_id = u.checkout_id
            where u.discount_id = d.id and u.given_back_at is null)
    from (select) always
    left join public.welcome_offer w on true
    left join public.discounts d on d.id = w.discount_id
    left join public.staff s on s.id = w.turned_on_by;
end
$$;
comment on function public.staff_welcome_offer is
  'Always one row: since when new subscribers get a code, null while that is off; its terms, null before they were '
  'first set; codes made and orders with them. Errors: those of require_staff.';

create function public.staff_offer_welcome(p_terms jsonb default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
  v_wanted public.discounts := jsonb_populate_record(null::public.discounts, p_terms);
  v_discount bigint;
begin
  if p_terms is null then
    update public.welcome_offer set turned_on_at = null, turned_on_by = null
    where only_row and turned_on_at is not null;
    if found then
      perform public.log_act(v_staff, 'discounts', 'welcome_turned_off', 'welcome');
    end if;
    return;
  end if;
  -- A double click waits here and then finds the first one's terms.
  perform pg_advisory_xact_lock(hashtextextended('welcome_offer', 0));
  select d.id into v_discount
  from public.welcome_offer w join public.discounts d on d.id = w.discount_id
  where d.paused_at is null
    and (d.kind, d.percent, d.amount_pence, d.minimum_pence, d.with_sales, d.code_days) is not distinct from (
      v_wanted.kind, v_wanted.percent, v_wanted.amount_pence, v_wanted.minimum_pence, v_wanted.with_sales,
      v_wanted.code_days);
  if not found then
    insert into public.discounts (
      name, kind, percent, amount_pence, minimum_pence, with_sales, single_use, code_days)
    values (
      'Welcome code', v_wanted.kind, v_wanted.percent, v_wanted.amount_pence, v_wanted.minimum_pence,
      v_wanted.with_sales, true, v_wanted.code_days)
    returning id into v_discount;
    perform public.note_discount_change(gen_random_uuid(), v_discount, v_staff, 'made');
  end if;
  insert into public.welcome_offer as w (discount_id, turned_on_at, turned_on_by) values (v_discount, now(), v_staff)
  on conflict (only_row) do update
  set discount_id = excluded.discount_id, turned_on_at = coalesce(w.turned_on_at, excluded.turned_on_at),
      turned_on_by = coalesce(w.turned_on_by, excluded.turned_on_by)
  where w.discount_id <> excluded.discount_id or w.turned_on_at is null;
  if found then
    perform public.log_act(v_staff, 'discounts', 'welcome_turned_on', 'welcome');
  end if;
end
$$;
comment on function public.staff_offer_welcome is
  'Turns the codes for new subscribers on with these terms, columns of discounts, or off (null). Other terms make '
  'another discount, because codes keep what they promised. Errors: those of require_staff.';
