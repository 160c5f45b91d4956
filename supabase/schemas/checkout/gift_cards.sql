-- Gift cards and store credit: money that the shop owes to the holder of a code. It pays, and takes nothing off:
-- prices, tax and documents stay as they are, and Stripe charges the rest.

create type public.gift_card_origin as enum ('refund', 'given');
comment on type public.gift_card_origin is
  'refund: in place of money back. given: by staff.';
create type public.credit_kind as enum ('issued', 'spent', 'returned', 'expired');
comment on type public.credit_kind is
  'issued: on the card from the start. spent: on a checkout. returned: by a refund of what it paid. expired: at the '
  'end of its time.';

create table public.gift_cards (
  id uuid primary key default gen_random_uuid(),
  origin public.gift_card_origin not null,
  code_hash text not null,
  code_end text not null,
  unsent_code text,
  email text not null,
  reason text,
  checkout_id uuid references public.checkouts (id) on delete restrict,
  staff_id bigint references public.staff (id) on delete restrict,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint gift_cards_code_key unique (code_hash),
  constraint gift_cards_code_form check (code_hash ~ '^[0-9a-f]{64}$' and code_end ~ '^[0-9A-Z]{4}$'),
  constraint gift_cards_reason_form check (char_length(reason) between 1 and 200),
  constraint gift_cards_origin_known check (case origin
    when 'given' then staff_id is not null and reason is not null
    else checkout_id is not null end)
);
comment on table public.gift_cards is
  'Gift cards and store credit, each a code with a balance (credits). The code itself is stored only until it is '
  'mailed.';
comment on column public.gift_cards.code_hash is 'gift_card_hash of the code.';
comment on column public.gift_cards.code_end is 'Last four characters of the code, by which people distinguish cards.';
comment on column public.gift_cards.email is 'Recipient; empty once erased.';
comment on column public.gift_cards.checkout_id is 'The checkout whose refund it is; null if given.';
create index gift_cards_by_email on public.gift_cards (lower(email));
create index gift_cards_by_checkout on public.gift_cards (checkout_id);
create index gift_cards_by_staff on public.gift_cards (staff_id);
create index gift_cards_by_end on public.gift_cards (expires_at);
create index gift_cards_newest on public.gift_cards (created_at desc, id desc);
alter table public.gift_cards enable row level security;

create table public.credits (
  id bigint generated always as identity primary key,
  gift_card_id uuid not null references public.gift_cards (id) on delete restrict,
  kind public.credit_kind not null,
  amount_pence bigint not null,
  checkout_id uuid references public.checkouts (id) on delete restrict,
  refund_id uuid,
  at timestamptz not null default now(),
  constraint credits_sign_of_kind check (
    amount_pence <> 0 and (kind in ('issued', 'returned')) = (amount_pence > 0)),
  constraint credits_about_its_cause check (
    (kind = 'spent') = (checkout_id is not null) and (kind <> 'returned' or refund_id is not null))
);
comment on table public.credits is
  'Ledger of gift cards: a card''s balance is its sum. Rows are added, and never changed or deleted by anybody.';
comment on column public.credits.amount_pence is 'Below 0 if it left the card.';
comment on column public.credits.refund_id is 'The refund that returned or issued it.';
create unique index credits_issued_once on public.credits (gift_card_id) where kind = 'issued';
create unique index credits_spent_once on public.credits (checkout_id) where checkout_id is not null;
create unique index credits_one_per_refund on public.credits (refund_id, kind) where refund_id is not null;
create index credits_by_card on public.credits (gift_card_id, id);
create index credits_by_day on public.credits (at);
alter table public.credits enable row level security;

create function public.refuse_change_of_credits() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'kept_for_good';
end
$$;
comment on function public.refuse_change_of_credits is 'Refuses changes to the ledger of gift cards.';
create trigger keep_credits before update or delete on public.credits
  for each row execute function public.refuse_change_of_credits();
create trigger keep_all_credits before truncate on public.credits
  for each statement execute function public.refuse_change_of_credits();

create table public.checkout_credits (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  gift_card_id uuid not null references public.gift_cards (id) on delete restrict,
  goods_pence integer not null,
  held_pence integer not null,
  constraint checkout_credits_in_range check (goods_pence > 0 and held_pence >= goods_pence)
);
comment on table public.checkout_credits is
  'The gift card that pays part of a checkout. Held while the checkout is unpaid, then spent (credits).';
comment on column public.checkout_credits.goods_pence is 'Part of the goods and their tax that it pays.';
comment on column public.checkout_credits.held_pence is
  'That and the most of any delivery (checkout_shipping_options.credit_pence).';
create index checkout_credits_by_card on public.checkout_credits (gift_card_id);
alter table public.checkout_credits enable row level security;

create function public.gift_card_hash(p_code text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(
    'gift card ' || translate(regexp_replace(upper(p_code), '[^0-9A-Z]', '', 'g'), 'OIL', '011'), 'UTF8')), 'hex')
$$;
comment on function public.gift_card_hash is
  'Hash of a code, however it was typed: spaces, hyphens and case do not matter, and letters that look like digits are '
  'read as those.';

create function public.random_gift_code() returns text
language sql volatile set search_path = ''
as $$
  select regexp_replace(
    string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(bytes, place) & 31) + 1, 1), '' order by place),
    '(.{4})(?=.)', '\1-', 'g')
  from (select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes) random
  cross join generate_series(0, 15) place
$$;
comment on function public.random_gift_code is
  'A new code, e.g. 7F3K-0QXD-M2NC-9WTA: 80 bits, without letters that look like digits.';

create function public.credit_balance(p_card uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(amount_pence), 0)::bigint from public.credits where gift_card_id = p_card
$$;
comment on function public.credit_balance is 'Balance of a gift card, in pence.';

