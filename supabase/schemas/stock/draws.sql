-- Draws: a product's pieces go to entrants whom nobody could choose (docs/decisions/0034-drops.md). Entries are
-- committed to by a published Merkle root before the seed exists; src/domain/draws has the twin of each hash.

create table public.draws (
  id uuid primary key default gen_random_uuid(),
  product_id bigint not null references public.products (id) on delete restrict,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  seed_round bigint not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  planned_at timestamptz not null default now(),
  sealed_at timestamptz,
  entries integer,
  root bytea,
  seed_signature bytea,
  drawn_at timestamptz,
  ended_at timestamptz,
  constraint draws_closes_after_opening check (closes_at >= opens_at + interval '1 hour'),
  constraint draws_closes_soon check (closes_at <= opens_at + interval '30 days'),
  constraint draws_sealed_whole check (num_nonnulls(sealed_at, entries) in (0, 2)),
  constraint draws_root_of_entries check ((root is not null) = (coalesce(entries, 0) > 0)),
  constraint draws_root_form check (octet_length(root) = 32),
  constraint draws_seed_after_root check (seed_signature is null or sealed_at is not null),
  constraint draws_drawn_with_seed check (drawn_at is null or seed_signature is not null or entries = 0),
  constraint draws_ends_after_drawing check (ended_at is null or drawn_at is not null)
);
comment on table public.draws is
  'Draws of products. Until ended_at, only winners can buy the product (free_units).';
comment on column public.draws.seed_round is
  'Round of drand''s quicknet whose randomness is the seed; named in advance, and later only if the root was late.';
comment on column public.draws.sealed_at is 'When the root was published; no entry is added after it.';
comment on column public.draws.root is 'Merkle root of the entries (draw_root); null without entries.';
comment on column public.draws.seed_signature is
  'drand''s signature of the round, checked by the shop; its hash is the seed.';
create unique index draws_one_at_a_time on public.draws (product_id) where ended_at is null;
create index draws_by_product on public.draws (product_id, planned_at desc);
create index draws_by_staff on public.draws (staff_id);
alter table public.draws enable row level security;

create table public.draw_pieces (
  draw_id uuid not null references public.draws (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  pieces integer not null,
  primary key (draw_id, variant_id),
  constraint draw_pieces_positive check (pieces between 1 and 10000)
);
comment on table public.draw_pieces is 'Pieces of each colour that a draw gives a right to buy.';
create index draw_pieces_by_variant on public.draw_pieces (variant_id);
alter table public.draw_pieces enable row level security;

create table public.draw_entries (
  id uuid primary key default gen_random_uuid(),
  draw_id uuid not null references public.draws (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  email text,
  person text,
  user_id uuid references auth.users (id) on delete set null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  salt bytea,
  receipt bytea,
  leaf bytea,
  constraint draw_entries_one_per_person unique (draw_id, person),
  constraint draw_entries_person_of_email check ((email is null) = (person is null)),
  constraint draw_entries_committed check (num_nonnulls(confirmed_at, receipt, leaf) in (0, 3))
);
comment on table public.draw_entries is
  'Entries; those with confirmed_at count. No key of the API reads or writes them: only the functions of this folder '
  'do, and keep_entries lets nothing but the personal columns be emptied.';
comment on column public.draw_entries.person is 'mail_person of the address: one entry for each.';
comment on column public.draw_entries.salt is 'Random; without it the receipt proves nothing about an address.';
comment on column public.draw_entries.receipt is 'SHA-256 of the entry''s id and the salted hash of its person.';
comment on column public.draw_entries.leaf is 'Leaf of the Merkle tree (draw_leaf).';
create index draw_entries_by_leaf on public.draw_entries (draw_id, leaf) where leaf is not null;
create index draw_entries_by_address on public.draw_entries (lower(email));
create index draw_entries_by_account on public.draw_entries (user_id);
create index draw_entries_by_variant on public.draw_entries (variant_id);
alter table public.draw_entries enable row level security;

create type public.draw_place_state as enum ('waiting', 'offered', 'bought', 'lapsed', 'refused');
comment on type public.draw_place_state is
  'waiting: for a piece that others leave. offered: may buy until ends_at. lapsed: did not. refused: another winner '
  'paid with the same card or to the same address.';

create table public.draw_places (
  entry_id uuid primary key references public.draw_entries (id) on delete restrict,
  draw_id uuid not null references public.draws (id) on delete restrict,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  place integer not null,
  state public.draw_place_state not null default 'waiting',
  ends_at timestamptz,
  user_id uuid references auth.users (id) on delete set null,
  card_hash bytea,
  address_hash bytea,
  refused_checkout uuid references public.checkouts (id) on delete set null,
  constraint draw_places_one_each unique (draw_id, variant_id, place),
  constraint draw_places_offered_until check (state <> 'offered' or ends_at is not null)
);
comment on table public.draw_places is 'The drawn order of the entries of each colour, and what became of each.';
comment on column public.draw_places.ends_at is 'Until when the piece is held for its winner.';
comment on column public.draw_places.user_id is 'The login, or guest, that opened the mailed link: only it can buy.';
comment on column public.draw_places.card_hash is 'SHA-256 of the draw and Stripe''s fingerprint of the card.';
comment on column public.draw_places.address_hash is 'SHA-256 of the draw and the delivery address (draw_address).';
comment on column public.draw_places.refused_checkout is 'Payment that goes back because the place was refused.';
create index draw_places_by_refused on public.draw_places (refused_checkout);
create index draw_places_offered on public.draw_places (draw_id, variant_id, place)
  where state in ('waiting', 'offered');
create index draw_places_by_buyer on public.draw_places (user_id, variant_id);
create index draw_places_by_variant on public.draw_places (variant_id);
create unique index draw_places_one_login on public.draw_places (draw_id, user_id) where state in ('offered', 'bought');
alter table public.draw_places enable row level security;

-- Not even the secret key writes these, or reads an entry.
revoke insert, update, delete, truncate on public.draws, public.draw_pieces, public.draw_places from service_role;
revoke all on public.draw_entries from service_role;

create function public.keep_entries() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      raise exception using errcode = 'restrict_violation', message = 'A confirmed entry of a draw stays';
    end if;
    return old;
  elsif new.confirmed_at is distinct from old.confirmed_at and exists (
    select from public.draws where id = new.draw_id and (sealed_at is not null or closes_at <= clock_timestamp()))
  then
    raise exception using errcode = 'restrict_violation', message = 'Entries of this draw are closed';
  elsif old.confirmed_at is not null and (
    (old.id, old.draw_id, old.variant_id, old.asked_at, old.confirmed_at, old.receipt, old.leaf)
      is distinct from
    (new.id, new.draw_id, new.variant_id, new.asked_at, new.confirmed_at, new.receipt, new.leaf)
    or coalesce(new.email <> old.email, new.email is not null)
    or coalesce(new.person <> old.person, new.person is not null)
    or coalesce(new.salt <> old.salt, new.salt is not null)
    or coalesce(new.user_id <> old.user_id, new.user_id is not null))
  then
    raise exception using errcode = 'restrict_violation', message = 'A confirmed entry of a draw stays as it is';
  end if;
  return new;
end
$$;
comment on function public.keep_entries is
  'Keeps confirmed entries: only their personal columns can be emptied. Entries are confirmed before the draw is '
  'sealed.';
create trigger keep_entries before update or delete on public.draw_entries
  for each row execute function public.keep_entries();

create function public.no_entry_after_close() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.confirmed_at is not null then
    raise exception using errcode = 'restrict_violation', message = 'An entry is confirmed after it is made';
  end if;
  return new;
end
$$;
comment on function public.no_entry_after_close is 'Has every confirmation pass keep_entries.';
create trigger no_entry_after_close before insert on public.draw_entries
  for each row execute function public.no_entry_after_close();

create function public.keep_draw() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.opens_at <= now() and (
      (old.product_id, old.opens_at, old.closes_at) is distinct from (new.product_id, new.opens_at, new.closes_at)
      or old.seed_round <> new.seed_round and old.sealed_at is not null)
    or old.sealed_at is not null and (old.sealed_at, old.entries, old.root)
      is distinct from (new.sealed_at, new.entries, new.root)
    or old.seed_signature is not null and old.seed_signature is distinct from new.seed_signature
  then
    raise exception using errcode = 'restrict_violation', message = 'What a draw has promised stays';
  end if;
  return new;
end
$$;
comment on function public.keep_draw is
  'Keeps the terms of a draw that has opened, and the root and seed once they are known.';
create trigger keep_draw before update on public.draws for each row execute function public.keep_draw();

-- https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/info: genesis and period.
create function public.beacon_round_at(p_at timestamptz) returns bigint
language sql immutable set search_path = ''
as $$ select ceil((extract(epoch from p_at) - 1692803367) / 3)::bigint + 1 $$;
comment on function public.beacon_round_at is 'The first round of drand''s quicknet at or after a time.';

create function public.beacon_time(p_round bigint) returns timestamptz
language sql immutable set search_path = ''
as $$ select to_timestamp(1692803367 + (p_round - 1) * 3) $$;
comment on function public.beacon_time is 'When a round of drand''s quicknet is published.';

create function public.draw_receipt(p_entry uuid, p_salt bytea, p_person text) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(uuid_send(p_entry) || sha256(p_salt || convert_to(p_person, 'UTF8'))) $$;
comment on function public.draw_receipt is 'Commitment to an entry, without personal data once its salt is erased.';

create function public.draw_leaf(p_draw uuid, p_variant bigint, p_receipt bytea) returns bytea
language sql immutable set search_path = ''
as $$ select sha256('\x00'::bytea || uuid_send(p_draw) || int8send(p_variant) || p_receipt) $$;
comment on function public.draw_leaf is 'Leaf of the Merkle tree: https://www.rfc-editor.org/rfc/rfc6962#section-2.1';

create function public.draw_rank(p_root bytea, p_seed bytea, p_leaf bytea) returns bytea
language sql immutable set search_path = ''
as $$ select sha256('\x02'::bytea || p_root || p_seed || p_leaf) $$;
comment on function public.draw_rank is 'Rank of an entry: the smallest wins.';

create function public.draw_root(p_draw uuid) returns bytea
language plpgsql stable set search_path = ''
as $$
declare
  v_level bytea[] := array(
    select leaf from public.draw_entries where draw_id = p_draw and leaf is not null order by leaf);
begin
  while cardinality(v_level) > 1 loop
    -- The last of an odd number moves up as it is: the tree of RFC 6962.
    v_level := array(
      select case when right_node is null then left_node else sha256('\x01'::bytea || left_node || right_node) end
      from (
        select place, node as left_node, lead(node) over (order by place) as right_node
        from unnest(v_level) with ordinality as level (node, place)) pair
      where place % 2 = 1 order by place);
  end loop;
  return v_level[1];
end
$$;
comment on function public.draw_root is
  'Merkle root of a draw''s confirmed entries, whose leaves are in order of their bytes; null without entries.';

create function public.draw_address(p_delivery jsonb) returns text
language sql immutable set search_path = ''
as $$
  select replace(public.without_punctuation(public.search_form(concat_ws(' ',
    p_delivery ->> 'country', p_delivery ->> 'postcode', p_delivery ->> 'line1', p_delivery ->> 'line2'))), ' ', '')
$$;
comment on function public.draw_address is
  'Delivery address as winners are compared: small letters and digits of country, postcode and lines.';

create function public.may_buy_drawn(p_user uuid, p_variant bigint) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from public.draw_places w join public.draws d on d.id = w.draw_id
  where d.ended_at is null and w.variant_id = p_variant and w.state = 'offered' and w.user_id = p_user
$$;
comment on function public.may_buy_drawn is 'Pieces of a drawn colour that a shopper has won and not bought.';