create function public.credit_free(p_card uuid, p_except uuid default null) returns bigint
language sql stable set search_path = ''
as $$
  select public.credit_balance(p_card) - coalesce((
    select sum(h.held_pence)
    from public.checkout_credits h join public.checkouts c on c.id = h.checkout_id
    where h.gift_card_id = p_card and c.status in ('open', 'awaiting_payment')
      and c.id is distinct from p_except), 0)::bigint
$$;
comment on function public.credit_free is
  'Balance of a gift card, less what unpaid checkouts hold of it, except p_except. The caller has locked the card, or '
  'the answer is a guess.';

create function public.lock_gift_card(p_code text) returns public.gift_cards
language sql set search_path = ''
as $$
  select * from public.gift_cards where code_hash = public.gift_card_hash(p_code) for no key update
$$;
comment on function public.lock_gift_card is
  'The gift card with a code, locked; null if there is none. Locked after the checkout and before its variants.';

create function public.gift_card_refused(p_card public.gift_cards, p_except uuid default null) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_card.expires_at <= now() then 'card_expired'
    when public.credit_free(p_card.id, p_except) <= 0 then 'card_empty' end
$$;
comment on function public.gift_card_refused is
  'Null if a gift card can pay, or why not: card_expired, card_empty (spent, or held by another checkout).';

create function public.hold_credit(p_checkout uuid, p_card uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Stripe's smallest charge.
  v_least constant bigint := 30;
  v_free bigint := public.credit_free(p_card, p_checkout);
  v_owed bigint := (
    select subtotal_pence - discount_pence + tax_pence from public.checkouts where id = p_checkout);
  v_goods bigint := least(v_free, v_owed);
begin
  update public.checkout_shipping_options o
  set credit_pence = case
    when amount_pence - paid.pence between 1 and v_least - 1 then greatest(amount_pence - v_least, 0)
    else paid.pence end
  from (
    select position, least(amount_pence, v_free - v_goods) as pence
    from public.checkout_shipping_options where checkout_id = p_checkout) paid
  where o.checkout_id = p_checkout and o.position = paid.position and v_goods = v_owed;
  if exists (
    select from public.checkout_shipping_options
    where checkout_id = p_checkout and v_owed - v_goods + amount_pence - credit_pence between 1 and v_least - 1)
  then
    v_goods := v_owed - v_least;
    update public.checkout_shipping_options set credit_pence = 0 where checkout_id = p_checkout;
  end if;
  insert into public.checkout_credits (checkout_id, gift_card_id, goods_pence, held_pence)
  select p_checkout, p_card, v_goods, v_goods + coalesce((
    select max(credit_pence) from public.checkout_shipping_options where checkout_id = p_checkout), 0)
  where v_goods > 0;
end
$$;
comment on function public.hold_credit is
  'Holds of a gift card what it can pay of a checkout, goods with tax first, then the delivery, so that every choice '
  'of delivery leaves nothing or at least 30p to Stripe. The caller has locked the card.';

create function public.spend_credit(p_checkout uuid, p_shipping_position integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_held public.checkout_credits;
  v_pence bigint;
begin
  select * into v_held from public.checkout_credits where checkout_id = p_checkout;
  if not found then
    return 0;
  end if;
  perform 1 from public.gift_cards where id = v_held.gift_card_id for no key update;
  v_pence := v_held.goods_pence + coalesce((
    select credit_pence from public.checkout_shipping_options
    where checkout_id = p_checkout and position = p_shipping_position), 0);
  if public.credit_free(v_held.gift_card_id, p_checkout) < v_pence then
    return 0;
  end if;
  insert into public.credits (gift_card_id, kind, amount_pence, checkout_id)
  values (v_held.gift_card_id, 'spent', -v_pence, p_checkout);
  return v_pence;
end
$$;
comment on function public.spend_credit is
  'Spends what a checkout that is now paid holds of a gift card, with the chosen delivery, and returns the pence. 0 '
  'without a card, or if the checkout was given up before its late payment and the card is spent meanwhile: then less '
  'was paid than it costs. The caller has locked the checkout.';

create function public.gift_card_of(p_payment bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select g.code_end, p.credit_pence as paid_pence, public.credit_balance(g.id) as left_pence
    from public.payments p
    join public.credits s on s.checkout_id = p.checkout_id and s.kind = 'spent'
    join public.gift_cards g on g.id = s.gift_card_id
    where p.id = p_payment) entry
$$;
comment on function public.gift_card_of is
  'The gift card that paid part of a payment, {code_end, paid_pence, left_pence (on it now)}; null without one.';

-- Invariants

create view invariants.credit_never_negative (invariant, "row", found) as
select 'a gift card has at least what unpaid checkouts hold of it', 'gift_cards ' || id,
       public.credit_free(id) || ' free of ' || public.credit_balance(id)
from public.gift_cards where public.credit_free(id) < 0 or public.credit_balance(id) < 0;

create view invariants.gift_card_issued_first (invariant, "row", found) as
select 'a gift card was issued', 'gift_cards ' || g.id, 'no issue'
from public.gift_cards g
where not exists (select from public.credits where gift_card_id = g.id and kind = 'issued');

create view invariants.spent_credit_paid_a_checkout (invariant, "row", found) as
select 'credit that was spent paid the part of a payment that Stripe did not charge', 'payments ' || p.id,
       p.credit_pence || ' of ' || p.charged_pence || ', ' || coalesce(-c.amount_pence, 0) || ' spent'
from public.payments p
full join public.credits c on c.checkout_id = p.checkout_id and c.kind = 'spent'
where (p.id is null or p.credit_pence <> coalesce(-c.amount_pence, 0)) and (c.id is null or c.kind = 'spent')
  and (p.id is not null or c.kind = 'spent');
