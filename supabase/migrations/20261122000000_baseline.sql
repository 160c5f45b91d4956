-- Generated from supabase/schemas by `npm run baseline`. Do not edit.

-- supabase/schemas/privileges.sql

-- Only the secret key (service_role) may use new objects by default. Other grants are beside each table, under Row
-- Level Security. First in order: defaults apply to objects created later.

-- PUBLIC's right to execute functions is built in, and a default for one schema can only add to it; so this one covers
-- all schemas (https://www.postgresql.org/docs/17/sql-alterdefaultprivileges.html, "Notes").
alter default privileges revoke execute on functions from public;

-- Hosted projects grant these roles everything in this schema by default.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- supabase/schemas/catalogue.sql

-- The catalogue. Public to read, written by marketers through the secret key. Rows that leave the shop are archived,
-- because past orders refer to them.

create function public.has_unseen(p_text text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select p_text ~
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]'
$$;
comment on function public.has_unseen is
  'Whether a text has line breaks, invisible characters or direction overrides. Joiners, which scripts and emoji '
  'need, do not count. UNSEEN in src/domain/catalogue-rules.ts.';

create function public.is_plain_line(p_text text, p_longest integer) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$ select btrim(p_text) <> '' and char_length(p_text) <= p_longest and not public.has_unseen(p_text) $$;
comment on function public.is_plain_line is
  'Whether a text is one visible line of at most that many characters; null for null.';

create function public.is_sane_time(p_at timestamptz) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$ select p_at >= '2000-01-01 00:00+00'::timestamptz and p_at < '2100-01-01 00:00+00'::timestamptz $$;
comment on function public.is_sane_time is
  'Whether a time in the catalogue is finite and in this century; null for null. isSaneTime in '
  'src/domain/catalogue-rules.ts.';

create function public.name_key(p_name text) returns text
language sql immutable set search_path = ''
as $$ select lower(normalize(btrim(p_name), nfkc)) $$;
comment on function public.name_key is
  'Comparison key of names, regardless of case and of how a device encodes é or a digit. Names with the same key look '
  'alike.';

create function public.is_picture_path(p_path text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select p_path ~ '^(/[^/\\]|https?://[^/\s]+/storage/v1/object/public/)' and p_path !~ '[\s\\]|\.\.'
    and public.is_plain_line(p_path, 500)
$$;
comment on function public.is_picture_path is
  'Whether a text is the URL of a picture in Storage, or a path on the shop''s own host; null for null.';

create function public.is_gtin(p_code text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select p_code ~ '^([0-9]{8}|[0-9]{13}|[1-9][0-9]{13})$' and (
    select sum(digit::integer * case when place % 2 = 0 then 3 else 1 end) % 10 = 0
    from unnest(string_to_array(reverse(p_code), null)) with ordinality as d (digit, place))
$$;
comment on function public.is_gtin is
  'Whether a text is a GTIN with its right check digit: 8 or 13 digits, or 14 for a case; null for null. A 12-digit '
  'UPC is stored with a 0 in front: gtinOf in src/domain/product-code.ts.';

create type public.category_kind as enum ('category', 'collection');
comment on type public.category_kind is
  'category: each product is in one. collection: holds products of any category, chosen by hand or by a rule.';

create function public.is_collection_rule(p_rule jsonb) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select jsonb_typeof(p_rule) = 'object' and p_rule <> '{}' and not exists (
    select from jsonb_each(p_rule) as r (key, value)
    where not coalesce(case
      when r.key in ('price_under', 'price_over') then
        jsonb_typeof(r.value) = 'number' and r.value::text ~ '^[0-9]{1,7}$' and r.value::text::integer > 0
      when r.key = 'newest' then
        jsonb_typeof(r.value) = 'number' and r.value::text ~ '^[0-9]{1,3}$' and r.value::text::integer > 0
      when r.key = 'on_sale' then r.value = 'true'
      when r.key = 'categories' then jsonb_typeof(r.value) = 'array' and r.value <> '[]' and not jsonb_path_exists(
        r.value, '$[*] ? (@.type() != "string")')
      else false end, false))
$$;
comment on function public.is_collection_rule is
  'Whether a rule of a collection is valid: {categories: slugs, price_under, price_over: pence, on_sale: true, newest: '
  'number}, at least one; null for null. CollectionRule in src/domain/collection-rule.ts.';

create table public.categories (
  id bigint generated by default as identity primary key,
  slug text not null,
  name text not null,
  position integer not null default 0,
  visible_from timestamptz,
  kind public.category_kind not null default 'category',
  intro text,
  picture text,
  in_menu boolean not null default true,
  rule jsonb,
  archived_at timestamptz,
  search_title text,
  search_description text,
  share_picture text,
  constraint categories_slug_key unique (slug),
  constraint categories_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint categories_name_form check (public.is_plain_line(name, 60)),
  constraint categories_intro_form check (public.is_plain_line(intro, 400)),
  constraint categories_picture_form check (public.is_picture_path(picture)),
  constraint categories_search_title_form check (public.is_plain_line(search_title, 70)),
  constraint categories_search_description_form check (public.is_plain_line(search_description, 160)),
  constraint categories_share_picture_form check (public.is_picture_path(share_picture)),
  constraint categories_in_menu check (in_menu or kind = 'collection'),
  constraint categories_rule_form check (kind = 'collection' and public.is_collection_rule(rule) or rule is null)
);
comment on table public.categories is
  'Categories, which each product has one of, and collections; the id is part of the URL /productListing/{id}.';
comment on column public.categories.position is 'Order in the menu, smallest first.';
comment on column public.categories.visible_from is
  'Set by a trigger to its first product''s opening while none of its products is open, because the name alone would '
  'reveal them; else null, as for a collection with a rule.';
comment on column public.categories.intro is 'Text under the heading of its listing; null for none.';
comment on column public.categories.picture is
  'Picture of its listing and of shared links to it, a URL in Storage or a path on the shop''s own host.';
comment on column public.categories.search_title is
  'Title in search results and shared links, without the brand; null: its name.';
comment on column public.categories.search_description is
  'Description in search results and shared links; null: its text, or a sentence with its name.';
comment on column public.categories.share_picture is
  'Picture of shared links; null: that of its heading, or its first product''s.';
comment on column public.categories.in_menu is 'Whether the menu lists it while it has products; categories always.';
comment on column public.categories.rule is
  'Products of a collection (collection_products); null: those of product_order, chosen by hand.';
comment on column public.categories.archived_at is 'When it left the shop; no product on sale is in an archived one.';
alter table public.categories enable row level security;
create policy "everyone reads the categories" on public.categories
  for select to anon, authenticated using (archived_at is null and (visible_from is null or visible_from <= now()));
grant select on public.categories to anon, authenticated;

create table public.products (
  id bigint generated by default as identity primary key,
  slug text not null,
  name text not null,
  description text not null default '',
  price_pence integer not null,
  category_id bigint not null references public.categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  visible_from timestamptz,
  comes_with uuid,
  material text,
  weight_grams integer,
  hs_code text,
  origin_country text,
  size text,
  measurements text,
  care text,
  safety text,
  batch text,
  environmental_proof text,
  search_title text,
  search_description text,
  share_picture text,
  constraint products_slug_key unique (slug),
  constraint products_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint products_name_form check (public.is_plain_line(name, 120)),
  constraint products_description_form check (
    char_length(description) <= 5000 and not public.has_unseen(translate(description, E'\t\n\r', ''))),
  constraint products_created_at_sane check (public.is_sane_time(created_at)),
  constraint products_visible_from_sane check (public.is_sane_time(visible_from)),
  constraint products_price_in_range check (price_pence between 1 and 9999999),
  constraint products_material_form check (public.is_plain_line(material, 200)),
  constraint products_weight_grams_in_range check (weight_grams between 1 and 30000),
  constraint products_hs_code_form check (hs_code ~ '^[0-9]{6}([0-9]{2}){0,2}$'),
  constraint products_origin_country_form check (origin_country ~ '^[A-Z]{2}$'),
  constraint products_size_form check (public.is_plain_line(size, 40)),
  constraint products_measurements_form check (public.is_plain_line(measurements, 200)),
  constraint products_care_form check (public.is_plain_line(care, 300)),
  constraint products_safety_form check (public.is_plain_line(safety, 600)),
  constraint products_batch_form check (public.is_plain_line(batch, 60)),
  constraint products_environmental_proof_form check (public.is_plain_line(environmental_proof, 300)),
  constraint products_search_title_form check (public.is_plain_line(search_title, 70)),
  constraint products_search_description_form check (public.is_plain_line(search_description, 160)),
  constraint products_share_picture_form check (public.is_picture_path(share_picture))
);
comment on table public.products is 'Products; the id is part of the URL /product-details/{id}.';
comment on column public.products.slug is 'Name that marketers keep stable between imports.';
comment on column public.products.material is
  'Composition, such as "100% merino wool"; null if unknown. Textiles list the fibres and shares as the law words '
  'them (docs/decisions/0042-product-facts.md).';
comment on column public.products.weight_grams is
  'Weight of one unit without the parcel, in grams. Used with hs_code and origin_country for labels and customs; null '
  'if unknown.';
comment on column public.products.hs_code is
  'Customs commodity code, 6, 8 or 10 digits: https://www.gov.uk/trade-tariff';
comment on column public.products.origin_country is 'Country of manufacture, ISO 3166-1 alpha-2.';
comment on column public.products.size is 'Size as shown in the shop: "One size", "S to L"; null if unknown.';
comment on column public.products.measurements is 'Measurements, such as "Fits heads of 56 to 59 cm".';
comment on column public.products.care is 'How to wash or clean it.';
comment on column public.products.safety is 'Warnings, marks and protection classes, as on the label and leaflet.';
comment on column public.products.batch is
  'Batch or lot of the units sent now, as on their label. A parcel keeps its own (parcel_items.batch).';
comment on column public.products.environmental_proof is
  'Proof of environmental words in its texts: certificate, licence, public label (docs/decisions/0055-claims.md).';
comment on column public.products.search_title is
  'Title in search results and shared links, without the brand; null: its name.';
comment on column public.products.search_description is
  'Description in search results and shared links; null: the beginning of its description.';
comment on column public.products.share_picture is 'Picture of shared links; null: its first.';
comment on column public.products.price_pence is
  'Price of one unit of any colour, in pence. Whether it includes tax is set in tax_settings.';
comment on column public.products.created_at is 'When it joined the catalogue; orders the "Newest" sort.';
comment on column public.products.updated_at is 'Last change of the product, its colours or their pictures.';
comment on column public.products.archived_at is 'When it was taken off sale; null while on sale. Past orders keep it.';
comment on column public.products.visible_from is
  'When it opens to shoppers (docs/decisions/0034-drops.md); null means always open. Every query of products for '
  'shoppers must check it, as colours_on_sale and listed_products do.';
comment on column public.products.comes_with is
  'The scheduled release that inserted it before its opening (products_ahead.sql); else null. Hidden from other '
  'releases.';
create index products_by_category_newest
  on public.products (category_id, greatest(created_at, visible_from) desc, id desc);
create index products_newest on public.products (greatest(created_at, visible_from) desc, id desc);
create index products_by_opening on public.products (visible_from) where visible_from is not null;
create index products_by_release on public.products (comes_with) where comes_with is not null;
alter table public.products enable row level security;
create policy "everyone reads the products of the shop" on public.products
  for select to anon, authenticated using (archived_at is null and (visible_from is null or visible_from <= now()));
-- Without the commodity code: it may be wrong or disputed, and matters to customs only. Weight and origin are public.
grant select (
  id, slug, name, description, price_pence, category_id, created_at, updated_at, archived_at, visible_from, material,
  weight_grams, origin_country, size, measurements, care, safety, batch, environmental_proof, search_title,
  search_description, share_picture
) on public.products to anon, authenticated;

create table public.color_variants (
  id bigint generated by default as identity primary key,
  product_id bigint not null references public.products (id) on delete restrict,
  color_name text not null,
  hex text,
  quantity integer not null default 0,
  position integer not null default 0,
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  sku text not null default '',
  gtin text,
  constraint color_variants_sku_key unique (sku),
  constraint color_variants_gtin_key unique (gtin),
  constraint color_variants_sku_form check (sku ~ '^[A-Z0-9]([A-Z0-9._/-]{0,38}[A-Z0-9])?$'),
  constraint color_variants_sku_is_no_gtin check (
    not public.is_gtin(sku) or sku is not distinct from gtin),
  constraint color_variants_gtin_form check (public.is_gtin(gtin)),
  constraint color_variants_name_key unique (product_id, color_name),
  constraint color_variants_name_form check (public.is_plain_line(color_name, 60)),
  constraint color_variants_hex_form check (hex ~ '^#[0-9A-Fa-f]{6}$'),
  constraint color_variants_quantity_not_negative check (quantity >= 0)
);
comment on table public.color_variants is 'One colour of a product: the unit of stock, holds and sales (SKU).';
comment on column public.color_variants.quantity is
  'Units in the stockroom, including those held for open checkouts (stock_holds).';
comment on column public.color_variants.hex is 'Swatch colour, #RRGGBB.';
comment on column public.color_variants.updated_at is
  'When the colour was last added, sold out or came back into stock. On this row, because a sale that also updated '
  'the product''s row could deadlock.';
comment on column public.color_variants.sku is
  'Stock keeping unit, on papers, in files and under the label''s barcode; made by made_sku unless a person chose one.';
comment on column public.color_variants.gtin is
  'Number of the barcode on the product (EAN, UPC), 8, 13 or 14 digits; null if it has none.';
comment on column public.color_variants.archived_at is
  'When this colour was taken off sale; null while on sale. Archiving a product also takes its colours off sale.';
-- Imports match colours by name, and "Red" equals "red", as do both encodings of "Rosé".
create unique index color_variants_colour_key on public.color_variants (product_id, public.name_key(color_name));
alter table public.color_variants enable row level security;
-- Subqueries are subject to the policies of their own tables, so each policy states only its own condition.
create policy "everyone reads the colours of the shop" on public.color_variants
  for select to anon, authenticated using (
    archived_at is null and exists (select from public.products p where p.id = product_id));
grant select on public.color_variants to anon, authenticated;

create function public.made_sku(p_slug text, p_colour text, p_id bigint) returns text
language sql immutable set search_path = ''
as $$
  select concat_ws('-',
    nullif(upper(left(regexp_replace(p_slug, '([a-z0-9])[a-z0-9]*-?', '\1', 'g'), 4)), ''),
    nullif(left(regexp_replace(upper(normalize(p_colour, nfkd)), '[^A-Z0-9]', '', 'g'), 8), ''),
    p_id)
$$;
comment on function public.made_sku is
  'SKU of a colour without one: initials of the product, beginning of the colour, id: BB-RUST-7.';

create function public.fill_sku() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.sku := public.made_sku(
    (select slug from public.products where id = new.product_id), new.color_name, new.id);
  return new;
end
$$;
comment on function public.fill_sku is 'Makes a SKU (made_sku) where none is given.';
create trigger fill_sku before insert or update of sku on public.color_variants
  for each row when (new.sku = '') execute function public.fill_sku();

create table public.variant_images (
  id bigint generated by default as identity primary key,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  path text not null,
  position integer not null default 0,
  alt text,
  constraint variant_images_path_key unique (variant_id, path),
  constraint variant_images_path_form check (public.is_picture_path(path)),
  constraint variant_images_alt_form check (public.is_plain_line(alt, 200))
);
comment on table public.variant_images is
  'Pictures of a colour; the one with the smallest position is its main picture.';
comment on column public.variant_images.path is 'The URL of a picture in Storage, or a path on the shop''s own host.';
comment on column public.variant_images.alt is
  'Alt text; null: the product page uses the product, the colour and the picture''s number.';
create index variant_images_by_variant on public.variant_images (variant_id, position, id);
alter table public.variant_images enable row level security;
create policy "everyone reads the pictures of the shop" on public.variant_images
  for select to anon, authenticated using (
    exists (select from public.color_variants v where v.id = variant_id));
grant select on public.variant_images to anon, authenticated;

-- Last visible change of a product's page, for the sitemap. A sale counts only if a colour sells out or comes back into
-- stock.

create function public.note_last_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function public.note_last_change is 'Sets updated_at of the changed row.';

create function public.note_change_of_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.products
  set updated_at = now()
  where id in (new.product_id, old.product_id) and updated_at <> now();
  return null;
end
$$;
comment on function public.note_change_of_product is 'Sets updated_at of the product whose colour changes.';

create function public.note_change_of_picture() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.products
  set updated_at = now()
  where updated_at <> now() and id in (
    select product_id from public.color_variants where id in (new.variant_id, old.variant_id));
  return null;
end
$$;
comment on function public.note_change_of_picture is 'Sets updated_at of the product whose picture changes.';

create trigger note_last_change before update on public.products
  for each row when (old.* is distinct from new.*) execute function public.note_last_change();
create trigger note_sold_out_or_back before update on public.color_variants
  for each row when ((old.quantity > 0) is distinct from (new.quantity > 0))
  execute function public.note_last_change();
create trigger note_new_colour_of_product after insert or delete on public.color_variants
  for each row execute function public.note_change_of_product();
-- All columns except stock, including future ones.
create trigger note_changed_colour_of_product after update on public.color_variants
  for each row when (
    (to_jsonb(old) - array['quantity', 'updated_at']) is distinct from
    (to_jsonb(new) - array['quantity', 'updated_at']))
  execute function public.note_change_of_product();
create trigger note_new_picture_of_product after insert or delete on public.variant_images
  for each row execute function public.note_change_of_picture();
create trigger note_changed_picture_of_product after update on public.variant_images
  for each row when (old.* is distinct from new.*) execute function public.note_change_of_picture();

create function public.note_opening_of_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.categories c
  set visible_from = o.opens
  from (
    select category.id, case when not exists (
      select from public.products p
      where p.category_id = category.id and p.archived_at is null and p.visible_from is null
    ) then (
      select min(p.visible_from) from public.products p where p.category_id = category.id and p.archived_at is null
    ) end as opens
    from public.categories category
    where category.id in (new.category_id, old.category_id)
  ) o
  where c.id = o.id and c.visible_from is distinct from o.opens;
  return null;
end
$$;
comment on function public.note_opening_of_category is
  'Sets categories.visible_from when a product is added to the category, moved, archived, restored, removed or '
  'rescheduled. A category without products is visible.';

create trigger note_opening_of_category_of_new after insert or delete on public.products
  for each row execute function public.note_opening_of_category();
create trigger note_opening_of_category after update of category_id, visible_from, archived_at on public.products
  for each row when (
    (old.category_id, old.visible_from, old.archived_at) is distinct from
    (new.category_id, new.visible_from, new.archived_at))
  execute function public.note_opening_of_category();

-- supabase/schemas/discounts.sql

-- Discounts and their codes. checkout_discounts (discount_uses.sql) records their uses.

create type public.discount_kind as enum ('percent', 'amount', 'free_delivery');

create table public.discounts (
  id bigint generated by default as identity primary key,
  name text not null,
  kind public.discount_kind not null,
  percent integer,
  amount_pence integer,
  minimum_pence integer not null default 0,
  max_uses integer,
  single_use boolean not null default false,
  code_days integer,
  once_per_person boolean not null default true,
  with_sales boolean not null default false,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default 'infinity',
  paused_at timestamptz,
  constraint discounts_name_form check (public.is_plain_line(name, 60)),
  constraint discounts_percent_in_range check (
    case kind when 'percent' then percent is not null and percent between 1 and 100 else percent is null end),
  constraint discounts_amount_in_range check (
    case kind when 'amount' then amount_pence is not null and amount_pence between 1 and 9999999
    else amount_pence is null end),
  constraint discounts_minimum_in_range check (minimum_pence between 0 and 9999999),
  constraint discounts_max_uses_positive check (max_uses > 0),
  constraint discounts_code_days_in_range check (
    code_days is null or single_use and code_days between 1 and 365),
  constraint discounts_starts_before_end check (starts_at < ends_at),
  constraint discounts_times_sane check (
    public.is_sane_time(starts_at) and (ends_at = 'infinity' or public.is_sane_time(ends_at)))
);
comment on table public.discounts is
  'Discounts with their conditions. Never changed once made, except that it may be paused: a code means what was '
  'promised with it.';
comment on column public.discounts.name is 'For staff.';
comment on column public.discounts.percent is 'Whole per cent off the goods it covers.';
comment on column public.discounts.amount_pence is 'Off the goods it covers together, at catalogue prices.';
comment on column public.discounts.minimum_pence is 'Least price of the goods it covers, at catalogue prices.';
comment on column public.discounts.max_uses is 'Orders of all its codes together; null: no limit.';
comment on column public.discounts.single_use is 'Its codes are random, and each is good for one order.';
comment on column public.discounts.code_days is
  'Days for which each of its codes is good after the day it was made; null: as long as the discount.';
comment on column public.discounts.once_per_person is 'One order for each account and e-mail address (mail_person).';
comment on column public.discounts.with_sales is 'Whether it also covers products while their price is reduced.';
comment on column public.discounts.ends_at is 'First moment without it; infinity: until it is paused.';
alter table public.discounts enable row level security;

create table public.discount_products (
  discount_id bigint not null references public.discounts (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  primary key (discount_id, product_id)
);
comment on table public.discount_products is
  'Products that a discount covers, besides discount_categories; without rows in either, it covers all.';
create index discount_products_by_product on public.discount_products (product_id);
alter table public.discount_products enable row level security;

create table public.discount_categories (
  discount_id bigint not null references public.discounts (id) on delete cascade,
  category_id bigint not null references public.categories (id) on delete cascade,
  primary key (discount_id, category_id)
);
comment on table public.discount_categories is 'Categories and collections that a discount covers, as they are now.';
create index discount_categories_by_category on public.discount_categories (category_id);
alter table public.discount_categories enable row level security;

create table public.discount_codes (
  code text primary key,
  discount_id bigint not null references public.discounts (id) on delete cascade,
  batch uuid,
  ends_at timestamptz not null default 'infinity',
  constraint discount_codes_form check (code ~ '^[A-Z0-9]{3,24}$')
);
comment on table public.discount_codes is 'Codes, in the form of code_key.';
comment on column public.discount_codes.batch is
  'Idempotency key of the request that made it; null for a code that staff chose.';
comment on column public.discount_codes.ends_at is 'First moment without it; the discount may end earlier.';
create index discount_codes_by_discount on public.discount_codes (discount_id, batch);
alter table public.discount_codes enable row level security;

create function public.code_key(p_code text) returns text
language sql immutable set search_path = ''
as $$ select left(upper(regexp_replace(p_code, '[^A-Za-z0-9]', '', 'g')), 40) $$;
comment on function public.code_key is
  'A code as it is compared: letters and digits in capitals, because people type spaces, hyphens and small letters.';

create function public.random_discount_code() returns text
language sql volatile set search_path = ''
as $$
  -- 16 random bytes are left of a UUID but for six fixed bits; the twelve bytes taken here have none.
  with random as (select uuid_send(gen_random_uuid()) as a, uuid_send(gen_random_uuid()) as b)
  select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', 1 + get_byte(bytes, i) % 32, 1), '' order by i)
  from (select substring(a from 1 for 6) || substring(b from 1 for 6) as bytes from random) r
  cross join generate_series(0, 11) i
$$;
comment on function public.random_discount_code is
  'Twelve of 32 letters and digits, 60 random bits: without 0, 1, I and O, which look like others.';

create function public.discount_covers(p_discount bigint, p_product bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
      select from public.discount_products where discount_id = p_discount and product_id = p_product)
    or exists (
      select from public.discount_categories d
      where d.discount_id = p_discount and (
        exists (select from public.products p where p.id = p_product and p.category_id = d.category_id)
        or exists (
          select from public.collection_products c
          where c.collection_id = d.category_id and c.product_id = p_product)))
    or not exists (select from public.discount_products where discount_id = p_discount)
      and not exists (select from public.discount_categories where discount_id = p_discount);
end
$$;
comment on function public.discount_covers is
  'Whether a product is among those of a discount, whatever its price: named, in a named category or now in a named '
  'collection, or the discount names none.';

create view public.price_reductions_by_code with (security_invoker = true) as
select d.id as discount_id, p.id as product_id, d.starts_at as from_at,
       least(d.ends_at, coalesce(d.paused_at, 'infinity')) as until_at
from public.discounts d
join public.products p on public.discount_covers(d.id, p.id)
where d.kind <> 'free_delivery' and not d.single_use and not d.once_per_person and d.max_uses is null
  and d.minimum_pence = 0 and d.starts_at < least(d.ends_at, coalesce(d.paused_at, 'infinity'));
comment on view public.price_reductions_by_code is
  'Periods in which anyone could buy a product below its price, as often as they liked, with a code: then that price '
  'was not charged to everyone, and is no former price (regular_price_was_charged).';

-- supabase/schemas/sale_prices.sql

-- Sale prices, and the price history that proves former prices. The view running_sales alone decides which price is
-- shown and charged.

create table public.sale_prices (
  product_id bigint primary key references public.products (id) on delete cascade,
  price_pence integer not null,
  starts_at timestamptz not null default '-infinity',
  ends_at timestamptz not null default 'infinity',
  was_is_lawful boolean not null default false,
  constraint sale_prices_price_in_range check (price_pence between 1 and 9999999),
  constraint sale_prices_starts_before_end check (starts_at < ends_at),
  constraint sale_prices_times_sane check (
    (starts_at = '-infinity' or public.is_sane_time(starts_at))
      and (ends_at = 'infinity' or public.is_sane_time(ends_at)))
);
comment on table public.sale_prices is
  'A product''s sale: running, upcoming or over. Its regular price stays in products. A separate table, so that a '
  'policy can hide upcoming sales from shoppers.';
comment on column public.sale_prices.price_pence is
  'Price of one unit of any colour, in pence, shown and taxed like the regular one; applies only while lower than '
  'that.';
comment on column public.sale_prices.starts_at is '-infinity: since it was entered.';
comment on column public.sale_prices.ends_at is
  'First moment at the regular price again; infinity: until it is removed.';
comment on column public.sale_prices.was_is_lawful is
  'Set by triggers: whether the regular price may be shown beside it as the former one (regular_price_was_charged).';
alter table public.sale_prices enable row level security;
create policy "everyone reads the sales that have begun" on public.sale_prices
  for select to anon, authenticated using (
    starts_at <= now() and exists (select from public.products p where p.id = product_id));
grant select on public.sale_prices to anon, authenticated;

create view public.running_sales with (security_invoker = true) as
select
  s.product_id,
  s.price_pence,
  p.price_pence as regular_pence,
  s.was_is_lawful,
  nullif(s.starts_at, '-infinity') as starts_at,
  nullif(s.ends_at, 'infinity') as ends_at
from public.sale_prices s
join public.products p on p.id = s.product_id
where s.starts_at <= now() and now() < s.ends_at and s.price_pence < p.price_pence;
comment on view public.running_sales is
  'Current sales. A product in it costs price_pence, any other its regular price: every price shown or charged must '
  'come from this view.';
grant select on public.running_sales to anon, authenticated;

create table public.price_history (
  product_id bigint not null references public.products (id) on delete cascade,
  noted_at timestamptz not null default now(),
  regular_pence integer not null,
  sale_pence integer,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  offered boolean not null,
  primary key (product_id, noted_at)
);
comment on table public.price_history is
  'Prices of a product from noted_at to its next row. Evidence of former prices; kept as long as the product.';
comment on column public.price_history.offered is 'False while the product is archived and cannot be bought.';
alter table public.price_history enable row level security;

create view public.charged_prices with (security_invoker = true) as
select product_id, from_at, until_at, pence
from (
  select h.*, lead(noted_at, 1, 'infinity') over (partition by product_id order by noted_at) as next_at
  from public.price_history h
) h
cross join lateral (values
  (noted_at, least(next_at, coalesce(sale_starts_at, 'infinity')), regular_pence),
  (greatest(noted_at, coalesce(sale_starts_at, 'infinity')), least(next_at, sale_ends_at),
    least(sale_pence, regular_pence)),
  (greatest(noted_at, coalesce(sale_ends_at, 'infinity')), next_at, regular_pence)
) as part (from_at, until_at, charged)
cross join lateral (select case when offered then charged end as pence) as asked
where from_at < until_at;
comment on view public.charged_prices is
  'Unit price of each product by period, without gaps since its first row; null while it could not be bought. The '
  'future is as currently set.';

create function public.regular_price_was_charged(p_product bigint) returns boolean
language sql stable set search_path = ''
as $$
  with asked as (
    select s.starts_at, s.ends_at, p.price_pence as regular
    from public.sale_prices s join public.products p on p.id = s.product_id
    where s.product_id = p_product and s.ends_at < 'infinity'
  ), reduced as (
    -- Start of the sale: a second reduction belongs to the first.
    select max(c.until_at) as since, a.regular, a.ends_at
    from asked a
    join public.charged_prices c on c.product_id = p_product and c.pence is not distinct from a.regular
    where c.until_at < a.ends_at
      and not exists (
        select from public.charged_prices other
        where other.product_id = p_product and other.from_at >= c.until_at and other.from_at < a.ends_at
          and (other.pence is null or other.pence >= a.regular))
    group by a.regular, a.ends_at
  ), charged as (
    -- Before its opening it could not be bought.
    select r.since, r.ends_at, greatest((select p.visible_from from public.products p where p.id = p_product), coalesce(
      (select max(c.until_at) from public.charged_prices c
       where c.product_id = p_product and c.until_at <= r.since and c.pence is distinct from r.regular),
      (select min(h.noted_at) from public.price_history h where h.product_id = p_product)), (
      select max(least(x.until_at, r.since)) from public.price_reductions_by_code x
      where x.product_id = p_product and x.from_at < r.since)) as from_at
    from reduced r
  )
  select coalesce(bool_or(since - from_at >= interval '28 days' and ends_at - since <= since - from_at), false)
  from charged
$$;
comment on function public.regular_price_was_charged is
  'Whether a product''s regular price may be called the former one during a sale: charged to everyone for the 28 days '
  'before the reduction, or longer, without a break (or a code that reduced it for everyone), with a sale that lasts '
  'no longer than that period. Never for an open-ended sale. See docs/decisions/0037-sale-prices.md.';

create function public.regular_price_period(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with product as (
    select p.price_pence as regular, p.visible_from from public.products p where p.id = p_product
  ), present as (
    select c.pence from public.charged_prices c
    where c.product_id = p_product and c.from_at <= now() and now() < c.until_at
  ), reduced as (
    select max(c.until_at) as since
    from public.charged_prices c, product, present
    where c.product_id = p_product and c.until_at <= now() and c.pence = product.regular
      and present.pence < product.regular
  ), began as (
    select greatest(product.visible_from, coalesce(
      (select max(c.until_at) from public.charged_prices c
       where c.product_id = p_product and c.until_at <= coalesce(reduced.since, now())
         and c.pence is distinct from product.regular),
      (select min(h.noted_at) from public.price_history h where h.product_id = p_product)), (
      select max(least(x.until_at, coalesce(reduced.since, now()))) from public.price_reductions_by_code x
      where x.product_id = p_product and x.from_at < coalesce(reduced.since, now()))) as since
    from product, reduced, present
    where present.pence = product.regular or reduced.since is not null
  )
  select jsonb_build_object('regular_since', (select since from began), 'reduced_since', (select since from reduced))
$$;
comment on function public.regular_price_period is
  'Start of the current uninterrupted period at a product''s regular price (regular_since; null while it cannot be '
  'bought) and, while it is reduced, of the reduction (reduced_since). The studio predicts regular_price_was_charged '
  'from them.';

create function public.review_former_prices() returns void
language sql set search_path = ''
as $$
  update public.sale_prices set was_is_lawful = not was_is_lawful
  where was_is_lawful <> public.regular_price_was_charged(product_id)
$$;
comment on function public.review_former_prices is
  'Decides again which former prices may be shown, after a change of the codes that reduce prices for everyone.';

create function public.note_price() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_product bigint;
begin
  if tg_table_name = 'products' then
    v_product := new.id;
  elsif tg_op = 'DELETE' then
    v_product := old.product_id;
  else
    v_product := new.product_id;
  end if;
  insert into public.price_history (
    product_id, regular_pence, sale_pence, sale_starts_at, sale_ends_at, offered)
  select p.id, p.price_pence, s.price_pence, s.starts_at, s.ends_at, p.archived_at is null
  from public.products p left join public.sale_prices s on s.product_id = p.id
  where p.id = v_product
  on conflict (product_id, noted_at) do update
  set regular_pence = excluded.regular_pence, sale_pence = excluded.sale_pence,
      sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, offered = excluded.offered;
  update public.sale_prices s set was_is_lawful = public.regular_price_was_charged(v_product)
  where s.product_id = v_product and s.was_is_lawful <> public.regular_price_was_charged(v_product);
  if tg_table_name = 'sale_prices' then
    update public.products set updated_at = now() where id = v_product and updated_at <> now();
  end if;
  return null;
end
$$;
comment on function public.note_price is
  'Records a product''s new price at the end of the transaction that changes it, and whether the regular price may be '
  'shown beside its sale price.';

create trigger note_first_price after insert on public.products
  for each row execute function public.note_price();
create trigger note_price after update on public.products
  for each row
    when ((old.price_pence, old.archived_at, old.visible_from) is distinct from (new.price_pence, new.archived_at,
      new.visible_from))
  execute function public.note_price();
create trigger note_new_sale after insert or delete on public.sale_prices
  for each row execute function public.note_price();
create trigger note_sale after update on public.sale_prices
  for each row
    when ((old.price_pence, old.starts_at, old.ends_at) is distinct from (new.price_pence, new.starts_at, new.ends_at))
  execute function public.note_price();

-- supabase/schemas/product_order.sql

-- Order of products within a category's or collection's listing, set by marketers.

create table public.product_order (
  category_id bigint not null references public.categories (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  place integer not null,
  primary key (category_id, product_id),
  constraint product_order_place_key unique (category_id, place),
  constraint product_order_place_positive check (place > 0)
);
comment on table public.product_order is
  'Places of products in a listing. In a category or a collection with a rule, products without one, such as new ones, '
  'come first, newest first; a row counts only while the product is there, and counts again when it returns. A '
  'collection without a rule consists of the products that have a place in it.';
comment on column public.product_order.place is 'Smallest first.';
create index product_order_by_product on public.product_order (product_id);
alter table public.product_order enable row level security;
create policy "everyone reads the order of the shop" on public.product_order
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
grant select on public.product_order to anon, authenticated;

create function public.set_openings_of_collections(p_collections bigint[]) returns void
language sql set search_path = ''
as $$
  update public.categories c
  set visible_from = o.opens
  from (
    select k.id, case when k.rule is null and not bool_or(p.visible_from is null) then min(p.visible_from) end as opens
    from public.categories k
    left join public.product_order m on m.category_id = k.id
    left join public.products p on p.id = m.product_id and p.archived_at is null
    where k.kind = 'collection' and k.id = any (p_collections)
    group by k.id
  ) o
  where c.id = o.id and c.visible_from is distinct from o.opens
$$;
comment on function public.set_openings_of_collections is
  'Sets categories.visible_from of collections. Part of triggers.';

create function public.note_opening_of_collections() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_table_name = 'products' then
    perform public.set_openings_of_collections(array(
      select category_id from public.product_order where product_id = new.id));
  elsif tg_table_name = 'categories' then
    perform public.set_openings_of_collections(array[new.id]);
  else
    perform public.set_openings_of_collections(array[new.category_id, old.category_id]);
  end if;
  return null;
end
$$;
comment on function public.note_opening_of_collections is
  'Sets the openings of the collections that a change of a product, of their products or of their rule concerns.';

create trigger note_opening_of_collections after update of visible_from, archived_at on public.products
  for each row when ((old.visible_from, old.archived_at) is distinct from (new.visible_from, new.archived_at))
  execute function public.note_opening_of_collections();
create trigger note_opening_of_collections after insert or delete on public.product_order
  for each row execute function public.note_opening_of_collections();
create trigger note_opening_of_collections after update of rule on public.categories
  for each row when (old.rule is distinct from new.rule) execute function public.note_opening_of_collections();

create function public.category_order(p_category bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by o.place), '[]'::jsonb)
  from public.product_order o
  join public.categories c on c.id = o.category_id
  join public.products p on p.id = o.product_id and (c.kind = 'collection' or p.category_id = c.id)
  where o.category_id = p_category and p.comes_with is null
$$;
comment on function public.category_order is
  'Slugs of the products with a place in a category or collection, in order, archived ones included.';

create function public.slugs_of_category(p_category bigint, p_slugs jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by g.place), '[]'::jsonb)
  from (
    select slug, min(place) as place from jsonb_array_elements_text(p_slugs) with ordinality as e (slug, place)
    group by slug
  ) g
  join public.categories c on c.id = p_category
  join public.products p on p.slug = g.slug and (c.kind = 'collection' or p.category_id = c.id) and p.comes_with is null
$$;
comment on function public.slugs_of_category is
  'Slugs that may have a place in a category or collection, once each, in the given order.';

create function public.import_product_order(p_order jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_given jsonb;
begin
  -- Imports are serialised, so that nothing changes between comparing and writing.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  with given as (
    select g.slug, g.item, c.id,
      public.category_order(c.id) as shop,
      public.slugs_of_category(c.id, g.item -> 'now') as now,
      -- Products that have left the category since do not change the order.
      public.slugs_of_category(c.id, g.item -> 'seen') as seen
    from jsonb_each(p_order) as g (slug, item)
    left join public.categories c on c.slug = g.slug
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'category', slug, 'id', id, 'was', case when id is not null then shop end, 'now', now,
    'seen', item -> 'seen', 'file', item -> 'now',
    'conflict', id is null or (item ? 'seen' and shop <> seen and shop <> now and not v_overwrite))
      order by slug), '[]')
  into v_given from given;

  -- Only differences: each row requests a build.
  delete from public.product_order o
  using jsonb_array_elements(v_given) g
  where g -> 'conflict' = 'false' and o.category_id = (g ->> 'id')::bigint and not exists (
    select from jsonb_array_elements_text(g -> 'now') with ordinality as e (slug, place)
    join public.products p on p.slug = e.slug
    where p.id = o.product_id and e.place = o.place);
  insert into public.product_order (category_id, product_id, place)
  select (g ->> 'id')::bigint, p.id, e.place
  from jsonb_array_elements(v_given) g
  cross join lateral jsonb_array_elements_text(g -> 'now') with ordinality as e (slug, place)
  join public.products p on p.slug = e.slug
  where g -> 'conflict' = 'false'
  on conflict do nothing;

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('category', g -> 'category', 'was', g -> 'was', 'now', g -> 'now')),
             '[]')
      from jsonb_array_elements(v_given) g where g -> 'conflict' = 'false' and g -> 'was' <> g -> 'now'),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'category', g -> 'category', 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'file')), '[]')
      from jsonb_array_elements(v_given) g where g -> 'conflict' = 'true'),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('category', g -> 'category', 'slug', s)), '[]')
      from jsonb_array_elements(v_given) g cross join lateral jsonb_array_elements(g -> 'file') s
      where g -> 'conflict' = 'false' and not g -> 'now' @> jsonb_build_array(s)));
end
$$;
comment on function public.import_product_order is
  'Sets product places in categories and collections, {category: {seen, now}}, both lists of slugs. now replaces all '
  'places and with them the products of a collection without a rule; in any other, an empty '
  'list restores newest first. A current order that is neither the baseline seen nor now is a conflict and stays '
  'unless p_options has overwrite. Returns {changed: [{category, was, now}], conflicts: [{category, seen, shop, '
  'file}], missing: [{category, slug}]}; shop is null for a deleted category. Part of a release.';

create function public.staff_product_order(p_category text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_category public.categories;
begin
  perform public.require_staff('edit_catalogue');
  select * into v_category from public.categories
  where (kind = 'category' or rule is not null)
    and (slug = p_category or p_category is null and archived_at is null)
  order by position, id limit 1;
  if not found then
    raise sqlstate 'PT404' using hint = 'category_unknown';
  end if;
  return jsonb_build_object(
    'category', v_category.slug,
    'categories', (select jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by position, id)
      from public.categories where archived_at is null and (kind = 'category' or rule is not null)),
    'order', public.category_order(v_category.id),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', p.slug, 'name', p.name, 'opens_at', case when p.visible_from > now() then p.visible_from end,
        'image', look.image, 'colours', look.colours, 'sold_out', look.sold_out)
        order by greatest(p.created_at, p.visible_from) desc, p.id desc), '[]')
      from public.products p
      cross join lateral (
        select count(*) as colours, coalesce(max(v.quantity), 0) = 0 as sold_out, (
          select i.path from public.variant_images i join public.color_variants c on c.id = i.variant_id
          where c.product_id = p.id and c.archived_at is null order by c.position, c.id, i.position, i.id
            limit 1) as image
        from public.color_variants v where v.product_id = p.id and v.archived_at is null) look
      where p.archived_at is null and p.comes_with is null and case
        when v_category.kind = 'category' then p.category_id = v_category.id
        else p.id in (select product_id from public.collection_products where collection_id = v_category.id) end));
end
$$;
comment on function public.staff_product_order is
  'A category, or a collection with a rule, for ordering its products (the first if null): {category, categories: '
  '[{slug, name}], order (category_order), products: [{slug, name, opens_at, image, colours, sold_out}]}, newest '
  'first, including unopened ones, but not those of scheduled releases; in a collection, those that shoppers see. '
  'Errors: those of require_staff; PT404 category_unknown, also for a collection without a rule.';

-- supabase/schemas/listing.sql

-- Products on sale, as read by listings, product pages and the site's build.

create view public.colours_on_sale with (security_invoker = true) as
select v.id, v.product_id, v.quantity
from public.color_variants v
join public.products p on p.id = v.product_id
where v.archived_at is null and p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.colours_on_sale is
  'Colours on sale, sold out or not: neither they nor their product are archived, and the product is open to shoppers.';

create view public.listed_products with (security_invoker = true) as
select
  p.id,
  p.name,
  p.description,
  coalesce(s.price_pence, p.price_pence) as price_pence,
  p.category_id,
  c.name as category_name,
  greatest(p.created_at, p.visible_from) as created_at,
  greatest(p.updated_at, p.visible_from, (
    select max(v.updated_at) from public.color_variants v where v.product_id = p.id and v.archived_at is null
  ), (
    select max(moment.at)
    from public.sale_prices x cross join lateral (values (x.starts_at), (x.ends_at)) as moment (at)
    where x.product_id = p.id and moment.at <= now()
  )) as last_change,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', v.id,
      'color_name', v.color_name,
      'hex', v.hex,
      'quantity', v.quantity,
      'images', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('image', i.path, 'alt', i.alt)) order by i.position, i.id)
        from public.variant_images i where i.variant_id = v.id), '[]'::jsonb)
    ) order by v.position, v.id)
    from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb) as color_variants,
  p.material,
  case when s.product_id is not null then jsonb_strip_nulls(jsonb_build_object(
    'regular_pence', s.regular_pence, 'was', s.was_is_lawful, 'from', s.starts_at, 'until', s.ends_at)) end as sale,
  o.place
from public.products p
left join public.running_sales s on s.product_id = p.id
left join public.product_order o on o.category_id = p.category_id and o.product_id = p.id
join public.categories c on c.id = p.category_id
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.listed_products is
  'Products open to shoppers, with colours and pictures in order: [{id, color_name, hex, quantity, images: [{image, '
  'alt?}]}]. price_pence: current price; sale: {regular_pence, was, from?, until?} while it is reduced, was if the '
  'regular price may be shown as the former one. created_at: opening for shoppers, so that drops count as new. '
  'last_change: of anything visible. place: position in the category (product_order), else null.';
grant select on public.listed_products to anon, authenticated;

create view public.product_attributes with (security_invoker = true) as
select p.id, p.size, p.measurements, p.care, p.safety, p.origin_country, p.weight_grams,
  p.batch, p.environmental_proof,
  (
    select jsonb_object_agg(v.id, jsonb_strip_nulls(jsonb_build_object('sku', v.sku, 'gtin', v.gtin)))
    from public.color_variants v where v.product_id = p.id and v.archived_at is null
  ) as codes
from public.products p
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.product_attributes is
  'Facts of a product''s own page only, kept out of listings for size. Null if unknown. Material is in '
  'listed_products, because search uses it. codes: {colour''s id: {sku, gtin?}}, for machines.';
grant select on public.product_attributes to anon, authenticated;

create view public.built_products with (security_invoker = true) as
select p.id, p.slug, p.search_title, p.search_description, p.share_picture
from public.products p
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.built_products is
  'Facts of products open to shoppers that only the build of the site needs.';
grant select on public.built_products to anon, authenticated;

create view public.collection_products with (security_invoker = true) as
select c.id as collection_id, l.id as product_id, o.place, l.created_at
from public.categories c
join public.product_order o on o.category_id = c.id
join public.listed_products l on l.id = o.product_id
where c.kind = 'collection' and c.rule is null
union all
select f.collection_id, f.product_id, o.place, f.created_at
from (
  select c.id as collection_id, l.id as product_id, l.created_at, (c.rule ->> 'newest')::integer as newest,
         row_number() over (partition by c.id order by l.created_at desc, l.id desc) as age
  from public.categories c
  join public.listed_products l
    on l.price_pence < coalesce((c.rule ->> 'price_under')::integer, 2147483647)
    and l.price_pence > coalesce((c.rule ->> 'price_over')::integer, 0)
    and (c.rule -> 'on_sale' is null or l.sale is not null)
  join public.categories k on k.id = l.category_id
    and (c.rule -> 'categories' is null or c.rule -> 'categories' ? k.slug)
  where c.kind = 'collection' and c.rule is not null
) f
left join public.product_order o on o.category_id = f.collection_id and o.product_id = f.product_id
where f.newest is null or f.age <= f.newest;
comment on view public.collection_products is
  'Products of collections open to shoppers, with their place, if any: those chosen by hand, or those that match the '
  'rule. All conditions of a rule must hold; prices are the current ones; newest applies last. Sorted by place, nulls '
  'first, then newest first.';
grant select on public.collection_products to anon, authenticated;

create view public.listed_categories with (security_invoker = true) as
select c.id, c.slug, c.name, c.kind, c.position, c.intro, c.picture,
       c.in_menu and (c.kind = 'category' or p.products <> '{}') as in_menu,
       p.products, c.search_title, c.search_description, c.share_picture
from public.categories c
cross join lateral (
  select array(
    select m.product_id from public.collection_products m where m.collection_id = c.id
    order by m.place nulls first, m.created_at desc, m.product_id desc) as products) p
where c.archived_at is null and (c.visible_from is null or c.visible_from <= now());
comment on view public.listed_categories is
  'Categories and collections that shoppers can see. in_menu: whether the menu has it now. products: ids of a '
  'collection''s products in order; empty for categories.';
grant select on public.listed_categories to anon, authenticated;

create function public.product_listing(
  p_category bigint default null, p_products bigint[] default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by
    case when p_category is not null then listed.place end nulls first, listed.created_at desc, listed.id desc),
      '[]'::jsonb)
  from (
    select *
    from public.listed_products l
    where (p_category is null or l.category_id = p_category)
      and (p_products is null or l.id = any (p_products))
    order by case when p_category is not null then l.place end nulls first, l.created_at desc, l.id desc
    limit p_first
  ) listed
$$;
comment on function public.product_listing is
  'Rows of listed_products, newest first: of a category, with the given ids, or all; at most p_first. Products with a '
  'place in their category come last, in that order. A single JSON value, so that the API''s max_rows does not '
  'truncate it.';

create function public.collection_listing(p_collection bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(l) order by m.place nulls first, m.created_at desc, m.product_id desc), '[]')
  from (
    select * from public.collection_products where collection_id = p_collection
    order by place nulls first, created_at desc, product_id desc
    limit p_first
  ) m
  join public.listed_products l on l.id = m.product_id
$$;
comment on function public.collection_listing is
  'A collection''s products in product_listing''s format, at most p_first. Part of category_listing.';

create function public.category_listing(p_category bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select case c.kind
    when 'category' then public.product_listing(c.id, p_first => p_first)
    else public.collection_listing(c.id, p_first) end
  from public.listed_categories c
  where c.id = p_category
$$;
comment on function public.category_listing is
  'Products of a category or collection in product_listing''s format; null when shoppers cannot see it.';

-- The catalogue as shoppers see it also changes with time alone.

create view public.catalogue_moments with (security_invoker = true) as
select p.visible_from as at from public.products p where p.archived_at is null and p.visible_from is not null
union
select moment.at
from public.sale_prices s
join public.products p on p.id = s.product_id
cross join lateral (values (s.starts_at), (s.ends_at)) as moment (at)
where p.archived_at is null and isfinite(moment.at);
comment on view public.catalogue_moments is
  'Times at which the visible catalogue changes without a change of its rows, past and future: products open, sales '
  'begin and end.';

create function public.next_opening() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(at) from public.catalogue_moments where at > now()
$$;
comment on function public.next_opening is
  'The next of catalogue_moments; null when there is none. Responses about the catalogue must expire then.';

create function public.listing_until(p_category bigint default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', case when p_category is null
      then public.product_listing(p_first => p_first) else public.category_listing(p_category, p_first) end)
$$;
comment on function public.listing_until is
  'A listing (category_listing, or product_listing without a category) and its expiry (next_opening), {until, '
  'products}. Both at one moment: with two queries, a product could open in between and the CDN would cache the '
  'response without it.';

create function public.categories_until() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('until', public.next_opening(), 'categories', coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.position, c.id)
    from public.listed_categories c where c.in_menu), '[]'::jsonb))
$$;
comment on function public.categories_until is
  'Categories and collections of the menu, in its order, and their expiry, {until, categories: [{id, name}]}.';

create function public.address_until(p_product bigint default null, p_category bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'listed', exists (select from public.listed_products where id = p_product)
      or exists (select from public.listed_categories where id = p_category),
    'collection', (select name from public.listed_categories where id = p_category and kind = 'collection'),
    'left', (
      select jsonb_build_object('category', (
        select jsonb_build_object('id', c.id, 'name', c.name) from public.categories c
        where c.id = p.category_id and exists (select from public.listed_products where category_id = c.id)))
      from public.products p
      where p.id = p_product and (p.visible_from is null or p.visible_from <= p.archived_at)
        and p.archived_at is not null))
$$;
comment on function public.address_until is
  'Whether shoppers have a page of this product or category, and the expiry, {until, listed, collection, left}. '
  'collection: a collection''s name, else null. left, for a product visible before it was archived: {category: {id, '
  'name}}, its category if anything is on sale there; else null.';

create function public.product_page(p_product bigint, p_related integer default 4) returns jsonb
language sql stable set search_path = ''
as $$
  with neighbours as (
    select l.id, row_number() over (order by l.category_id = own.category_id desc, l.created_at desc, l.id desc) as n
    from public.listed_products own
    join public.listed_products l on l.id <> own.id
    where own.id = p_product
    order by n
    limit p_related
  )
  select public.address_until(p_product) || jsonb_build_object(
    'product', public.product_listing(p_products => array[p_product]) -> 0,
    'attributes', (
      select jsonb_strip_nulls(to_jsonb(a) - 'id') from public.product_attributes a where a.id = p_product),
    'search', (select to_jsonb(b) - array['id', 'slug'] from public.built_products b where b.id = p_product),
    'related', (
      select coalesce(jsonb_agg(to_jsonb(l) order by n.n), '[]')
      from neighbours n join public.listed_products l on l.id = n.id))
$$;
comment on function public.product_page is
  'address_until of a product, and what its page shows: {…, product, attributes, search, related}, rows of '
  'product_listing, product_attributes and built_products. product, attributes and search are null unless '
  'it is on sale. related: up to p_related other products, '
  'those of its category first, each group newest first, as the build picks them.';

create function public.opened_until(p_since interval) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', public.product_listing(p_products => array(
      select id from public.products where visible_from > now() - p_since and visible_from <= now()
      union
      (select s.product_id
       from public.sale_prices s cross join lateral (values (s.starts_at), (s.ends_at)) as moment (at)
       where moment.at > now() - p_since and moment.at <= now()
       order by moment.at desc, s.product_id limit 200))))
$$;
comment on function public.opened_until is
  'Products that opened, or whose sale began or ended, within the last p_since (the last 200 sales, which bounds the '
  'response), in product_listing''s format, and the expiry: {until, products}. Updates the build''s files, which lack '
  'these until the next build.';

-- supabase/schemas/settings.sql

-- Charges beyond the price: tax and shipping.

create type public.shipping_zone as enum ('domestic', 'europe', 'world');
comment on type public.shipping_zone is
  'Destination of a parcel. src/domain/shipping-zone.ts assigns countries to zones.';

create type public.tax_display as enum ('added', 'included');
comment on type public.tax_display is
  'added: tax is added to the catalogue''s prices in the cart, and each price is shown with its total. included: the '
  'catalogue''s prices are final, and the included tax is shown.';

create table public.tax_settings (
  only_row boolean primary key default true,
  tax_basis_points integer not null,
  display public.tax_display not null default 'added',
  constraint tax_settings_single check (only_row),
  constraint tax_settings_in_range check (tax_basis_points between 0 and 10000)
);
comment on table public.tax_settings is
  'At most one row: the tax on every basket, and whether prices include it. Read it through zone_taxes or current_tax.';
comment on column public.tax_settings.tax_basis_points is
  'Hundredths of a per cent: 600 is 6 %. Applies to zones without their own rate.';
alter table public.tax_settings enable row level security;
create policy "everyone reads the tax" on public.tax_settings for select to anon, authenticated using (true);
grant select on public.tax_settings to anon, authenticated;

create table public.zone_tax_rates (
  zone public.shipping_zone primary key,
  tax_basis_points integer not null,
  constraint zone_tax_rates_in_range check (tax_basis_points between 0 and 10000)
);
comment on table public.zone_tax_rates is
  'Zones with their own tax rate, such as 0 for exports, in hundredths of a per cent. Other zones use tax_settings.';
alter table public.zone_tax_rates enable row level security;
create policy "everyone reads the taxes of zones" on public.zone_tax_rates for select to anon,
  authenticated using (true);
grant select on public.zone_tax_rates to anon, authenticated;

create view public.zone_taxes with (security_invoker = true) as
select t.zone, t.display,
       case t.display when 'added' then t.basis_points else 0 end as tax_basis_points,
       case t.display when 'included' then t.basis_points else 0 end as included_basis_points
from (
  select z.zone, coalesce(s.display, 'added') as display,
         coalesce(r.tax_basis_points, s.tax_basis_points, 600) as basis_points
  from unnest(enum_range(null::public.shipping_zone)) as z (zone)
  left join public.tax_settings s on true
  left join public.zone_tax_rates r on r.zone = z.zone) t;
comment on view public.zone_taxes is
  'Tax of each zone, in hundredths of a per cent: tax_basis_points is added to prices, included_basis_points is in '
  'them; one of the two is 0. Defaults to 6 % added.';
grant select on public.zone_taxes to anon, authenticated;

create view public.current_tax with (security_invoker = true) as
select display, tax_basis_points, included_basis_points from public.zone_taxes where zone = 'domestic';
comment on view public.current_tax is
  'Always one row: tax for a buyer in the United Kingdom, as in zone_taxes. Pages are built with it.';
grant select on public.current_tax to anon, authenticated;

create function public.tax_on(p_subtotal_pence bigint, p_basis_points integer) returns bigint
language sql immutable set search_path = ''
as $$
  select (p_subtotal_pence * p_basis_points + 5000) / 10000
$$;
comment on function public.tax_on is
  'Tax on a subtotal, in pence, half a penny rounded up, like taxOn in src/domain/tax.ts.';

create function public.tax_inside(p_total_pence bigint, p_basis_points integer) returns bigint
language sql immutable set search_path = ''
as $$
  select (2 * p_total_pence * p_basis_points + 10000 + p_basis_points) / (2 * (10000 + p_basis_points))
$$;
comment on function public.tax_inside is
  'Tax included in a non-negative final amount, in pence, half a penny rounded up, like taxInside in '
  'src/domain/tax.ts.';

create table public.shipping_rates (
  id bigint generated by default as identity primary key,
  zone public.shipping_zone not null,
  name text not null,
  amount_pence integer not null,
  min_business_days integer not null,
  max_business_days integer not null,
  position integer not null default 0,
  express boolean not null default false,
  constraint shipping_rates_name_key unique (zone, name),
  constraint shipping_rates_name_not_blank check (btrim(name) <> ''),
  constraint shipping_rates_amount_in_range check (amount_pence between 0 and 100000),
  constraint shipping_rates_days_in_order check (min_business_days between 1 and max_business_days)
);
comment on table public.shipping_rates is
  'Delivery options on the payment page for each zone; the first is preselected.';
comment on column public.shipping_rates.min_business_days is 'Earliest arrival, in business days after dispatch.';
comment on column public.shipping_rates.express is
  'Leaves the same day if ordered before 12:00 GMT (order_promise); otherwise within 48 business hours.';
alter table public.shipping_rates enable row level security;
create policy "everyone reads the shipping rates" on public.shipping_rates for select to anon,
  authenticated using (true);
grant select on public.shipping_rates to anon, authenticated;

-- supabase/schemas/feeds.sql

-- Product feeds for advertising platforms.

create function public.feed_until() returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s'
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', public.product_listing(),
    'attributes', (
      select coalesce(jsonb_object_agg(a.id, jsonb_strip_nulls(to_jsonb(a) - 'id')), '{}')
      from public.product_attributes a),
    'tax_basis_points', (select tax_basis_points from public.zone_taxes where zone = 'domestic'),
    'delivery', (
      select to_jsonb(r) from (
        select name, amount_pence, min_business_days, max_business_days
        from public.shipping_rates where zone = 'domestic' order by position, id limit 1) r))
$$;
comment on function public.feed_until is
  'Content of product feeds at one moment, and its expiry: {until, products, attributes, tax_basis_points, delivery}. '
  'products: product_listing of all. attributes: product_attributes by the products'' ids. tax_basis_points: added to '
  'prices in the United Kingdom. delivery: the option there that the payment page preselects, null if there is none.';

-- supabase/schemas/duties.sql

-- Duties and taxes of the country of delivery: who pays them, and how much they are likely to be.

create type public.duty_payment as enum ('we_pay', 'you_pay', 'not_sold');
comment on type public.duty_payment is
  'Payer of the duties and taxes of a country. we_pay: the shop, before the parcel leaves; its delivery price covers '
  'them. you_pay: the shopper, on arrival. not_sold: the shop does not sell there.';

create table public.country_duties (
  country text primary key,
  policy public.duty_payment not null default 'you_pay',
  in_union boolean not null default false,
  vat_basis_points integer,
  constraint country_duties_country_form check (country ~ '^[A-Z]{2}$' and country <> 'GB'),
  constraint country_duties_vat_in_range check (vat_basis_points between 0 and 5000),
  constraint country_duties_union_has_vat check (vat_basis_points is not null or not in_union)
);
comment on table public.country_duties is
  'Countries with a policy or an estimate of their own, by two-letter code; in all others the shopper pays, without '
  'an estimate.';
comment on column public.country_duties.in_union is
  'Member of the European Union: up to €150 it charges €3 for each kind of goods (Council Regulation on low-value '
  'consignments, 1 July 2026 to 1 July 2028), and its shoppers get the notice on the legal guarantee.';
comment on column public.country_duties.vat_basis_points is
  'Import VAT for the estimate, in hundredths of a per cent; null for no estimate.';
alter table public.country_duties enable row level security;
create policy "everyone reads who pays duties" on public.country_duties for select to anon, authenticated using (true);
grant select on public.country_duties to anon, authenticated;

create table public.duty_settings (
  only_row boolean primary key default true,
  euro_pence integer not null,
  decided_on date,
  constraint duty_settings_single check (only_row),
  constraint duty_settings_euro_in_range check (euro_pence between 50 and 150)
);
comment on table public.duty_settings is 'Always one row: assumptions behind the estimates of duties.';
comment on column public.duty_settings.euro_pence is 'Pence for a euro; the estimate names it.';
comment on column public.duty_settings.decided_on is
  'When the shop last decided for each country who pays. Null: not yet, which the doctor reports.';
alter table public.duty_settings enable row level security;

create function public.duties_on(p_country text, p_zone public.shipping_zone, p_lines jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with goods as (
    select g.pence - public.tax_inside(g.pence, t.included_basis_points) as pence, g.kinds
    from (
      select coalesce(sum((line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint
               - coalesce((line ->> 'discount_pence')::bigint, 0)), 0)::bigint as pence,
             count(distinct coalesce(left(p.hs_code, 6), line ->> 'product_id')) as kinds
      from jsonb_array_elements(p_lines) line
      left join public.products p on p.id = (line ->> 'product_id')::bigint) g
    join public.zone_taxes t on t.zone = p_zone
  ), estimate as (
    select d.vat_basis_points, s.euro_pence, d.duty_pence,
           public.tax_on(g.pence + coalesce(d.duty_pence, 0) + (
             select coalesce(min(amount_pence), 0) from public.shipping_rates where zone = p_zone),
             d.vat_basis_points) as vat_pence
    from goods g
    cross join public.duty_settings s
    join lateral (
      select c.vat_basis_points,
             case when c.in_union and g.pence <= 150 * s.euro_pence then 3 * s.euro_pence * g.kinds end as duty_pence
      from public.country_duties c
      where c.country = p_country and c.policy = 'you_pay' and c.vat_basis_points is not null) d on true
    where g.pence > 0
  )
  select jsonb_build_object(
    'policy', coalesce(c.policy, 'you_pay'),
    'in_union', coalesce(c.in_union, false),
    'estimate', (select to_jsonb(e) from estimate e))
  from (select p_country as country where p_country <> 'GB') asked
  left join public.country_duties c on c.country = asked.country
$$;
comment on function public.duties_on is
  'Payer of the duties and taxes of a country on lines [{product_id, unit_pence, quantity, discount_pence?}]: {policy, '
  'in_union, estimate}; null within the United Kingdom. estimate: {vat_basis_points, vat_pence, duty_pence, '
  'euro_pence}, null unless the shopper pays and the VAT rate is known. VAT is charged on goods, cheapest delivery and '
  'duty. duty_pence is €3 for each six-digit commodity code up to €150 in the EU, and null where the tariff decides; '
  'a product without a code counts as one.';

create function public.destination(
  p_country text, p_zone public.shipping_zone, p_items jsonb, p_off_pence bigint default 0
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'deliveries', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'name', name, 'amount_pence', amount_pence,
               'min_business_days', min_business_days, 'max_business_days', max_business_days)
             order by position, id), '[]')
      from public.shipping_rates where zone = p_zone),
    'duties', public.duties_on(p_country, p_zone, (
      select coalesce(jsonb_agg(jsonb_build_object(
               'product_id', p.id, 'unit_pence', coalesce(s.price_pence, p.price_pence),
               'quantity', item -> 'quantity',
               -- Duties depend on the sum alone.
               'discount_pence', case place when 1 then p_off_pence else 0 end)), '[]')
      from jsonb_array_elements(p_items) with ordinality as i (item, place)
      join public.colours_on_sale c on c.id = (item ->> 'variant_id')::bigint
      join public.color_variants v on v.id = c.id
      join public.products p on p.id = v.product_id
      left join public.running_sales s on s.product_id = p.id)))
$$;
comment on function public.destination is
  'Delivery options of a zone, and the duties (duties_on) of items [{variant_id, quantity}] sent to a country in it, '
  'at current prices, less a discount that the caller has seen.';

create function public.duties_now() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(country, jsonb_build_object('policy', policy, 'in_union', in_union)), '{}')
  from public.country_duties
$$;
comment on function public.duties_now is
  'Policies by country, as the terms state them: {country: {policy, in_union}}.';

-- supabase/schemas/promise_clock.sql

-- Promised days: dispatch, arrival and refunds. The policy is the text returns in site_content, its interpretation
-- docs/decisions/0018-delivery-promises.md.

create table public.bank_holidays (
  day date primary key,
  name text not null,
  constraint bank_holidays_name_not_blank check (btrim(name) <> '')
);
comment on table public.bank_holidays is
  'Bank holidays in England and Wales (https://www.gov.uk/bank-holidays). Updated by npm run bank-holidays.';
alter table public.bank_holidays enable row level security;

create function public.uk_day(p_at timestamptz) returns date
language sql stable set search_path = ''
as $$ select (p_at at time zone 'Europe/London')::date $$;
comment on function public.uk_day is 'The current day in the United Kingdom at a given time.';

create function public.business_day_after(p_day date, p_count integer) returns date
language plpgsql stable set search_path = ''
as $$
declare
  v_day date := p_day;
  v_left integer := p_count;
begin
  -- Without a day the loop would not end.
  while v_left > 0 and v_day is not null loop
    v_day := v_day + 1;
    if extract(isodow from v_day) <= 5 and not exists (select from public.bank_holidays where day = v_day) then
      v_left := v_left - 1;
    end if;
  end loop;
  return v_day;
end
$$;
comment on function public.business_day_after is
  'The p_count-th business day after a day: Monday to Friday, without bank holidays.';

create function public.order_promise(
  p_counts_from timestamptz, p_express boolean, p_min_business_days integer, p_max_business_days integer
) returns table (leaves_by date, arrives_from date, arrives_by date)
language sql stable set search_path = ''
as $$
  with sent as (
    select case
      when not p_express then public.business_day_after(today, 2)
      -- The first business day from today, if before noon.
      when p_counts_from < (today + time '12:00') at time zone 'UTC' then public.business_day_after(today - 1, 1)
      else public.business_day_after(today, 1) end as day
    from public.uk_day(p_counts_from) today
  )
  select day, public.business_day_after(day, p_min_business_days), public.business_day_after(day, p_max_business_days)
  from sent
$$;
comment on function public.order_promise is
  'Promises of a delivery for an order paid at p_counts_from. It leaves within 48 business hours: two business days. '
  'Express leaves the same day if that is a business day and the time is before 12:00 GMT, also in summer, else on '
  'the next one. Arrival is the delivery''s number of business days later.';

create function public.refund_promise(p_from timestamptz) returns date
language sql stable set search_path = ''
as $$ select public.business_day_after(public.uk_day(p_from), 10) $$;
comment on function public.refund_promise is
  'Day by which a refund is back on the card or account: the last of the 7–10 business days after the return was '
  'inspected or, without a return, the refund was made.';

create function public.domestic_promises(p_at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with moment as (
    select public.uk_day(p_at) as today, (public.uk_day(p_at) + time '12:00') at time zone 'UTC' as noon
  )
  select jsonb_build_object(
    -- The next time at which the promise may change.
    'until', case when p_at < noon then noon else (today + 1)::timestamp at time zone 'Europe/London' end,
    'deliveries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', r.name, 'leaves_by', p.leaves_by, 'arrives_from', p.arrives_from, 'arrives_by', p.arrives_by
      ) order by r.position, r.id), '[]')
      from public.shipping_rates r
      cross join public.order_promise(p_at, r.express, r.min_business_days, r.max_business_days) p
      where r.zone = 'domestic'
    )
  )
  from moment
$$;
comment on function public.domestic_promises is
  'Promises of each domestic delivery for an order paid at p_at, and their expiry (ISO 8601): noon GMT, when express '
  'changes, else midnight in London.';

-- supabase/schemas/accounts.sql

-- Shoppers' profiles. Supabase Auth keeps e-mail and password hash.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  email_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint profiles_username_trimmed check (username = btrim(username)),
  constraint profiles_username_length check (char_length(username) between 1 and 50)
);
comment on table public.profiles is 'Login name.';
comment on column public.profiles.email_confirmed_at is
  'First use of a link or code mailed to the account''s address; until then someone else may have entered it. '
  'Supabase''s own column of that name is set at registration, because the shop sends no e-mail then.';
create unique index profiles_username_key on public.profiles (public.name_key(username));
alter table public.profiles enable row level security;
create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.profiles to authenticated;

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A user created by hand in the dashboard has no username and can be given a profile later.
  if new.raw_user_meta_data ->> 'username' is not null then
    insert into public.profiles (user_id, username)
    values (new.id, new.raw_user_meta_data ->> 'username');
  end if;
  return new;
end
$$;
comment on function public.create_profile is
  'Creates each new user''s profile in the same transaction, so that every account has a username: a taken name rolls '
  'the sign-up back.';

create trigger create_profile_for_new_user
  after insert on auth.users
  for each row execute function public.create_profile();

create function public.login_email(p_username text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select u.email
     from public.profiles p
     join auth.users u on u.id = p.user_id
     where public.name_key(p.username) = public.name_key(p_username)
       and u.encrypted_password <> ''
       and (u.banned_until is null or u.banned_until <= now())
       and u.deleted_at is null),
    'nobody@invalid.example')
$$;
comment on function public.login_email is
  'E-mail for a username, ignoring case. For an unknown name, a user without a password, or a banned or deleted user, '
  'the address of a decoy user with an unknown password. Used by the login call only.';

create function public.username_taken(p_username text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles where public.name_key(username) = public.name_key(p_username))
$$;
comment on function public.username_taken is 'Whether the name is in use, ignoring case.';

create function public.account_email(p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select email from auth.users where id = p_user
$$;
comment on function public.account_email is 'The e-mail address of an account.';

create function public.account_of_email(p_email text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from auth.users where lower(email) = lower(btrim(p_email)) limit 1
$$;
comment on function public.account_of_email is
  'The account with an e-mail address, ignoring case; null when there is none.';

create function public.is_guest(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users where id = p_user and is_anonymous)
$$;
comment on function public.is_guest is
  'Whether a user is a guest. False for null, as in orders of a closed account. Security definer, because it reads '
  'auth.';

-- supabase/schemas/sessions.sql

-- The caller. An access token stays valid until it expires, even after its login ends; so functions that touch money or
-- personal data check first that the login still exists.

create function public.caller_user() returns uuid
language sql stable set search_path = ''
as $$ select (nullif(current_setting('request.headers', true), '')::json ->> 'x-caller-user')::uuid $$;
comment on function public.caller_user is
  'The calling user, from a request header that the shop''s server sets from a verified access token '
  '(https://docs.postgrest.org/en/stable/references/transactions.html#request-headers-cookies-and-jwt-claims). Null '
  'without one. A browser can send the header but cannot execute a function that reads it.';

create function public.caller_session() returns uuid
language sql stable set search_path = ''
as $$ select (nullif(current_setting('request.headers', true), '')::json ->> 'x-caller-session')::uuid $$;
comment on function public.caller_session is
  'The session of the caller in Supabase Auth: the claim session_id of the access token '
  '(https://supabase.com/docs/guides/auth/sessions), from a header like caller_user.';

create function public.require_session(p_guests boolean default false) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := public.caller_user();
  v_guest boolean;
begin
  select u.is_anonymous into v_guest
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  where s.id = public.caller_session()
    and s.user_id = v_user
    and (s.not_after is null or s.not_after > now())
    and (u.banned_until is null or u.banned_until <= now())
    and u.deleted_at is null;
  if not found then
    raise sqlstate 'PT401' using hint = 'session_ended';
  elsif v_guest and not p_guests then
    raise sqlstate 'PT403' using hint = 'account_required';
  end if;
  return v_user;
end
$$;
comment on function public.require_session is
  'The caller (caller_user). Raises PT401 session_ended unless caller_session is a live session of theirs: Log Out, a '
  'new password and deleting the user remove it; a ban and Auth''s own time limit end it. Called first in every '
  'function that acts for a shopper, in the same round trip. Raises PT403 account_required for a guest (an anonymous '
  'user of Auth) unless p_guests, which only the checkout passes. Security definer, because it reads auth.';

-- supabase/schemas/second_factors.sql

-- Authenticator apps of staff. Supabase Auth keeps the secrets and checks the codes, but anyone with a password can
-- call it directly, and it accepts a code twice within its 90 seconds. So the shop records the apps and the logins that
-- gave it an unused code.

create table public.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  factor_id uuid not null,
  since timestamptz not null default now()
);
comment on table public.second_factors is
  'Authenticator apps of staff. One removed directly at Supabase Auth is still required until the studio or npm run '
  'staff -- reset-factor removes it.';
comment on column public.second_factors.factor_id is 'In auth.mfa_factors. Only this factor''s codes count.';
alter table public.second_factors enable row level security;

create type public.second_factor_outcome as enum ('accepted', 'wrong');
comment on type public.second_factor_outcome is 'Supabase Auth''s verdict on a code.';

create table public.second_factor_codes (
  id bigint generated by default as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  code text not null,
  tried_at timestamptz not null default now(),
  outcome public.second_factor_outcome,
  constraint second_factor_codes_six_figures check (code ~ '^\d{6}$')
);
comment on table public.second_factor_codes is
  'Codes tried, so that none counts twice and wrong ones are limited. Useless after 90 seconds.';
comment on column public.second_factor_codes.session_id is 'The login that submitted it, in auth.sessions.';
comment on column public.second_factor_codes.outcome is 'Null until Supabase Auth has responded.';
create index second_factor_codes_by_user on public.second_factor_codes (user_id, tried_at);
create index second_factor_codes_accepted on public.second_factor_codes (session_id) where outcome = 'accepted';
alter table public.second_factor_codes enable row level security;

create function public.second_factor_of(p_user uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select factor_id from public.second_factors where user_id = p_user),
    (select id from auth.mfa_factors where user_id = p_user and status = 'verified' and factor_type = 'totp'
     order by created_at limit 1))
$$;
comment on function public.second_factor_of is
  'A user''s required authenticator app: the one on record, else one added directly at Supabase Auth. Null without '
  'one. Security definer, because it reads auth.';

create function public.second_factor_given(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.second_factor_of(p_user) is null or exists (
    select from auth.sessions s
    join public.second_factor_codes c on c.session_id = s.id and c.outcome = 'accepted'
    where s.id = public.caller_session() and s.aal = 'aal2')
$$;
comment on function public.second_factor_given is
  'Whether the calling login (caller_session) satisfies the second factor: its owner has no authenticator app, or '
  'gave the shop its code. Supabase Auth''s aal2 is not enough, because it accepts a code twice. Security definer, '
  'because it reads auth.';

create function public.second_factor_try(
  p_code text, p_fresh boolean default false, p_adding uuid default null
) returns table (wait integer, try bigint, factor uuid)
language plpgsql set search_path = ''
as $$
declare
  -- Instead of require_staff, which would require the second factor that is given here.
  v_user uuid := public.require_employment();
  v_factor uuid := public.second_factor_of(v_user);
  v_oldest timestamptz;
begin
  if p_fresh and not public.login_is_fresh() then
    raise sqlstate 'PT403' using hint = 'login_too_old';
  end if;
  if p_adding is not null and v_factor is not null then
    raise sqlstate 'PT409' using hint = 'second_factor_exists';
  end if;
  if p_adding is null and v_factor is null then
    raise sqlstate 'PT409' using hint = 'second_factor_gone';
  end if;
  -- Serialises simultaneous codes, so that each is counted.
  perform pg_advisory_xact_lock(hashtextextended('second_factor ' || v_user::text, 0));
  -- Five in a quarter of an hour: a guess is right three times in a million.
  select min(tried_at) into v_oldest from (
    select tried_at from public.second_factor_codes
    where user_id = v_user and outcome is distinct from 'accepted' and tried_at > now() - interval '15 minutes'
    order by tried_at desc limit 5) latest
  having count(*) = 5;
  if v_oldest is not null then
    wait := ceil(extract(epoch from v_oldest + interval '15 minutes' - now()));
    return next;
    return;
  end if;
  if exists (
    select from public.second_factor_codes
    where user_id = v_user and code = p_code and outcome is distinct from 'wrong'
      and tried_at > now() - interval '2 minutes')
  then
    raise sqlstate 'PT409' using hint = 'code_used';
  end if;
  insert into public.second_factor_codes (user_id, session_id, code)
  values (v_user, public.caller_session(), p_code) returning id into try;
  wait := 0;
  factor := coalesce(p_adding, v_factor);
  return next;
end
$$;
comment on function public.second_factor_try is
  'Counts a code before Supabase Auth checks it, in one row: wait 0, try and factor; or only wait, in seconds, after '
  'five wrong ones in 15 minutes. p_fresh: requires a login younger than 30 minutes, to add or '
  'remove an app. p_adding: the app whose first code it is. Errors: PT401 session_ended; PT404 not_staff; PT403 '
  'login_too_old; PT409 second_factor_exists, second_factor_gone (there is none), code_used (RFC 6238, section 5.2: a '
  'code counts once).';

create function public.second_factor_tried(p_try bigint, p_factor uuid default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_user uuid;
begin
  update public.second_factor_codes
  set outcome = case when p_factor is null then 'wrong' else 'accepted' end::public.second_factor_outcome
  where id = p_try and outcome is null
  returning user_id into v_user;
  if found and p_factor is not null then
    insert into public.second_factors (user_id, factor_id) values (v_user, p_factor)
    on conflict (user_id) do nothing;
  end if;
end
$$;
comment on function public.second_factor_tried is
  'Records Supabase Auth''s verdict on a code. p_factor: the code''s app, which goes on record; null for a wrong code.';

create function public.second_factor_begin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('use_studio', true);
  if public.second_factor_of(public.caller_user()) is not null then
    raise sqlstate 'PT409' using hint = 'second_factor_exists';
  end if;
end
$$;
comment on function public.second_factor_begin is
  'Checks that the caller may add an authenticator app. Errors: those of require_staff with p_fresh; PT409 '
  'second_factor_exists.';

create function public.second_factor_remove() returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff('use_studio', true);
  delete from public.second_factors where user_id = public.caller_user();
end
$$;
comment on function public.second_factor_remove is
  'Takes the caller''s authenticator app off the record, before it is removed at Supabase Auth: until then its code '
  'is still required. Errors: those of require_staff with p_fresh.';

create function public.reset_second_factor(p_email text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_had boolean := public.second_factor_of(v_user) is not null;
begin
  delete from public.second_factors where user_id = v_user;
  delete from public.second_factor_codes where user_id = v_user;
  delete from auth.mfa_factors where user_id = v_user;
  -- The finder of the phone may be logged in on it.
  delete from auth.sessions where user_id = v_user;
  return v_had;
end
$$;
comment on function public.reset_second_factor is
  'Removes a user''s authenticator app, for a lost phone, and ends all their logins. False when they had none. PT404 '
  'account_unknown. Used by npm run staff. Security definer, because it changes auth.';

-- supabase/schemas/staff.sql

-- Staff and their permissions.

-- A new role is a value here, with its acts among the first rows.
create type public.staff_role as enum ('packer', 'marketer', 'manager');
comment on type public.staff_role is 'A set of acts (permissions). Roles are not ranked.';

create table public.staff (
  id bigint generated by default as identity primary key,
  user_id uuid references auth.users (id) on delete restrict,
  name text not null,
  role public.staff_role not null,
  since timestamptz not null default now(),
  until timestamptz,
  constraint staff_name_not_blank check (btrim(name) <> ''),
  constraint staff_until_after_since check (until >= since),
  constraint staff_at_work_has_login check (user_id is not null or until is not null)
);
comment on table public.staff is 'Current and past staff: the history refers to them.';
comment on column public.staff.user_id is 'Null once the account is closed (close_account).';
comment on column public.staff.name is 'Username at the time, as shown in the history of an order.';
comment on column public.staff.until is 'End of employment in this role; null while it lasts. A new role is a new row.';
create unique index staff_one_role_at_a_time on public.staff (user_id) where until is null;
create index staff_by_user on public.staff (user_id);
alter table public.staff enable row level security;

create type public.staff_act as enum (
  'use_studio', 'read_orders', 'answer_shoppers', 'pack', 'keep_stock', 'see_money', 'move_money',
  'export_accounts', 'answer_complaints',
  'edit_taxes', 'edit_catalogue', 'send_mailings', 'give_discounts', 'manage_customers', 'read_activity',
  'see_visits', 'file_accounts');
comment on type public.staff_act is
  'use_studio: log in, and have an authenticator app. read_orders: orders without amounts, and return photos. '
  'answer_shoppers: add notes, resend e-mails, request returns for shoppers. pack: print, send, label and receive '
  'goods. keep_stock: count, adjust and expect stock. see_money: order amounts. move_money: cancel, refund, settle and '
  'refuse returns, decide reviews. '
  'edit_catalogue: all changes by releases, pages included. send_mailings: mailings and subscribers. '
  'give_discounts: make and pause discount codes, and see what each brought in, its revenue only with see_money. '
  'manage_customers: export, erase and merge on request. read_activity: what colleagues did. '
  'see_visits: what is looked at, searched and put into carts, and from where. file_accounts: close a '
  'quarter for good.';

create table public.permissions (
  role public.staff_role not null,
  act public.staff_act not null,
  primary key (role, act)
);
comment on table public.permissions is 'Acts granted to each role. Everything else is refused.';
alter table public.permissions enable row level security;

create function public.staff_may(p_staff bigint, p_act public.staff_act) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.staff s join public.permissions p on p.role = s.role where s.id = p_staff and p.act = p_act)
$$;
comment on function public.staff_may is 'Whether a staff member''s role grants an act.';

create function public.login_is_fresh() returns boolean
language sql stable security definer set search_path = ''
as $$
  select created_at >= now() - interval '30 minutes' from auth.sessions where id = public.caller_session()
$$;
comment on function public.login_is_fresh is
  'Whether the calling login (caller_session) is young enough to move money. Renewing an access token keeps the '
  'session and therefore its age. Security definer, because it reads auth.';

create function public.require_employment() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.require_session();
begin
  -- Outsiders do not learn that the studio exists.
  if not exists (select from public.staff where user_id = v_user and until is null) then
    raise sqlstate 'PT404' using hint = 'not_staff';
  end if;
  return v_user;
end
$$;
comment on function public.require_employment is
  'The caller, who must be staff in any role, with or without their second factor. Errors: PT401 session_ended; PT404 '
  'not_staff.';

create function public.require_staff(p_act public.staff_act, p_fresh boolean default false) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.require_employment();
  v_staff bigint := (select id from public.staff where user_id = v_user and until is null);
begin
  if not public.staff_may(v_staff, p_act) then
    raise sqlstate 'PT403' using hint = 'role_too_low', detail = jsonb_build_object(
      'roles', (select coalesce(jsonb_agg(role order by role), '[]') from public.permissions where act = p_act))::text;
  end if;
  if not public.second_factor_given(v_user) then
    raise sqlstate 'PT403' using hint = 'second_factor_missing';
  end if;
  if p_fresh and not public.login_is_fresh() then
    raise sqlstate 'PT403' using hint = 'login_too_old';
  end if;
  return v_staff;
end
$$;
comment on function public.require_staff is
  'The calling staff member, read from the database each time, so that leavers are locked out at once. p_act: '
  'required act (permissions). p_fresh: for moving money, a login younger than 30 minutes. Errors: PT401 '
  'session_ended; PT404 not_staff; PT403 role_too_low (detail: the roles that may), second_factor_missing '
  '(second_factor_given), login_too_old. Called first in every function that acts for staff, in the same round trip.';

create function public.staff_me() returns table (
  name text, username text, role public.staff_role, acts public.staff_act[], fresh boolean,
  second_factor_since timestamptz, counts jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('use_studio');
begin
  return query
  select s.name, coalesce((select p.username from public.profiles p where p.user_id = s.user_id), ''),
         s.role, array(select p.act from public.permissions p where p.role = s.role order by p.act),
         public.login_is_fresh(),
         (select f.since from public.second_factors f where f.user_id = s.user_id),
         case when public.staff_may(v_staff, 'read_orders') then public.staff_counts() end
  from public.staff s where s.id = v_staff;
end
$$;
comment on function public.staff_me is
  'The caller: name, login name, role and its acts, whether the login is fresh enough to move money, since when there '
  'is an authenticator app (null: none), and the length of each order list (staff_counts; null without read_orders). '
  'Errors: those of require_staff.';

create function public.staff_username() returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.require_employment();
begin
  return coalesce((select username from public.profiles where user_id = v_user), '');
end
$$;
comment on function public.staff_username is
  'Login name of the calling staff member, for confirming the password. Errors: those of require_employment, because '
  'the second factor may still be missing.';

create function public.staff_account(p_email text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.account_of_email(p_email);
begin
  if v_user is null then
    raise sqlstate 'PT404' using hint = 'account_unknown', detail = jsonb_build_object('email', p_email)::text;
  end if;
  return v_user;
end
$$;
comment on function public.staff_account is
  'The account of a future, current or past staff member. PT404 account_unknown.';

create function public.staff_candidate(p_email text) returns table (username text, registered_at timestamptz)
language plpgsql stable set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
begin
  -- Registration proves nothing: a stranger may have entered a colleague's address first.
  if not exists (select from public.profiles where user_id = v_user and email_confirmed_at is not null) then
    raise sqlstate 'PT409' using hint = 'email_unconfirmed', detail = jsonb_build_object('email', p_email)::text;
  end if;
  return query select p.username, p.created_at from public.profiles p where p.user_id = v_user;
end
$$;
comment on function public.staff_candidate is
  'The account of a future staff member, for the owner to recognise. PT404 account_unknown; PT409 email_unconfirmed. '
  'Used by npm run staff.';

create function public.add_staff(p_email text, p_role public.staff_role) returns text
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_name text := (select username from public.staff_candidate(p_email));
  v_role public.staff_role;
begin
  -- Serialises simultaneous commands: the second one sees the first one's change.
  perform pg_advisory_xact_lock(hashtextextended('add_staff', 0));
  select role into v_role from public.staff where user_id = v_user and until is null;
  if v_role = p_role then
    return 'unchanged';
  end if;
  update public.staff set until = now() where user_id = v_user and until is null;
  insert into public.staff (user_id, name, role) values (v_user, v_name, p_role);
  return case when v_role is null then 'added' else 'changed' end;
end
$$;
comment on function public.add_staff is
  'Employs the owner of an account: added, changed or unchanged. A new role ends the old one, whose row stays, '
  'because the history refers to it. PT404 account_unknown; PT409 email_unconfirmed, because the account may be a '
  'stranger''s. Used by npm run staff.';

create function public.remove_staff(p_email text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
begin
  update public.staff set until = now() where user_id = v_user and until is null;
  return found;
end
$$;
comment on function public.remove_staff is
  'Ends an employment, at once, since every call checks it. False when there was none. PT404 account_unknown. Used by '
  'npm run staff.';

create function public.staff_at_work() returns table (
  name text, role public.staff_role, since timestamptz, email text, has_second_factor boolean, moves_money boolean
)
language sql stable set search_path = ''
as $$
  select name, role, since, public.account_email(user_id), public.second_factor_of(user_id) is not null,
    public.staff_may(id, 'move_money')
  from public.staff where until is null order by since, id
$$;
comment on function public.staff_at_work is
  'Current staff, with whether they have an authenticator app and may move money. Used by npm run staff and npm run '
  'doctor.';

-- supabase/schemas/billing.sql

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
      user_id is null or btrim(email) <> '' and btrim(phone) <> '')
  )
);
comment on table public.billing_infos is 'Submitted billing forms; identical content is stored once per shopper.';
comment on column public.billing_infos.user_id is
  'Null once the account is closed: the form stays with the order it belongs to.';
comment on column public.billing_infos.erased_at is
  'When name, address, e-mail and phone were erased, because the order is past its statutory retention period.';
comment on column public.billing_infos.saved_at is 'Last save; the next checkout uses the newest.';
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

-- supabase/schemas/customers.sql

-- Customers as staff see them: an account, or the guest orders of an e-mail address. Kept by triggers on orders and
-- profiles (customers_of_orders.sql); why a table: docs/decisions/0071-customers.md.

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
  'erased. '
  'Null for an account, whose address is in Supabase Auth.';
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
    where id = p_event and kind = p_kind and coalesce(customer_id, p_customer) = p_customer)
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

-- supabase/schemas/terms_versions.sql

-- Versions of the terms that contracts refer to. Before checkouts, which refer to them; content.sql writes them.

create table public.terms_versions (
  id bigint generated always as identity primary key,
  texts jsonb not null,
  published_at timestamptz not null default now(),
  constraint terms_versions_texts_form check (
    jsonb_typeof(texts) = 'object' and texts ?& array['terms', 'returns', 'privacy', 'duties'])
);
comment on table public.terms_versions is
  'Versions of the terms, returns policy and privacy policy in force together. A change to one of them, or to who '
  'pays duties, adds a version; versions never change or go.';
comment on column public.terms_versions.texts is
  '{terms, returns, privacy}, each as in site_content, where COMPANY_… stays a placeholder for a fact of '
  'src/company.ts, and duties (duties_now), which replace COUNTRY_DUTIES.';
alter table public.terms_versions enable row level security;

create function public.refuse_change_of_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'terms_kept';
end
$$;
comment on function public.refuse_change_of_terms is
  'Refuses changes to a version of the terms. Errors: PT409 terms_kept.';
create trigger keep_terms before update or delete on public.terms_versions
  for each row execute function public.refuse_change_of_terms();
create trigger keep_all_terms before truncate on public.terms_versions
  for each statement execute function public.refuse_change_of_terms();

create function public.current_terms_version() returns bigint
language sql stable set search_path = ''
as $$
  select max(id) from public.terms_versions
$$;
comment on function public.current_terms_version is 'Version of the terms in force.';

-- supabase/schemas/checkouts.sql

-- A checkout: the basket frozen when the shopper left for the payment page, and the stock held for it. Lock order of
-- every function in the shop: first the checkout, then its variants in id order, which rules out deadlocks.

create type public.checkout_status as enum (
  'open', 'awaiting_payment', 'completed', 'released', 'review', 'refund_due', 'refunded'
);
comment on type public.checkout_status is
  'open: stock is held and may be paid for. awaiting_payment: a slow payment method; stock is held until Stripe '
  'reports the outcome. completed: paid, order stored; it stays so, refunds are in refunds. released: given up or '
  'expired, stock free. review: paid, but for a staff decision (resolve_review): amounts or country differ from the '
  'frozen ones, or it was partly refunded or disputed before the order. refund_due: paid, refund incomplete. '
  'refunded: all refunded, without an order.';

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete restrict,
  billing_info_id bigint not null,
  country text not null,
  currency text not null default 'gbp',
  subtotal_pence integer not null,
  discount_pence integer not null default 0,
  tax_basis_points integer not null,
  tax_pence integer not null,
  tax_display public.tax_display not null default 'added',
  included_basis_points integer not null default 0,
  terms_version bigint not null default public.current_terms_version() references public.terms_versions (id),
  duties jsonb,
  delivery jsonb,
  status public.checkout_status not null default 'open',
  stripe_session_id text,
  stripe_session_url text,
  session_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  order_seen_at timestamptz,
  swept_at timestamptz,
  network_hash text,
  by_link boolean not null default false,
  -- Not checked once user_id is null.
  constraint checkouts_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint checkouts_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint checkouts_owner_key unique (id, user_id),
  constraint checkouts_stripe_session_key unique (stripe_session_id),
  constraint checkouts_country_form check (country ~ '^[A-Z]{2}$'),
  constraint checkouts_currency_is_sterling check (currency = 'gbp'),
  constraint checkouts_amounts_in_range check (subtotal_pence > 0 and tax_pence >= 0),
  constraint checkouts_discount_in_range check (discount_pence >= 0 and discount_pence < subtotal_pence),
  constraint checkouts_tax_as_displayed check (case tax_display
    when 'added' then included_basis_points = 0
    else tax_basis_points = 0 and included_basis_points between 0 and 10000 end),
  constraint checkouts_duties_form check (
    duties is null or (jsonb_typeof(duties) = 'object' and duties ?& array['policy', 'in_union', 'estimate'])),
  constraint checkouts_delivery_form check (
    delivery is null or (jsonb_typeof(delivery) = 'object' and delivery ?& array['name', 'line1', 'country'])),
  constraint checkouts_closed_has_time check ((status in ('open', 'awaiting_payment')) = (closed_at is null)),
  -- A bank may return a refund after the account is closed.
  constraint checkouts_unsettled_has_shopper check (
    user_id is not null or by_link or status in ('completed', 'refund_due', 'refunded')),
  constraint checkouts_paid_has_session check (status in ('open', 'released') or stripe_session_id is not null),
  constraint checkouts_network_is_hashed check (network_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint checkouts_network_only_while_unpaid check (network_hash is null or closed_at is null)
);
comment on table public.checkouts is 'Visits to the payment page. The amounts never change.';
comment on column public.checkouts.id is 'Random, because Stripe''s idempotency key is derived from it.';
comment on column public.checkouts.user_id is 'Null once the account is closed (close_account).';
comment on column public.checkouts.subtotal_pence is 'Goods at their prices, before discount_pence and added tax.';
comment on column public.checkouts.discount_pence is
  'Off the goods, by the code in checkout_discounts; the tax is that of the rest.';
comment on column public.checkouts.tax_basis_points is
  'Tax added to the prices, at its country''s zone rate, in hundredths of a per cent.';
comment on column public.checkouts.included_basis_points is
  'Tax included in the prices; 0 where it is added. Both as in zone_taxes at the time.';
comment on column public.checkouts.terms_version is 'Terms in force when it was opened; they apply to its order.';
comment on column public.checkouts.duties is
  'Payer of the duties and taxes of its country, and their estimate, as stated before payment (duties_on); null '
  'within the United Kingdom.';
comment on column public.checkouts.delivery is
  'Delivery address, once paid: {name, line1, line2?, town?, region?, postcode?, country, phone?}, as passed to '
  'Stripe with the session or collected by it.';
comment on column public.checkouts.session_expires_at is 'When Stripe stops accepting payment for the session.';
comment on column public.checkouts.order_seen_at is
  'When the shopper''s browser first learned of the order, and emptied its cart, or of the review. Until then the '
  'same basket is treated as the paid one.';
comment on column public.checkouts.swept_at is 'Start of the last sweep that processed it; null before the first.';
comment on column public.checkouts.by_link is
  'Opened by staff and paid by a mailed link (payment_links); without a shopper until it is paid.';
comment on column public.checkouts.network_hash is
  'Keyed hash of the network it was opened from, which limits unpaid holds; null once closed, and in local '
  'development.';
create unique index checkouts_one_unpaid_per_shopper on public.checkouts (user_id)
  where status in ('open', 'awaiting_payment');
create index checkouts_by_network on public.checkouts (network_hash) where network_hash is not null;
create index checkouts_by_shopper on public.checkouts (user_id, created_at desc);
create index checkouts_by_billing_info on public.checkouts (billing_info_id);
create index checkouts_unfinished on public.checkouts (coalesce(swept_at, created_at), id)
  where status in ('open', 'awaiting_payment', 'refund_due');
create index checkouts_by_terms on public.checkouts (terms_version);
create index checkouts_by_age on public.checkouts (created_at) where delivery ->> 'line1' <> '';
create index checkouts_released on public.checkouts (closed_at) where status = 'released';
alter table public.checkouts enable row level security;

create function public.forget_network() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.network_hash := null;
  return new;
end
$$;
comment on function public.forget_network is 'Erases a closed checkout''s network hash, which is no longer needed.';

create trigger forget_network_of_closed_checkout
  before update on public.checkouts
  for each row when (new.closed_at is not null and new.network_hash is not null)
  execute function public.forget_network();

create table public.checkout_lines (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  product_id bigint not null references public.products (id) on delete restrict,
  product_name text not null,
  color_name text not null,
  unit_pence integer not null,
  quantity integer not null,
  discount_pence integer not null default 0,
  primary key (checkout_id, variant_id),
  constraint checkout_lines_unit_positive check (unit_pence > 0),
  constraint checkout_lines_quantity_in_range check (quantity between 1 and 10000),
  constraint checkout_lines_discount_in_range
    check (discount_pence >= 0 and discount_pence <= unit_pence::bigint * quantity)
);
comment on table public.checkout_lines is 'Frozen lines of a checkout: the basis of the charge and of the order.';
comment on column public.checkout_lines.discount_pence is 'Its share of the checkout''s discount, for all units.';
create index checkout_lines_by_variant on public.checkout_lines (variant_id);
create index checkout_lines_by_product on public.checkout_lines (product_id);
alter table public.checkout_lines enable row level security;

create table public.checkout_shipping_options (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  position integer not null,
  name text not null,
  amount_pence integer not null,
  waived_pence integer not null default 0,
  min_business_days integer not null,
  max_business_days integer not null,
  express boolean not null,
  primary key (checkout_id, position),
  constraint checkout_shipping_options_amount_not_negative check (amount_pence >= 0),
  constraint checkout_shipping_options_waived_is_free check (
    waived_pence = 0 or waived_pence > 0 and amount_pence = 0)
);
comment on table public.checkout_shipping_options is
  'Shipping rates offered on the payment page, frozen with the checkout.';
comment on column public.checkout_shipping_options.waived_pence is 'Price waived by a code for free delivery.';
alter table public.checkout_shipping_options enable row level security;

create table public.stock_holds (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  expires_at timestamptz not null,
  primary key (checkout_id, variant_id),
  constraint stock_holds_quantity_positive check (quantity > 0)
);
comment on table public.stock_holds is 'Units reserved for a checkout; free_units returns the rest.';
comment on column public.stock_holds.expires_at is
  'Later than the end of the payment session, so that a last-second payment still finds its goods.';
create index stock_holds_by_variant on public.stock_holds (variant_id, expires_at);
alter table public.stock_holds enable row level security;

create function public.payment_reference(p_checkout uuid) returns text
language sql immutable set search_path = ''
as $$ select upper(left(p_checkout::text, 8)) $$;
comment on function public.payment_reference is
  'Public reference of a payment without an order, e.g. 3F2504E0: the first eight digits of its checkout''s id.';

-- supabase/schemas/payments_and_orders.sql

-- Payments and orders of paid checkouts. Written by complete_checkout; a payment's status also by settle_money.

create type public.payment_status as enum ('paid', 'review', 'refund_due', 'refunded');
comment on type public.payment_status is
  'paid: has an order. refunded: fully refunded, with or without an order. review, refund_due: as its checkout. '
  'Partial refunds are in payment_balances.';
create type public.order_status as enum (
  'processing', 'part_dispatched', 'dispatched', 'delivered', 'cancelled', 'part_refunded', 'refunded',
  'return_requested', 'returned', 'disputed'
);
comment on type public.order_status is 'Derived by order_states from the order''s facts; never set by hand.';
create type public.goods_status as enum (
  'to_send', 'part_sent', 'sent', 'delivered', 'return_requested', 'part_returned', 'returned', 'cancelled'
);
comment on type public.goods_status is
  'Location of an order''s goods, for staff. Derived by order_states; never set by hand.';
create type public.money_status as enum (
  'paid', 'refund_due', 'refund_failed', 'part_refunded', 'refunded', 'disputed', 'dispute_lost'
);
comment on type public.money_status is
  'State of an order''s money, for staff. refund_due: decided, not at Stripe yet. Derived by order_states; '
  'never set by hand.';

create type public.order_wait as enum ('return', 'payment');
comment on type public.order_wait is
  'Reason why an order must not leave yet. return: an exchange whose first pieces are to come back. payment: of a link '
  'for an edit.';

create table public.payments (
  id bigint primary key default public.random_number('payments'),
  checkout_id uuid not null,
  user_id uuid references auth.users (id) on delete restrict,
  billing_info_id bigint not null,
  method text not null default 'stripe',
  amount_pence integer not null,
  charged_pence bigint not null,
  shipping_pence bigint not null default 0,
  currency text not null,
  status public.payment_status not null,
  stripe_session_id text not null,
  stripe_payment_intent_id text,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  -- Not checked once user_id is null.
  constraint payments_checkout_exists foreign key (checkout_id) references public.checkouts (id),
  constraint payments_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint payments_checkout_of_shopper
    foreign key (checkout_id, user_id) references public.checkouts (id, user_id),
  constraint payments_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint payments_owner_key unique (id, user_id),
  constraint payments_one_per_checkout unique (checkout_id),
  constraint payments_stripe_session_key unique (stripe_session_id),
  constraint payments_stripe_payment_intent_key unique (stripe_payment_intent_id),
  constraint payments_method_known check (method = 'stripe' or method = 'none' and charged_pence = 0),
  constraint payments_amount_positive check (amount_pence > 0 and charged_pence >= 0)
);
comment on table public.payments is 'Money confirmed by Stripe for a checkout.';
comment on column public.payments.user_id is 'Null once the account is closed (close_account).';
comment on column public.payments.method is
  'none: a replacement, exchange or gift, which charges nothing (place_free_order).';
comment on column public.payments.amount_pence is
  'Goods before discount, tax and shipping, as on the payment record.';
comment on column public.payments.charged_pence is 'Total charged by Stripe.';
comment on column public.payments.shipping_pence is
  'The part charged for delivery, whether or not this shop offered it.';
comment on column public.payments.moved_at is
  'When money of it was last recorded, whatever date Stripe gave the movement (filed_quarters.sql).';
create index payments_by_shopper on public.payments (user_id, created_at desc);
create index payments_by_billing_info on public.payments (billing_info_id);
alter table public.payments enable row level security;
create policy "shoppers read their own payments" on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.payments to authenticated;

create table public.orders (
  id bigint primary key default public.random_number('orders'),
  checkout_id uuid not null,
  payment_id bigint not null,
  user_id uuid references auth.users (id) on delete restrict,
  customer_id bigint references public.customers (id) on delete set null,
  billing_info_id bigint not null,
  country text not null,
  subtotal_pence integer not null,
  discount_pence integer not null default 0,
  tax_pence integer not null,
  shipping_pence integer not null,
  shipping_name text not null,
  adjustment_pence integer not null default 0,
  order_amount_pence integer not null,
  included_basis_points integer not null default 0,
  tax_inside_pence integer not null generated always as (
    public.tax_inside(order_amount_pence, included_basis_points)) stored,
  total_items integer not null,
  status public.order_status not null default 'processing',
  goods_status public.goods_status not null default 'to_send',
  money_status public.money_status not null default 'paid',
  units_to_send integer not null,
  label jsonb,
  waits_for public.order_wait,
  cancels_at timestamptz,
  counts_from timestamptz not null,
  leaves_by date not null,
  arrives_from date not null,
  arrives_by date not null,
  created_at timestamptz not null default now(),
  -- Not checked once user_id is null.
  constraint orders_checkout_exists foreign key (checkout_id) references public.checkouts (id),
  constraint orders_payment_exists foreign key (payment_id) references public.payments (id),
  constraint orders_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint orders_checkout_of_shopper
    foreign key (checkout_id, user_id) references public.checkouts (id, user_id),
  constraint orders_payment_of_shopper
    foreign key (payment_id, user_id) references public.payments (id, user_id),
  constraint orders_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint orders_one_per_checkout unique (checkout_id),
  constraint orders_one_per_payment unique (payment_id),
  constraint orders_amounts_in_range check (subtotal_pence > 0 and tax_pence >= 0 and shipping_pence >= 0),
  constraint orders_discount_in_range check (discount_pence >= 0 and discount_pence < subtotal_pence),
  constraint orders_amount_adds_up check (
    order_amount_pence = subtotal_pence - discount_pence + tax_pence + shipping_pence + adjustment_pence),
  constraint orders_has_items check (total_items > 0),
  constraint orders_units_to_send_in_range check (units_to_send between 0 and total_items),
  constraint orders_label_form check (
    jsonb_typeof(label) = 'object' and label ?& array['name', 'line1', 'country']),
  constraint orders_promise_in_order check (leaves_by < arrives_from and arrives_from <= arrives_by)
);
comment on table public.orders is 'Paid orders.';
comment on column public.orders.id is 'The order''s number. Random: created_at shows the sequence.';
comment on column public.orders.user_id is 'Null once the account is closed (close_account).';
comment on column public.orders.discount_pence is 'Off the goods, as in its checkout.';
comment on column public.orders.customer_id is
  'Written by set_customer; null once the address is erased.';
comment on column public.orders.adjustment_pence is
  'Charge beyond goods, tax and shipping (below, if negative); not 0 only if staff accepted it in a review.';
comment on column public.orders.order_amount_pence is 'Total paid: goods less discount, tax, shipping and adjustment.';
comment on column public.orders.included_basis_points is
  'Copied from its checkout, because tax_inside_pence is computed from it.';
comment on column public.orders.tax_inside_pence is
  'Tax included in order_amount_pence, delivery included; 0 where tax was added (tax_pence).';
comment on column public.orders.counts_from is 'When the payment was confirmed or, after a review, accepted.';
comment on column public.orders.leaves_by is
  'Dispatch day promised to the shopper (order_promise), like arrives_from and arrives_by: a later bank holiday does '
  'not change it.';
comment on column public.orders.units_to_send is
  'Units neither sent nor cancelled; written by settle_order, like status.';
comment on column public.orders.goods_status is
  'Written by settle_order, like money_status. status summarises both for the shopper.';
comment on column public.orders.label is
  'Corrected parcel address, in the form of checkouts.delivery; null for the original, which never changes.';
comment on column public.orders.waits_for is 'Null when it may leave.';
comment on column public.orders.cancels_at is
  'When unsent goods are cancelled after a withdrawal by number and address alone; until then the owner can undo it, '
  'and dispatch is stopped. Null otherwise (withdraw_order, keep_order).';
create index orders_to_cancel on public.orders (cancels_at) where cancels_at is not null;
create index orders_by_shopper on public.orders (user_id, created_at desc, id desc);
create index orders_by_customer on public.orders (customer_id, created_at desc, id desc);
create index orders_by_billing_info on public.orders (billing_info_id);
create index orders_to_send on public.orders (leaves_by, created_at, id)
  where units_to_send > 0 and status not in ('disputed', 'refunded');
create index orders_by_goods_status on public.orders (goods_status, created_at desc, id desc);
create index orders_by_money_status on public.orders (money_status, created_at desc, id desc);
alter table public.orders enable row level security;
create policy "shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.orders to authenticated;

create table public.order_items (
  order_id bigint not null references public.orders (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  product_id bigint not null references public.products (id) on delete restrict,
  product_name text not null,
  color_name text not null,
  product_price_pence integer not null,
  quantity integer not null,
  discount_pence integer not null default 0,
  primary key (order_id, variant_id),
  constraint order_items_price_positive check (product_price_pence > 0),
  constraint order_items_quantity_not_negative check (quantity >= 0),
  constraint order_items_discount_in_range
    check (discount_pence >= 0 and discount_pence <= product_price_pence::bigint * quantity)
);
comment on table public.order_items is
  'Items of an order, with names and prices at the time of purchase. Of a line swapped as a whole 0 units are left.';
comment on column public.order_items.discount_pence is
  'Share of the order''s discount, for all units; follows them in a swap.';
create index order_items_by_variant on public.order_items (variant_id);
create index order_items_by_product on public.order_items (product_id);
alter table public.order_items enable row level security;
create policy "shoppers read what they ordered" on public.order_items
  for select to authenticated using (
    exists (select from public.orders o where o.id = order_id and o.user_id = (select auth.uid())));
grant select on public.order_items to authenticated;

-- supabase/schemas/customers_of_orders.sql

-- The customer of each order, by its account or else its e-mail address.

create function public.customer_of(p_user uuid, p_billing_info bigint) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_email text;
  v_customer bigint;
begin
  if p_user is not null and not public.is_guest(p_user) then
    select id into v_customer from public.customers where user_id = p_user;
    if not found then
      insert into public.customers (user_id) values (p_user)
      on conflict (user_id) do update set user_id = excluded.user_id returning id into v_customer;
    end if;
    return v_customer;
  end if;
  select nullif(lower(btrim(email)), '') into v_email from public.billing_infos where id = p_billing_info;
  if v_email is null then
    return null;
  end if;
  select id into v_customer from public.customers where email = v_email;
  if not found then
    insert into public.customers (email) values (v_email)
    on conflict (email) do update set email = excluded.email returning id into v_customer;
  end if;
  return v_customer;
end
$$;
comment on function public.customer_of is
  'Customer of an order with this user and billing form; added if new. Null once the address is erased.';

create function public.set_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.customer_id := public.customer_of(new.user_id, new.billing_info_id);
  return new;
end
$$;
comment on function public.set_customer is 'Sets an order''s customer.';

create trigger set_customer before insert or update of user_id, billing_info_id on public.orders
  for each row execute function public.set_customer();

create function public.leave_customer(p_from bigint, p_to bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.customers where id = p_from and email is not null)
    and not exists (select from public.orders where customer_id = p_from)
  then
    -- The notes are about the same person.
    update public.customer_events set customer_id = p_to where customer_id = p_from and p_to is not null;
    delete from public.customers where id = p_from;
  else
    update public.customers
    set last_order_at = coalesce((select max(created_at) from public.orders where customer_id = p_from), '-infinity')
    where id = p_from;
  end if;
end
$$;
comment on function public.leave_customer is
  'Settles a customer that an order has left for another (null: nobody): deletes a guest without orders.';

create function public.settle_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.customers set last_order_at = new.created_at
  where id = new.customer_id and last_order_at < new.created_at;
  if tg_op = 'UPDATE' and old.customer_id is distinct from new.customer_id and old.customer_id is not null then
    perform public.leave_customer(old.customer_id, new.customer_id);
  end if;
  return null;
end
$$;
comment on function public.settle_customer is 'Keeps last_order_at of an order''s customers.';

create trigger settle_customer after insert or update of user_id, billing_info_id on public.orders
  for each row execute function public.settle_customer();

create function public.forget_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Sets the customer again (set_customer): without an address there is none.
  update public.orders set billing_info_id = new.id where billing_info_id = new.id;
  return null;
end
$$;
comment on function public.forget_customer is 'Takes the customer from orders whose address is erased.';

create trigger forget_customer after update of email on public.billing_infos
  for each row when (new.email = '' and old.email <> '') execute function public.forget_customer();

create function public.add_customer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.customers (user_id) values (new.user_id) on conflict (user_id) do nothing;
  return null;
end
$$;
comment on function public.add_customer is 'Makes an account a customer before its first order.';

create trigger add_customer after insert on public.profiles
  for each row execute function public.add_customer();

-- supabase/schemas/stock.sql

-- Units left for a shopper to buy.

create function public.free_units(
  p_variants bigint[], p_except_user uuid default null, p_except_checkout uuid default null
) returns table (variant_id bigint, held integer, free integer)
language sql stable set search_path = ''
as $$
  select v.id, live.units, greatest(v.quantity - live.units, 0)
  from public.color_variants v
  cross join lateral (
    select coalesce(sum(h.quantity), 0)::integer as units
    from public.stock_holds h
    join public.checkouts c on c.id = h.checkout_id
    where h.variant_id = v.id
      and h.expires_at > now()
      and (p_except_user is null or c.user_id is distinct from p_except_user or c.status <> 'open')
      and (p_except_checkout is null or c.id <> p_except_checkout)
  ) live
  where v.id = any (p_variants)
$$;
comment on function public.free_units is
  'For each existing variant, the units reserved by live holds, and those left to buy: quantity minus holds, never '
  'below 0. Ignores the holds of one shopper''s open checkout (which a new one takes over) or of one checkout. Units '
  'reserved by a pending or reviewed payment are unavailable, even to its shopper. Takes no locks: a caller that '
  'relies on the result must first lock the variants in id order.';

create function public.current_stock(p_items jsonb, p_user uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select (item ->> 'productId')::bigint as product_id, (item ->> 'selectedColorId')::bigint as variant_id, place
    from jsonb_array_elements(p_items) with ordinality as given (item, place)
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'productId', asked.product_id, 'selectedColorId', asked.variant_id, 'currentStock', coalesce(f.free, 0)
    ) || case when v.id is null then '{}'::jsonb else jsonb_build_object(
      'price', (coalesce(s.price_pence, p.price_pence) / 100.0)::numeric(12, 2)) end order by asked.place), '[]'::jsonb)
  from asked
  left join public.colours_on_sale v on v.id = asked.variant_id and v.product_id = asked.product_id
  left join public.products p on p.id = v.product_id
  left join public.running_sales s on s.product_id = v.product_id
  left join public.free_units(array(select variant_id from asked), p_user) f on f.variant_id = v.id
$$;
comment on function public.current_stock is
  'The list [{productId, selectedColorId}] in the same order, with currentStock: units free for this shopper, '
  'ignoring their own hold; 0 for variants that do not exist or are archived. The others also get price, the current '
  'unit price in pounds, so that a page built before a sale began or ended can correct itself.';

create function public.keep_holds(p_checkout uuid, p_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- The caller has locked the checkout.
  perform 1 from public.color_variants
  where id in (select variant_id from public.stock_holds where checkout_id = p_checkout)
  order by id for update;

  delete from public.stock_holds h
  using public.free_units(
    array(select variant_id from public.stock_holds where checkout_id = p_checkout), p_except_checkout => p_checkout) f
  where h.checkout_id = p_checkout and h.variant_id = f.variant_id and h.expires_at <= now() and f.free < h.quantity;

  update public.stock_holds set expires_at = p_until where checkout_id = p_checkout;
end
$$;
comment on function public.keep_holds is
  'Extends a checkout''s holds until p_until. An expired hold is renewed only if its units are still free. The caller '
  'has locked the checkout.';

-- supabase/schemas/hold_limits.sql

-- Limits on unpaid stock holds. Payment pages and accounts are free, so without limits one person could hold the whole
-- shop for half an hour, again and again.

create function public.has_ordered(p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.orders where user_id = p_user)
$$;
comment on function public.has_ordered is
  'Whether the shopper has ever paid for an order: the only sign of honesty that costs an attacker money.';

create function public.require_fair_basket(p_user uuid, p_lines jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- The quantity selector's maximum.
  c_of_colour constant integer := 10;
  c_units constant integer := 30;
  -- A large first basket is a dozen pieces.
  c_units_of_newcomer constant integer := 20;
  v_of_colour bigint;
  v_units bigint;
begin
  select max(colour.units), sum(colour.units) into v_of_colour, v_units
  from (
    select sum((line ->> 'quantity')::bigint) as units
    from jsonb_array_elements(p_lines) line group by (line ->> 'variant_id')::bigint
  ) colour;

  if v_of_colour > c_of_colour then
    raise sqlstate 'PT409' using hint = 'too_many',
      detail = jsonb_build_object('of', 'colour', 'most', c_of_colour)::text;
  elsif v_units > c_units then
    raise sqlstate 'PT409' using hint = 'too_many', detail = jsonb_build_object('of', 'basket', 'most', c_units)::text;
  -- Guests have no profile, so they stay newcomers.
  elsif v_units > c_units_of_newcomer
    and not public.has_ordered(p_user)
    and not exists (
      select from public.profiles where user_id = p_user and created_at < now() - interval '1 day')
  then
    raise sqlstate 'PT409' using hint = 'too_many',
      detail = jsonb_build_object('of', 'new_account', 'most', c_units_of_newcomer)::text;
  end if;
end
$$;
comment on function public.require_fair_basket is
  'Refuses a basket that holds too much stock: of one colour, in total, or for an account younger than a day without '
  'an order. A shopper has one unpaid checkout, so this also limits the account. Error: PT409 too_many (detail: of, '
  'most).';

create function public.require_fair_network(p_user uuid, p_network text, p_units bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- Accounts on one network may belong to one person, so those without an order share little more than one account's
  -- limit.
  c_units_without_order constant integer := 30;
  -- An office or a mobile network: its customers can still buy when newcomers have used up the limit above.
  c_units constant integer := 60;
  -- A guest costs a bot even less than an account, so newcomers with one keep a share of their own.
  c_units_of_guests constant integer := 25;
  v_units bigint;
  v_units_without_order bigint;
  v_units_of_guests bigint;
begin
  select coalesce(sum(h.quantity), 0), coalesce(sum(h.quantity) filter (where not public.has_ordered(c.user_id)), 0),
    coalesce(sum(h.quantity) filter (where public.is_guest(c.user_id) and not public.has_ordered(c.user_id)), 0)
  into v_units, v_units_without_order, v_units_of_guests
  from public.checkouts c
  join public.stock_holds h on h.checkout_id = c.id
  where c.network_hash = p_network and c.user_id <> p_user and h.expires_at > now();

  if v_units + p_units > c_units
    or (v_units_without_order + p_units > c_units_without_order and not public.has_ordered(p_user))
    or (v_units_of_guests + p_units > c_units_of_guests and public.is_guest(p_user)
      and not public.has_ordered(p_user))
  then
    raise sqlstate 'PT409' using hint = 'too_many', detail = jsonb_build_object('of', 'network')::text;
  end if;
end
$$;
comment on function public.require_fair_network is
  'Refuses units that exceed what a network''s shoppers, or its guests, may hold unpaid together. Called by '
  'open_checkout, which serialises the checkouts of a network. Error: PT409 too_many (detail: of).';

-- supabase/schemas/discount_uses.sql

-- Uses of discount codes: what a code takes off a basket, and which checkouts have used it up.

create table public.checkout_discounts (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  discount_id bigint not null references public.discounts (id) on delete restrict,
  code text not null references public.discount_codes (code) on delete restrict,
  given_back_at timestamptz
);
comment on table public.checkout_discounts is
  'The code of a checkout. Its amounts are frozen in checkouts, checkout_lines and checkout_shipping_options.';
comment on column public.checkout_discounts.given_back_at is
  'When the checkout ended without an order, so that the code may be used again; until then it counts as a use.';
create index checkout_discounts_used on public.checkout_discounts (discount_id) where given_back_at is null;
create index checkout_discounts_by_discount on public.checkout_discounts (discount_id);
create index checkout_discounts_by_code on public.checkout_discounts (code);
alter table public.checkout_discounts enable row level security;

create function public.give_back_discount() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.checkout_discounts set given_back_at = now() where checkout_id = new.id and given_back_at is null;
  return null;
end
$$;
comment on function public.give_back_discount is 'Gives the code of a checkout back that ends without an order.';

create trigger give_back_discount after update of status on public.checkouts
  for each row when (new.status in ('released', 'refund_due', 'refunded') and old.status <> new.status)
  execute function public.give_back_discount();

create function public.mail_person(p_email text) returns text
language sql immutable set search_path = ''
as $$ select regexp_replace(lower(btrim(p_email)), '\+[^@]*@', '@') $$;
comment on function public.mail_person is
  'An e-mail address as that of one person: without capitals, and without what follows a plus sign.';
create index billing_infos_by_person on public.billing_infos (public.mail_person(email));

create function public.lock_discount(p_code text, p_email text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_discount public.discounts;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = public.code_key(p_code);
  if v_discount.max_uses is not null then
    perform 1 from public.discounts where id = v_discount.id for no key update;
  end if;
  if v_discount.single_use then
    perform 1 from public.discount_codes where code = public.code_key(p_code) for no key update;
  end if;
  -- A shopper's own checkouts are opened one at a time; the same person may be two guests.
  if v_discount.once_per_person and p_email is not null then
    perform pg_advisory_xact_lock(
      hashtextextended('discount ' || v_discount.id || ' of ' || public.mail_person(p_email), 0));
  end if;
end
$$;
comment on function public.lock_discount is
  'Serialises the uses of a limited code until the end of the transaction. Locked after the checkout and before its '
  'variants.';

create function public.discount_is_free(
  p_code text, p_user uuid, p_email text, p_except uuid default null
) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_discount public.discounts;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = p_code;
  if v_discount.once_per_person and exists (
    select from public.checkout_discounts u
    join public.checkouts c on c.id = u.checkout_id
    where u.discount_id = v_discount.id and u.given_back_at is null and u.checkout_id is distinct from p_except
      and c.user_id = p_user
    union all
    select from public.billing_infos b
    join public.checkouts c on c.billing_info_id = b.id
    join public.checkout_discounts u on u.checkout_id = c.id
    where public.mail_person(b.email) = public.mail_person(p_email)
      and u.discount_id = v_discount.id and u.given_back_at is null and u.checkout_id is distinct from p_except)
  then
    return 'used_before';
  end if;
  if v_discount.max_uses <= (
      select count(*) from public.checkout_discounts
      where discount_id = v_discount.id and given_back_at is null and checkout_id is distinct from p_except)
    or v_discount.single_use and exists (
      select from public.checkout_discounts
      where code = p_code and given_back_at is null and checkout_id is distinct from p_except)
  then
    return 'used_up';
  end if;
  return null;
end
$$;
comment on function public.discount_is_free is
  'Null if a code may be used once more, or the reason why not: used_before (by this shopper or e-mail address) or '
  'used_up. Open checkouts count, except p_except. p_email: null until known. The caller has locked the code, '
  'or the answer is a guess.';

create function public.discount_pence(
  p_discount public.discounts, p_covered_pence bigint, p_subtotal_pence bigint
) returns bigint
language sql immutable set search_path = ''
as $$
  select least(
    case p_discount.kind
      when 'percent' then (p_covered_pence * p_discount.percent + 50) / 100
      when 'amount' then least(p_discount.amount_pence, p_covered_pence)
      else 0 end,
    greatest(p_subtotal_pence - 30, 0))
$$;
comment on function public.discount_pence is
  'Pence off goods of p_covered_pence, half a penny rounded up. At least 30p of the basket stay, where card payments '
  'start. Like discountOn in src/domain/discount.ts.';

create function public.spread_discount(p_pence bigint, p_lines jsonb) returns table (variant_id bigint, pence bigint)
language sql immutable set search_path = ''
as $$
  with line as (
    select id, div(p_pence::numeric * price, sum(price) over ()) as share,
           mod(p_pence::numeric * price, sum(price) over ()) as rest
    from jsonb_to_recordset(p_lines) as l (id bigint, price bigint)
  )
  select id, (share + (row_number() over (order by rest desc, id) <= p_pence - sum(share) over ())::integer)::bigint
  from line
$$;
comment on function public.spread_discount is
  'Shares of a discount by price among lines [{id, price}] of different variants: each rounded down, and the pence '
  'left over to the largest remainders, the smallest id first. p_pence is at most the sum of the prices. Like '
  'spreadDiscount in src/domain/discount.ts.';

create function public.find_discount(
  p_code text, p_lines jsonb, p_user uuid, p_email text default null, p_except uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_code text := public.code_key(p_code);
  v_discount public.discounts;
  v_code_ends_at timestamptz;
  v_refused text;
  v_named bigint[];
  v_covered bigint[];
  v_covered_pence bigint;
  v_subtotal bigint;
  v_pence bigint;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = v_code;
  v_code_ends_at := (select ends_at from public.discount_codes where code = v_code);
  v_refused := case
    when v_discount.id is null then 'unknown'
    when v_discount.paused_at is not null or least(v_discount.ends_at, v_code_ends_at) <= now() then 'expired'
    when v_discount.starts_at > now() then 'early'
    else public.discount_is_free(v_code, p_user, p_email, p_except) end;
  if v_refused is not null then
    return jsonb_build_object('refused', jsonb_build_object(
      'because', v_refused, 'code', v_code, 'starts_at', v_discount.starts_at));
  end if;

  v_named := array(
    select (line ->> 'product_id')::bigint from jsonb_array_elements(p_lines) line
    where public.discount_covers(v_discount.id, (line ->> 'product_id')::bigint));
  v_covered := array(
    select product from unnest(v_named) product
    where v_discount.with_sales or not exists (select from public.running_sales s where s.product_id = product));
  select coalesce(sum(pence) filter (where product = any (v_covered)), 0), sum(pence)
  into v_covered_pence, v_subtotal
  from (
    select (line ->> 'product_id')::bigint as product,
           (line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint as pence
    from jsonb_array_elements(p_lines) line) l;
  v_refused := case
    when v_named = '{}' then 'products'
    when v_covered = '{}' then 'sale' end;
  if v_refused is not null then
    return jsonb_build_object('refused', jsonb_build_object('because', v_refused, 'code', v_code));
  end if;

  v_pence := public.discount_pence(v_discount, v_covered_pence, v_subtotal);
  return case when v_covered_pence < v_discount.minimum_pence then jsonb_build_object('refused', jsonb_build_object(
    'because', 'minimum', 'code', v_code, 'missing_pence', v_discount.minimum_pence - v_covered_pence,
    'covers_all', v_covered_pence = v_subtotal)) else '{}' end || jsonb_build_object(
    'code', v_code,
    'discount_id', v_discount.id,
    'kind', v_discount.kind,
    'percent', v_discount.percent,
    'amount_pence', v_discount.amount_pence,
    'minimum_pence', v_discount.minimum_pence,
    'products', (select to_jsonb(array(select distinct product from unnest(v_covered) product order by product))),
    'pence', v_pence,
    'lines', (
      select coalesce(jsonb_object_agg(s.variant_id, s.pence), '{}')
      from public.spread_discount(v_pence, (
        select jsonb_agg(jsonb_build_object(
          'id', line -> 'variant_id',
          'price', (line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint))
        from jsonb_array_elements(p_lines) line where (line ->> 'product_id')::bigint = any (v_covered))) s
      where v_pence > 0));
end
$$;
comment on function public.find_discount is
  'Effect of a code on lines [{variant_id, product_id, unit_pence, quantity}], each variant once: {code, discount_id, '
  'kind, percent, amount_pence, minimum_pence, products (those covered), pence, lines: {variant: pence}}; or {refused: '
  '{because, code, …}}: unknown, expired, early (starts_at), used_before, used_up, products, sale, or minimum '
  '(missing_pence, covers_all), which comes with the effect it would have. p_email: null until '
  'known. p_except: the shopper''s own checkout that this one replaces.';

create function public.counted_discount(
  p_limits jsonb, p_code text, p_items jsonb, p_user uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
  v_found jsonb;
begin
  if v_wait > 0 then
    return jsonb_build_object('wait', v_wait);
  end if;
  v_found := public.find_discount(p_code, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'variant_id', v.id, 'product_id', v.product_id, 'quantity', asked.quantity,
      'unit_pence', coalesce(s.price_pence, p.price_pence))), '[]')
    from (
      select (item ->> 'variant_id')::bigint as id, sum((item ->> 'quantity')::bigint) as quantity
      from jsonb_array_elements(p_items) item group by 1) asked
    join public.colours_on_sale v on v.id = asked.id
    join public.products p on p.id = v.product_id
    left join public.running_sales s on s.product_id = v.product_id), p_user, null, (
    select id from public.checkouts where user_id = p_user and status = 'open'));
  -- Only guesses count.
  if v_found -> 'refused' ->> 'because' is distinct from 'unknown' then
    perform public.give_back_attempt(p_limits);
  end if;
  return jsonb_build_object('wait', 0, 'found', v_found);
end
$$;
comment on function public.counted_discount is
  'Effect of a code on a cart [{variant_id, quantity}] at current prices (find_discount), counted as take_attempt '
  'does if there is no such code: {wait, found}.';

create function public.reclaim_discount(p_checkout uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_use public.checkout_discounts;
begin
  select * into v_use from public.checkout_discounts where checkout_id = p_checkout and given_back_at is not null;
  if not found then
    return true;
  end if;
  perform public.lock_discount(v_use.code, b.email)
  from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id where c.id = p_checkout;
  if (
    select public.discount_is_free(v_use.code, c.user_id, b.email)
    from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id where c.id = p_checkout) is not null
  then
    return false;
  end if;
  update public.checkout_discounts set given_back_at = null where checkout_id = p_checkout;
  return true;
end
$$;
comment on function public.reclaim_discount is
  'Uses the code of a checkout again that was given back before its late payment. False when somebody else has used '
  'it up meanwhile. The caller has locked the checkout.';

-- supabase/schemas/open_checkout.sql

-- Stock holds of a basket: opening and releasing a checkout.

create function public.checkout_summary(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'checkout_id', c.id,
    'status', c.status,
    'stripe_session_id', c.stripe_session_id,
    'stripe_session_url', c.stripe_session_url,
    'session_expires_at', extract(epoch from c.session_expires_at)::bigint,
    'discount_pence', c.discount_pence,
    'code', (select code from public.checkout_discounts where checkout_id = c.id),
    'tax_basis_points', c.tax_basis_points,
    'tax_pence', c.tax_pence,
    'included_basis_points', c.included_basis_points,
    'country', c.country,
    'duties', c.duties,
    'billing', (
      select jsonb_build_object('name', b.name, 'address', b.address, 'email', b.email, 'phone', b.phone)
      from public.billing_infos b where b.id = c.billing_info_id),
    'lines', (
      select jsonb_agg(jsonb_build_object(
               'variant_id', l.variant_id, 'product_id', l.product_id, 'product_name', l.product_name,
               'color_name', l.color_name, 'unit_pence', l.unit_pence, 'quantity', l.quantity,
               'image', (
                 select i.path from public.variant_images i
                 where i.variant_id = l.variant_id order by i.position, i.id limit 1))
             order by l.variant_id)
      from public.checkout_lines l where l.checkout_id = c.id),
    'shipping_options', coalesce((
      select jsonb_agg(jsonb_build_object(
               'name', o.name, 'amount_pence', o.amount_pence,
               'min_business_days', o.min_business_days, 'max_business_days', o.max_business_days)
             order by o.position)
      from public.checkout_shipping_options o where o.checkout_id = c.id), '[]'::jsonb))
  from public.checkouts c where c.id = p_checkout
$$;
comment on function public.checkout_summary is 'Data for the checkout''s payment page.';

create function public.paid_checkout_of(p_user uuid, p_lines jsonb) returns uuid
language sql stable set search_path = ''
as $$
  select c.id
  from public.checkouts c
  where c.user_id = p_user
    and (c.status = 'awaiting_payment'
      or (c.status in ('completed', 'review') and c.order_seen_at is null and c.closed_at > now() - interval '1 day'))
    and (select jsonb_object_agg(l.variant_id, l.quantity) from public.checkout_lines l where l.checkout_id = c.id)
      = (select jsonb_object_agg(variant_id, quantity)
         from (select line ->> 'variant_id' as variant_id, sum((line ->> 'quantity')::bigint) as quantity
               from jsonb_array_elements(p_lines) line group by 1) asked)
  order by c.created_at desc
  limit 1
$$;
comment on function public.paid_checkout_of is
  'The shopper''s paid or pending checkout of exactly these variants and quantities that they may not know of: '
  'awaited, or completed or put under review within a day without their browser learning of it. Null when there is '
  'none.';

create function public.release_checkout(p_checkout uuid, p_without_session boolean default false) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.checkouts set status = 'released', closed_at = now()
  where id = p_checkout
    and status in ('open', 'awaiting_payment')
    and (not p_without_session or stripe_session_id is null);
  if not found then
    return false;
  end if;
  delete from public.stock_holds where checkout_id = p_checkout;
  perform public.end_link_wait(p_checkout, false);
  return true;
end
$$;
comment on function public.release_checkout is
  'Gives up an unpaid checkout and frees its stock, once; false when it was already closed, so that a late expiry '
  'event undoes nothing. p_without_session: only if it lacks a payment page that could still be paid.';

create function public.open_checkout(
  p_country text,
  p_zone public.shipping_zone,
  p_lines jsonb,
  p_expected_total_pence bigint,
  p_session_seconds integer,
  p_hold_seconds integer,
  p_replaces uuid default null,
  p_billing_info bigint default null,
  p_network text default null,
  p_code text default null
) returns jsonb
language plpgsql set search_path = ''
-- Waiting for a popular colour keeps a connection from other shoppers.
set lock_timeout = '2s'
as $$
declare
  v_user uuid := public.require_session(p_guests => true);
  v_billing_info bigint;
  v_paid uuid;
  v_previous public.checkouts;
  v_checkout public.checkouts;
  v_awaited public.checkouts;
  v_review public.checkouts;
  v_short jsonb;
  v_subtotal bigint;
  v_taxes public.zone_taxes;
  v_tax bigint;
  v_duties jsonb;
  v_lines jsonb;
  v_found jsonb;
  v_discount bigint := 0;
begin
  -- One checkout at a time per shopper: a double click waits here and then finds the first one's.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout ' || v_user::text, 0));
  -- One at a time per network as well (unless null), or the network's holds would be counted before they are made.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout from ' || p_network, 0));

  select id into v_billing_info
  from public.billing_infos
  where user_id = v_user and erased_at is null and (p_billing_info is null or id = p_billing_info)
  order by saved_at desc, id desc limit 1;
  if not found and p_billing_info is null then
    raise sqlstate 'PT400' using hint = 'billing_missing';
  elsif not found then
    raise sqlstate 'PT404' using hint = 'billing_unknown';
  end if;

  -- Lock order: the checkout, then its variants by id.
  select * into v_previous
  from public.checkouts where user_id = v_user and status = 'open' for update;

  -- Under the lock, so that a payment being completed counts; before stock and price, which it may have changed.
  v_paid := public.paid_checkout_of(v_user, p_lines);
  if v_paid is not null then
    return public.checkout_summary(v_paid);
  end if;

  select * into v_awaited from public.checkouts where user_id = v_user and status = 'awaiting_payment';
  if found then
    raise sqlstate 'PT409' using hint = 'payment_awaited',
      detail = jsonb_build_object(
        'checkout_id', v_awaited.id, 'stripe_session_id', v_awaited.stripe_session_id)::text;
  end if;

  select * into v_review
  from public.checkouts
  where user_id = v_user and status = 'review' and order_seen_at is null and closed_at > now() - interval '1 day'
  limit 1;
  if found then
    raise sqlstate 'PT409' using hint = 'payment_review',
      detail = jsonb_build_object('stripe_session_id', v_review.stripe_session_id)::text;
  end if;

  perform public.require_fair_basket(v_user, p_lines);
  perform public.lock_discount(p_code, (select email from public.billing_infos where id = v_billing_info));

  perform 1 from public.color_variants
  where id in (select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line)
  order by id for update;

  with asked as (
    select (line ->> 'product_id')::bigint as product_id,
           (line ->> 'variant_id')::bigint as variant_id,
           sum((line ->> 'quantity')::bigint) as quantity
    from jsonb_array_elements(p_lines) line
    group by 1, 2
  )
  select jsonb_agg(jsonb_build_object(
           'productId', asked.product_id, 'selectedColorId', asked.variant_id, 'currentStock', coalesce(f.free, 0))
         order by asked.variant_id)
  into v_short
  from asked
  left join public.color_variants v on v.id = asked.variant_id and v.product_id = asked.product_id
    -- Products that are not open yet reveal neither stock nor price. An open checkout keeps its holds.
    and (exists (select from public.colours_on_sale c where c.id = v.id)
      or exists (select from public.checkout_lines l where l.checkout_id = v_previous.id and l.variant_id = v.id))
  left join public.free_units(array(select variant_id from asked), v_user) f on f.variant_id = v.id
  where coalesce(f.free, 0) < asked.quantity;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_short::text;
  end if;

  with asked as (
    select (line ->> 'variant_id')::bigint as variant_id, sum((line ->> 'quantity')::bigint) as quantity
    from jsonb_array_elements(p_lines) line
    group by 1
  )
  select jsonb_agg(jsonb_build_object(
           'variant_id', v.id, 'product_id', p.id, 'product_name', p.name, 'color_name', v.color_name,
           'unit_pence', coalesce(s.price_pence, p.price_pence), 'quantity', asked.quantity) order by v.id),
         sum(coalesce(s.price_pence, p.price_pence)::bigint * asked.quantity)
  into v_lines, v_subtotal
  from asked
  join public.color_variants v on v.id = asked.variant_id
  join public.products p on p.id = v.product_id
  left join public.running_sales s on s.product_id = p.id;

  if p_code is not null then
    v_found := public.find_discount(
      p_code, v_lines, v_user, (select email from public.billing_infos where id = v_billing_info), v_previous.id);
    if v_found ? 'refused' then
      raise sqlstate 'PT409' using hint = 'code_refused', detail = (
        select (v_found -> 'refused' || jsonb_build_object(
          'total_pence', v_subtotal + public.tax_on(v_subtotal, t.tax_basis_points)))::text
        from public.zone_taxes t where t.zone = p_zone);
    end if;
    v_discount := (v_found ->> 'pence')::bigint;
  end if;
  v_lines := (
    select jsonb_agg(line || jsonb_build_object(
      'discount_pence', coalesce((v_found -> 'lines' ->> (line ->> 'variant_id'))::bigint, 0))
      order by (line ->> 'variant_id')::bigint)
    from jsonb_array_elements(v_lines) line);

  v_duties := public.duties_on(p_country, p_zone, v_lines);
  if v_duties ->> 'policy' = 'not_sold' then
    raise sqlstate 'PT400' using hint = 'not_sold_there', detail = jsonb_build_object('country', p_country)::text;
  end if;

  select * into v_taxes from public.zone_taxes where zone = p_zone;
  v_tax := public.tax_on(v_subtotal - v_discount, v_taxes.tax_basis_points);
  if v_subtotal - v_discount + v_tax <> p_expected_total_pence then
    raise sqlstate 'PT409' using hint = 'amount_changed',
      detail = jsonb_build_object(
        'total_pence', v_subtotal - v_discount + v_tax, 'discount_pence', v_discount)::text;
  end if;

  if v_previous.id is not null
    and v_previous.billing_info_id = v_billing_info
    and v_previous.country = p_country
    and (select code from public.checkout_discounts where checkout_id = v_previous.id)
      is not distinct from v_found ->> 'code'
    and v_previous.duties is not distinct from v_duties
    and (v_previous.tax_display, v_previous.tax_pence, v_previous.included_basis_points)
      = (v_taxes.display, v_tax, v_taxes.included_basis_points)
    -- Without a payment page, one must still be created: Stripe requires half an hour left, and may be slow.
    and v_previous.session_expires_at > now() + (case
      when v_previous.stripe_session_id is null then interval '30 minutes 30 seconds'
      else make_interval(secs => p_session_seconds / 2.0) end)
    and v_lines = (
      select jsonb_agg(jsonb_build_object(
               'variant_id', l.variant_id, 'product_id', l.product_id, 'product_name', l.product_name,
               'color_name', l.color_name, 'unit_pence', l.unit_pence, 'quantity', l.quantity,
               'discount_pence', l.discount_pence)
             order by l.variant_id)
      from public.checkout_lines l where l.checkout_id = v_previous.id)
  then
    return public.checkout_summary(v_previous.id);
  end if;

  if p_network is not null then
    perform public.require_fair_network(
      v_user, p_network,
      (select sum((line ->> 'quantity')::integer) from jsonb_array_elements(v_lines) line));
  end if;

  if v_previous.id is not null
    and (v_previous.id is distinct from p_replaces or v_previous.stripe_session_id is not null)
  then
    -- Its payment page may be open: the caller makes Stripe close it, which settles the checkout. p_replaces releases
    -- only a checkout without a page, because it may have got one since the caller looked.
    raise sqlstate 'PT409' using hint = 'checkout_open',
      detail = jsonb_build_object(
        'checkout_id', v_previous.id, 'stripe_session_id', v_previous.stripe_session_id)::text;
  elsif v_previous.id is not null then
    perform public.release_checkout(v_previous.id);
  end if;

  -- A variant archived since stays in the checkout that holds it; for a new one it is out of stock.
  select jsonb_agg(jsonb_build_object(
           'productId', line -> 'product_id', 'selectedColorId', line -> 'variant_id', 'currentStock', 0))
  into v_short
  from jsonb_array_elements(v_lines) line
  where not exists (select from public.colours_on_sale c where c.id = (line ->> 'variant_id')::bigint);
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_short::text;
  end if;

  insert into public.checkouts (
    user_id, billing_info_id, country, subtotal_pence, discount_pence, tax_basis_points, tax_pence, tax_display,
    included_basis_points, duties, network_hash, session_expires_at)
  values (
    v_user, v_billing_info, p_country, v_subtotal, v_discount, v_taxes.tax_basis_points, v_tax, v_taxes.display,
    v_taxes.included_basis_points, v_duties, p_network,
    date_trunc('second', now()) + make_interval(secs => p_session_seconds))
  returning * into v_checkout;

  insert into public.checkout_lines (
    checkout_id, variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence)
  select v_checkout.id, line.*
  from jsonb_to_recordset(v_lines) as line (
    variant_id bigint, product_id bigint, product_name text, color_name text, unit_pence integer, quantity integer,
    discount_pence integer);

  insert into public.checkout_shipping_options (
    checkout_id, position, name, amount_pence, waived_pence, min_business_days, max_business_days, express)
  select v_checkout.id, row_number() over (order by position, id), name, amount_pence - waived, waived,
         min_business_days, max_business_days, express
  from public.shipping_rates
  cross join lateral (
    select case when v_found ->> 'kind' = 'free_delivery' and not express then amount_pence else 0 end as waived) w
  where zone = p_zone;

  -- A code that takes nothing off, such as free delivery where it is free anyway, stays unused.
  if v_discount > 0 or exists (
    select from public.checkout_shipping_options where checkout_id = v_checkout.id and waived_pence > 0)
  then
    insert into public.checkout_discounts (checkout_id, discount_id, code)
    values (v_checkout.id, (v_found ->> 'discount_id')::bigint, v_found ->> 'code');
  end if;

  insert into public.stock_holds (checkout_id, variant_id, quantity, expires_at)
  select l.checkout_id, l.variant_id, l.quantity, now() + make_interval(secs => p_hold_seconds)
  from public.checkout_lines l where l.checkout_id = v_checkout.id;

  return public.checkout_summary(v_checkout.id);
end
$$;
comment on function public.open_checkout is
  'Prices a basket with p_zone''s tax, freezes it and holds its stock, all or nothing. p_lines: [{product_id, '
  'variant_id, quantity}]. p_hold_seconds exceeds p_session_seconds. p_network: keyed hash, or null. p_code: '
  'a discount code, or null. A repeat returns '
  'the same checkout, or paid_checkout_of. Errors: PT401 session_ended; PT400 billing_missing, not_sold_there '
  '(detail: country); PT404 billing_unknown; '
  'PT409 out_of_stock (detail: short lines), too_many, payment_awaited, payment_review, checkout_open (detail: that '
  'checkout), amount_changed (detail: total_pence, discount_pence), code_refused (detail: as in find_discount, and '
  'the total_pence without it); 55P03 after 2 s of waiting.';

create function public.attach_stripe_session(p_checkout uuid, p_session text, p_url text) returns boolean
language sql set search_path = ''
as $$
  with attached as (
    update public.checkouts
    set stripe_session_id = p_session, stripe_session_url = p_url
    where id = p_checkout and status = 'open' and (stripe_session_id is null or stripe_session_id = p_session)
    returning 1
  )
  select exists (select from attached)
$$;
comment on function public.attach_stripe_session is
  'Records the payment session of a checkout. False when the checkout is no longer open: then the session must be '
  'expired, because it has no holds.';

create function public.await_payment(p_checkout uuid, p_session text, p_hold_seconds integer) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.checkouts set status = 'awaiting_payment', stripe_session_id = p_session
  where id = p_checkout and status = 'open' and (stripe_session_id is null or stripe_session_id = p_session);
  if not found then
    return false;
  end if;
  perform public.keep_holds(p_checkout, now() + make_interval(secs => p_hold_seconds));
  return true;
end
$$;
comment on function public.await_payment is
  'Records that the payment page is finished but the payment pending, and holds the stock for another p_hold_seconds.';

-- supabase/schemas/order_facts.sql

-- Facts about an order after its payment, append-only, added by one function per action. The order's status is derived
-- from them (order_status.sql).

create type public.actor as enum ('shop', 'shopper', 'staff', 'stripe');
comment on type public.actor is 'Origin of an action. shop: automatic, in a sweep or a webhook handler.';

create type public.order_event_kind as enum (
  'dispatched', 'dispatch_undone', 'delivered', 'parcel_corrected', 'label_corrected', 'email_corrected',
  'swapped', 'replaced', 'replacement_made', 'exchanged', 'exchange_made',
  'link_made', 'link_paid', 'link_ended', 'gift_made',
  'withdrawal_declared', 'withdrawal_undone', 'cancelled', 'refund_asked', 'refund_retried', 'refund_given_up',
  'refund_settled_outside', 'refund_surplus', 'surplus_closed',
  'return_asked', 'return_received', 'return_refused', 'return_settled', 'return_called_off',
  'review_accepted', 'review_refunded', 'mail_resent', 'note', 'message'
);

create table public.order_events (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references public.checkouts (id) on delete restrict,
  kind public.order_event_kind not null,
  actor public.actor not null,
  staff_id bigint references public.staff (id) on delete restrict,
  at timestamptz not null default now(),
  detail jsonb not null default '{}',
  constraint order_events_staff_is_named check ((actor = 'staff') = (staff_id is not null)),
  constraint order_events_detail_form check (jsonb_typeof(detail) = 'object')
);
comment on table public.order_events is
  'History of an order, or of a paid checkout without one. Rows never change; an undo is a new event. Payment, '
  'refunds and disputes have their own tables and are part of order_timeline.';
comment on column public.order_events.id is
  'Idempotency key made by the browser for each press of a button: a double click or a retry acts once.';
comment on column public.order_events.detail is 'Figures by kind: see the function that writes them.';
create index order_events_by_checkout on public.order_events (checkout_id, at);
create index order_events_by_staff on public.order_events (staff_id);
alter table public.order_events enable row level security;

create function public.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Only personal data may be erased, after its retention period (prune_personal_data).
  if tg_op = 'UPDATE' and to_jsonb(new) - 'detail' = to_jsonb(old) - 'detail' and new.detail = '{}' then
    return new;
  end if;
  raise sqlstate 'PT409' using hint = 'history_kept';
end
$$;
comment on function public.refuse_change is
  'Keeps order_events append-only, for every role. Errors: PT409 history_kept.';

create trigger order_events_are_kept before update or delete on public.order_events
  for each row execute function public.refuse_change();

create table public.parcels (
  id bigint generated by default as identity primary key,
  order_id bigint not null references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  carrier text not null,
  tracking_number text,
  sent_at timestamptz not null default now(),
  delivered_at timestamptz,
  confirmed_at timestamptz,
  undone_at timestamptz,
  constraint parcels_event_key unique (event_id),
  constraint parcels_carrier_not_blank check (btrim(carrier) <> ''),
  constraint parcels_tracking_number_form check (tracking_number ~ '^[A-Z0-9]([A-Z0-9 -]{0,38}[A-Z0-9])?$'),
  constraint parcels_delivered_after_sent check (delivered_at >= sent_at),
  constraint parcels_undone_is_not_delivered check (undone_at is null or delivered_at is null)
);
comment on table public.parcels is 'Parcels reported as sent. Those that have left are in parcels_out.';
comment on column public.parcels.tracking_number is
  'In capitals, as printed by the carrier; null for post without tracking.';
comment on column public.parcels.delivered_at is 'Null until known. Until then arrived_on estimates it.';
comment on column public.parcels.confirmed_at is 'When delivered_at was recorded.';
comment on column public.parcels.undone_at is
  'When the dispatch was taken back, because the parcel had not left after all (staff_undo_dispatch).';
create index parcels_by_order on public.parcels (order_id);
create index parcels_by_tracking_number on public.parcels (tracking_number);
create index parcels_on_the_way on public.parcels (sent_at) where delivered_at is null;
alter table public.parcels enable row level security;

create view public.parcels_out with (security_invoker = true) as
select * from public.parcels where undone_at is null;
comment on view public.parcels_out is 'Parcels that have left: all except those taken back.';

create table public.parcel_items (
  parcel_id bigint not null references public.parcels (id) on delete restrict,
  order_id bigint not null,
  variant_id bigint not null,
  quantity integer not null,
  batch text,
  primary key (parcel_id, variant_id),
  constraint parcel_items_of_order foreign key (order_id, variant_id)
    references public.order_items (order_id, variant_id),
  constraint parcel_items_quantity_positive check (quantity > 0)
);
comment on table public.parcel_items is 'The contents of a parcel.';
comment on column public.parcel_items.batch is
  'The product''s batch when it was sent, by which a recall finds the order; null if unknown.';
create index parcel_items_by_order on public.parcel_items (order_id, variant_id);
alter table public.parcel_items enable row level security;

create table public.cancelled_items (
  event_id uuid not null references public.order_events (id) on delete restrict,
  order_id bigint not null,
  variant_id bigint not null,
  quantity integer not null,
  restocked integer not null,
  primary key (event_id, variant_id),
  constraint cancelled_items_of_order foreign key (order_id, variant_id)
    references public.order_items (order_id, variant_id),
  constraint cancelled_items_quantity_positive check (quantity > 0),
  constraint cancelled_items_restocked_in_range check (restocked between 0 and quantity)
);
comment on table public.cancelled_items is 'Units that will never leave, and the number of them restocked.';
create index cancelled_items_by_order on public.cancelled_items (order_id, variant_id);
alter table public.cancelled_items enable row level security;

create table public.swapped_items (
  event_id uuid primary key references public.order_events (id) on delete restrict,
  order_id bigint not null references public.orders (id) on delete restrict,
  from_variant_id bigint not null references public.color_variants (id) on delete restrict,
  to_variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  constraint swapped_items_of_two_colours check (from_variant_id <> to_variant_id),
  constraint swapped_items_quantity_positive check (quantity > 0)
);
comment on table public.swapped_items is
  'Units exchanged for another colour of the product before they left, at the same price. order_items has the result, '
  'checkout_lines what was bought.';
create index swapped_items_by_order on public.swapped_items (order_id);
create index swapped_items_from on public.swapped_items (from_variant_id);
create index swapped_items_to on public.swapped_items (to_variant_id);
alter table public.swapped_items enable row level security;

create type public.cancel_reason as enum ('shopper', 'withdrawal', 'sold_out', 'damaged', 'address', 'fraud', 'other');
comment on type public.cancel_reason is
  'Reason why units of an order will not be sent (cancel_items). withdrawal: the shopper withdrew from the contract '
  'before they left.';

create type public.return_kind as enum ('return', 'withdrawal', 'fault');
comment on type public.return_kind is
  'return: within the shop''s 30 days. withdrawal: within the statutory 14 days. fault: defective or wrong, free for '
  'the shopper.';

create function public.return_terms(
  p_kind public.return_kind,
  out is_statutory boolean, out needs_reason boolean, out takes_photos boolean, out refunds_delivery boolean
)
language sql immutable set search_path = ''
as $$
  select t.is_statutory, t.needs_reason, t.takes_photos, t.refunds_delivery
  from (values
    ('return'::public.return_kind, false, false, false, false),
    ('withdrawal', true, false, false, true),
    ('fault', false, true, true, true)
  ) as t (kind, is_statutory, needs_reason, takes_photos, refunds_delivery)
  where t.kind = p_kind
$$;
comment on function public.return_terms is
  'Terms of a kind of return. is_statutory: the periods of withdrawal, 14 days to declare it and 14 for the refund, '
  'instead of the shop''s; no reason is kept. needs_reason: the shopper must say what is wrong. refunds_delivery: of '
  'the way to the shopper. The words of each kind are in src/domain/return-kinds.ts.';

create type public.return_state as enum ('asked', 'received', 'settled', 'refused', 'called_off');
comment on type public.return_state is
  'asked: the shopper has the code and sends the goods. received: the goods are back, the refund is undecided. '
  'settled: refunded, or closed without a refund. refused: by the shop. called_off: by the shopper.';

create table public.returns (
  id bigint primary key default public.random_number('returns'),
  order_id bigint not null references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  kind public.return_kind not null,
  state public.return_state not null default 'asked',
  code text not null,
  reason text,
  asked_at timestamptz not null default now(),
  received_at timestamptz,
  closed_at timestamptz,
  constraint returns_event_key unique (event_id),
  constraint returns_code_key unique (code),
  constraint returns_code_form check (code ~ '^R-[0-9A-HJKMNP-TV-Z]{8}$'),
  constraint returns_received_has_time check (state not in ('received') or received_at is not null),
  constraint returns_closed_has_time check ((state in ('settled', 'refused', 'called_off')) = (closed_at is not null))
);
comment on table public.returns is 'Goods returned by shoppers.';
comment on column public.returns.code is
  'Code for the shopper to write on the parcel, without letters that resemble digits.';
comment on column public.returns.reason is 'In the shopper''s words; null for a withdrawal, which needs no reason.';
create index returns_by_order on public.returns (order_id);
create index returns_open on public.returns (asked_at) where state in ('asked', 'received');
alter table public.returns enable row level security;

create table public.return_items (
  return_id bigint not null references public.returns (id) on delete restrict,
  order_id bigint not null,
  variant_id bigint not null,
  quantity integer not null,
  restocked integer not null default 0,
  written_off integer not null default 0,
  primary key (return_id, variant_id),
  constraint return_items_of_order foreign key (order_id, variant_id)
    references public.order_items (order_id, variant_id),
  constraint return_items_quantity_positive check (quantity > 0),
  constraint return_items_received_in_range
    check (restocked >= 0 and written_off >= 0 and restocked + written_off <= quantity)
);
comment on table public.return_items is
  'Contents of a return: units requested, and units received, split into resaleable and not.';
create index return_items_by_order on public.return_items (order_id, variant_id);
alter table public.return_items enable row level security;

create table public.return_photos (
  id uuid primary key,
  return_id bigint not null references public.returns (id) on delete restrict,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint return_photos_removed_after_added check (removed_at >= added_at)
);
comment on table public.return_photos is
  'Photos of a fault. Each is two objects in the Storage bucket return-photos: <return>/<id>.jpg and '
  '<return>/<id>-small.jpg.';
comment on column public.return_photos.id is
  'Made by the browser for each picture, so that a retry after a lost response adds no second one.';
comment on column public.return_photos.removed_at is
  'When the shopper removed it. The row stays, so that a late copy of the request does not restore it.';
create index return_photos_by_return on public.return_photos (return_id);
alter table public.return_photos enable row level security;

create type public.give_up_reason as enum ('decided', 'paid_back_elsewhere', 'reduced', 'refunded_before');
comment on type public.give_up_reason is
  'Reason why a refund is not made. decided: by staff. paid_back_elsewhere: the payment has nothing left. reduced: '
  'part of it is given up. refunded_before: Stripe made an earlier one after all. The texts are in '
  'src/domain/refund-texts.ts.';

create type public.refund_reason as enum (
  'cancelled', 'return', 'withdrawal', 'fault', 'missing', 'late', 'goodwill', 'other'
);
comment on type public.refund_reason is
  'Reason of a refund. cancelled: of units that will not be sent. return, withdrawal, fault: as in return_kind.';

create table public.order_refunds (
  id uuid primary key,
  order_id bigint not null references public.orders (id) on delete restrict,
  return_id bigint references public.returns (id) on delete restrict,
  reason public.refund_reason not null,
  goods_pence bigint not null default 0,
  tax_pence bigint not null default 0,
  shipping_pence bigint not null default 0,
  goodwill_pence bigint not null default 0,
  amount_pence bigint not null generated always as (goods_pence + tax_pence + shipping_pence + goodwill_pence) stored,
  asked_at timestamptz not null default now(),
  taken_at timestamptz,
  given_up_at timestamptz,
  given_up_because public.give_up_reason,
  given_up_by public.actor,
  constraint order_refunds_event_exists foreign key (id) references public.order_events (id) on delete restrict,
  constraint order_refunds_parts_not_negative check (
    goods_pence >= 0 and tax_pence >= 0 and shipping_pence >= 0 and goodwill_pence >= 0),
  constraint order_refunds_amount_positive check (goods_pence + tax_pence + shipping_pence + goodwill_pence > 0),
  constraint order_refunds_given_up_has_reason check (
    num_nulls(given_up_at, given_up_because, given_up_by) in (0, 3)),
  constraint order_refunds_given_up_is_not_taken check (given_up_at is null or taken_at is null)
);
comment on table public.order_refunds is
  'Refunds of an order decided by the shop. Attempts at Stripe are in refunds, as are refunds made at Stripe''s '
  'dashboard.';
comment on column public.order_refunds.id is 'Id of the event that decided it.';
comment on column public.order_refunds.goodwill_pence is
  'Refund beyond the price of goods, tax and delivery, in pence.';
comment on column public.order_refunds.taken_at is
  'When Stripe took it, arrived or not; null again if it fails. Derived from the ledger (settle_order_refunds).';
comment on column public.order_refunds.given_up_at is
  'When it was given up by staff, or because the money had gone back another way.';
comment on column public.order_refunds.given_up_by is 'shop: staff have to decide; staff: decided.';
create index order_refunds_by_order on public.order_refunds (order_id);
create index order_refunds_owed on public.order_refunds (asked_at) where taken_at is null and given_up_at is null;
create index order_refunds_given_up_by_shop on public.order_refunds (given_up_at) where given_up_by = 'shop';
create index order_refunds_by_return on public.order_refunds (return_id);
alter table public.order_refunds enable row level security;

create table public.order_refund_items (
  order_refund_id uuid not null references public.order_refunds (id) on delete restrict,
  order_id bigint not null,
  variant_id bigint not null,
  quantity integer not null,
  discount_pence integer not null default 0,
  primary key (order_refund_id, variant_id),
  constraint order_refund_items_of_order foreign key (order_id, variant_id)
    references public.order_items (order_id, variant_id),
  constraint order_refund_items_quantity_positive check (quantity > 0),
  constraint order_refund_items_discount_not_negative check (discount_pence >= 0)
);
comment on table public.order_refund_items is 'Units covered by a refund.';
comment on column public.order_refund_items.discount_pence is 'Share of the discount that is not refunded with them.';
create index order_refund_items_by_order on public.order_refund_items (order_id, variant_id);
alter table public.order_refund_items enable row level security;

create table public.order_words (
  order_id bigint primary key references public.orders (id) on delete cascade,
  words tsvector not null
);
comment on table public.order_words is
  'Search words of an order: name, e-mail, postcode, products, Stripe''s ids, tracking numbers, return codes. Written '
  'by settle_order.';
create index order_words_by_word on public.order_words using gin (words);
alter table public.order_words enable row level security;

-- supabase/schemas/packaging.sql

-- Packaging that parcels used, which producers report per country and year: Regulation (EU) 2025/40 (PPWR) in the EU.

create table public.packaging_weights (
  only_row boolean primary key default true,
  paper_grams integer not null default 0,
  plastic_grams integer not null default 0,
  constraint packaging_weights_single check (only_row),
  constraint packaging_weights_in_range check (
    paper_grams between 0 and 10000 and plastic_grams between 0 and 10000)
);
comment on table public.packaging_weights is
  'At most one row: the paper, card included, and plastic of an average parcel, in grams. Weigh one.';
alter table public.packaging_weights enable row level security;

create function public.packaging_sent(p_year integer) returns table (
  country text, parcels bigint, paper_grams bigint, plastic_grams bigint
)
language sql stable set search_path = ''
as $$
  select o.country, count(*), sum(coalesce(w.paper_grams, 0)), sum(coalesce(w.plastic_grams, 0))
  from public.parcels_out p
  join public.orders o on o.id = p.order_id
  left join public.packaging_weights w on true
  where extract(year from public.uk_day(p.sent_at)) = p_year
  group by o.country
  order by o.country
$$;
comment on function public.packaging_sent is
  'Parcels sent in a year, by country of delivery, with the grams of packaging at today''s packaging_weights.';

-- supabase/schemas/refunds.sql

-- Refunds and disputes. Written only by the functions here, from Stripe's state.

create type public.refund_state as enum (
  'requested', 'pending', 'requires_action', 'succeeded', 'failed', 'cancelled'
);
comment on type public.refund_state is
  'requested: about to be requested, or without a response yet. pending: at Stripe, not at the bank yet. '
  'requires_action: Stripe waits for the shopper''s bank details. succeeded: refunded, though the bank may still '
  'return it (failed). failed, cancelled: not refunded.';
create type public.refund_source as enum ('shop', 'dashboard', 'outside');
comment on type public.refund_source is
  'shop: requested by the shop. dashboard: made by hand at Stripe. outside: paid by staff in another way, unknown to '
  'Stripe (staff_settle_payment).';

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id bigint not null references public.payments (id) on delete restrict,
  order_refund_id uuid references public.order_refunds (id) on delete restrict,
  amount_pence bigint not null,
  reason text,
  state public.refund_state not null default 'requested',
  source public.refund_source not null,
  stripe_refund_id text,
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint refunds_stripe_refund_key unique (stripe_refund_id),
  constraint refunds_amount_positive check (amount_pence > 0),
  constraint refunds_unknown_to_stripe
    check (case when source = 'outside' then stripe_refund_id is null and state = 'succeeded'
      else stripe_refund_id is not null or (source = 'shop' and state in ('requested', 'failed')) end),
  constraint refunds_settled_has_time
    check ((state in ('succeeded', 'failed', 'cancelled')) = (settled_at is not null))
);
comment on table public.refunds is
  'Ledger of full and partial refunds: a row for each attempt of the shop, and for each refund made at Stripe''s '
  'dashboard.';
comment on column public.refunds.id is
  'Stripe''s idempotency key of this attempt. Stripe replays a failure under its key for a day, so the next attempt '
  'has its own row. For a refund paid outside, the id of its event.';
comment on column public.refunds.amount_pence is 'In the currency of the payment.';
comment on column public.refunds.order_refund_id is
  'The refund that it attempts; null without an order and for dashboard refunds.';
comment on column public.refunds.reason is
  'sold_out, review, that of the order''s refund, or the one chosen at the dashboard.';
create unique index refunds_one_requested_per_payment on public.refunds (payment_id) where state = 'requested';
create index refunds_by_order_refund on public.refunds (order_refund_id);
create index refunds_by_payment on public.refunds (payment_id, created_at);
alter table public.refunds enable row level security;

create table public.disputes (
  stripe_dispute_id text primary key,
  payment_id bigint not null references public.payments (id) on delete restrict,
  amount_pence bigint not null,
  reason text not null,
  status text not null,
  due_by timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_amount_not_negative check (amount_pence >= 0),
  constraint disputes_closed_has_time
    check ((status in ('won', 'lost', 'warning_closed', 'prevented')) = (closed_at is not null))
);
comment on table public.disputes is 'Chargebacks and inquiries (warning_…) by shoppers'' banks.';
comment on column public.disputes.status is 'Stripe''s status.';
comment on column public.disputes.due_by is 'Stripe''s deadline for evidence.';
create index disputes_by_payment on public.disputes (payment_id);
alter table public.disputes enable row level security;

create view public.payment_balances with (security_invoker = true) as
select
  p.id as payment_id,
  r.refunded_pence,
  r.succeeded_pence + d.lost_pence as returned_pence,
  d.disputed,
  r.refunded_pence + d.lost_pence as gone_pence
from public.payments p
cross join lateral (
  select
    coalesce(sum(amount_pence) filter (where state in ('pending', 'requires_action', 'succeeded')),
      0)::bigint as refunded_pence,
    coalesce(sum(amount_pence) filter (where state = 'succeeded'), 0)::bigint as succeeded_pence
  from public.refunds where payment_id = p.id
) r
cross join lateral (
  select
    coalesce(sum(amount_pence) filter (where status = 'lost'), 0)::bigint as lost_pence,
    coalesce(bool_or(status not in ('won', 'warning_closed', 'prevented')), false) as disputed
  from public.disputes where payment_id = p.id
) d;
comment on view public.payment_balances is
  'Balance of each payment. refunded_pence: refunds taken by Stripe, arrived or not. returned_pence: refunds and lost '
  'disputes, final. disputed: unless the shop won. gone_pence: not refundable again, refunded_pence and lost '
  'disputes.';

create function public.settle_money(p_checkout uuid) returns public.checkout_status
language plpgsql set search_path = ''
as $$
declare
  v_before public.checkout_status;
  v_after public.checkout_status;
  v_payment public.payments;
  v_whole boolean;
begin
  -- The caller has locked the checkout.
  select status into v_before from public.checkouts where id = p_checkout;
  select * into v_payment from public.payments where checkout_id = p_checkout;
  select returned_pence >= v_payment.charged_pence into v_whole
  from public.payment_balances where payment_id = v_payment.id;

  v_after := case
    when v_before = 'refund_due' and v_whole then 'refunded'
    when v_before = 'refunded' and not v_whole then 'refund_due'
    when v_before = 'review' and v_whole and v_payment.charged_pence > 0 then 'refunded'
    else v_before
  end;
  if v_after <> v_before then
    update public.checkouts
    set status = v_after, closed_at = case when v_after = 'refund_due' then now() else closed_at end
    where id = p_checkout;
    delete from public.stock_holds where checkout_id = p_checkout;
  end if;

  update public.payments
  set status = (case
    when v_after <> 'completed' then v_after::text
    when v_whole then 'refunded'
    else 'paid' end)::public.payment_status
  where id = v_payment.id;
  perform public.settle_order_refunds(id) from public.orders where checkout_id = p_checkout;
  perform public.settle_order(id) from public.orders where checkout_id = p_checkout;
  return v_after;
end
$$;
comment on function public.settle_money is
  'Aligns a paid checkout and its payment with the ledger. One that is owed or under review is refunded once all of '
  'it went back, and owed again if that refund fails. An order stays, as does its stock; its status follows. The '
  'caller has locked the checkout.';

create function public.is_declined(p_checkout uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.refunds r join public.payments p on p.id = r.payment_id
    where p.checkout_id = p_checkout and r.source = 'shop' and r.reason = 'review')
    or exists (select from public.checkouts where id = p_checkout and by_link)
$$;
comment on function public.is_declined is
  'Whether staff decided to refund it after a review, or it was paid by a link that had lapsed; other refunds of the '
  'shop are for missing goods.';

create function public.record_refunds(p_payment_intent text, p_refunds jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid;
  v_payment bigint;
  v_given record;
  v_known public.refunds;
  v_state public.refund_state;
  v_changes jsonb := '[]'::jsonb;
  v_outcome public.checkout_status;
begin
  select checkout_id, id into v_checkout, v_payment
  from public.payments where stripe_payment_intent_id = p_payment_intent;
  if not found then
    return null;
  end if;
  perform 1 from public.checkouts where id = v_checkout for update;

  for v_given in
    select * from jsonb_to_recordset(p_refunds) as given (
      id text, attempt uuid, amount_pence bigint, status text, reason text, failure_reason text, created bigint)
    order by created, id
  loop
    v_state := case
      when v_given.status in ('succeeded', 'failed', 'requires_action') then v_given.status
      when v_given.status = 'canceled' then 'cancelled'
      else 'pending'
    end;

    select * into v_known from public.refunds
    where stripe_refund_id = v_given.id
      or (id = v_given.attempt and payment_id = v_payment and stripe_refund_id is null)
    order by (stripe_refund_id is null) limit 1;

    if not found then
      insert into public.refunds (
        payment_id, amount_pence, reason, state, source, stripe_refund_id, failure_reason, created_at, settled_at)
      values (
        v_payment, v_given.amount_pence, v_given.reason, v_state, 'dashboard', v_given.id, v_given.failure_reason,
        to_timestamp(v_given.created), case when v_state in ('succeeded', 'failed', 'cancelled') then now() end);
    -- Responses may be written out of order: a refund never returns to an earlier state.
    elsif v_known.stripe_refund_id is null
      or v_known.state in ('pending', 'requires_action')
      or (v_known.state = 'succeeded' and v_state in ('failed', 'cancelled'))
    then
      update public.refunds
      set stripe_refund_id = v_given.id, amount_pence = v_given.amount_pence, state = v_state,
          failure_reason = v_given.failure_reason,
          settled_at = case when v_state in ('succeeded', 'failed', 'cancelled') then now() end
      where id = v_known.id;
    else
      continue;
    end if;
    if v_known.state is distinct from v_state then
      v_changes := v_changes || jsonb_build_object(
        'stripe_refund_id', v_given.id, 'amount_pence', v_given.amount_pence, 'state', v_state,
        'failure_reason', v_given.failure_reason);
    end if;
  end loop;

  v_outcome := public.settle_money(v_checkout);
  -- Stripe refunds at most the charge, but does not know of payments made another way.
  if v_changes <> '[]' then
    perform public.note_surplus(v_checkout, null, 'charged', b.refunded_pence - p.charged_pence)
    from public.payment_balances b
    join public.payments p on p.id = b.payment_id
    where p.id = v_payment and b.refunded_pence > p.charged_pence;
  end if;
  return jsonb_build_object(
    'checkout_id', v_checkout,
    'order_id', (select id from public.orders where checkout_id = v_checkout),
    'outcome', v_outcome,
    'changes', v_changes);
end
$$;
comment on function public.record_refunds is
  'Writes a payment''s refunds, freshly fetched from Stripe, into the ledger: [{id, attempt, amount_pence, status, '
  'reason, failure_reason, created}]. attempt is the ledger''s id, created is in Unix seconds. Returns the checkout, '
  'its order, its status and the refunds whose state is new; null when the intent is unknown.';

create function public.begin_refund(
  p_checkout uuid
) returns table (outcome public.checkout_status, waits text, refund_id uuid, amount_pence bigint)
language plpgsql set search_path = ''
as $$
declare
  v_payment public.payments;
  v_open public.refunds;
  v_rest bigint;
  v_failures integer;
  v_failed_at timestamptz;
  v_next timestamptz;
begin
  select status into outcome from public.checkouts where id = p_checkout for update;
  if outcome is distinct from 'refund_due' then
    return next;
    return;
  end if;
  select * into v_payment from public.payments where checkout_id = p_checkout;

  select * into v_open from public.refunds where payment_id = v_payment.id and state = 'requested';
  if not found then
    select v_payment.charged_pence - gone_pence into v_rest
    from public.payment_balances where payment_id = v_payment.id;
    if v_rest <= 0 then
      select max(state) into waits from public.refunds
      where payment_id = v_payment.id and state in ('pending', 'requires_action');
      return next;
      return;
    end if;

    -- The first three attempts are immediate; later ones have growing intervals of up to a day.
    select count(*), max(settled_at), max(settled_at) + least(
      interval '15 minutes' * power(2, least(count(*), 12) - 3), interval '1 day')
    into v_failures, v_failed_at, v_next
    from public.refunds
    where payment_id = v_payment.id and source = 'shop' and state in ('failed', 'cancelled');
    if v_failures >= 3 and v_next > now() and not exists (
      select from public.order_events
      where checkout_id = p_checkout and kind = 'refund_retried' and at >= v_failed_at)
    then
      waits := 'until ' || to_char(v_next at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"');
      return next;
      return;
    end if;

    insert into public.refunds (payment_id, amount_pence, reason, source)
    values (v_payment.id, v_rest, coalesce(
      (select reason from public.refunds
       where payment_id = v_payment.id and source = 'shop' order by created_at desc, id limit 1), 'sold_out'), 'shop')
    returning * into v_open;
  end if;
  refund_id := v_open.id;
  amount_pence := v_open.amount_pence;
  return next;
end
$$;
comment on function public.begin_refund is
  'The attempt for a checkout''s due refund, in one row; refund_id is its idempotency key. All callers get the same '
  'one until Stripe has responded, then a new one. Without refund_id nothing is to be done now: see outcome, or waits '
  '(pending, requires_action, or the time of the next attempt after several failures, which staff can skip). Record '
  'Stripe''s refunds first.';

create function public.fail_refund(p_refund uuid, p_reason text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (
    select p.checkout_id from public.refunds r join public.payments p on p.id = r.payment_id where r.id = p_refund);
begin
  perform 1 from public.checkouts where id = v_checkout for update;
  update public.refunds set state = 'failed', failure_reason = left(p_reason, 500), settled_at = now()
  where id = p_refund and state = 'requested';
  if not found then
    return false;
  end if;
  perform public.settle_money(v_checkout);
  return true;
end
$$;
comment on function public.fail_refund is
  'Records that Stripe refused an attempt, so that the next one gets a new key. Not for calls without a response: '
  'those are repeated with the same key.';

create function public.record_dispute(
  p_payment_intent text, p_dispute jsonb
) returns table (checkout uuid, "order" bigint, news boolean)
language plpgsql set search_path = ''
as $$
declare
  v_payment bigint;
  v_before text;
  v_status text := p_dispute ->> 'status';
  v_closed boolean := p_dispute ->> 'status' in ('won', 'lost', 'warning_closed', 'prevented');
begin
  select checkout_id, id into checkout, v_payment
  from public.payments where stripe_payment_intent_id = p_payment_intent;
  if not found then
    return;
  end if;
  perform 1 from public.checkouts where id = checkout for update;

  select status into v_before from public.disputes where stripe_dispute_id = p_dispute ->> 'id';
  insert into public.disputes as d (
    stripe_dispute_id, payment_id, amount_pence, reason, status, due_by, created_at, closed_at)
  values (
    p_dispute ->> 'id', v_payment, (p_dispute ->> 'amount_pence')::bigint, p_dispute ->> 'reason', v_status,
    to_timestamp((p_dispute ->> 'due_by')::bigint), to_timestamp((p_dispute ->> 'created')::bigint),
    case when v_closed then now() end)
  on conflict (stripe_dispute_id) do update
  set amount_pence = excluded.amount_pence, reason = excluded.reason, status = excluded.status,
      due_by = excluded.due_by, closed_at = excluded.closed_at
  -- Responses may be written out of order; only an appeal reopens a closed dispute.
  where d.status <> excluded.status
    and (d.closed_at is null or excluded.closed_at is not null or excluded.status like 'appeal%');

  perform public.settle_money(checkout);
  return query
  select checkout, (select id from public.orders where checkout_id = checkout), v_before is distinct from v_status;
end
$$;
comment on function public.record_dispute is
  'Records a dispute freshly fetched from Stripe: {id, amount_pence, reason, status, due_by, created}, times in Unix '
  'seconds. Returns the checkout, its order and whether anything is new; no row when the intent is unknown.';

create table public.stripe_events_seen (
  id boolean primary key default true,
  seen_until timestamptz not null,
  constraint stripe_events_seen_one_row check (id)
);
comment on table public.stripe_events_seen is
  'Cursor of the sweep through Stripe''s events, which finds refunds and disputes that no webhook delivered.';
alter table public.stripe_events_seen enable row level security;

create function public.stripe_events_seen_until() returns bigint
language sql stable set search_path = ''
as $$
  select extract(epoch from coalesce(
    (select seen_until from public.stripe_events_seen), now() - interval '1 day'))::bigint
$$;
comment on function public.stripe_events_seen_until is 'The cursor in Unix seconds; a day ago before the first sweep.';

create function public.mark_stripe_events_seen(p_until bigint) returns void
language sql set search_path = ''
as $$
  insert into public.stripe_events_seen as s (seen_until) values (to_timestamp(p_until))
  on conflict (id) do update set seen_until = greatest(s.seen_until, excluded.seen_until)
$$;
comment on function public.mark_stripe_events_seen is 'Moves the cursor to p_until, in Unix seconds, never back.';

create function public.staff_refundable(p_checkout uuid default null, p_order_refund uuid default null) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_intent text;
begin
  perform public.require_staff('move_money', true);
  select p.stripe_payment_intent_id into v_intent
  from public.payments p
  where p.checkout_id = coalesce(p_checkout, (
    select o.checkout_id from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.id = p_order_refund));
  if not found then
    raise sqlstate 'PT404' using hint = 'refund_unknown';
  end if;
  return v_intent;
end
$$;
comment on function public.staff_refundable is
  'The payment intent of a refund about to be closed by hand, by the checkout or one of its order''s refunds: '
  'Stripe''s refunds are fetched first. Null without a charge. Errors: those of require_staff; PT404 refund_unknown.';

create function public.payment_progress(
  p_checkout uuid
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language sql stable set search_path = ''
as $$
  select c.id, c.status, o.id, p.stripe_payment_intent_id
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  left join public.orders o on o.checkout_id = c.id
  where c.id = p_checkout
$$;
comment on function public.payment_progress is
  'Response to a decision about a payment: its checkout, that checkout''s status and its order, if any.';

create function public.lock_payment(p_checkout uuid) returns public.checkouts
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
begin
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found or not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  return v_checkout;
end
$$;
comment on function public.lock_payment is 'Locks the checkout of a payment. PT404 checkout_unknown.';

create function public.staff_retry_payment(
  p_event uuid, p_checkout uuid
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_checkout public.checkouts := public.lock_payment(p_checkout);
begin
  if public.add_order_event(p_event, p_checkout, 'refund_retried', 'staff', v_staff)
    and v_checkout.status <> 'refund_due'
  then
    raise sqlstate 'PT409' using hint = 'not_due';
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_retry_payment is
  'Retries the refund of a payment without an order now, regardless of earlier failures. Returns payment_progress; '
  'the same event again changes nothing. Errors: those of require_staff; PT404 checkout_unknown; PT409 not_due, '
  'action_used.';

create function public.staff_settle_payment(
  p_event uuid, p_checkout uuid, p_note text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_checkout public.checkouts := public.lock_payment(p_checkout);
  v_note text := nullif(btrim(p_note), '');
  v_payment public.payments;
  v_rest bigint;
begin
  select * into v_payment from public.payments where checkout_id = p_checkout;
  select v_payment.charged_pence - gone_pence into v_rest
  from public.payment_balances where payment_id = v_payment.id;
  if public.add_order_event(p_event, p_checkout, 'refund_settled_outside', 'staff', v_staff,
    jsonb_build_object('text', left(v_note, 1000), 'amount_pence', v_rest))
  then
    if v_note is null then
      raise sqlstate 'PT400' using hint = 'note_missing';
    end if;
    if v_checkout.status <> 'refund_due' then
      raise sqlstate 'PT409' using hint = 'not_due';
    end if;
    if exists (select from public.refunds where payment_id = v_payment.id and state = 'requested') then
      raise sqlstate 'PT409' using hint = 'under_way';
    end if;
    if v_rest <= 0 then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    insert into public.refunds (id, payment_id, amount_pence, state, source, settled_at)
    values (p_event, v_payment.id, v_rest, 'succeeded', 'outside', now());
    perform public.settle_money(p_checkout);
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_settle_payment is
  'Records that the rest of a payment without an order was refunded another way, and how (p_note): ends the attempts '
  'and notifies the shopper. Returns payment_progress; the same event again changes nothing. Errors: those of '
  'require_staff; PT400 note_missing; PT404 checkout_unknown; PT409 not_due, under_way, at_stripe, action_used.';

create function public.note_surplus(p_checkout uuid, p_order_refund uuid, p_why text, p_amount bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := gen_random_uuid();
begin
  perform public.add_order_event(
    v_event, p_checkout, 'refund_surplus', 'stripe', null,
    jsonb_build_object('order_refund', p_order_refund, 'why', p_why, 'amount_pence', p_amount));
  perform public.owe_mail('staff_decision', p_checkout, 'refund_surplus ' || v_event);
end
$$;
comment on function public.note_surplus is
  'Records an over-refund at Stripe: of pieces or delivery refunded already (twice), after it was given up '
  '(given_up), or beyond the charge (charged). Staff decide what to do. The caller has locked the checkout.';

create view public.open_surpluses with (security_invoker = true) as
select e.id as event_id, e.checkout_id, e.at, e.detail ->> 'why' as why,
       (e.detail ->> 'amount_pence')::bigint as amount_pence
from public.order_events e
where e.kind = 'refund_surplus'
  and not exists (
    select from public.order_events closed
    where closed.checkout_id = e.checkout_id and closed.kind = 'surplus_closed' and closed.at >= e.at);
comment on view public.open_surpluses is 'Over-refunds (note_surplus) not yet closed by staff.';
create index order_events_surpluses on public.order_events (checkout_id) where kind = 'refund_surplus';

create function public.staff_close_surplus(
  p_event uuid, p_checkout uuid, p_note text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_note text := nullif(btrim(p_note), '');
begin
  perform public.lock_payment(p_checkout);
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, p_checkout, 'surplus_closed', 'staff', v_staff);
  else
    if v_note is null then
      raise sqlstate 'PT400' using hint = 'note_missing';
    end if;
    if not exists (select from public.open_surpluses where checkout_id = p_checkout) then
      raise sqlstate 'PT409' using hint = 'no_surplus';
    end if;
    perform public.add_order_event(
      p_event, p_checkout, 'surplus_closed', 'staff', v_staff, jsonb_build_object('text', left(v_note, 1000)));
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_close_surplus is
  'Records how staff close an over-refund (open_surpluses): asked back, or left to the shopper. Moves no money. '
  'Returns payment_progress; the same event again changes nothing. Errors: those of require_staff; PT400 '
  'note_missing; PT404 checkout_unknown; PT409 no_surplus, action_used.';

-- supabase/schemas/order_status.sql

-- Status of an order, derived from its facts. Only this file writes it.

create view public.order_units with (security_invoker = true) as
select
  i.order_id,
  i.variant_id,
  i.quantity as ordered,
  coalesce(p.units, 0)::integer as sent,
  coalesce(c.units, 0)::integer as cancelled,
  (i.quantity - coalesce(p.units, 0) - coalesce(c.units, 0))::integer as to_send,
  coalesce(r.asked, 0)::integer as return_asked,
  coalesce(r.received, 0)::integer as returned,
  coalesce(m.units, 0)::integer as refunded,
  coalesce(m.owed, 0)::integer as refund_owed
from public.order_items i
left join lateral (
  select sum(s.quantity) as units from public.parcel_items s join public.parcels_out t on t.id = s.parcel_id
  where s.order_id = i.order_id and s.variant_id = i.variant_id) p on true
left join lateral (
  select sum(quantity) as units from public.cancelled_items
  where order_id = i.order_id and variant_id = i.variant_id) c on true
left join lateral (
  select sum(ri.quantity - ri.restocked - ri.written_off) filter (where t.state in ('asked', 'received')) as asked,
         sum(ri.restocked + ri.written_off) as received
  from public.return_items ri join public.returns t on t.id = ri.return_id
  where ri.order_id = i.order_id and ri.variant_id = i.variant_id) r on true
left join lateral (
  select sum(ri.quantity) as units, sum(ri.quantity) filter (where f.taken_at is null) as owed
  from public.order_refund_items ri join public.order_refunds f on f.id = ri.order_refund_id
  where ri.order_id = i.order_id and ri.variant_id = i.variant_id and f.given_up_at is null) m on true;
comment on view public.order_units is
  'Location of each order line''s units. sent includes those that came back (returned); return_asked is the part of '
  'it on its way back. refunded: price refunded or owed; refund_owed: the part that Stripe has not taken.';

create view public.order_refund_states with (security_invoker = true) as
select
  f.id,
  f.order_id,
  case
    when a.done then 'succeeded'
    when a.waits then 'requires_action'
    when a.under_way then 'pending'
    when f.given_up_at is not null then 'given_up'
    when a.failures > 0 then 'failed'
    else 'due'
  end as state,
  coalesce(a.failures, 0)::integer as failures,
  a.last_failure,
  a.last_failed_at,
  a.settled_at
from public.order_refunds f
left join lateral (
  select bool_or(state = 'succeeded') as done,
         bool_or(state = 'requires_action') as waits,
         bool_or(state in ('pending', 'requires_action')) as under_way,
         count(*) filter (where state in ('failed', 'cancelled')) as failures,
         (array_agg(failure_reason order by settled_at desc) filter (where state in ('failed', 'cancelled')))[1] as
           last_failure,
         max(settled_at) filter (where state in ('failed', 'cancelled')) as last_failed_at,
         max(settled_at) filter (where state = 'succeeded') as settled_at
  from public.refunds where order_refund_id = f.id) a on true;
comment on view public.order_refund_states is
  'Progress of each refund of an order. due: not requested yet, or requested without a response. pending, '
  'requires_action, succeeded: Stripe''s status. failed: refused, to be retried. given_up: final.';

create view public.order_states with (security_invoker = true) as
select
  o.id as order_id,
  (case
    when b.disputed then 'disputed'
    when u.cancelled = u.ordered then 'cancelled'
    when p.charged_pence > 0 and b.returned_pence >= p.charged_pence then 'refunded'
    when r.asked then 'return_requested'
    when r.received or (u.returned > 0 and u.returned = u.sent and u.to_send = 0) then 'returned'
    when b.refunded_pence > 0 then 'part_refunded'
    when u.sent = 0 then 'processing'
    when u.to_send > 0 then 'part_dispatched'
    when t.under_way then 'dispatched'
    else 'delivered' end)::public.order_status as status,
  (case
    when u.cancelled = u.ordered then 'cancelled'
    when r.asked then 'return_requested'
    when u.sent = 0 then 'to_send'
    when u.to_send > 0 then 'part_sent'
    when u.returned = u.sent then 'returned'
    when u.returned > 0 then 'part_returned'
    when t.under_way then 'sent'
    else 'delivered' end)::public.goods_status as goods_status,
  (case
    when d.under_way then 'disputed'
    when d.lost then 'dispute_lost'
    when f.failed then 'refund_failed'
    when f.due then 'refund_due'
    when p.charged_pence > 0 and greatest(b.refunded_pence, b.returned_pence) >= p.charged_pence then 'refunded'
    when b.refunded_pence > 0 then 'part_refunded'
    else 'paid' end)::public.money_status as money_status,
  u.to_send as units_to_send
from public.orders o
join public.payments p on p.id = o.payment_id
join public.payment_balances b on b.payment_id = p.id
-- Grouped by order, these are read whole for all orders, and by index for one.
left join (
  select order_id, sum(ordered) as ordered, sum(sent) as sent, sum(cancelled) as cancelled, sum(to_send) as to_send,
         sum(returned) as returned
  from public.order_units group by order_id) u on u.order_id = o.id
left join (
  select order_id, bool_or(state = 'asked') as asked, bool_or(state = 'received') as received
  from public.returns group by order_id) r on r.order_id = o.id
left join (
  select order_id, bool_or(delivered_at is null) as under_way from public.parcels_out group by order_id) t
  on t.order_id = o.id
left join (
  select order_id, bool_or(state = 'failed') as failed, bool_or(state = 'due') as due
  from public.order_refund_states group by order_id) f on f.order_id = o.id
cross join lateral (
  select bool_or(closed_at is null) as under_way, bool_or(status = 'lost') as lost
  from public.disputes where payment_id = p.id) d;
comment on view public.order_states is
  'Statuses of each order and its units to send, from its facts. status is the first that applies: disputed, '
  'cancelled, refunded, return_requested, returned, part_refunded, then how much of it has left and arrived. '
  'goods_status is the location of its goods, whatever happened to its money: returning goods first, then unsent '
  'ones. money_status is the state of its money, wherever its goods are: the most urgent first; refunded and '
  'part_refunded: Stripe has taken the refunds, arrived or not.';

create function public.search_form(p_text text) returns text
language sql immutable set search_path = ''
as $$
  -- Most texts are plain, and regular expressions are slow.
  select translate(lower(case
    when octet_length(p_text) = char_length(p_text) then p_text
    else translate(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f’‘ʼ]', '', 'g'), 'øØłŁđĐı', 'oOlLdDi')
  end collate "pg_c_utf8"), E'\t\n\r''', '   ')
$$;
comment on function public.search_form is
  'Search form of a text, for both query and index: one line, lower case, without accents and apostrophes, so that '
  'Zoe finds Zoë and OBrien O''Brien.';

create function public.without_punctuation(p_text text) returns text
language sql immutable set search_path = ''
as $$ select translate(p_text, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 31)) $$;
comment on function public.without_punctuation is 'A text in its search_form with blanks for punctuation.';

create function public.search_words(p_text text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(distinct left(word, 200))
  from (
    select btrim(string_to_table(form, ' '), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~') as word
    from public.search_form(p_text) form
    union all
    select string_to_table(public.without_punctuation(form), ' ') from public.search_form(p_text) form
  ) words
  where word <> ''
$$;
comment on function public.search_words is
  'Words of a text in search form: each run between blanks, and its parts between punctuation. A text search parser '
  'would prevent searches by the beginning of an e-mail address. Null without words.';

create function public.search_term(p_word text, p_whole boolean) returns text
language sql immutable set search_path = ''
as $$
  select '''' || replace(replace(left(p_word, 200), '\', '\\'), '''', '''''') || ''''
         || case when p_whole then '' else ':*' end
$$;
comment on function public.search_term is 'The tsquery term for a word or a prefix, whatever characters it has.';

create function public.search_query(p_text text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  v_form text := public.search_form(p_text);
  v_joined text := replace(public.without_punctuation(v_form), ' ', '');
  -- A number is not a prefix: half of all postcodes have a part that begins with 1.
  v_number boolean := v_form ~ '^ *#?\d+ *$';
  v_word text;
  v_whole text;
  v_parts text;
  v_all text := '';
begin
  for v_word in
    select token from string_to_table(v_form, ' ') with ordinality as given (token, place)
    where public.search_words(token) is not null order by place limit 10
  loop
    v_whole := public.search_term(btrim(v_word, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~'), v_number);
    select string_agg(public.search_term(part, v_number), ' & ') into v_parts
    from string_to_table(public.without_punctuation(v_word), ' ') part where part <> '';
    v_all := v_all || case when v_all <> '' then ' & ' else '' end
      || case when v_parts = v_whole then v_whole else '(' || v_whole || ' | (' || v_parts || '))' end;
  end loop;
  if v_all = '' then
    return null;
  end if;
  -- A postcode, tracking number or code, with or without blanks.
  if v_all <> public.search_term(v_joined, v_number) then
    v_all := v_all || ' | ' || public.search_term(v_joined, v_number);
  end if;
  return v_all::tsquery;
end
$$;
comment on function public.search_query is
  'Query for the rows that have a word beginning with each word of a text, or with all of it written together; for a '
  'number alone, that number. Uses at most ten words. Null without words.';

create function public.order_words_of(p_order bigint) returns tsvector
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select array_to_tsvector(array(
      select distinct left(word, 200)
      from (
        select unnest(public.search_words(concat_ws(' ',
          public.payment_reference(o.checkout_id), b.name, b.email,
          c.delivery ->> 'name', c.delivery ->> 'town', c.delivery ->> 'postcode',
          o.label ->> 'name', o.label ->> 'town', o.label ->> 'postcode',
          (select string_agg(product_name || ' ' || color_name, ' ') from public.order_items where order_id = o.id),
          (select string_agg(tracking_number, ' ') from public.parcels where order_id = o.id),
          (select string_agg(batch, ' ') from public.parcel_items where order_id = o.id),
          (select string_agg(code, ' ') from public.returns where order_id = o.id)))) as word
        union all
        -- Also written together.
        select lower(translate(text, ' -', ''))
        from (
          select c.delivery ->> 'postcode' as text
          union all select o.label ->> 'postcode'
          union all select tracking_number from public.parcels where order_id = o.id
          union all select batch from public.parcel_items where order_id = o.id
          union all select code from public.returns where order_id = o.id) texts
        union all
        -- Their parts are meaningless and occur in every id.
        select lower(id)
        from (
          select p.stripe_session_id as id
          union all select p.stripe_payment_intent_id
          union all select stripe_refund_id from public.refunds where payment_id = p.id
          union all select stripe_dispute_id from public.disputes where payment_id = p.id) ids
      ) words
      where word <> ''))
    from public.orders o
    join public.payments p on p.id = o.payment_id
    join public.checkouts c on c.id = o.checkout_id
    join public.billing_infos b on b.id = o.billing_info_id
    where o.id = p_order);
end
$$;
comment on function public.order_words_of is
  'Search words of an order, without its number, which is searched as a whole.';

create function public.settle_order(p_order bigint) returns public.order_status
language plpgsql set search_path = ''
as $$
declare
  v_status public.order_status;
begin
  -- The caller has locked the checkout.
  update public.orders o
  set status = s.status, goods_status = s.goods_status, money_status = s.money_status, units_to_send = s.units_to_send,
      cancels_at = case when s.units_to_send > 0 then o.cancels_at end
  from public.order_states s
  where o.id = p_order and s.order_id = p_order
    and (o.status, o.goods_status, o.money_status, o.units_to_send)
      is distinct from (s.status, s.goods_status, s.money_status, s.units_to_send);

  insert into public.order_words as w (order_id, words)
  select id, public.order_words_of(id) from public.orders where id = p_order
  on conflict (order_id) do update set words = excluded.words where w.words <> excluded.words;

  select status into v_status from public.orders where id = p_order;
  return v_status;
end
$$;
comment on function public.settle_order is
  'Updates an order''s derived columns: statuses, units to send, search words. Called last by every function that '
  'adds a fact. The caller has locked the checkout. Returns the status.';

create function public.lock_order(p_order bigint) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  -- Refunds of an exchange are paid from the first order.
  perform 1 from public.checkouts
  where id in (
    select checkout_id from public.orders where id = p_order
    union
    select o.checkout_id from public.exchanges e join public.orders o on o.id in (e.order_id, e.from_order_id)
    where p_order in (e.order_id, e.from_order_id))
  order by id for update;
  select * into v_order from public.orders where id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return v_order;
end
$$;
comment on function public.lock_order is
  'Locks an order, with its exchanges, by their checkouts; every function that changes an order does so. PT404 '
  'order_unknown.';

create function public.add_order_event(
  p_event uuid, p_checkout uuid, p_kind public.order_event_kind, p_actor public.actor, p_staff bigint,
  p_detail jsonb default '{}'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known public.order_events;
begin
  insert into public.order_events (id, checkout_id, kind, actor, staff_id, detail)
  values (p_event, p_checkout, p_kind, p_actor, p_staff, p_detail)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select * into v_known from public.order_events where id = p_event;
  if (v_known.checkout_id, v_known.kind) is distinct from (p_checkout, p_kind) then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.add_order_event is
  'Adds an event to an order''s history. False when it exists already: a repeated press of a button, whose effects '
  'must not be repeated. PT409 action_used when its id belongs to another action. The caller has locked the checkout.';

-- supabase/schemas/order_refunds.sql

-- Refunds of an order: decided here, paid outside any transaction (refund-order.ts), finished by the sweep.

create function public.order_money(p_order bigint) returns table (
  charged_pence bigint, gone_pence bigint, owed_pence bigint, left_pence bigint,
  shipping_left_pence bigint, goods_refunded_pence bigint, tax_refunded_pence bigint
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select p.charged_pence, b.gone_pence, f.owed, p.charged_pence - b.gone_pence - f.owed,
           greatest(o.shipping_pence - f.shipping, 0), f.goods, f.tax
    from public.orders o
    join public.payments p on p.id = o.payment_id
    join public.payment_balances b on b.payment_id = p.id
    cross join lateral (
      select coalesce(sum(amount_pence) filter (where taken_at is null), 0)::bigint as owed,
             coalesce(sum(shipping_pence), 0)::bigint as shipping,
             coalesce(sum(goods_pence), 0)::bigint as goods,
             coalesce(sum(tax_pence), 0)::bigint as tax
      from public.order_refunds where order_id = o.id and given_up_at is null) f
    where o.id = p_order;
end
$$;
comment on function public.order_money is
  'Money of an order: charged; gone, refunded by any party or lost in a dispute; owed by refunds that Stripe has not '
  'taken; left to refund, below 0 if a dashboard refund overlaps an owed one; left of the delivery; goods and tax '
  'covered by refunds, owed ones included.';

create function public.next_refund_attempt(p_order_refund uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when s.failures < 3 then f.asked_at
      when exists (
        select from public.order_events e
        where e.checkout_id = o.checkout_id and e.kind = 'refund_retried'
          and e.detail ->> 'order_refund' = f.id::text and e.at >= s.last_failed_at) then s.last_failed_at
      else s.last_failed_at + least(interval '15 minutes' * power(2, least(s.failures, 12) - 3), interval '1 day')
    end
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    join public.order_refund_states s on s.id = f.id
    where f.id = p_order_refund);
end
$$;
comment on function public.next_refund_attempt is
  'Next attempt at a refund that Stripe has not taken: immediate until it has failed three times, then at growing '
  'intervals of up to a day; immediate again when staff ask for it.';

create function public.give_up_refund(
  p_order_refund uuid, p_event uuid, p_actor public.actor, p_staff bigint, p_because public.give_up_reason
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.add_order_event(
    p_event, o.checkout_id, 'refund_given_up', p_actor, p_staff,
    jsonb_build_object('order_refund', f.id, 'amount_pence', f.amount_pence, 'because', p_because))
  from public.order_refunds f join public.orders o on o.id = f.order_id where f.id = p_order_refund;
  update public.order_refunds
  set given_up_at = coalesce(given_up_at, now()), given_up_because = coalesce(given_up_because, p_because),
      given_up_by = p_actor
  where id = p_order_refund;
end
$$;
comment on function public.give_up_refund is
  'Ends the attempts at a refund. If the shop does it, staff have to decide; if staff do it, that is the decision. '
  'The caller has locked the checkout.';

create function public.reduce_refund(p_order_refund uuid, p_pence bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_refund public.order_refunds;
  v_goodwill bigint;
  v_shipping bigint;
  v_goods bigint;
begin
  select * into v_refund from public.order_refunds where id = p_order_refund;
  v_goodwill := least(p_pence, v_refund.goodwill_pence);
  v_shipping := least(p_pence - v_goodwill, v_refund.shipping_pence);
  v_goods := round((p_pence - v_goodwill - v_shipping)::numeric * v_refund.goods_pence
    / greatest(v_refund.goods_pence + v_refund.tax_pence, 1));
  perform public.add_order_event(
    gen_random_uuid(), o.checkout_id, 'refund_given_up', 'shop', null,
    jsonb_build_object('order_refund', p_order_refund, 'amount_pence', p_pence,
      'because', 'reduced'))
  from public.orders o where o.id = v_refund.order_id;
  update public.order_refunds
  set goodwill_pence = goodwill_pence - v_goodwill,
      shipping_pence = shipping_pence - v_shipping,
      goods_pence = goods_pence - v_goods,
      tax_pence = tax_pence - (p_pence - v_goodwill - v_shipping - v_goods)
  where id = p_order_refund;
end
$$;
comment on function public.reduce_refund is
  'Gives up part of a refund: goodwill first, then delivery, then goods and tax alike. p_pence: less than the whole. '
  'The caller has locked the checkout.';

create function public.refunds_again(p_order_refund uuid, p_taken_only boolean) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
        select from public.order_refund_items mine
        join public.order_items i on i.order_id = mine.order_id and i.variant_id = mine.variant_id
        where mine.order_refund_id = f.id and i.quantity < (
          select sum(other.quantity)
          from public.order_refund_items other join public.order_refunds r on r.id = other.order_refund_id
          where other.order_id = mine.order_id and other.variant_id = mine.variant_id
            and r.given_up_at is null and (r.taken_at is not null or not p_taken_only)))
      or f.shipping_pence > 0 and o.shipping_pence < (
        select sum(r.shipping_pence) from public.order_refunds r
        where r.order_id = f.order_id and r.given_up_at is null and (r.taken_at is not null or not p_taken_only))
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    where f.id = p_order_refund);
end
$$;
comment on function public.refunds_again is
  'Whether pieces or delivery of a refund are refunded more often than bought, counting all refunds of the order that '
  'were not given up, or only those that Stripe has taken.';

create function public.refunds_the_same(p_order_refund uuid, p_others uuid[], p_since timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
      select from public.order_refunds mine
      join public.order_refunds other on other.id = any (p_others)
      where mine.id = p_order_refund and mine.asked_at >= p_since
        and (
          least(mine.shipping_pence, other.shipping_pence) > 0
          or least(mine.goodwill_pence, other.goodwill_pence) > 0
          or exists (
            select from public.order_refund_items i
            join public.order_refund_items o on o.order_refund_id = other.id and o.variant_id = i.variant_id
            where i.order_refund_id = mine.id))));
end
$$;
comment on function public.refunds_the_same is
  'Whether a refund decided at p_since or later overlaps one of the others: pieces of a line, delivery or goodwill. '
  'It may have been decided in their place.';

create function public.settle_order_refunds(p_order bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_changed record;
  v_revived uuid[] := '{}';
  v_given_up_at timestamptz;
  v_again uuid;
  v_uncovered public.order_refunds;
  v_missing bigint;
begin
  for v_changed in
    select f.id, o.checkout_id, f.amount_pence, f.given_up_by, f.given_up_at, a.taken
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    cross join lateral (
      select exists (
        select from public.refunds
        where order_refund_id = f.id and state in ('pending', 'requires_action', 'succeeded')) as taken) a
    where f.order_id = p_order and a.taken <> (f.taken_at is not null)
  loop
    if v_changed.given_up_by = 'staff' then
      v_revived := v_revived || v_changed.id;
      v_given_up_at := least(v_given_up_at, v_changed.given_up_at);
      perform public.note_surplus(v_changed.checkout_id, v_changed.id, 'given_up', v_changed.amount_pence);
    end if;
    update public.order_refunds
    set taken_at = case when v_changed.taken then now() end,
        -- Stripe made it after all.
        given_up_at = case when not v_changed.taken then given_up_at end,
        given_up_because = case when not v_changed.taken then given_up_because end,
        given_up_by = case when not v_changed.taken then given_up_by end
    where id = v_changed.id;
    if not v_changed.taken then
      perform public.drop_due_mail('order_refund', v_changed.id::text);
    else
      perform public.owe_mail('order_refund', v_changed.checkout_id, v_changed.id::text);
      if public.refunds_again(v_changed.id, true) then
        perform public.note_surplus(v_changed.checkout_id, v_changed.id, 'twice', v_changed.amount_pence);
      end if;
    end if;
  end loop;

  -- Stripe may make a refund that it had refused by its own fault: then its replacement is too much.
  for v_again in
    select id from public.order_refunds f
    where order_id = p_order and taken_at is null and given_up_at is null
      and not exists (select from public.refunds where order_refund_id = f.id and state = 'requested')
    order by asked_at desc, id desc
  loop
    if public.refunds_again(v_again, false) or public.refunds_the_same(v_again, v_revived, v_given_up_at) then
      perform public.give_up_refund(v_again, gen_random_uuid(), 'shop', null, 'refunded_before');
    end if;
  end loop;

  -- An attempt without a response is left alone: Stripe may have made it, and refuses an excess itself.
  loop
    select -left_pence into v_missing from public.order_money(p_order);
    exit when v_missing <= 0;
    select * into v_uncovered
    from public.order_refunds f
    where order_id = p_order and taken_at is null and given_up_at is null
      and not exists (select from public.refunds where order_refund_id = f.id and state = 'requested')
    order by asked_at desc, id desc limit 1;
    exit when not found;
    if v_uncovered.amount_pence > v_missing then
      perform public.reduce_refund(v_uncovered.id, v_missing);
    else
      perform public.give_up_refund(v_uncovered.id, gen_random_uuid(), 'shop', null, 'paid_back_elsewhere');
    end if;
  end loop;
end
$$;
comment on function public.settle_order_refunds is
  'Aligns the refunds of an order with the ledger. A refund that Stripe has taken owes one e-mail, unless it fails '
  'before that is sent. Refunds that the rest of the payment no longer covers are given up, newest first, as are '
  'those whose pieces an earlier one has refunded after all. Records an excess at Stripe (note_surplus). Called by '
  'settle_money, which has locked the checkout.';

create function public.wanted_units(p_order bigint, p_items jsonb) returns table (variant_id bigint, quantity bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_items) is distinct from 'array'
    or exists (
      select from jsonb_array_elements(p_items) i
      where jsonb_typeof(i) <> 'object' or (i ->> 'variant_id') !~ '^[0-9]{1,15}$'
        or (i ->> 'quantity') !~ '^[1-9][0-9]{0,4}$'
        or i ->> 'variant_id' is null or i ->> 'quantity' is null)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  if exists (
    select from jsonb_array_elements(p_items) i
    where not exists (
      select from public.order_items o where o.order_id = p_order and o.variant_id = (i ->> 'variant_id')::bigint))
  then
    raise sqlstate 'PT409' using hint = 'item_unknown';
  end if;
  return query
    select (i ->> 'variant_id')::bigint, sum((i ->> 'quantity')::bigint)::bigint
    from jsonb_array_elements(p_items) i group by 1 order by 1;
end
$$;
comment on function public.wanted_units is
  'Units of an order chosen by a person, [{variant_id, quantity}], each variant once. Errors: PT400 items_malformed; '
  'PT409 item_unknown.';

create function public.discount_of_units(
  p_order bigint, p_items jsonb
) returns table (variant_id bigint, quantity bigint, discount_pence bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select w.variant_id, w.quantity,
           greatest(i.discount_pence - given.pence, 0) * w.quantity / greatest(u.ordered - u.refunded, w.quantity)
    from public.wanted_units(p_order, p_items) w
    join public.order_items i on i.order_id = p_order and i.variant_id = w.variant_id
    join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id
    cross join lateral (
      select coalesce(sum(r.discount_pence), 0)::bigint as pence
      from public.order_refund_items r join public.order_refunds f on f.id = r.order_refund_id
      where r.order_id = p_order and r.variant_id = w.variant_id and f.given_up_at is null) given;
end
$$;
comment on function public.discount_of_units is
  'Share of the discount on units whose price is neither refunded nor owed, rounded down: of what is left of their '
  'line''s discount, so that the last unit takes the rest and the parts of a line add up.';

create function public.refund_for_units(
  p_order bigint, p_items jsonb
) returns table (goods_pence bigint, tax_pence bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select g.pence,
           greatest(public.tax_on(m.goods_refunded_pence + g.pence, c.tax_basis_points) - m.tax_refunded_pence, 0)
    from public.orders o
    join public.checkouts c on c.id = o.checkout_id
    cross join public.order_money(p_order) m
    cross join lateral (
      select coalesce(sum(i.product_price_pence * w.quantity - w.discount_pence), 0)::bigint as pence
      from public.discount_of_units(p_order, p_items) w
      join public.order_items i on i.order_id = p_order and i.variant_id = w.variant_id) g
    where o.id = p_order;
end
$$;
comment on function public.refund_for_units is
  'Price of goods to the shopper, less their share of a discount. Tax is computed on all goods refunded so '
  'far, less the tax already refunded, so '
  'that an order''s parts add up to its tax despite rounding.';

create function public.ask_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_shipping_pence bigint, p_goodwill_pence bigint,
  p_reason text, p_actor public.actor, p_staff bigint, p_deduction_pence bigint default 0
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_money record;
  v_goods bigint;
  v_tax bigint;
  v_cut bigint;
  v_total bigint;
  v_again jsonb;
begin
  v_order := public.lock_order(p_order);
  if exists (select from public.order_refunds where id = p_event) then
    return (select amount_pence from public.order_refunds where id = p_event and order_id = p_order);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.refund_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;
  if least(p_shipping_pence, p_goodwill_pence, p_deduction_pence) < 0
    or num_nulls(p_shipping_pence, p_goodwill_pence, p_deduction_pence) > 0
  then
    raise sqlstate 'PT400' using hint = 'amount_negative';
  end if;
  if p_return is not null and not exists (select from public.returns where id = p_return and order_id = p_order) then
    raise sqlstate 'PT409' using hint = 'return_unknown';
  end if;
  if public.refunds_wait_for_dispute(v_order.payment_id) then
    raise sqlstate 'PT409' using hint = 'disputed';
  end if;

  select jsonb_agg(jsonb_build_object(
    'variant_id', w.variant_id, 'quantity', w.quantity, 'left', u.ordered - u.refunded - coalesce(x.quantity, 0)))
  into v_again
  from public.wanted_units(p_order, p_items) w
  join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id
  left join public.exchanged_units(p_order) x on x.variant_id = w.variant_id
  where w.quantity > u.ordered - u.refunded - coalesce(x.quantity, 0);
  if v_again is not null then
    raise sqlstate 'PT409' using hint = 'already_refunded', detail = v_again::text;
  end if;

  select goods_pence, tax_pence into v_goods, v_tax from public.refund_for_units(p_order, p_items);
  if p_deduction_pence > v_goods + v_tax then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object('of', 'goods', 'left_pence', v_goods + v_tax)::text;
  end if;
  if p_deduction_pence > 0 then
    v_cut := round(p_deduction_pence::numeric * v_goods / (v_goods + v_tax));
    v_goods := v_goods - v_cut;
    v_tax := v_tax - (p_deduction_pence - v_cut);
  end if;

  select * into v_money from public.order_money(p_order);
  v_total := v_goods + v_tax + p_shipping_pence + p_goodwill_pence;
  if v_total <= 0 then
    raise sqlstate 'PT400' using hint = 'nothing_to_refund';
  end if;
  if p_shipping_pence > v_money.shipping_left_pence or v_total > v_money.left_pence then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object(
        'of', case when p_shipping_pence > v_money.shipping_left_pence then 'delivery' else 'payment' end,
        'left_pence', greatest(v_money.left_pence, 0), 'shipping_left_pence', v_money.shipping_left_pence)::text;
  end if;

  perform public.write_order_refund(
    p_event, p_order, p_return, p_items, v_goods, v_tax, p_shipping_pence, p_goodwill_pence, p_reason,
    p_actor, p_staff);
  return v_total;
end
$$;
comment on function public.ask_refund is
  'Decides a refund of an order: pieces [{variant_id, quantity}] with tax, less p_deduction_pence, plus delivery and '
  'goodwill; paid later (begin_order_refund). Returns the pence; the same event again, the same refund. The caller '
  'has authorised the actor, settles the order, and passes its own event or a new one (refund_asked). Errors: PT400 '
  'reason_unknown, amount_negative, items_malformed, nothing_to_refund; PT404 order_unknown; PT409 item_unknown, '
  'return_unknown, disputed, already_refunded (detail: the pieces), too_much (detail: what is left, of goods, '
  'delivery or payment).';

create function public.write_order_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_goods bigint, p_tax bigint, p_shipping bigint,
  p_goodwill bigint, p_reason text, p_actor public.actor, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(
      p_event, (select checkout_id from public.orders where id = p_order), 'refund_asked', p_actor, p_staff,
      jsonb_build_object('reason', p_reason, 'amount_pence', p_goods + p_tax + p_shipping + p_goodwill));
  end if;
  insert into public.order_refunds (
    id, order_id, return_id, reason, goods_pence, tax_pence, shipping_pence, goodwill_pence)
  values (p_event, p_order, p_return, p_reason::public.refund_reason, p_goods, p_tax, p_shipping, p_goodwill);
  insert into public.order_refund_items (order_refund_id, order_id, variant_id, quantity, discount_pence)
  select p_event, p_order, variant_id, quantity, discount_pence from public.discount_of_units(p_order, p_items);
end
$$;
comment on function public.write_order_refund is
  'Writes a refund. The caller has checked its parts against what is left.';

create function public.write_capped_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_goods bigint, p_tax bigint, p_shipping bigint,
  p_goodwill bigint, p_reason text, p_actor public.actor, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_left bigint := (select left_pence from public.order_money(p_order));
  v_goods bigint := greatest(least(p_goods, v_left), 0);
  v_tax bigint := greatest(least(p_tax, v_left - v_goods), 0);
  v_shipping bigint := greatest(least(p_shipping, v_left - v_goods - v_tax), 0);
begin
  if v_goods + v_tax + v_shipping + p_goodwill > 0 then
    perform public.write_order_refund(
      p_event, p_order, p_return, p_items, v_goods, v_tax, v_shipping, p_goodwill, p_reason, p_actor, p_staff);
  end if;
end
$$;
comment on function public.write_capped_refund is
  'Writes a refund of at most what is left of the payment: the charge may have been below the price, or part of it '
  'went back as goodwill or through the dashboard. None if nothing is left.';

create function public.refunds_wait_for_dispute(p_payment bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
      select from public.disputes
      where payment_id = p_payment and closed_at is null and status not like 'warning%'));
end
$$;
comment on function public.refunds_wait_for_dispute is
  'Whether the bank holds the money until a dispute is decided: Stripe refuses refunds then. An inquiry (warning_…) '
  'does not block refunds, which are its best answer.';

create function public.begin_order_refund(
  p_order bigint
) returns table (refund_id uuid, amount_pence bigint, more boolean)
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_debt public.order_refunds;
  v_attempt public.refunds;
begin
  v_order := public.lock_order(p_order);
  select * into v_attempt from public.refunds where payment_id = v_order.payment_id and state = 'requested';
  if not found then
    if public.refunds_wait_for_dispute(v_order.payment_id) then
      return;
    end if;
    select * into v_debt
    from public.order_refunds
    where order_id = p_order and taken_at is null and given_up_at is null
      and public.next_refund_attempt(id) <= now()
    order by asked_at, id limit 1;
    if not found then
      return;
    end if;
    insert into public.refunds (payment_id, order_refund_id, amount_pence, reason, source)
    values (v_order.payment_id, v_debt.id, v_debt.amount_pence, v_debt.reason, 'shop')
    returning * into v_attempt;
  end if;
  return query
  select v_attempt.id, v_attempt.amount_pence, exists (
    select from public.order_refunds
    where order_id = p_order and id is distinct from v_attempt.order_refund_id
      and taken_at is null and given_up_at is null and public.next_refund_attempt(id) <= now());
end
$$;
comment on function public.begin_order_refund is
  'The attempt for an order''s oldest owed refund; refund_id is its idempotency key. All callers get the same one '
  'until Stripe has responded, then a new one. No row when nothing is to be done now. more: further refunds of '
  'the order wait. Record Stripe''s refunds first. PT404 order_unknown.';

create function public.order_refund_progress(p_order bigint, p_order_refund uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order', o.id, 'checkout', o.checkout_id, 'payment_intent', p.stripe_payment_intent_id, 'status', o.status,
      'refund', (
        select jsonb_build_object(
          'order_refund', f.id, 'amount_pence', f.amount_pence, 'state', s.state, 'failure', s.last_failure,
          'because', f.given_up_because)
        from public.order_refunds f join public.order_refund_states s on s.id = f.id
        where f.id = p_order_refund and f.order_id = o.id))
    from public.orders o join public.payments p on p.id = o.payment_id
    where o.id = p_order);
end
$$;
comment on function public.order_refund_progress is
  'Response to an action that may refund: the order''s status and its refund''s progress (order_refund_states), null '
  'without a refund.';

create function public.staff_refund(
  p_event uuid, p_order bigint, p_items jsonb, p_shipping_pence bigint,
  p_goodwill_pence bigint, p_reason text, p_return bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_order public.orders;
begin
  v_order := public.lock_order(p_order);
  -- The event holds the amount, which ask_refund computes.
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_order.checkout_id, 'refund_asked', 'staff', v_staff);
  else
    perform public.ask_refund(
      p_event, p_order, p_return, p_items, p_shipping_pence, p_goodwill_pence, p_reason, 'staff', v_staff);
    perform public.settle_order(p_order);
  end if;
  return public.order_refund_progress(p_order, p_event);
end
$$;
comment on function public.staff_refund is
  'Refunds pieces, delivery or a goodwill amount of an order (ask_refund), without moving goods. The same event again '
  'changes nothing. Errors: those of require_staff and ask_refund; PT409 action_used.';

create function public.open_order_refund(p_order_refund uuid) returns public.order_refunds
language plpgsql set search_path = ''
as $$
declare
  v_refund public.order_refunds;
begin
  perform public.lock_order((select order_id from public.order_refunds where id = p_order_refund))
  where exists (select from public.order_refunds where id = p_order_refund);
  select * into v_refund from public.order_refunds where id = p_order_refund;
  if not found then
    raise sqlstate 'PT404' using hint = 'refund_unknown';
  end if;
  return v_refund;
end
$$;
comment on function public.open_order_refund is
  'Locks the order of a refund, and returns the refund. PT404 refund_unknown.';

create function public.staff_retry_refund(p_event uuid, p_order_refund uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_refund public.order_refunds;
  v_checkout uuid;
begin
  v_refund := public.open_order_refund(p_order_refund);
  select checkout_id into v_checkout from public.orders where id = v_refund.order_id;
  if public.add_order_event(
    p_event, v_checkout, 'refund_retried', 'staff', v_staff, jsonb_build_object('order_refund', p_order_refund))
  then
    if v_refund.taken_at is not null then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    if v_refund.given_up_at is not null then
      raise sqlstate 'PT409' using hint = 'given_up';
    end if;
  end if;
  return public.order_refund_progress(v_refund.order_id, p_order_refund);
end
$$;
comment on function public.staff_retry_refund is
  'Retries a refund now, regardless of earlier failures. Errors: those of require_staff; PT404 refund_unknown; PT409 '
  'at_stripe, given_up, action_used.';

create function public.staff_give_up_refund(p_event uuid, p_order_refund uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_refund public.order_refunds;
  v_checkout uuid;
begin
  v_refund := public.open_order_refund(p_order_refund);
  select checkout_id into v_checkout from public.orders where id = v_refund.order_id;
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_checkout, 'refund_given_up', 'staff', v_staff);
  else
    if v_refund.taken_at is not null then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    if v_refund.given_up_by = 'staff' then
      raise sqlstate 'PT409' using hint = 'given_up';
    end if;
    if exists (select from public.refunds where order_refund_id = p_order_refund and state = 'requested') then
      raise sqlstate 'PT409' using hint = 'under_way';
    end if;
    perform public.give_up_refund(p_order_refund, p_event, 'staff', v_staff, 'decided');
    perform public.settle_order(v_refund.order_id);
  end if;
  return public.order_refund_progress(v_refund.order_id, p_order_refund);
end
$$;
comment on function public.staff_give_up_refund is
  'Decides not to make a refund; acknowledges one that the shop gave up. Errors: those of require_staff; PT404 '
  'refund_unknown; PT409 at_stripe, given_up, under_way, action_used.';

create function public.take_due_order_refunds(
  p_run timestamptz, p_limit integer
) returns table ("order" bigint, checkout uuid, payment_intent text)
language sql set search_path = ''
as $$
  with due as (
    select distinct o.checkout_id
    from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.taken_at is null and f.given_up_at is null
      and public.next_refund_attempt(f.id) <= now()
      and not public.refunds_wait_for_dispute(o.payment_id)
  ), next as (
    select c.id from public.checkouts c join due on due.checkout_id = c.id
    where coalesce(c.swept_at, c.created_at) < p_run
    order by coalesce(c.swept_at, c.created_at), c.id
    limit p_limit
    -- A locked row is being processed elsewhere.
    for update of c skip locked
  ), taken as (
    update public.checkouts c set swept_at = p_run from next where c.id = next.id returning c.id
  )
  select o.id, o.checkout_id, p.stripe_payment_intent_id
  from taken
  join public.orders o on o.checkout_id = taken.id
  join public.payments p on p.id = o.payment_id
$$;
comment on function public.take_due_order_refunds is
  'Next orders with a refund due now, for the sweep that began at p_run, longest since the last sweep first; each at '
  'most once per run.';

-- supabase/schemas/cancellations.sql

-- Order units that will never be sent.

create function public.cancel_items(
  p_event uuid, p_order bigint, p_items jsonb, p_actor public.actor, p_staff bigint, p_reason text, p_restock boolean,
  p_refund boolean, p_detail jsonb default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_items jsonb;
  v_short jsonb;
begin
  v_order := public.lock_order(p_order);
  if not public.add_order_event(
    p_event, v_order.checkout_id, 'cancelled', p_actor, p_staff,
    p_detail || jsonb_build_object('reason', p_reason, 'restock', p_restock))
  then
    return public.order_refund_progress(p_order, p_event);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.cancel_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;

  -- A dispatch of the same units waits for this order's lock, or has already held it.
  if p_items is null then
    select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', to_send) order by variant_id) into v_items
    from public.order_units where order_id = p_order and to_send > 0;
  else
    select jsonb_agg(to_jsonb(w)) into v_items from public.wanted_units(p_order, p_items) w;
  end if;
  if v_items is null then
    raise sqlstate 'PT409' using hint = 'nothing_to_cancel';
  end if;
  select jsonb_agg(jsonb_build_object('variant_id', w.variant_id, 'quantity', w.quantity, 'left', u.to_send))
  into v_short
  from public.wanted_units(p_order, v_items) w
  join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id
  where w.quantity > u.to_send;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'already_left', detail = v_short::text;
  end if;

  if p_restock then
    perform 1 from public.color_variants
    where id in (select variant_id from public.wanted_units(p_order, v_items))
    order by id for update;
    perform public.moving_stock('cancelled', p_order, p_staff);
    update public.color_variants v
    set quantity = v.quantity + w.quantity
    from public.wanted_units(p_order, v_items) w where v.id = w.variant_id;
  end if;
  if p_refund then
    perform public.refund_cancelled(p_event, p_order, v_items, p_actor, p_staff, p_reason);
  end if;
  insert into public.cancelled_items (event_id, order_id, variant_id, quantity, restocked)
  select p_event, p_order, variant_id, quantity, case when p_restock then quantity else 0 end
  from public.wanted_units(p_order, v_items);

  if p_refund then
    perform public.refund_exchanged(
      p_event, p_order, case p_reason when 'withdrawal' then 'withdrawal' else 'cancelled' end, p_actor, p_staff);
  end if;
  perform public.settle_order(p_order);
  return public.order_refund_progress(p_order, p_event);
end
$$;
comment on function public.cancel_items is
  'Cancels unsent units of an order: [{variant_id, quantity}], all that is left if null. p_restock: puts them back in '
  'stock. p_refund: refunds their price (refund_cancelled). p_detail: more for the history. Owes one e-mail. The '
  'caller has been authorised. Returns order_refund_progress; the same event again changes nothing. Errors: PT400 '
  'reason_unknown, items_malformed; PT404 order_unknown; PT409 nothing_to_cancel, item_unknown, already_left (detail: '
  'the pieces), action_used.';

create function public.refund_cancelled(
  p_event uuid, p_order bigint, p_items jsonb, p_actor public.actor, p_staff bigint, p_reason text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_money record;
  v_items jsonb;
  v_whole boolean;
  v_goods bigint;
  v_tax bigint;
  v_shipping bigint := 0;
  v_goodwill bigint := 0;
begin
  select * into v_money from public.order_money(p_order);
  -- Leaves out pieces that were already refunded.
  select coalesce(
    jsonb_agg(jsonb_build_object('variant_id', w.variant_id, 'quantity', least(w.quantity, u.ordered - u.refunded)))
           filter (where u.ordered > u.refunded), '[]')
  into v_items
  from public.wanted_units(p_order, p_items) w
  join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id;
  select goods_pence, tax_pence into v_goods, v_tax from public.refund_for_units(p_order, v_items);

  select sum(u.to_send - coalesce(w.quantity, 0)) = 0 and sum(u.sent) = 0 into v_whole
  from public.order_units u
  left join public.wanted_units(p_order, p_items) w on w.variant_id = u.variant_id
  where u.order_id = p_order;
  if v_whole then
    v_shipping := v_money.shipping_left_pence;
    -- If the order was accepted at a charge above its price, the surplus goes back as well.
    v_goodwill := greatest(v_money.left_pence - v_goods - v_tax - v_shipping, 0);
  end if;

  perform public.write_capped_refund(
    p_event, p_order, null, v_items, v_goods, v_tax, v_shipping, v_goodwill,
    case p_reason when 'withdrawal' then 'withdrawal' else 'cancelled' end, p_actor, p_staff);
end
$$;
comment on function public.refund_cancelled is
  'Decides the refund of units about to be cancelled: goods and tax, or the whole remaining payment once nothing of '
  'the order has left or will leave. Never more than is left of the payment.';

create function public.staff_cancel(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text, p_restock boolean
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform public.cancel_items(
    p_event, p_order, p_items, 'staff', public.require_staff('move_money', true), p_reason, p_restock, true);
  return public.exchange_progress(p_event, p_order);
end
$$;
comment on function public.staff_cancel is
  'Cancels units of an order and refunds them. Errors: those of require_staff and cancel_items.';

create function public.shopper_cancel(p_event uuid, p_order bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  v_order := public.lock_order(p_order);
  if not exists (select from public.order_events where id = p_event) then
    if v_order.units_to_send = 0 and exists (select from public.parcels_out where order_id = p_order) then
      raise sqlstate 'PT409' using hint = 'already_left';
    end if;
    if public.refunds_wait_for_dispute(v_order.payment_id) then
      raise sqlstate 'PT409' using hint = 'disputed';
    end if;
  end if;
  return public.cancel_items(p_event, p_order, null, 'shopper', null, 'shopper', true, true);
end
$$;
comment on function public.shopper_cancel is
  'Cancels the unsent units of an order for its shopper. The caller has checked that the order is theirs. Errors: '
  'PT404 order_unknown; PT409 already_left, nothing_to_cancel, disputed, action_used.';

-- supabase/schemas/complete_checkout.sql

-- The only path from payment to order, the return page's query, and the sweep of unfinished checkouts.

create function public.lines_short_of_stock(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object(
           'variant_id', l.variant_id, 'quantity', l.quantity, 'free', f.free) order by l.variant_id)
  from public.checkout_lines l
  join public.free_units(
    array(select variant_id from public.checkout_lines where checkout_id = p_checkout),
    p_except_checkout => p_checkout) f on f.variant_id = l.variant_id
  where l.checkout_id = p_checkout and f.free < l.quantity
$$;
comment on function public.lines_short_of_stock is
  'Checkout lines that stock no longer covers, ignoring its own hold; null when all are covered. The caller has '
  'locked its variants.';

create function public.place_order(
  p_checkout uuid, p_shipping_position integer, p_counts_from timestamptz, p_why text default 'sold',
  p_staff bigint default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint;
begin
  insert into public.orders (
    checkout_id, payment_id, user_id, billing_info_id, country, subtotal_pence, discount_pence, tax_pence,
    shipping_pence, shipping_name, adjustment_pence, order_amount_pence, included_basis_points, total_items,
    units_to_send,
    counts_from, leaves_by, arrives_from, arrives_by)
  select c.id, p.id, c.user_id, c.billing_info_id, c.country, c.subtotal_pence, c.discount_pence, c.tax_pence,
         s.amount_pence, s.name,
         p.charged_pence - c.subtotal_pence + c.discount_pence - c.tax_pence - s.amount_pence, p.charged_pence,
         c.included_basis_points,
         units.total, units.total,
         p_counts_from, promise.leaves_by, promise.arrives_from, promise.arrives_by
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  left join public.checkout_shipping_options s on s.checkout_id = c.id and s.position = p_shipping_position
  cross join lateral (
    select sum(quantity) as total from public.checkout_lines where checkout_id = p_checkout) units
  cross join public.order_promise(p_counts_from, s.express, s.min_business_days, s.max_business_days) promise
  where c.id = p_checkout
  returning id into v_order;

  insert into public.order_items (
    order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity, discount_pence)
  select v_order, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence, l.quantity, l.discount_pence
  from public.checkout_lines l where l.checkout_id = p_checkout;

  perform public.moving_stock(p_why::public.stock_reason, v_order, p_staff);
  update public.color_variants v
  set quantity = v.quantity - l.quantity
  from public.checkout_lines l
  where l.checkout_id = p_checkout and v.id = l.variant_id;

  perform public.settle_order(v_order);
end
$$;
comment on function public.place_order is
  'Takes the stock of a paid checkout and writes its order, with delivery promises counted from p_counts_from. '
  'p_shipping_position: the chosen delivery. p_why (a stock_reason), p_staff: the stock movement''s. The caller has '
  'locked the checkout and its variants.';

create function public.complete_checkout(
  p_checkout uuid,
  p_session text,
  p_charged_pence bigint,
  p_currency text,
  p_shipping_pence bigint,
  p_shipping_position integer default null,
  p_payment_intent text default null,
  p_refunds jsonb default '[]',
  p_disputed boolean default false,
  p_delivery jsonb default null,
  p_paid_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
  v_shipping public.checkout_shipping_options;
  v_former public.checkout_status;
  v_outcome public.checkout_status;
begin
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if v_checkout.stripe_session_id is not null and v_checkout.stripe_session_id <> p_session then
    raise sqlstate 'PT409' using hint = 'foreign_session';
  end if;

  v_former := v_checkout.status;
  if v_former in ('open', 'awaiting_payment', 'released') then
    select * into v_shipping
    from public.checkout_shipping_options
    where checkout_id = p_checkout and amount_pence = p_shipping_pence
    order by (position = p_shipping_position) desc, position limit 1;

    if v_checkout.currency is distinct from lower(p_currency)
      or v_shipping.checkout_id is null
      or p_charged_pence is distinct from
         v_checkout.subtotal_pence::bigint - v_checkout.discount_pence + v_checkout.tax_pence + v_shipping.amount_pence
      or p_disputed or p_refunds <> '[]'
      or p_delivery ->> 'country' <> v_checkout.country
      or not public.reclaim_discount(p_checkout)
    then
      v_outcome := 'review';
    elsif v_checkout.by_link and v_checkout.status = 'released' then
      -- The order that it was to join may have left.
      v_outcome := 'refund_due';
    else
      perform 1 from public.color_variants
      where id in (select variant_id from public.checkout_lines where checkout_id = p_checkout)
      order by id for update;

      if public.lines_short_of_stock(p_checkout) is not null then
        v_outcome := 'refund_due';
      else
        v_outcome := 'completed';
      end if;
    end if;

    update public.checkouts
    set status = v_outcome, stripe_session_id = p_session, closed_at = now(),
        delivery = coalesce(case when by_link then delivery end, p_delivery, (
          select jsonb_build_object(
            'name', b.name, 'line1', b.address, 'country', v_checkout.country, 'phone', b.phone)
          from public.billing_infos b where b.id = v_checkout.billing_info_id))
    where id = p_checkout;
    -- Under review the goods stay reserved until staff decide, however long that takes.
    if v_outcome = 'review' then
      perform public.keep_holds(p_checkout, 'infinity');
    else
      delete from public.stock_holds where checkout_id = p_checkout;
    end if;

    if v_checkout.by_link then
      v_checkout := public.link_shopper(p_checkout);
      perform public.end_link_wait(p_checkout, v_outcome = 'completed');
    end if;

    insert into public.payments (
      checkout_id, user_id, billing_info_id, amount_pence, charged_pence, shipping_pence, currency, status,
      stripe_session_id, stripe_payment_intent_id)
    values (
      v_checkout.id, v_checkout.user_id, v_checkout.billing_info_id, v_checkout.subtotal_pence,
      p_charged_pence, p_shipping_pence, lower(p_currency),
      (case v_outcome when 'completed' then 'paid' else v_outcome::text end)::public.payment_status,
      p_session, p_payment_intent);

    if v_outcome = 'completed' then
      -- A slow payment is confirmed when it arrives, not when the shopper made it.
      perform public.place_order(p_checkout, v_shipping.position, case
        when v_former = 'awaiting_payment' then now()
        else least(greatest(coalesce(p_paid_at, now()), v_checkout.created_at), now()) end);
    elsif p_refunds <> '[]' then
      -- Fully refunded before the shop learned of the payment: there is nothing to review.
      perform public.record_refunds(p_payment_intent, p_refunds);
    end if;
  end if;

  return (
    select jsonb_build_object(
      'outcome', c.status, 'payment_id', p.id, 'order_id', o.id,
      'sold_out', exists (select from public.refunds r where r.payment_id = p.id and r.reason = 'sold_out')
        or (c.status = 'refund_due' and not public.is_declined(p.checkout_id)))
    from public.checkouts c
    join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    where c.id = p_checkout);
end
$$;
comment on function public.complete_checkout is
  'Turns a paid session, fetched from Stripe, into one stock movement, payment and order; repeats return the same '
  'ids. p_shipping_position: the delivery chosen among equal prices. p_delivery: Stripe''s address, else the billing '
  'form''s. Other amounts or another country lead to review, missing goods and a link that has lapsed to '
  'refund_due. p_paid_at starts the '
  'promise; now if null. p_refunds (as in record_refunds) or p_disputed: no order. sold_out: refunded for missing '
  'goods. A code that was given back and is used up meanwhile leads to review as well. Errors: PT404 '
  'checkout_unknown; PT409 foreign_session.';

create function public.find_purchase(
  p_session text default null,
  p_billing_info bigint default null,
  p_payment bigint default null,
  p_shopper uuid default null
) returns table (
  stripe_session_id text, reference text, billing_info_id bigint, subtotal_pence integer, discount_pence integer,
  tax_pence integer, payment_id bigint, "order" jsonb, lines jsonb
)
language sql stable set search_path = ''
as $$
  select public.require_session(p_guests => true) where p_shopper is null;

  select c.stripe_session_id, public.payment_reference(c.id), c.billing_info_id, c.subtotal_pence, c.discount_pence,
         c.tax_pence, p.id,
         -- The response describes the order as it began, whatever has happened since.
         to_jsonb(o) || '{"status": "processing"}',
         (select jsonb_agg(to_jsonb(l) order by l.variant_id) from public.checkout_lines l where l.checkout_id = c.id)
  from public.checkouts c
  left join public.payments p on p.checkout_id = c.id
  left join public.orders o on o.checkout_id = c.id
  where c.user_id = coalesce(p_shopper, public.caller_user())
    and c.stripe_session_id is not null
    and (p_session is null or c.stripe_session_id = p_session)
    and (p_billing_info is null or c.billing_info_id = p_billing_info)
    and (p_payment is null or p.id = p_payment)
  order by c.created_at desc
  limit 1
$$;
comment on function public.find_purchase is
  'The shopper''s checkout by payment session, billing form or payment, else the latest, with frozen figures and '
  'outcome; no row when there is none. p_shopper: passed by save-payment, which has no access token; null for the '
  'caller, PT401 when their session has ended.';

create function public.mark_order_seen(p_session text) returns void
language sql set search_path = ''
as $$
  update public.checkouts set order_seen_at = now()
  where stripe_session_id = p_session and status in ('completed', 'review') and order_seen_at is null
$$;
comment on function public.mark_order_seen is
  'Records that the shopper''s browser knows of the order or the review: from now on the same basket is a new '
  'purchase.';

create function public.take_unfinished_checkouts(
  p_run timestamptz, p_grace_seconds integer, p_limit integer
) returns table (id uuid, status public.checkout_status, stripe_session_id text)
language sql set search_path = ''
as $$
  with next as (
    select id from public.checkouts
    where status in ('open', 'awaiting_payment', 'refund_due')
      and created_at < p_run - make_interval(secs => p_grace_seconds)
      and coalesce(swept_at, created_at) < p_run
    order by coalesce(swept_at, created_at), id
    limit p_limit
    -- A locked row is being finished by another process.
    for update skip locked
  )
  update public.checkouts c set swept_at = p_run from next where c.id = next.id
  returning c.id, c.status, c.stripe_session_id
$$;
comment on function public.take_unfinished_checkouts is
  'Next checkouts for the sweep that began at p_run, longest since creation or last sweep first, each at most once '
  'per run. A checkout that cannot be finished has moved to the back of the queue before it is tried. '
  'p_grace_seconds: newer ones are left to the shopper and the webhook.';

-- supabase/schemas/review.sql

-- Decisions on payments under review.

create function public.resolve_review(p_checkout uuid, p_decision text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
  v_payment public.payments;
  v_shipping public.checkout_shipping_options;
  v_short jsonb;
  v_rest bigint;
begin
  if p_decision not in ('accept', 'refund') then
    raise sqlstate 'PT400' using hint = 'decision_unknown';
  end if;
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if v_checkout.status <> 'review' then
    raise sqlstate 'PT409' using hint = 'not_in_review';
  end if;
  select * into v_payment from public.payments where checkout_id = p_checkout;

  if p_decision = 'refund' then
    update public.checkouts set status = 'refund_due', closed_at = now() where id = p_checkout;
    delete from public.stock_holds where checkout_id = p_checkout;
    select v_payment.charged_pence - gone_pence into v_rest
    from public.payment_balances where payment_id = v_payment.id;
    if v_rest > 0 then
      insert into public.refunds (payment_id, amount_pence, reason, source)
      values (v_payment.id, v_rest, 'review', 'shop');
    end if;
    return jsonb_build_object('outcome', public.settle_money(p_checkout), 'order_id', null);
  end if;

  if v_payment.currency <> v_checkout.currency then
    raise sqlstate 'PT409' using hint = 'other_currency';
  end if;
  if v_checkout.delivery ->> 'country' <> v_checkout.country then
    raise sqlstate 'PT409' using hint = 'other_country';
  end if;
  perform 1 from public.color_variants
  where id in (select variant_id from public.checkout_lines where checkout_id = p_checkout)
  order by id for update;
  if not public.reclaim_discount(p_checkout) then
    raise sqlstate 'PT409' using hint = 'code_gone';
  end if;
  v_short := public.lines_short_of_stock(p_checkout);
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_short::text;
  end if;

  -- The delivery paid for, or the first one offered if none matches.
  select * into v_shipping from public.checkout_shipping_options
  where checkout_id = p_checkout
  order by (amount_pence = v_payment.shipping_pence) desc, position limit 1;
  update public.checkouts set status = 'completed', closed_at = now(), order_seen_at = null where id = p_checkout;
  delete from public.stock_holds where checkout_id = p_checkout;
  perform public.place_order(p_checkout, v_shipping.position, now());
  return jsonb_build_object(
    'outcome', public.settle_money(p_checkout),
    'order_id', (select id from public.orders where checkout_id = p_checkout));
end
$$;
comment on function public.resolve_review is
  'Ends the review of a payment. accept: takes the stock and makes the order at the amount charged; the difference '
  'from the frozen amounts is its adjustment. refund: the sweep refunds the rest of it. Errors: PT400 '
  'decision_unknown; PT404 checkout_unknown; PT409 not_in_review, other_currency, other_country, code_gone, '
  'out_of_stock (detail: the short lines).';

create function public.staff_resolve_review(
  p_event uuid, p_checkout uuid, p_decision text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_kind public.order_event_kind := case p_decision when 'accept' then 'review_accepted' else 'review_refunded' end;
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if public.add_order_event(p_event, p_checkout, v_kind, 'staff', v_staff) then
    perform public.resolve_review(p_checkout, p_decision);
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_resolve_review is
  'Ends a review (resolve_review) in the caller''s name. Returns payment_progress; the same event again '
  'changes nothing. Errors: those of require_staff and resolve_review; PT404 checkout_unknown; PT409 action_used.';

-- supabase/schemas/returns.sql

-- Returns: requested by the shopper, or by staff for them; received, settled or refused by staff. And the statutory
-- withdrawal (Consumer Contracts Regulations 2013, regulations 29 to 36; in the EU Directive 2011/83, articles 9 to 14,
-- and 11a for the function on the shop's pages). Interpretation of the periods:
-- docs/decisions/0022-returns-and-withdrawal.md.

create function public.arrived_on(p_parcel public.parcels_out, p_longest_transit integer) returns date
language plpgsql stable set search_path = ''
as $$
declare
  v_sent date := public.uk_day(p_parcel.sent_at);
  v_day date := public.uk_day(p_parcel.delivered_at);
  v_confirmed date := public.uk_day(coalesce(p_parcel.confirmed_at, p_parcel.delivered_at));
begin
  -- Business days are at least as many calendar days: usually spares counting them.
  if v_confirmed <= v_sent + p_longest_transit + 10 then
    return v_day;
  end if;
  return case
    when v_confirmed <= estimate then v_day
    else greatest(v_day, estimate) end
  from public.business_day_after(v_sent, p_longest_transit + 10) estimate;
end
$$;
comment on function public.arrived_on is
  'Day from which a parcel''s periods count: its delivery or, while that is unknown, an estimate: dispatch plus the '
  'delivery''s longest promised transit and ten business days, so that shoppers never lose a day. A delivery recorded '
  'after that day does not move it back: the shopper has been shown the period that runs.';

create function public.return_window(p_order bigint)
returns table (sent boolean, delivered_on date, delivery_known boolean, return_until date, withdraw_until date)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with promised as (
      select o.units_to_send, (
        select count(*)::integer
        from generate_series(o.leaves_by + 1, o.arrives_by, interval '1 day') transit (day)
        where extract(isodow from day) <= 5
          and not exists (select from public.bank_holidays
            where bank_holidays.day = transit.day::date)) as longest_transit
      from public.orders o where o.id = p_order
    ), arrived as (
      -- One period per order, from its last parcel: regulation 30 (5).
      select
        count(*) > 0 as sent,
        case when promised.units_to_send = 0 then max(public.arrived_on(p, promised.longest_transit)) end as day,
        bool_and(p.delivered_at is not null) as known
      from promised
      join public.parcels_out p on p.order_id = p_order
      group by promised.units_to_send
    )
    select
      coalesce(a.sent, false), a.day, coalesce(a.known and a.day is not null, false),
      a.day + 30, public.business_day_after(a.day + 13, 1)
    from promised left join arrived a on true;
end
$$;
comment on function public.return_window is
  'Last days, inclusive, to return an order by the shop''s rule and to withdraw by law, counted from delivery of the '
  'last parcel, known or estimated (arrived_on). The statutory period never ends on a weekend or bank holiday. Null '
  'while goods are still to be sent. No row for an unknown order.';

create function public.returnable_units(p_order bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, least(
      u.sent - u.return_asked - u.returned,
      -- Refunded units that the shopper may keep need not come back.
      u.ordered - u.cancelled - greatest(u.refunded - u.cancelled, 0) - u.return_asked)
    from public.order_units u
    where u.order_id = p_order;
end
$$;
comment on function public.returnable_units is
  'Units of each line that were sent, are neither back nor on their way back, and have not been refunded.';

create function public.order_options(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
  v_order record;
  v_window record;
  v_units jsonb;
  v_can_cancel boolean;
begin
  select status, units_to_send into v_order from public.orders where id = p_order;
  if not found then
    return null;
  end if;
  select * into v_window from public.return_window(p_order);
  v_can_cancel := v_order.units_to_send > 0 and v_order.status not in ('disputed', 'refunded');
  if v_window.sent then
    select jsonb_agg(jsonb_build_object('variant_id', r.variant_id, 'quantity', r.quantity) order by r.variant_id)
    into v_units from public.returnable_units(p_order) r where r.quantity > 0;
  end if;
  return jsonb_build_object(
    'can_cancel', v_can_cancel,
    'can_return', v_units is not null and coalesce(v_window.return_until >= v_today, true),
    'return_until', v_window.return_until,
    'can_withdraw', v_can_cancel or (
      v_window.sent and (v_units is not null or v_order.units_to_send > 0)
      and coalesce(v_window.withdraw_until >= v_today, true)),
    'withdraw_until', v_window.withdraw_until,
    'counted_from', v_window.delivered_on,
    'delivery_known', v_window.delivery_known,
    'returnable', coalesce(v_units, '[]'::jsonb));
end
$$;
comment on function public.order_options is
  'A shopper''s current options for an order: cancel unsent goods; return units (returnable), or withdraw, until a '
  'day, inclusive. A day is null while the period is open-ended. counted_from: delivery, an estimate unless '
  'delivery_known.';

create function public.new_return_code() returns text
language sql volatile set search_path = ''
as $$
  select 'R-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(noise.bytes, place) % 32, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) noise
  -- The other bytes of a version 4 UUID are not fully random.
  cross join unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) place
$$;
comment on function public.new_return_code is 'A random code for a return.';

create function public.ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text,
  p_actor public.actor, p_staff bigint default null, p_detail jsonb default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_today date := public.uk_day(now());
  v_window record;
  v_kind public.return_kind := p_kind;
  v_terms record := public.return_terms(p_kind);
  v_until date;
  v_reason text := nullif(btrim(p_reason), '');
  v_items jsonb;
  v_wrong jsonb;
  v_code text := public.new_return_code();
  v_return bigint;
begin
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_order.checkout_id, 'return_asked', p_actor, p_staff);
    return (select public.return_state(id) from public.returns where event_id = p_event);
  end if;

  select * into v_window from public.return_window(p_order);
  if not v_window.sent then
    raise sqlstate 'PT409' using hint = 'not_sent';
  end if;
  -- A return within the statutory period gets the statutory terms, whatever the shopper calls it.
  if not v_terms.refunds_delivery and p_actor = 'shopper' and coalesce(v_window.withdraw_until >= v_today, true) then
    v_kind := 'withdrawal';
    v_terms := public.return_terms(v_kind);
  end if;
  v_until := case when v_terms.is_statutory then v_window.withdraw_until else v_window.return_until end;
  if p_actor = 'shopper' and v_today > v_until then
    raise sqlstate 'PT409' using hint = 'window_over', detail = jsonb_build_object('until', v_until)::text;
  end if;
  if v_terms.needs_reason and v_reason is null then
    raise sqlstate 'PT400' using hint = 'reason_missing';
  end if;

  select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', quantity) order by variant_id) into v_items
  from (
    select variant_id, quantity from public.returnable_units(p_order) where p_items is null and quantity > 0
    union all
    select variant_id, sum(quantity)::integer
    from jsonb_to_recordset(coalesce(p_items, '[]')) as asked (variant_id bigint, quantity integer) group by variant_id
  ) wanted;
  if v_items is null then
    raise sqlstate 'PT409' using hint = 'nothing_to_return';
  end if;
  select jsonb_agg(jsonb_build_object('variant_id', a.variant_id, 'quantity', greatest(coalesce(r.quantity, 0), 0)))
  into v_wrong
  from jsonb_to_recordset(v_items) as a (variant_id bigint, quantity integer)
  left join public.returnable_units(p_order) r on r.variant_id = a.variant_id
  where a.quantity is null or a.quantity < 1 or a.quantity > coalesce(r.quantity, 0);
  if v_wrong is not null then
    raise sqlstate 'PT409' using hint = 'too_many_units', detail = v_wrong::text;
  end if;

  perform public.add_order_event(p_event, v_order.checkout_id, 'return_asked', p_actor, p_staff,
    p_detail || jsonb_build_object('code', v_code, 'kind', v_kind, 'asked_as', p_kind, 'items', v_items));
  insert into public.returns (order_id, event_id, kind, code, reason)
  values (p_order, p_event, v_kind, v_code, case when not v_terms.is_statutory then left(v_reason, 1000) end)
  returning id into v_return;
  insert into public.return_items (return_id, order_id, variant_id, quantity)
  select v_return, p_order, variant_id, quantity
  from jsonb_to_recordset(v_items) as a (variant_id bigint, quantity integer);
  perform public.owe_mail('return_asked', v_order.checkout_id, v_return::text);
  perform public.settle_order(p_order);
  return public.return_state(v_return);
end
$$;
comment on function public.ask_return is
  'Announces a return of units, [{variant_id, quantity}], all returnable ones if null, and gives it a code. The '
  'caller has authorised the actor. A shopper''s return within the statutory period becomes a withdrawal; staff may '
  'accept one after the periods. p_detail: more for the history. The same event again changes nothing. Returns '
  'return_state. Errors: PT404 order_unknown; PT400 reason_missing (fault only); PT409 not_sent, window_over (detail: '
  'until), nothing_to_return, too_many_units (detail: the maximum), action_used.';

create function public.return_state(p_return bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select jsonb_build_object(
        'id', r.id, 'order', r.order_id, 'checkout', o.checkout_id, 'kind', r.kind, 'state', r.state, 'code', r.code,
        'reason', r.reason,
        'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at,
        -- Regulation 35 (1): the goods must be sent within 14 days of the notice.
        'send_by', public.uk_day(r.asked_at) + 14,
        'refund_due', exists (select from public.return_units_due(r.id)),
        'status', o.status,
        'photos', (select count(*) from public.return_photos p where p.return_id = r.id and p.removed_at is null),
        'items', (
          select jsonb_agg(jsonb_build_object(
            'variant_id', i.variant_id, 'quantity', i.quantity, 'restocked', i.restocked, 'written_off', i.written_off)
            order by i.variant_id)
          from public.return_items i where i.return_id = r.id))
      from public.returns r
      join public.orders o on o.id = r.order_id
      where r.id = p_return);
end
$$;
comment on function public.return_state is
  'A return, its items, number of photos, whether any of it is still to be refunded (return_units_due), and the '
  'status of its order.';

create function public.lock_return(p_return bigint) returns public.returns
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns;
begin
  perform public.lock_order(r.order_id) from public.returns r where r.id = p_return;
  select * into v_return from public.returns where id = p_return;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  return v_return;
end
$$;
comment on function public.lock_return is 'Locks the order of a return. PT404 return_unknown.';

create function public.call_off_return(p_event uuid, p_order bigint, p_return bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return and order_id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  if not public.add_order_event(p_event, v_order.checkout_id, 'return_called_off', 'shopper', null,
    jsonb_build_object('code', v_return.code))
  then
    return public.return_state(p_return);
  end if;
  if v_return.state <> 'asked' then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if exists (
    select from public.exchanges e join public.order_units u on u.order_id = e.order_id
    where e.return_id = p_return and u.sent > 0)
  then
    raise sqlstate 'PT409' using hint = 'exchange_sent';
  end if;
  update public.returns set state = 'called_off', closed_at = now() where id = p_return;
  perform public.end_exchange(p_event, p_return, 'shopper', null);
  perform public.settle_order(p_order);
  return public.return_state(p_return);
end
$$;
comment on function public.call_off_return is
  'Calls off a return that has not been received: the shopper keeps the goods. The caller has authorised the shopper '
  'for the order. Its exchange is cancelled. Returns return_state. Errors: PT404 order_unknown, return_unknown; PT409 '
  'return_received and the like, exchange_sent, action_used.';

create function public.withdrawable_units(
  p_order bigint
) returns table (variant_id bigint, to_cancel integer, to_return integer)
language sql stable set search_path = ''
as $$
  select u.variant_id, u.to_send, greatest(r.quantity, 0)
  from public.order_units u
  join public.returnable_units(p_order) r on r.variant_id = u.variant_id
  where u.order_id = p_order and (u.to_send > 0 or r.quantity > 0)
$$;
comment on function public.withdrawable_units is
  'Units of each line open to withdrawal: unsent ones are cancelled, the others returned. Leaves out lines without '
  'any.';

create function public.withdraw_order(
  p_event uuid, p_order bigint, p_detail jsonb default '{}', p_items jsonb default null, p_proven boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_first_event uuid := md5('withdraw ' || p_event)::uuid;
  v_known uuid;
  v_window record;
  v_return jsonb;
  v_wrong jsonb;
  v_cancel jsonb;
  v_back jsonb;
begin
  select id into v_known from public.order_events where id in (p_event, v_first_event) limit 1;
  if v_known is not null and not exists (
    select from public.order_events where id = v_known and checkout_id = v_order.checkout_id)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;

  if v_known is null then
    if not p_proven and v_order.cancels_at is not null then
      raise sqlstate 'PT409' using hint = 'withdrawal_declared';
    end if;
    -- The owner has objected before.
    if not p_proven and exists (
      select from public.order_events where checkout_id = v_order.checkout_id and kind = 'withdrawal_undone')
    then
      raise sqlstate 'PT409' using hint = 'link_needed';
    end if;
    select * into v_window from public.return_window(p_order);
    if public.uk_day(now()) > v_window.withdraw_until then
      raise sqlstate 'PT409' using hint = 'window_over',
        detail = jsonb_build_object('until', v_window.withdraw_until)::text;
    end if;
    if p_items is not null then
      select jsonb_agg(
        jsonb_build_object('variant_id', w.variant_id, 'quantity', coalesce(u.to_cancel + u.to_return, 0)))
      into v_wrong
      from public.wanted_units(p_order, p_items) w
      left join public.withdrawable_units(p_order) u on u.variant_id = w.variant_id
      where w.quantity > coalesce(u.to_cancel + u.to_return, 0);
      if v_wrong is not null then
        raise sqlstate 'PT409' using hint = 'too_many_units', detail = v_wrong::text;
      end if;
    end if;
    -- Unsent units first, so that as little as possible has to be sent back.
    select
      jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', least(units, to_cancel)) order by variant_id)
        filter (where least(units, to_cancel) > 0),
      jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', units - to_cancel) order by variant_id)
        filter (where units > to_cancel)
    into v_cancel, v_back
    from (
      select u.variant_id, u.to_cancel, u.to_cancel + u.to_return as units
      from public.withdrawable_units(p_order) u where p_items is null
      union all
      select u.variant_id, u.to_cancel, w.quantity
      from public.wanted_units(p_order, coalesce(p_items, '[]')) w
      join public.withdrawable_units(p_order) u on u.variant_id = w.variant_id
    ) chosen;
    if v_cancel is null and v_back is null then
      raise sqlstate 'PT409' using hint = 'nothing_to_return';
    end if;
    -- One press, but an event for each.
    if v_cancel is not null and not p_proven then
      update public.orders set cancels_at = now() + interval '30 minutes' where id = p_order returning * into v_order;
      perform public.add_order_event(v_first_event, v_order.checkout_id, 'withdrawal_declared', 'shopper', null,
        p_detail || jsonb_build_object('reason', 'withdrawal', 'cancels_at', v_order.cancels_at, 'units', (
          select jsonb_object_agg(item ->> 'variant_id', item -> 'quantity')
          from jsonb_array_elements(v_cancel) item)));
    elsif v_cancel is not null then
      perform public.cancel_items(
        p_event => v_first_event, p_order => p_order, p_items => v_cancel, p_actor => 'shopper', p_staff => null,
        p_reason => 'withdrawal', p_restock => true, p_refund => true, p_detail => p_detail);
    end if;
    if v_back is not null then
      v_return := public.ask_return(p_event, p_order, 'withdrawal', v_back, null, 'shopper', null, p_detail);
    end if;
  end if;

  return public.order_refund_progress(p_order, v_first_event) || jsonb_build_object(
    'at', (select min(at) from public.order_events where id in (p_event, v_first_event)),
    'cancelled', exists (select from public.order_events where id = v_first_event and kind = 'cancelled'),
    'cancels_at', (select detail ->> 'cancels_at' from public.order_events where id = v_first_event),
    'return', (select public.return_state(id) from public.returns where event_id = p_event));
end
$$;
comment on function public.withdraw_order is
  'Withdraws from the contract or part of it: units [{variant_id, quantity}], all left if null. Unsent ones are '
  'cancelled and refunded, others returned. The caller has authorised the shopper, by mailed link (p_proven) or by '
  'number and address: then unsent goods wait 30 minutes for keep_order, and carry_out_withdrawal cancels them. '
  'Repeats change nothing. Returns order_refund_progress and {at, cancelled, cancels_at, return}. Errors: PT404 '
  'order_unknown; PT400 items_malformed; PT409 withdrawal_declared (pending), link_needed (undone once), window_over '
  '(detail: until), nothing_to_return, item_unknown, too_many_units (detail: the maximum), action_used; those of '
  'cancel_items.';

create function public.keep_order(p_event uuid, p_order bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
begin
  if public.add_order_event(p_event, v_order.checkout_id, 'withdrawal_undone', 'shopper', null) then
    if v_order.cancels_at is null then
      raise sqlstate 'PT409' using hint = 'not_withdrawn';
    end if;
    update public.orders set cancels_at = null where id = p_order;
  end if;
  return public.order_refund_progress(p_order);
end
$$;
comment on function public.keep_order is
  'Undoes a pending withdrawal made by number and address. Later ones for this order need the mailed link. The caller '
  'has authorised the shopper. Returns order_refund_progress; the same event again changes nothing. Errors: PT404 '
  'order_unknown; PT409 not_withdrawn, action_used.';

create function public.withdrawals_due(p_limit integer) returns bigint[]
language sql stable set search_path = ''
as $$
  select array(select id from public.orders where cancels_at <= now() order by cancels_at, id limit p_limit)
$$;
comment on function public.withdrawals_due is 'Orders whose withdrawal was not undone in time, longest due first.';

create function public.carry_out_withdrawal(p_order bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
begin
  if v_order.cancels_at is null or v_order.cancels_at > now() then
    return null;
  end if;
  update public.orders set cancels_at = null where id = p_order;
  return public.cancel_items(
    p_event => gen_random_uuid(), p_order => p_order, p_items => null, p_actor => 'shopper', p_staff => null,
    p_reason => 'withdrawal', p_restock => true, p_refund => true);
end
$$;
comment on function public.carry_out_withdrawal is
  'Cancels the unsent units of an order after a withdrawal that was not undone. Returns order_refund_progress; null '
  'when nothing is left to do. PT404 order_unknown.';

create function public.withdrawable_order(p_order bigint, p_email text) returns table (
  "order" bigint, created_at timestamptz, units_to_send integer, units_to_return bigint, can_withdraw boolean,
  withdraw_until date
)
language sql stable set search_path = ''
as $$
  select o.id, o.created_at, o.units_to_send, (
           select coalesce(sum((r ->> 'quantity')::integer), 0) from jsonb_array_elements(w.options -> 'returnable') r),
         (w.options ->> 'can_withdraw')::boolean, (w.options ->> 'withdraw_until')::date
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  cross join lateral (select public.order_options(o.id) as options) w
  where o.id = p_order and lower(b.email) = lower(p_email) and b.email <> ''
$$;
comment on function public.withdrawable_order is
  'The order named without a login, by number and e-mail address, and the effect of a withdrawal, without its '
  'contents: others may know both. No row where the two do not match.';

create function public.withdrawable_items(p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order', o.id,
    'created_at', o.created_at,
    'email', b.email,
    'name', b.name,
    'can_withdraw', w.options -> 'can_withdraw',
    'withdraw_until', w.options -> 'withdraw_until',
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'variant_id', u.variant_id, 'product_name', i.product_name, 'color_name', i.color_name,
               'to_cancel', u.to_cancel, 'to_return', u.to_return)
             order by i.product_name, i.color_name, u.variant_id), '[]')
      from public.withdrawable_units(o.id) u
      join public.order_items i on i.order_id = o.id and i.variant_id = u.variant_id))
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  cross join lateral (select public.order_options(o.id) as options) w
  where o.id = p_order
$$;
comment on function public.withdrawable_items is
  'An order for choosing units to withdraw from, and the effect on each. Open to readers of its mailed link: the '
  'caller checks the reader.';

create function public.ask_withdrawal_link(p_event uuid, p_order bigint, p_email text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid;
begin
  if not exists (select from public.withdrawable_order(p_order, p_email)) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  v_checkout := (public.lock_order(p_order)).checkout_id;
  -- Keeps a stranger who knows number and address from flooding the owner with e-mails.
  if not exists (
    select from public.mail_outbox
    where kind = 'withdrawal_link' and checkout_id = v_checkout and created_at > now() - interval '5 minutes')
  then
    perform public.owe_mail('withdrawal_link', v_checkout, p_event::text);
  end if;
  return v_checkout;
end
$$;
comment on function public.ask_withdrawal_link is
  'Owes the order''s address an e-mail with a link to the withdrawable items; skipped within five minutes of the '
  'last. Returns the checkout. PT404 order_unknown, also where number and address do not match.';

create function public.require_own_order(p_order bigint) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session();
  v_checkout uuid;
begin
  select checkout_id into v_checkout from public.orders where id = p_order and user_id = v_shopper;
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return v_checkout;
end
$$;
comment on function public.require_own_order is
  'The checkout of the caller''s own order. Errors: PT401 session_ended; PT404 order_unknown, also for another '
  'shopper''s order.';

create function public.linked_order(p_checkout uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select o.id from public.orders o
    where o.checkout_id = p_checkout
      and exists (
        select from public.mail_outbox m
        where m.checkout_id = p_checkout and m.kind not in ('staff_order', 'staff_decision')
          and coalesce(m.resent_at, m.created_at) > now() - interval '90 days'));
end
$$;
comment on function public.linked_order is
  'The order behind a mailed link, which works for 90 days after the latest e-mail to the shopper about the order; '
  'null after that, and without an order.';

create function public.order_after_return(p_return bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
      select e.order_id from public.exchanges e join public.returns r on r.id = e.return_id
      where e.return_id = p_return and r.state <> 'called_off'), (
      select later.id
      from public.returns r
      join public.order_events e on e.id = r.event_id
      join public.orders o on o.id = r.order_id
      -- Orders of closed accounts have lost their shopper, so they never match.
      join public.orders later on later.user_id = o.user_id and later.id <> o.id
        and later.created_at > r.asked_at and later.created_at <= r.asked_at + interval '30 days'
      where r.id = p_return and r.state <> 'called_off'
        -- Within the statutory period, a request for a return is stored as a withdrawal.
        and not (public.return_terms(coalesce((e.detail ->> 'asked_as')::public.return_kind, r.kind))).is_statutory
      order by later.created_at, later.id limit 1));
end
$$;
comment on function public.order_after_return is
  'The other half of an exchange: the order of exchanges, else the shopper''s first order within 30 days after '
  'requesting a return or announcing a '
  'fault. Null when there is none, when the return was called off or is a plain withdrawal, and once the account is '
  'closed.';

create function public.returns_before_order(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'order', r.order_id) order by r.asked_at, r.id),
             '[]'::jsonb)
      from public.orders o
      join public.orders earlier on earlier.user_id = o.user_id and earlier.id <> o.id
      join public.returns r on r.order_id = earlier.id
      where o.id = p_order and public.order_after_return(r.id) = p_order);
end
$$;
comment on function public.returns_before_order is
  'Returns that this order was the first to follow (order_after_return), with their codes and orders.';

create function public.shopper_order(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
-- Planning takes longer than execution, and the plan is the same for every order.
set plan_cache_mode = force_generic_plan
as $$
begin
  return public.order_receipt(p_order) || public.order_options(p_order) || (
    select jsonb_build_object(
      'checkout', o.checkout_id,
      'cancels_at', o.cancels_at,
      'billing_name', b.name,
      'reference', public.payment_reference(o.checkout_id),
      'timeline', public.order_timeline(p_order, false),
      'parcels', coalesce((
        select jsonb_agg(jsonb_build_object(
          'carrier', p.carrier, 'tracking_number', p.tracking_number,
          'sent_at', p.sent_at, 'delivered_at', p.delivered_at,
          'expected', case when p.delivered_at is null then public.expected_arrival(p.id) end,
          'items', (
            select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity)
              order by i.variant_id)
            from public.parcel_items i where i.parcel_id = p.id)) order by p.id)
        from public.parcels_out p where p.order_id = o.id), '[]'::jsonb),
      'refunds', coalesce((
        select jsonb_agg(jsonb_build_object(
          'amount_pence', r.amount_pence, 'at', r.created_at, 'arrived', r.state = 'succeeded',
          'needs_shopper', r.state = 'requires_action', 'refund_by', public.refund_promise(r.created_at))
          order by r.created_at, r.id)
        from public.refunds r
        where r.payment_id = o.payment_id and r.state in ('pending', 'requires_action', 'succeeded')), '[]'::jsonb),
      'credit_notes', public.credit_notes_of(o.payment_id),
      'returns', coalesce((
        select jsonb_agg(public.return_state(r.id) || jsonb_build_object('next_order', public.order_after_return(r.id))
          order by r.asked_at, r.id)
        from public.returns r where r.order_id = o.id), '[]'::jsonb),
      'after_returns', public.returns_before_order(o.id))
    from public.orders o
    join public.billing_infos b on b.id = o.billing_info_id
    where o.id = p_order);
end
$$;
comment on function public.shopper_order is
  'An order as shown to its shopper: order_receipt, history (timeline, parcels, refunds, returns) and current options '
  '(order_options). The caller checks the owner.';

create function public.shopper_cancel_order(p_event uuid, p_order bigint) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.shopper_cancel(p_event, p_order)
$$;
comment on function public.shopper_cancel_order is
  'shopper_cancel for a logged-in shopper''s own order. Errors: those of require_own_order and shopper_cancel.';

create function public.shopper_keep_order(p_event uuid, p_order bigint) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.keep_order(p_event, p_order)
$$;
comment on function public.shopper_keep_order is
  'keep_order for a logged-in shopper''s own order. Errors: those of require_own_order and keep_order.';

create function public.shopper_ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text
) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.ask_return(p_event, p_order, p_kind, p_items, p_reason, 'shopper', null)
$$;
comment on function public.shopper_ask_return is
  'ask_return for a logged-in shopper''s own order. Errors: those of require_own_order and ask_return.';

create function public.shopper_call_off_return(p_event uuid, p_order bigint, p_return bigint) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.call_off_return(p_event, p_order, p_return)
$$;
comment on function public.shopper_call_off_return is
  'call_off_return for a logged-in shopper''s own order. Errors: those of require_own_order and call_off_return.';

create function public.staff_ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text
) returns jsonb
language sql set search_path = ''
as $$
  select public.ask_return(p_event, p_order, p_kind, p_items, p_reason, 'staff',
         public.require_staff('answer_shoppers'))
$$;
comment on function public.staff_ask_return is
  'A return requested by e-mail, or whose parcel came unannounced; also after the periods. Errors: those of '
  'require_staff and ask_return.';

create function public.staff_receive_return(p_event uuid, p_return bigint, p_items jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_items jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'variant_id', variant_id, 'restocked', restocked, 'written_off', written_off) order by variant_id) into v_items
  from (
    select variant_id, sum(coalesce(restocked, 0))::integer as restocked,
           sum(coalesce(written_off, 0))::integer as written_off
    from jsonb_to_recordset(p_items) as came (variant_id bigint, restocked integer, written_off integer)
    group by variant_id) came
  where restocked <> 0 or written_off <> 0;
  if not public.add_order_event(p_event, v_checkout, 'return_received', 'staff', v_staff,
    jsonb_build_object('code', v_return.code, 'items', coalesce(v_items, '[]'::jsonb)))
  then
    return public.return_state(p_return);
  end if;
  if v_items is null then
    raise sqlstate 'PT400' using hint = 'nothing_received';
  end if;
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if exists (
    select from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer, written_off integer)
    left join public.return_items i on i.return_id = p_return and i.variant_id = came.variant_id
    where came.restocked < 0 or came.written_off < 0 or i.variant_id is null
      or i.restocked + i.written_off + came.restocked + came.written_off > i.quantity)
  then
    raise sqlstate 'PT409' using hint = 'too_many_units';
  end if;

  update public.return_items i
  set restocked = i.restocked + came.restocked, written_off = i.written_off + came.written_off
  from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer, written_off integer)
  where i.return_id = p_return and i.variant_id = came.variant_id;
  update public.returns set state = 'received', received_at = coalesce(received_at, now()) where id = p_return;

  perform 1 from public.color_variants
  where id in (
    select variant_id from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer)
    where restocked > 0)
  order by id for update;
  perform public.moving_stock('returned', v_return.order_id, v_staff);
  update public.color_variants v set quantity = v.quantity + came.restocked
  from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer)
  where v.id = came.variant_id and came.restocked > 0;

  if not exists (select from public.return_items where return_id = p_return and restocked + written_off < quantity) then
    perform public.release_exchange(p_return);
  end if;
  perform public.owe_mail('return_received', v_checkout, p_return::text);
  perform public.settle_order(v_return.order_id);
  return public.return_state(p_return);
end
$$;
comment on function public.staff_receive_return is
  'Records received goods of a return: [{variant_id, restocked, written_off}], resaleable units, which go back into '
  'stock, and others. A second parcel is added by another event. Returns return_state. Errors: those of '
  'require_staff; PT404 return_unknown; PT400 nothing_received; PT409 too_many_units, return_settled and the like, '
  'action_used.';

create function public.refunded_for_return(p_return bigint, p_variant bigint) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(i.quantity), 0)::integer
  from public.order_refunds f
  join public.order_refund_items i on i.order_refund_id = f.id and i.variant_id = p_variant
  where f.return_id = p_return and f.given_up_at is null
$$;
comment on function public.refunded_for_return is
  'Units of a line whose price was refunded for this return, or is owed.';

create function public.return_units_due(p_return bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select i.variant_id, due.units
    from public.returns r
    join public.return_items i on i.return_id = r.id
    join public.order_units u on u.order_id = i.order_id and u.variant_id = i.variant_id
    cross join lateral (
      select least(
        case when r.received_at is null then i.quantity else i.restocked + i.written_off end
          - public.refunded_for_return(r.id, i.variant_id)
          - coalesce((
            select x.quantity from public.exchanged_units(r.order_id, r.id) x where x.variant_id = i.variant_id), 0),
        u.ordered - u.refunded - coalesce((
          select x.quantity from public.exchanged_units(r.order_id) x where x.variant_id = i.variant_id), 0)
      ) as units) due
    where r.id = p_return and due.units > 0;
end
$$;
comment on function public.return_units_due is
  'Units of a return that are still to be refunded: those received (expected, before any has come), less those '
  'refunded for it or for any other reason, and those that pay for an exchange (exchanged_units).';

create function public.return_delivery_refund(p_return bigint) returns bigint
language sql stable set search_path = ''
as $$
  select case
    when not (public.return_terms(r.kind)).refunds_delivery then 0
    -- Only when the whole order is returned: kept goods also needed delivery.
    when exists (
      select from public.order_units u where u.order_id = o.id and u.ordered - u.cancelled > u.returned) then 0
    else greatest(0, least(o.shipping_pence::bigint, cheapest.pence) - given.pence) end
  from public.returns r
  join public.orders o on o.id = r.order_id
  cross join lateral (
    select coalesce(min(amount_pence), o.shipping_pence)::bigint as pence
    from public.checkout_shipping_options where checkout_id = o.checkout_id) cheapest
  cross join lateral (
    select coalesce(sum(shipping_pence), 0)::bigint as pence
    from public.order_refunds where order_id = o.id and given_up_at is null) given
  where r.id = p_return
$$;
comment on function public.return_delivery_refund is
  'Pence of the outbound delivery refunded with a return: none within the shop''s 30 days; for a withdrawal or fault '
  'the price of the cheapest delivery offered (regulation 34 (2) and (3)), once the shopper keeps nothing of the '
  'order.';

create function public.staff_settle_return(
  p_event uuid, p_return bigint,
  p_shipping_pence bigint default null, p_deduction_pence bigint default 0
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_shipping bigint := coalesce(p_shipping_pence, public.return_delivery_refund(p_return));
  v_items jsonb;
begin
  if public.add_order_event(p_event, v_checkout, 'return_settled', 'staff', v_staff, jsonb_build_object(
    'code', v_return.code, 'shipping_pence', v_shipping, 'deduction_pence', p_deduction_pence))
  then
    if v_return.state <> 'received' then
      raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
    end if;
    select jsonb_agg(to_jsonb(due) order by due.variant_id) into v_items from public.return_units_due(p_return) due;

    update public.returns set state = 'settled', closed_at = now() where id = p_return;
    perform public.release_exchange(p_return);
    perform public.refund_exchanged(
      p_event, v_return.order_id, v_return.kind::text, 'staff', v_staff, p_deduction_pence);
    -- If all was refunded already, at Stripe's dashboard or before the goods arrived, the return closes without money.
    if (v_items is not null or v_shipping > 0)
      and (select left_pence > 0 from public.order_money(v_return.order_id))
    then
      perform public.ask_refund(
        p_event => p_event, p_order => v_return.order_id, p_return => p_return,
        p_items => coalesce(v_items, '[]'::jsonb), p_shipping_pence => v_shipping, p_goodwill_pence => 0,
        p_reason => v_return.kind::text, p_actor => 'staff', p_staff => v_staff,
          p_deduction_pence => p_deduction_pence);
    end if;
    perform public.settle_order(v_return.order_id);
  end if;
  return public.return_state(p_return) || public.exchange_progress(p_event, v_return.order_id);
end
$$;
comment on function public.staff_settle_return is
  'Settles a received return: refunds the received goods not yet refunded, less p_deduction_pence for loss of value '
  'by use, plus p_shipping_pence of the delivery (return_delivery_refund when null). Returns return_state and '
  'order_refund_progress. Errors: those of require_staff and ask_refund; PT404 return_unknown; PT409 return_asked and '
  'the like, action_used.';

create function public.staff_refuse_return(p_event uuid, p_return bigint, p_reason text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money');
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_reason text := nullif(btrim(p_reason), '');
begin
  if not public.add_order_event(p_event, v_checkout, 'return_refused', 'staff', v_staff,
    jsonb_build_object('code', v_return.code, 'reason', v_reason))
  then
    return public.return_state(p_return);
  end if;
  if v_reason is null then
    raise sqlstate 'PT400' using hint = 'reason_missing';
  end if;
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if exists (select from public.return_items where return_id = p_return and restocked > 0) then
    raise sqlstate 'PT409' using hint = 'restocked';
  end if;
  -- Received goods go back to the shopper.
  update public.return_items set written_off = 0 where return_id = p_return;
  update public.returns set state = 'refused', closed_at = now() where id = p_return;
  perform public.end_exchange(p_event, p_return, 'staff', v_staff);
  perform public.owe_mail('return_refused', v_checkout, p_return::text);
  perform public.settle_order(v_return.order_id);
  return public.return_state(p_return);
end
$$;
comment on function public.staff_refuse_return is
  'Refuses a return: the goods stay with the shopper or go back to them. p_reason: part of the e-mail to the shopper. '
  'Returns return_state. Errors: those of require_staff; PT404 return_unknown; PT400 reason_missing; PT409 '
  'return_settled and the like, restocked (units are on sale again), action_used.';

-- supabase/schemas/return_photos.sql

-- Photos of faults (return_photos). The pictures are in Storage, open to the secret key only; people view them by
-- signed URLs, valid for a few minutes.

do $$
begin
  -- A database without Storage in front of it lacks this schema.
  if to_regclass('storage.objects') is null then
    return;
  end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('return-photos', 'return-photos', false, 3 * 1024 * 1024, array['image/jpeg'])
  on conflict (id) do update set
    public = excluded.public, file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;
  -- Without a permissive policy everything is refused. This restrictive one also overrules a policy made for all
  -- buckets.
  drop policy if exists "photos of returns are for the secret key alone" on storage.objects;
  create policy "photos of returns are for the secret key alone" on storage.objects
    as restrictive for all to anon, authenticated
    using (bucket_id <> 'return-photos') with check (bucket_id <> 'return-photos');
exception when insufficient_privilege then
  -- Storage's own table: only its owner may add policies and, on hosted projects, through supautils, postgres.
  raise warning 'storage.objects gets no policy of its own for return-photos, which is private without it, too: %',
    sqlerrm;
end
$$;

create function public.photo_is_known(p_photo uuid, p_order bigint, p_return bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_return public.returns;
  v_of bigint;
begin
  select * into v_return from public.returns where id = p_return and order_id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  select return_id into v_of from public.return_photos where id = p_photo;
  if v_of = p_return then
    return true;
  end if;
  if v_of is not null then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if not (public.return_terms(v_return.kind)).takes_photos then
    raise sqlstate 'PT409' using hint = 'not_a_fault';
  end if;
  if (select count(*) from public.return_photos where return_id = p_return and removed_at is null) >= 5 then
    raise sqlstate 'PT409' using hint = 'too_many_photos';
  end if;
  return false;
end
$$;
comment on function public.photo_is_known is
  'Whether a return has had this photo already, removed or not; false if it may be added, checked before the picture '
  'is processed. The caller has authorised the shopper for the order. Errors: PT404 return_unknown; PT409 '
  'action_used, return_settled and the like, not_a_fault, too_many_photos.';

create function public.add_return_photo(p_photo uuid, p_order bigint, p_return bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Keeps two simultaneous photos from both becoming the fifth.
  perform public.lock_order(p_order);
  if not public.photo_is_known(p_photo, p_order, p_return) then
    insert into public.return_photos (id, return_id) values (p_photo, p_return);
  end if;
end
$$;
comment on function public.add_return_photo is
  'Adds a photo, already in Storage, to an open return. Idempotent. The caller has authorised the shopper for the '
  'order. Errors: those of photo_is_known; PT404 order_unknown.';

create function public.remove_return_photo(p_photo uuid, p_order bigint, p_return bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns;
begin
  perform public.lock_order(p_order);
  select r.* into v_return
  from public.returns r join public.return_photos p on p.return_id = r.id
  where r.id = p_return and r.order_id = p_order and p.id = p_photo;
  if not found then
    raise sqlstate 'PT404' using hint = 'photo_unknown';
  end if;
  -- The shop's decision was based on it.
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  update public.return_photos set removed_at = now() where id = p_photo and removed_at is null;
end
$$;
comment on function public.remove_return_photo is
  'Removes a shopper''s photo from an open return; the caller, or the next sweep, deletes its objects. The caller has '
  'authorised the shopper for the order. Errors: PT404 order_unknown, photo_unknown; PT409 return_settled and the '
  'like.';

create function public.photos_of_return(
  p_order bigint, p_return bigint default null
) returns table (id uuid, "return" bigint, added_at timestamptz)
language sql stable set search_path = ''
as $$
  select p.id, p.return_id, p.added_at
  from public.return_photos p join public.returns r on r.id = p.return_id
  where r.order_id = p_order and (p_return is null or r.id = p_return) and p.removed_at is null
  order by p.added_at, p.id
$$;
comment on function public.photos_of_return is
  'The photos of a return, or of all returns of an order, oldest first. The caller has authorised the reader.';

create function public.staff_return_photos(
  p_order bigint
) returns table (id uuid, "return" bigint, added_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('read_orders');
  if not exists (select from public.orders o where o.id = p_order) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return query select * from public.photos_of_return(p_order);
end
$$;
comment on function public.staff_return_photos is
  'The photos of an order''s returns (photos_of_return), for all staff. Errors: those of require_staff; PT404 '
  'order_unknown.';

create function public.stray_return_photos(p_limit integer) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  if to_regclass('storage.objects') is null then
    return '{}';
  end if;
  return array(
    select o.name
    from storage.objects o
    left join public.return_photos p
      on p.return_id::text = split_part(o.name, '/', 1) and p.id::text = left(split_part(o.name, '/', 2), 36)
    where o.bucket_id = 'return-photos'
      -- A picture is stored before its row is written.
      and (p.removed_at is not null or p.id is null and o.created_at < now() - interval '1 hour')
    order by o.created_at limit p_limit);
end
$$;
comment on function public.stray_return_photos is
  'Names of at most p_limit orphaned objects in the bucket return-photos: removed by the shopper, past retention, or '
  'unrecorded for an hour or more. Storage deletes them, which a statement cannot.';

-- supabase/schemas/order_history.sql

-- An order as shown to the shopper, on the account page and in the confirmation e-mail.

create function public.order_receipt(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select jsonb_build_object(
        'id', o.id,
        'status', o.status,
        'created_at', o.created_at,
        'leaves_by', o.leaves_by,
        'arrives_from', o.arrives_from,
        'arrives_by', o.arrives_by,
        'country', o.country,
        'subtotal_pence', o.subtotal_pence,
        'discount_pence', o.discount_pence,
        'code', (select code from public.checkout_discounts where checkout_id = o.checkout_id),
        'tax_pence', o.tax_pence,
        'tax_basis_points', c.tax_basis_points,
        'tax_inside_pence', o.tax_inside_pence,
        'included_basis_points', o.included_basis_points,
        'duties', c.duties,
        'terms_version', c.terms_version,
        'terms_published_at', v.published_at,
        'shipping_pence', o.shipping_pence,
        'shipping_name', o.shipping_name,
        'adjustment_pence', o.adjustment_pence,
        'order_amount_pence', o.order_amount_pence,
        'refunded_pence', m.refunded_pence,
        'disputed', m.disputed,
        'replaces', (select replaces_order_id from public.replacements where order_id = o.id),
        'is_gift', exists (select from public.gifts where order_id = o.id),
        'exchange_of', (select from_order_id from public.exchanges where order_id = o.id),
        'total_items', o.total_items,
        'email', b.email,
        'delivery', c.delivery,
        'items', (
          select jsonb_agg(jsonb_build_object(
            'product_id', i.product_id,
            'variant_id', i.variant_id,
            'product_name', i.product_name,
            'color_name', i.color_name,
            'unit_pence', i.product_price_pence,
            'quantity', i.quantity,
            'image', (
              select p.path from public.variant_images p
              where p.variant_id = i.variant_id order by p.position, p.id limit 1)
          ) order by i.product_name, i.color_name, i.variant_id)
          from public.order_items i where i.order_id = o.id and i.quantity > 0)
      )
      from public.orders o
      join public.billing_infos b on b.id = o.billing_info_id
      join public.payment_balances m on m.payment_id = o.payment_id
      join public.checkouts c on c.id = o.checkout_id
      join public.terms_versions v on v.id = c.terms_version
      where o.id = p_order);
end
$$;
comment on function public.order_receipt is
  'An order with its items, amounts in pence and address, as bought; image is the colour''s current main picture, or '
  'null. Null when the order does not exist. The caller checks the owner.';

create function public.account_orders(
  p_limit integer, p_before bigint default null, p_order bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_session();

  with newest as (
    select o.id, row_number() over (order by o.created_at desc, o.id desc) as place
    from public.orders o
    where o.user_id = public.caller_user() and (p_order is null or o.id = p_order)
      and (p_before is null or (o.created_at, o.id) < (
      select created_at, id from public.orders where id = p_before))
    order by place limit p_limit + 1
  )
  select jsonb_build_object(
    'orders', coalesce(
      jsonb_agg(public.shopper_order(id) order by place) filter (where place <= p_limit), '[]'::jsonb),
    'older', count(*) > p_limit)
  from newest
$$;
comment on function public.account_orders is
  'A page of the shopper''s own orders (shopper_order), newest first, and whether there are older ones. p_before: id '
  'of the oldest order already loaded. p_order: only that one. PT401 when the session has ended.';

create function public.reorder_lines(p_order bigint) returns table (
  product_name text, color_name text, variant_id bigint, quantity integer, stock integer, product jsonb
)
language sql stable set search_path = ''
as $$
  select public.require_session();

  with wanted as (
    select i.*
    from public.orders o
    join public.order_items i on i.order_id = o.id
    where o.id = p_order and o.user_id = public.caller_user() and i.quantity > 0
  ), listed as (
    select product
    from jsonb_array_elements(public.product_listing(
      p_products => array(select product_id from wanted))) product
  )
  select w.product_name, w.color_name, w.variant_id, w.quantity, f.free, l.product
  from wanted w
  join public.free_units(array(select variant_id from wanted), public.caller_user()) f on f.variant_id = w.variant_id
  left join listed l on (l.product ->> 'id')::bigint = w.product_id
  order by w.product_name, w.color_name, w.variant_id
$$;
comment on function public.reorder_lines is
  'The lines of the shopper''s order, each with the product in product_listing''s current form (null when no longer '
  'sold) and the units free for this shopper. No rows when the order is not theirs. PT401 when the session has ended.';

-- supabase/schemas/import_catalogue.sql

-- Bulk import of products, all or nothing (preview_changes shows its effect), and export of the whole catalogue in the
-- same format.

create table public.stock_moved_by_exports (
  export_id uuid not null,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  moved integer not null,
  primary key (export_id, variant_id)
);
comment on table public.stock_moved_by_exports is
  'Units by which files of one export have moved a colour''s stock so far. A file imported again, after an '
  'interruption or with more changes, moves stock by the difference only.';
comment on column public.stock_moved_by_exports.export_id is 'Made by the export; part of the file.';
create index stock_moved_by_colour on public.stock_moved_by_exports (variant_id);
alter table public.stock_moved_by_exports enable row level security;

create function public.import_categories(p_categories jsonb, p_overwrite boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_merged jsonb;
  v_added jsonb;
  v_taken jsonb;
begin
  -- A form that adds one must not change another; and a file's category must not change a collection.
  select jsonb_agg(coalesce(g ->> 'name', c.name) order by c.id) into v_taken
  from jsonb_array_elements(p_categories) g
  join public.categories c on c.slug = g ->> 'slug'
  where g -> 'new' = 'true' or c.kind::text <> coalesce(g ->> 'kind', 'category');
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'category_name_taken', detail = jsonb_build_object('names', v_taken)::text;
  end if;

  select coalesce(jsonb_agg(jsonb_build_object(
           'id', c.id, 'slug', c.slug, 'kind', c.kind,
           'changes', m.merged -> 'changes', 'conflicts', m.merged -> 'conflicts') order by c.slug), '[]')
  into v_merged
  from jsonb_array_elements(p_categories) as g (item)
  join public.categories c on c.slug = g.item ->> 'slug'
  cross join lateral (select public.merged_changes(
    g.item, g.item -> 'seen', to_jsonb(c) || jsonb_build_object('archived', c.archived_at is not null), p_overwrite)
    offset 0) as m (merged);

  with decided as (
    select (g ->> 'id')::bigint as id,
           (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x) as now
    from jsonb_array_elements(v_merged) g
    where g -> 'changes' <> '[]'
  )
  update public.categories c
  set name = coalesce(d.now ->> 'name', c.name),
      intro = case when d.now ? 'intro' then d.now ->> 'intro' else c.intro end,
      picture = case when d.now ? 'picture' then d.now ->> 'picture' else c.picture end,
      search_title = case when d.now ? 'search_title' then d.now ->> 'search_title' else c.search_title end,
      search_description = case when d.now ? 'search_description' then d.now ->> 'search_description'
        else c.search_description end,
      share_picture = case when d.now ? 'share_picture' then d.now ->> 'share_picture' else c.share_picture end,
      in_menu = coalesce((d.now ->> 'in_menu')::boolean, c.in_menu),
      rule = case when d.now ? 'rule' then nullif(d.now -> 'rule', 'null') else c.rule end,
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else c.archived_at end
  from decided d
  where c.id = d.id;

  with added as (
    insert into public.categories (
      slug, name, kind, intro, picture, search_title, search_description, share_picture, in_menu, rule, archived_at,
      position)
    select g.item ->> 'slug', g.item ->> 'name', coalesce(g.item ->> 'kind', 'category')::public.category_kind,
           g.item ->> 'intro', g.item ->> 'picture', g.item ->> 'search_title', g.item ->> 'search_description',
           g.item ->> 'share_picture', coalesce((g.item ->> 'in_menu')::boolean, true),
           nullif(g.item -> 'rule', 'null'), case when g.item -> 'archived' = 'true' then now() end,
           g.place + (select coalesce(max(position), 0) from public.categories)
    from jsonb_array_elements(p_categories) with ordinality as g (item, place)
    where not exists (select from public.categories c where c.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  -- The menu, filters and files tell them apart by name.
  select jsonb_agg(c.name order by c.id) into v_taken
  from public.categories c
  where (v_added ? c.slug or exists (
      select from jsonb_array_elements(v_merged) g
      where (g ->> 'id')::bigint = c.id and g -> 'changes' @> '[{"field": "name"}]'))
    and exists (
      select from public.categories o where o.id <> c.id and public.name_key(o.name) = public.name_key(c.name));
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'category_name_taken', detail = jsonb_build_object('names', v_taken)::text;
  end if;

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(jsonb_agg(g - array['id', 'conflicts']), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug')), '[]')
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x));
end
$$;
comment on function public.import_categories is
  'Adds and changes categories and collections by slug, [{slug, kind, name, intro, picture, search_title, '
  'search_description, share_picture, in_menu, rule, archived, clears, seen}]; missing fields stay; new ones are '
  'appended to the menu. seen, clears and p_overwrite are as in merged_changes. One marked new is never merged with an '
  'existing one. Errors: PT409 category_name_taken (detail: {names}; also if the slug is taken or belongs to the other '
  'kind). Part of import_catalogue.';

create function public.drop_categories(p_slugs jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_dropped jsonb;
begin
  with dropped as (
    delete from public.categories c
    where p_slugs ? c.slug and not exists (select from public.products p where p.category_id = c.id)
      and not (c.kind = 'collection' and exists (select from public.product_order o where o.category_id = c.id))
    returning c.*
  )
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'slug', slug, 'name', name, 'kind', kind, 'intro', intro, 'picture', picture, 'search_title', search_title,
    'search_description', search_description, 'share_picture', share_picture, 'in_menu', in_menu, 'rule', rule,
    'archived', case when archived_at is not null then true end)) order by slug), '[]'::jsonb)
  into v_dropped from dropped;
  return jsonb_build_object('dropped', v_dropped, 'kept', (
    select coalesce(jsonb_agg(slug order by slug), '[]'::jsonb) from public.categories where p_slugs ? slug));
end
$$;
comment on function public.drop_categories is
  'Removes empty categories; those with products, archived ones included, stay. Undoes their addition. Part of '
  'apply_changes.';

create function public.refuse_archived_categories() returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_found jsonb;
begin
  select jsonb_build_object('category', c.name, 'products', jsonb_agg(p.slug order by p.id)) into v_found
  from public.categories c
  join public.products p on p.category_id = c.id and p.archived_at is null
  where c.archived_at is not null
  group by c.id order by c.id limit 1;
  if found then
    raise sqlstate 'PT409' using hint = 'category_archived', detail = v_found::text;
  end if;
end
$$;
comment on function public.refuse_archived_categories is
  'Raises PT409 category_archived (detail: {category, products: slugs}) if an archived category has products that are '
  'on sale or will open. Part of import_catalogue.';

create function public.picture_alts(p_variant bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(coalesce(alt, '') order by place), '[]'::jsonb)
  from (
    select i.alt, i.place, max(i.place) filter (where i.alt is not null) over () as last
    from (
      select alt, row_number() over (order by position, id) as place
      from public.variant_images where variant_id = p_variant) i
  ) pictures
  where place <= last
$$;
comment on function public.picture_alts is
  'Alt texts of a colour''s pictures, in order, up to the last one set; missing ones are empty. Part of '
  'import_catalogue.';

create function public.sale_fields(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object('sale_price_pence', s.price_pence, 'sale_from', s.starts_at, 'sale_until', s.ends_at)
     from public.sale_prices s where s.product_id = p_product),
    '{"sale_price_pence": 0, "sale_from": "-infinity", "sale_until": "infinity"}')
$$;
comment on function public.sale_fields is
  'A product''s sale in import and export format: price 0 for none; a missing start or end for an infinite one. Part '
  'of import_catalogue.';

create function public.merged_changes(p_given jsonb, p_seen jsonb, p_shop jsonb, p_overwrite boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'changes', coalesce(jsonb_agg(jsonb_build_object('field', key, 'was', shop, 'now', file) order by place)
      filter (where p_overwrite or not conflict), '[]'::jsonb),
    'conflicts',
    coalesce(jsonb_agg(jsonb_build_object('field', key, 'seen', seen, 'shop', shop, 'file', file) order by place)
      filter (where conflict and not p_overwrite), '[]'::jsonb))
  from (
    select g.key, g.file, g.place, shop.value as shop, p_seen -> g.key as seen,
           -- Changed on both sides since the export.
           coalesce(p_seen ? g.key, false) and coalesce(p_seen -> g.key, 'null') <> shop.value as conflict
    from (
      select key, place,
             case when key in ('created_at', 'visible_from', 'sale_from', 'sale_until')
               then coalesce(to_jsonb((value #>> '{}')::timestamptz), 'null') else value end as file
      from unnest(array['name', 'description', 'material', 'weight_grams', 'hs_code', 'origin_country',
                        'size', 'measurements', 'care', 'safety', 'batch', 'environmental_proof', 'price_pence',
                        'sale_price_pence', 'sale_from', 'sale_until', 'category', 'created_at', 'visible_from',
                        'color_name', 'hex', 'sku', 'gtin', 'images', 'alts', 'position',
                        'intro', 'picture', 'search_title', 'search_description', 'share_picture',
                        'in_menu', 'rule', 'archived']) with ordinality as k (key, place)
      cross join lateral (select case
        when p_given -> 'clears' ? k.key
          and k.key <> all (array['name', 'description', 'price_pence', 'sale_price_pence', 'sale_from', 'sale_until',
            'category', 'created_at', 'color_name', 'sku', 'images', 'alts', 'position', 'in_menu', 'archived'])
          then 'null'::jsonb
        else nullif(p_given -> k.key, 'null') end) as v (value)
      where v.value is not null
    ) g
    cross join lateral (select coalesce(p_shop -> g.key, 'null')) as shop (value)
    where shop.value <> g.file
  ) different
$$;
comment on function public.merged_changes is
  'The difference between p_given and p_shop: {changes: [{field, was, now}], conflicts: [{field, seen, shop, file}]}. '
  'A conflict is a field changed on both sides since the baseline p_seen; it stays unless p_overwrite. Null or '
  'missing fields stay unless listed in clears; required fields cannot be cleared. Times in p_seen and p_shop are '
  'JSON timestamptz values. Part of import_catalogue.';

create function public.import_sales(p_sales jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_slug text;
  v_not_lower boolean;
begin
  with given as (
    select p.id, p.slug, p.price_pence as regular,
           coalesce((g ->> 'sale_price_pence')::integer, (now_has ->> 'sale_price_pence')::integer) as pence,
           coalesce(g ->> 'sale_from', now_has ->> 'sale_from')::timestamptz as starts_at,
           coalesce(g ->> 'sale_until', now_has ->> 'sale_until')::timestamptz as ends_at
    from jsonb_array_elements(p_sales) g
    join public.products p on p.slug = g ->> 'slug'
    cross join lateral public.sale_fields(p.id) as now_has
  ), ended as (
    delete from public.sale_prices s using given where s.product_id = given.id and given.pence = 0
  ), set_now as (
    insert into public.sale_prices (product_id, price_pence, starts_at, ends_at)
    select id, pence, starts_at, ends_at from given where pence between 1 and regular - 1 and starts_at < ends_at
    on conflict (product_id) do update
    set price_pence = excluded.price_pence, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where (sale_prices.price_pence, sale_prices.starts_at, sale_prices.ends_at)
      is distinct from (excluded.price_pence, excluded.starts_at, excluded.ends_at)
  )
  select slug, pence >= regular into v_slug, v_not_lower
  from given
  where pence >= regular or (pence > 0 and starts_at >= ends_at)
     or (pence = 0 and (starts_at, ends_at) is distinct from ('-infinity'::timestamptz, 'infinity'::timestamptz))
  order by slug limit 1;
  if v_not_lower then
    raise sqlstate 'PT409' using hint = 'sale_not_lower', detail = jsonb_build_object('slug', v_slug)::text;
  elsif v_slug is not null then
    raise sqlstate 'PT409' using hint = 'sale_times', detail = jsonb_build_object('slug', v_slug)::text;
  end if;
end
$$;
comment on function public.import_sales is
  'Sets sale prices, [{slug, sale_price_pence, sale_from, sale_until}] in the form of sale_fields; missing fields '
  'stay. Errors: PT409 sale_not_lower, sale_times (detail: {slug}). Part of import_catalogue.';

create function public.import_products(p_products jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_merged jsonb;
  v_added jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', p.id, 'slug', p.slug,
           'changes', m.merged -> 'changes' || case when p.archived_at is not null and not g.item ? 'archived'
             and (p_restore or not g.item ? 'seen')
             then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'conflicts', m.merged -> 'conflicts',
           'stays_archived', p.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived'
             and not p_restore) order by p.slug), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(p_products) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.categories c on c.id = p.category_id
  -- offset 0 keeps the function from being called again at every use of its result.
  cross join lateral (select public.merged_changes(
    -- Removing a sale clears its dates.
    g.item || case when g.item -> 'sale_price_pence' = '0'
      then '{"sale_from": "-infinity", "sale_until": "infinity"}'::jsonb else '{}' end,
    g.item -> 'seen' || (
      select coalesce(jsonb_object_agg(key, value::timestamptz), '{}')
      from jsonb_each_text(g.item -> 'seen') where key in ('created_at', 'visible_from', 'sale_from', 'sale_until')
        and value is not null),
    to_jsonb(p) || jsonb_build_object('category', c.slug, 'archived', p.archived_at is not null)
      || public.sale_fields(p.id),
    p_overwrite) offset 0) as m (merged);

  with decided as (
    select (g ->> 'id')::bigint as id,
           (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x) as now
    from jsonb_array_elements(v_merged) g
    where g -> 'changes' <> '[]'
  )
  update public.products p
  set name = coalesce(d.now ->> 'name', p.name),
      description = coalesce(d.now ->> 'description', p.description),
      material = case when d.now ? 'material' then d.now ->> 'material' else p.material end,
      weight_grams = case when d.now ? 'weight_grams' then (d.now ->> 'weight_grams')::integer else p.weight_grams end,
      hs_code = case when d.now ? 'hs_code' then d.now ->> 'hs_code' else p.hs_code end,
      origin_country = case when d.now ? 'origin_country' then d.now ->> 'origin_country' else p.origin_country end,
      size = case when d.now ? 'size' then d.now ->> 'size' else p.size end,
      measurements = case when d.now ? 'measurements' then d.now ->> 'measurements' else p.measurements end,
      care = case when d.now ? 'care' then d.now ->> 'care' else p.care end,
      safety = case when d.now ? 'safety' then d.now ->> 'safety' else p.safety end,
      batch = case when d.now ? 'batch' then d.now ->> 'batch' else p.batch end,
      environmental_proof = case when d.now ? 'environmental_proof' then d.now ->> 'environmental_proof'
        else p.environmental_proof end,
      search_title = case when d.now ? 'search_title' then d.now ->> 'search_title' else p.search_title end,
      search_description = case when d.now ? 'search_description' then d.now ->> 'search_description'
        else p.search_description end,
      share_picture = case when d.now ? 'share_picture' then d.now ->> 'share_picture' else p.share_picture end,
      price_pence = coalesce((d.now ->> 'price_pence')::integer, p.price_pence),
      category_id = coalesce((select c.id from public.categories c where c.slug = d.now ->> 'category'), p.category_id),
      created_at = coalesce((d.now ->> 'created_at')::timestamptz, p.created_at),
      visible_from = case when d.now ? 'visible_from' then (d.now ->> 'visible_from')::timestamptz
        else p.visible_from end,
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else p.archived_at end
  from decided d
  where p.id = d.id;

  with added as (
    insert into public.products (
      slug, name, description, material, weight_grams, hs_code, origin_country, size, measurements, care, safety,
      batch, environmental_proof, search_title, search_description, share_picture, price_pence, category_id, created_at,
      visible_from)
    select g.item ->> 'slug', g.item ->> 'name', coalesce(g.item ->> 'description', ''), g.item ->> 'material',
           (g.item ->> 'weight_grams')::integer, g.item ->> 'hs_code', g.item ->> 'origin_country',
           g.item ->> 'size', g.item ->> 'measurements', g.item ->> 'care', g.item ->> 'safety',
           g.item ->> 'batch', g.item ->> 'environmental_proof', g.item ->> 'search_title',
           g.item ->> 'search_description', g.item ->> 'share_picture',
           (g.item ->> 'price_pence')::integer, c.id, coalesce((g.item ->> 'created_at')::timestamptz, now()),
           (g.item ->> 'visible_from')::timestamptz
    from jsonb_array_elements(p_products) with ordinality as g (item, place)
    join public.categories c on c.slug = g.item ->> 'category'
    where not exists (select from public.products p where p.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  perform public.import_sales(
    (select coalesce(jsonb_agg(s.sale), '[]'::jsonb)
     from (
       select jsonb_object_agg(x ->> 'field', x -> 'now') || jsonb_build_object('slug', g -> 'slug') as sale
       from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'changes') x
       where x ->> 'field' in ('price_pence', 'sale_price_pence', 'sale_from', 'sale_until')
       group by g
       union all
       select g from jsonb_array_elements(p_products) g
       where v_added ? (g ->> 'slug') and g ?| array['sale_price_pence', 'sale_from', 'sale_until']
     ) s));

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'changes', g -> 'changes')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug', 'colour', null)), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x),
    'stay_archived', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', null)), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'stays_archived' = 'true'));
end
$$;
comment on function public.import_products is
  'Adds and changes products by slug, [{slug, …columns, sale_price_pence, sale_from, sale_until, category, archived, '
  'clears, seen}]; missing fields stay. Sales are as in sale_fields, a sale_price_pence of 0 removes one. New '
  'products need name, price_pence and category. seen: the baseline of the given fields from the file''s export; '
  'without it the file is hand-made and puts archived products back on sale. Part of import_catalogue.';

create function public.import_colours(p_colours jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_partial bigint[];
  v_short bigint[];
  v_merged jsonb;
  v_added jsonb;
  v_alts jsonb;
  v_constraint text;
  v_taken text;
begin
  -- An incomplete list of a product's colours does not define their order.
  select array_agg(distinct p.id) into v_partial
  from public.products p
  join public.color_variants v on v.product_id = p.id and v.archived_at is null
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_colours) g where not g ? 'exact_position')
    and (p.slug, public.name_key(v.color_name)) not in (
      select g ->> 'slug', public.name_key(g ->> 'color_name') from jsonb_array_elements(p_colours) g);
  v_partial := coalesce(v_partial, '{}');

  select coalesce(jsonb_agg(jsonb_build_object(
           'id', v.id, 'slug', p.slug, 'colour', coalesce(g.item ->> 'color_name', v.color_name),
           'changes', m.merged -> 'changes'
             || case when s.now <> v.quantity and s.possible
               then jsonb_build_array(jsonb_build_object('field', 'quantity', 'was', v.quantity, 'now', s.now)
                 || case when g.item -> 'seen' ? 'quantity' then '{"moves": true}' else '{}' end::jsonb)
                   else '[]'::jsonb end
             || case when v.archived_at is not null and not g.item ? 'archived' and (p_restore or not g.item ? 'seen')
               then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'codes', jsonb_build_object('sku', v.sku, 'gtin', v.gtin),
           'alts', case when not m.merged -> 'conflicts' @> '[{"field": "alts"}]' then g.item -> 'alts' end,
           'conflicts', m.merged -> 'conflicts'
             || case when not s.possible
               then jsonb_build_array(jsonb_build_object(
                 'field', 'quantity', 'seen', g.item -> 'seen' -> 'quantity', 'shop', v.quantity,
                 'file', g.item -> 'quantity'))
               else '[]'::jsonb end,
           'alts_were', case when m.merged -> 'changes' @> '[{"field": "images"}]'
             or m.merged -> 'changes' @> '[{"field": "alts"}]'
             then public.picture_alts(v.id) end,
           'stays_archived', v.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived' and not p_restore
         ) order by p.slug, v.color_name), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id
    and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name')
  cross join lateral (select public.merged_changes(
    case when p.id = any (v_partial) then g.item - 'position' else g.item end,
    g.item -> 'seen',
    jsonb_build_object(
      'color_name', v.color_name, 'hex', v.hex, 'sku', v.sku, 'gtin', v.gtin, 'position', v.position,
      'images', (select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]'::jsonb)
                 from public.variant_images i where i.variant_id = v.id),
      'alts', public.picture_alts(v.id), 'archived', v.archived_at is not null),
    p_overwrite) offset 0) as m (merged)
  -- Stock is a movement: the file's difference from its export, so that sales in between count, less earlier movements
  -- by files of the same export. An unchanged number moves nothing.
  cross join lateral (select coalesce(
    case when g.item -> 'quantity' = g.item -> 'seen' -> 'quantity' then v.quantity::bigint end,
    v.quantity + (g.item ->> 'quantity')::bigint - (g.item -> 'seen' ->> 'quantity')::bigint - coalesce((
      select m.moved from public.stock_moved_by_exports m
      where m.export_id = (g.item ->> 'export')::uuid and m.variant_id = v.id), 0),
    (g.item ->> 'quantity')::bigint, v.quantity)) as w (now)
  -- The file removes more than is left; overwriting sets the stock to 0.
  cross join lateral (select
    case when g.item -> 'seen' ? 'quantity' and p_overwrite then greatest(w.now, 0) else w.now end,
    w.now >= 0 or p_overwrite or not coalesce(g.item -> 'seen' ? 'quantity', false)) as s (now, possible);

  -- Colours that exchange their codes: constraints are checked row by row.
  update public.color_variants v
  set sku = 'X-' || upper(replace(gen_random_uuid()::text, '-', '')), gtin = null
  from jsonb_array_elements(v_merged) g
  where v.id = (g ->> 'id')::bigint
    and (g -> 'changes' @> '[{"field": "sku"}]' or g -> 'changes' @> '[{"field": "gtin"}]');

  perform public.moving_stock('edited');
  with decided as (
    select (g ->> 'id')::bigint as id,
           (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x)
             -- Both were set aside above.
             || case when g -> 'changes' @> '[{"field": "sku"}]' or g -> 'changes' @> '[{"field": "gtin"}]'
               then g -> 'codes' || coalesce((
                 select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x
                 where x ->> 'field' in ('sku', 'gtin')), '{}')
               else '{}' end as now
    from jsonb_array_elements(v_merged) g
    where g -> 'changes' <> '[]'
  )
  update public.color_variants v
  set color_name = coalesce(d.now ->> 'color_name', v.color_name),
      hex = case when d.now ? 'hex' then d.now ->> 'hex' else v.hex end,
      sku = coalesce(d.now ->> 'sku', v.sku),
      gtin = case when d.now ? 'gtin' then d.now ->> 'gtin' else v.gtin end,
      quantity = coalesce((d.now ->> 'quantity')::integer, v.quantity),
      position = coalesce((d.now ->> 'position')::integer, v.position),
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else v.archived_at end
  from decided d
  where v.id = d.id;

  v_short := array(
    select (g ->> 'id')::bigint from jsonb_array_elements(v_merged) g
    cross join jsonb_array_elements(g -> 'conflicts') x
    where x ->> 'field' = 'quantity');
  insert into public.stock_moved_by_exports (export_id, variant_id, moved)
  select (g.item ->> 'export')::uuid, v.id,
         (g.item ->> 'quantity')::integer - (g.item -> 'seen' ->> 'quantity')::integer
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id
    and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name')
  where g.item ? 'export' and g.item ? 'quantity' and g.item -> 'seen' ? 'quantity'
    and g.item -> 'quantity' <> g.item -> 'seen' -> 'quantity'
    and v.id <> all (v_short)
  on conflict (export_id, variant_id) do update set moved = excluded.moved
  where stock_moved_by_exports.moved <> excluded.moved;

  -- A picture that stays keeps its alt text, even if it moves.
  select jsonb_object_agg(i.variant_id || ' ' || i.path, i.alt) into v_alts
  from jsonb_array_elements(v_merged) g
  join public.variant_images i on i.variant_id = (g ->> 'id')::bigint
  where g -> 'changes' @> '[{"field": "images"}]' and i.alt is not null;
  delete from public.variant_images i
  using jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'changes') x
  where x ->> 'field' = 'images' and i.variant_id = (g ->> 'id')::bigint;
  insert into public.variant_images (variant_id, path, position, alt)
  select (g ->> 'id')::bigint, i.path, i.place, v_alts ->> ((g ->> 'id') || ' ' || i.path)
  from jsonb_array_elements(v_merged) g
  cross join jsonb_array_elements(g -> 'changes') x
  cross join lateral jsonb_array_elements_text(x -> 'now') with ordinality as i (path, place)
  where x ->> 'field' = 'images';
  update public.variant_images i set alt = new.alt
  from (
    select p.id,
           nullif(g -> 'alts' ->> (
             row_number() over (partition by p.variant_id order by p.position, p.id) - 1)::integer, '') as alt
    from jsonb_array_elements(v_merged) g
    join public.variant_images p on p.variant_id = (g ->> 'id')::bigint
    where jsonb_typeof(g -> 'alts') = 'array'
      and (g -> 'changes' @> '[{"field": "images"}]' or g -> 'changes' @> '[{"field": "alts"}]')
  ) new
  where i.id = new.id and i.alt is distinct from new.alt;
  -- A removed picture takes its alt text along; an alt text without a picture is dropped.
  select coalesce(jsonb_agg(case when jsonb_typeof(g -> 'alts_were') = 'array' then jsonb_set(g, '{changes}', (
      select coalesce(jsonb_agg(x order by i) filter (where x ->> 'field' <> 'alts'), '[]')
      from jsonb_array_elements(g -> 'changes') with ordinality as c (x, i))
      || case when g -> 'alts_were' <> a.alts then jsonb_build_array(jsonb_build_object(
        'field', 'alts', 'was', g -> 'alts_were', 'now', a.alts)) else '[]' end) else g end
          order by place), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(v_merged) with ordinality as m (g, place)
  cross join lateral (select case when jsonb_typeof(g -> 'alts_were') = 'array'
    then public.picture_alts((g ->> 'id')::bigint) end) as a (alts);

  with given as materialized (
    select p.id as product_id, g.item, g.place
    from jsonb_array_elements(p_colours) with ordinality as g (item, place)
    join public.products p on p.slug = g.item ->> 'slug'
    where not exists (
      select from public.color_variants v
      where v.product_id = p.id and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name'))
  ), added as (
    insert into public.color_variants (product_id, color_name, hex, sku, gtin, quantity, position)
    select g.product_id, g.item ->> 'color_name', g.item ->> 'hex', coalesce(g.item ->> 'sku', ''), g.item ->> 'gtin',
           coalesce((g.item ->> 'quantity')::integer, 0),
           coalesce((g.item ->> 'position')::integer, g.place::integer)
           + case when g.product_id = any (v_partial) or g.item ->> 'position' is null then (
             select coalesce(max(v.position), 0) from public.color_variants v
             where v.product_id = g.product_id) else 0 end
    from given g
    order by g.product_id, g.place
    returning id, product_id, color_name
  ), pictures as (
    insert into public.variant_images (variant_id, path, position, alt)
    select a.id, i.path, i.place, nullif(g.item -> 'alts' ->> (i.place - 1)::integer, '')
    from added a
    join given g on g.product_id = a.product_id and g.item ->> 'color_name' = a.color_name
    cross join lateral jsonb_array_elements_text(case when g.item ? 'images' then g.item -> 'images' else '[]' end)
      with ordinality as i (path, place)
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'colour', a.color_name) order by p.id, a.id),
         '[]'::jsonb)
  into v_added from added a join public.products p on p.id = a.product_id;

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(
        jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour', 'changes', g -> 'changes')),
        '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x),
    'stay_archived', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'stays_archived' = 'true'));
exception when unique_violation then
  get stacked diagnostics v_constraint = constraint_name, v_taken = pg_exception_detail;
  if v_constraint not in ('color_variants_sku_key', 'color_variants_gtin_key') then
    raise;
  end if;
  raise sqlstate 'PT409' using hint = 'code_taken', detail = jsonb_build_object(
    'field', substring(v_constraint from 'sku|gtin'), 'code', substring(v_taken from '=\(([^)]*)\)'))::text;
end
$$;
comment on function public.import_colours is
  'Adds and changes colours by product and name, ignoring case, [{slug, color_name, hex, sku, gtin, quantity, '
  'position, images, alts, archived, clears, seen, export}]; missing fields stay, and a new colour without a sku gets '
  'one. position counts if all colours are listed or with exact_position. images replace the old ones; without alts, '
  'alt texts follow their pictures. quantity includes held units; with seen, its difference moves the stock (moves); a '
  'negative result is a conflict. Errors: PT409 code_taken (detail: {field, code}; another colour, perhaps an archived '
  'one, has it). Part of import_catalogue.';

create function public.import_renames(p_renames jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_done jsonb;
begin
  with renamed as (
    update public.products p set slug = g.now
    from jsonb_to_recordset(p_renames) as g (slug text, colour text, now text)
    where g.colour is null and p.slug = g.slug
    returning g.slug, g.now
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', null, 'now', now) order by slug), '[]'::jsonb)
  into v_done from renamed;

  with renamed as (
    update public.color_variants v set color_name = g.now
    from jsonb_to_recordset(p_renames) as g (slug text, colour text, now text)
    join public.products p on p.slug = g.slug
    join public.color_variants before on before.product_id = p.id
      and public.name_key(before.color_name) = public.name_key(g.colour)
    where g.colour is not null and v.id = before.id
    returning g.slug, before.color_name as colour, g.now
  )
  select v_done
         || coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', now) order by slug, colour),
           '[]'::jsonb)
  into v_done from renamed;

  if jsonb_array_length(v_done) <> jsonb_array_length(p_renames) then
    raise sqlstate 'PT409' using hint = 'rename_unknown', detail = p_renames::text;
  end if;
  return v_done;
exception when unique_violation then
  raise sqlstate 'PT409' using hint = 'rename_taken', detail = p_renames::text;
end
$$;
comment on function public.import_renames is
  'Renames products [{slug, now}] and colours [{slug, colour, now}]; a colour''s slug is the product''s new one. '
  'Orders, pictures and stock follow. Errors: PT409 rename_unknown, rename_taken. Part of import_catalogue.';

create function public.archive_missing(p_products jsonb, p_colours jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_products jsonb;
  v_colours jsonb;
begin
  with gone as (
    update public.products p set archived_at = now()
    where p.archived_at is null and p.comes_with is null
      and p.slug not in (select g ->> 'slug' from jsonb_array_elements(p_products) g)
    returning p.slug
  )
  select coalesce(jsonb_agg(slug order by slug), '[]'::jsonb) into v_products from gone;

  with kept as (
    select distinct g.slug, public.name_key(g.color_name) as colour
    from jsonb_to_recordset(p_colours) as g (slug text, color_name text)
  ), gone as (
    update public.color_variants v set archived_at = now()
    from public.products p
    where p.id = v.product_id and p.archived_at is null and p.comes_with is null and v.archived_at is null
      and (p.slug, public.name_key(v.color_name)) not in (select slug, colour from kept)
    returning p.slug, v.color_name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', color_name) order by slug, color_name),
         '[]'::jsonb)
  into v_colours from gone;

  return jsonb_build_object('products', v_products, 'colours', v_colours);
end
$$;
comment on function public.archive_missing is
  'Archives unlisted products, and unlisted colours of listed ones, except those inserted ahead by scheduled '
  'releases. Part of import_catalogue.';

create function public.refuse_scheduled(p_items jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slug text;
  v_title text;
begin
  select p.slug, r.title into v_slug, v_title
  from public.products p join public.releases r on r.id = p.comes_with
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_items) g)
  order by p.slug limit 1;
  if found then
    raise sqlstate 'PT409' using hint = 'product_scheduled',
      detail = jsonb_build_object('slug', v_slug, 'title', v_title)::text;
  end if;
end
$$;
comment on function public.refuse_scheduled is
  'Raises PT409 product_scheduled (detail: {slug, title}) if a scheduled release inserted one of [{slug}] ahead. Part '
  'of import_catalogue.';

create function public.has_shares(p_material text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(bool_and(abs((
    select coalesce(sum(replace(share[1], ',', '.')::numeric), 0)
    from regexp_matches(part, '(\d+(?:[.,]\d+)?)\s?%', 'g') share) - 100) < 0.5), true)
  from regexp_split_to_table(p_material, '[;.](?:\s|$)') part
  where part ~* '\y(acetate|acrylic|alpaca|angora|cashmere|cotton|cupro|elastane|flax|hemp|jute|lambswool|linen|lurex|'
                'lycra|lyocell|merino|metallised|modacrylic|modal|mohair|nylon|polyamide|polyester|polypropylene|ramie|'
                'silk|spandex|triacetate|viscose|wool|yak)\y'
$$;
comment on function public.has_shares is
  'Whether every part of a material that names a fibre lists all shares, adding up to 100 per cent: hasShares in '
  'src/domain/launch-check/product-problems.ts. Part of lacking_products.';

create function public.lacking_products() returns table (product_id bigint, slug text, facts jsonb)
language sql stable set search_path = ''
as $$
  select p.id, p.slug, to_jsonb(array_remove(array[
    case when not kind.sunglasses and not coalesce(public.has_shares(p.material), false) then 'material' end,
    case when kind.sunglasses and p.safety is null then 'safety' end], null))
  from public.products p
  join public.categories c on c.id = p.category_id
  cross join lateral (select p.name || ' ' || c.name ~* 'sunglasses' as sunglasses) kind
  where p.archived_at is null
    and case when kind.sunglasses then p.safety is null else not coalesce(public.has_shares(p.material), false) end
$$;
comment on function public.lacking_products is
  'Products that lack a legally required fact, and the columns: the production build fails while there are any. '
  'productProblems in src/domain/launch-check/product-problems.ts. Part of import_catalogue.';

create function public.in_order(p_jumps jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(j order by j ->> 'slug', (j ->> 'was')::bigint, (j ->> 'now')::bigint), '[]')
  from jsonb_array_elements(p_jumps) j
$$;
comment on function public.in_order is 'A report''s price_jumps in report order. Part of import_catalogue.';

create function public.refuse_lacking(p_lacking jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_lacking <> '[]' then
    raise sqlstate 'PT409' using hint = 'facts_missing', detail = p_lacking::text;
  end if;
end
$$;
comment on function public.refuse_lacking is
  'Raises PT409 facts_missing (detail: [{slug, facts}]) unless the list is empty. Part of import_catalogue.';

create function public.import_catalogue(p_catalogue jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_archive constant boolean := coalesce((p_options ->> 'archive_missing')::boolean, false);
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_restore constant boolean := coalesce((p_options ->> 'restore')::boolean, false);
  v_products jsonb := coalesce(p_catalogue -> 'products', '[]');
  v_colours jsonb := coalesce(p_catalogue -> 'colours', '[]');
  v_on_sale bigint;
  v_unknown text;
  v_taken text;
  v_gone jsonb;
  v_parts jsonb[];
  v_summary jsonb;
  v_lacking bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  v_lacking := array(select product_id from public.lacking_products());
  perform public.refuse_scheduled(
    v_products || v_colours || coalesce(p_catalogue -> 'renames', '[]')
    || coalesce(
      (select jsonb_agg(jsonb_build_object('slug', g -> 'now')) from jsonb_array_elements(p_catalogue -> 'renames') g
                 where g -> 'colour' = 'null'), '[]'));
  -- Colours first, in id order: the lock order of checkouts, against deadlocks.
  perform 1 from public.color_variants
  where v_archive
    or product_id in (
      select p.id from public.products p
      where p.slug in (
        select g ->> 'slug' from jsonb_array_elements(v_products || coalesce(p_catalogue -> 'renames', '[]')) g))
  order by id for update;

  v_summary := jsonb_build_object(
    'renamed', public.import_renames(coalesce(p_catalogue -> 'renames', '[]')),
    'categories', public.import_categories(coalesce(p_catalogue -> 'categories', '[]'), v_overwrite));

  select g ->> 'category' into v_unknown
  from jsonb_array_elements(v_products) g
  where g ? 'category' and not exists (
    select from public.categories c where c.slug = g ->> 'category' and c.kind = 'category')
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using hint = 'category_unknown', detail = jsonb_build_object('category', v_unknown)::text;
  end if;

  -- A file's rows may add or change a product; a form that adds one must not change another.
  select g ->> 'slug' into v_taken
  from jsonb_array_elements(v_products) g
  where g -> 'new' = 'true' and exists (select from public.products p where p.slug = g ->> 'slug')
  limit 1;
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'slug_taken', detail = jsonb_build_object('slug', v_taken)::text;
  end if;

  -- Names that the export saw and the shop no longer has were renamed in between.
  select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', null) order by place), '[]'::jsonb)
  into v_gone
  from jsonb_array_elements(v_products) with ordinality as e (g, place)
  where g ? 'seen' and not exists (select from public.products p where p.slug = g ->> 'slug');
  select v_gone
         || coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'color_name') order by place),
           '[]'::jsonb) into v_gone
  from jsonb_array_elements(v_colours) with ordinality as e (g, place)
  where g ? 'seen' and not exists (
    select from public.color_variants v join public.products p on p.id = v.product_id
    where p.slug = g ->> 'slug' and public.name_key(v.color_name) = public.name_key(g ->> 'color_name'));
  if v_gone <> '[]' and v_archive then
    -- The renamed product would count as missing.
    raise sqlstate 'PT409' using hint = 'renamed_since', detail = v_gone::text;
  end if;
  if v_gone <> '[]' then
    v_products := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_products) with ordinality as g (item, place)
      where not (g.item ? 'seen' and not exists (select from public.products p where p.slug = g.item ->> 'slug')));
    v_colours := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_colours) with ordinality as g (item, place)
      where not v_gone @> jsonb_build_array(
        jsonb_build_object('slug', g.item -> 'slug', 'colour', g.item -> 'color_name'))
        and not v_gone @> jsonb_build_array(jsonb_build_object('slug', g.item -> 'slug', 'colour', null)));
  end if;

  select count(*) into v_on_sale from public.products where archived_at is null and comes_with is null;
  v_summary := v_summary
    || jsonb_build_object('archived', case when v_archive
         then public.archive_missing(v_products, v_colours)
         else '{"products": [], "colours": []}'::jsonb end);
  v_parts := array[
    public.import_products(v_products, v_overwrite, v_restore),
    public.import_colours(v_colours, v_overwrite, v_restore)];
  perform public.refuse_archived_categories();
  v_summary := v_summary || jsonb_build_object(
    'categories', v_summary -> 'categories' || '{"dropped": [], "kept": []}',
    'products', v_parts[1] - array['conflicts', 'stay_archived'],
    'colours', v_parts[2] - array['conflicts', 'stay_archived'],
    'conflicts', v_parts[1] -> 'conflicts' || (v_parts[2] -> 'conflicts') || coalesce(p_catalogue -> 'left', '[]'),
    'stay_archived', v_parts[1] -> 'stay_archived' || (v_parts[2] -> 'stay_archived'),
    'gone', v_gone,
    'price_jumps', public.in_order((
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'was', x -> 'was', 'now', x -> 'now')),
             '[]'::jsonb)
      from jsonb_array_elements(v_parts[1] -> 'changed') g cross join jsonb_array_elements(g -> 'changes') x
      where x ->> 'field' = 'price_pence'
        and ((x ->> 'now')::bigint * 2 <= (x ->> 'was')::bigint or (x ->> 'now')::bigint >= (x ->> 'was')::bigint * 2))
      || (
      select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'was', p.price_pence, 'now', s.price_pence)
        order by p.slug), '[]'::jsonb)
      from jsonb_array_elements(v_products) g
      join public.products p on p.slug = g ->> 'slug'
      join public.sale_prices s on s.product_id = p.id
      where s.price_pence * 2 <= p.price_pence
        and (v_parts[1] -> 'added' ? p.slug or exists (
          select from jsonb_array_elements(v_parts[1] -> 'changed') c cross join jsonb_array_elements(c -> 'changes') x
          where c ->> 'slug' = p.slug and x ->> 'field' in ('price_pence', 'sale_price_pence'))))),
    -- At least two, and more than a fifth of the shop.
    'mass_archive', (
      select case when n > 1 and n * 5 > v_on_sale then n else 0 end
      from (
        select jsonb_array_length(v_summary -> 'archived' -> 'products') + count(*)
        from jsonb_array_elements(v_parts[1] -> 'changed') g
        where g -> 'changes' @> '[{"field": "archived", "now": true}]') as gone (n)),
    -- Facts that were already missing stop builds anyway, and may be added step by step.
    'lacking', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'facts', facts) order by slug), '[]'::jsonb)
      from public.lacking_products()
      where product_id <> all (v_lacking) and product_id in (
        select p.id from public.products p join public.categories c on c.id = p.category_id
        where p.slug in (select g ->> 'slug' from jsonb_array_elements(v_products || v_colours) g)
          or c.slug in (select g ->> 'slug' from jsonb_array_elements(p_catalogue -> 'categories') g))));

  if not coalesce((p_options ->> 'preview')::boolean, false) then
    if v_summary -> 'price_jumps' <> '[]' and not coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then
      raise sqlstate 'PT409' using hint = 'price_jumps', detail = (v_summary -> 'price_jumps')::text;
    end if;
    if (v_summary ->> 'mass_archive')::integer > coalesce((p_options ->> 'allow_archiving')::integer, 0) then
      raise sqlstate 'PT409' using hint = 'mass_archive', detail = v_summary ->> 'mass_archive';
    end if;
    perform public.refuse_lacking(v_summary -> 'lacking');
  end if;

  -- An import makes its user wait for the pages, even if only stock has changed.
  update public.catalogue_changes set urgent = true where transaction_id = pg_current_xact_id() and not urgent;

  return v_summary || jsonb_build_object('oversold', coalesce((
    with counted as (
      select v.id, p.slug, v.color_name, v.quantity
      from jsonb_to_recordset(v_colours) as g (slug text, color_name text, quantity integer)
      join public.products p on p.slug = g.slug
      join public.color_variants v on v.product_id = p.id
        and public.name_key(v.color_name) = public.name_key(g.color_name)
      where g.quantity is not null
    )
    select jsonb_agg(jsonb_build_object(
             'slug', c.slug, 'colour', c.color_name, 'quantity', c.quantity, 'held', f.held)
           order by c.slug, c.color_name)
    from counted c
    join public.free_units(array(select id from counted)) f on f.variant_id = c.id
    where f.held > c.quantity), '[]'::jsonb));
end
$$;
comment on function public.import_catalogue is
  'Imports {renames, categories, products, colours}, all or nothing; deletes nothing. An undo adds '
  'left, names reported as conflicts. p_options: archive_missing; overwrite: the file wins conflicts; restore: '
  'archived items return; allow_price_jumps; allow_archiving: up to that many products. Returns a report; oversold '
  'are colours with less stock than holds. A product marked new is never merged with an existing one. Errors: PT409 '
  'category_unknown, slug_taken, price_jumps (half or double), '
  'sale_not_lower, sale_times, mass_archive, facts_missing, renamed_since (archive_missing only); those of '
  'import_renames, import_categories, import_colours, refuse_scheduled, refuse_archived_categories.';

create function public.export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', slug, 'name', name) order by position, id), '[]'::jsonb)
      from public.categories where kind = 'category' and archived_at is null),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', slug, 'name', name, 'in_menu', in_menu, 'rule', rule, 'products', public.category_order(id))
        order by position, id), '[]'::jsonb)
      from public.categories where kind = 'collection' and archived_at is null),
    'products', coalesce((
      select jsonb_agg(jsonb_build_object(
        'slug', p.slug,
        'name', p.name,
        'description', p.description,
        'material', p.material,
        'weight_grams', p.weight_grams,
        'hs_code', p.hs_code,
        'origin_country', p.origin_country,
        'size', p.size,
        'measurements', p.measurements,
        'care', p.care,
        'safety', p.safety,
        'batch', p.batch,
        'environmental_proof', p.environmental_proof,
        'search_title', p.search_title,
        'search_description', p.search_description,
        'share_picture', p.share_picture,
        'price_pence', p.price_pence,
        'category', p.category,
        'collections', (
          select coalesce(jsonb_object_agg(c.slug, c.name), '{}')
          from public.product_order o
          join public.categories c on c.id = o.category_id
          where o.product_id = p.id and c.kind = 'collection' and c.rule is null and c.archived_at is null),
        'created_at', p.created_at,
        'visible_from', p.visible_from) || public.sale_fields(p.id) || jsonb_build_object(
        'color_variants', coalesce((
          select jsonb_agg(jsonb_build_object(
            'color_name', v.color_name,
            'hex', v.hex,
            'sku', v.sku,
            'gtin', v.gtin,
            'quantity', v.quantity,
            'images', coalesce((
              select jsonb_agg(i.path order by i.position, i.id)
              from public.variant_images i where i.variant_id = v.id), '[]'::jsonb),
            'alts', public.picture_alts(v.id)
          ) order by v.position, v.id)
          from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb)
      ) order by p.id)
      from (
        select product.*, c.slug as category
        from public.products product
        join public.categories c on c.id = product.category_id
        where product.archived_at is null and product.comes_with is null
        order by product.id
        limit p_limit offset p_offset
      ) p), '[]'::jsonb))
$$;
comment on function public.export_catalogue is
  'Categories, collections and a page of the products with their colours, stock and pictures, in import_catalogue''s '
  'format; without products inserted ahead by scheduled releases. The products of a collection are its category_order; '
  'those of a product''s collections, {slug: name}, are the ones chosen by hand.';

-- supabase/schemas/content.sql

-- Texts and pictures of pages: home, launch, FAQ, legal texts and the announcement bar.

create table public.site_content (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  build_due_at timestamptz,
  constraint site_content_is_object check (jsonb_typeof(value) = 'object'),
  constraint site_content_length_in_range check (length(value::text) <= 200000),
  constraint site_content_times_in_order check ((value ->> 'from')::timestamptz < (value ->> 'until')::timestamptz)
);
comment on table public.site_content is
  'Page content, one row per kind; the kinds and their shapes are in src/domain/site-content/content.ts. Pages are '
  'built from it.';
comment on column public.site_content.build_due_at is
  'When the next of its times ("from", "until") passes and the pages need a rebuild; null without one '
  '(pass_content_times).';
alter table public.site_content enable row level security;
-- The build reads with the publishable key, as anyone can: announcements scheduled for later stay hidden.
create policy "everyone reads content from its time on" on public.site_content for select to anon, authenticated
  using (coalesce((value ->> 'from')::timestamptz <= now(), true));
grant select on public.site_content to anon, authenticated;

create function public.time_content() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.build_due_at := (
    select min(t) from unnest(array[(new.value ->> 'from')::timestamptz, (new.value ->> 'until')::timestamptz]) t
    where t > now());
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.changed_at := now();
  end if;
  return new;
end
$$;
comment on function public.time_content is 'Records when content changed, and when the next of its times passes.';
create trigger time_content before insert or update on public.site_content
  for each row execute function public.time_content();

create function public.note_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The second of two simultaneous changes sees the result of the first.
  perform pg_advisory_xact_lock(hashtextextended('terms_versions', 0));
  insert into public.terms_versions (texts)
  select jsonb_object_agg(key, value) || jsonb_build_object('duties', public.duties_now())
  from public.site_content
  where key in ('terms', 'returns', 'privacy')
  having count(*) = 3
    and jsonb_object_agg(key, value) || jsonb_build_object('duties', public.duties_now()) is distinct from (
      select texts from public.terms_versions where id = public.current_terms_version());
  return null;
end
$$;
comment on function public.note_terms is
  'Stores a version of the terms after a change to one of their texts, or to who pays duties. Only such changes wait '
  'for one another: '
  'a checkout reads the newest version without a lock.';
create trigger note_terms after insert or update on public.site_content
  for each statement execute function public.note_terms();
create trigger note_terms after insert or update or delete on public.country_duties
  for each statement execute function public.note_terms();

create function public.pass_content_times() returns void
language sql set search_path = ''
as $$
  -- The trigger time_content sets the next time; the row change requests a build.
  update public.site_content set build_due_at = null where build_due_at <= now()
$$;
comment on function public.pass_content_times is
  'Requests a build when content has begun or ended by its times. Called before each check for a due build '
  '(claim_site_build).';

create function public.import_content(p_content jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_unknown text;
  v_merged jsonb;
begin
  select g.key into v_unknown
  from jsonb_object_keys(p_content) as g (key)
  where not exists (select from public.site_content c where c.key = g.key)
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using hint = 'content_unknown', detail = jsonb_build_object('key', v_unknown)::text;
  end if;

  perform 1 from public.site_content where key in (select jsonb_object_keys(p_content)) order by key for update;
  select coalesce(jsonb_agg(jsonb_build_object(
           'key', c.key, 'was', c.value, 'now', g.item -> 'now', 'seen', g.item -> 'seen',
           'conflict', g.item ? 'seen' and c.value <> g.item -> 'seen' and not v_overwrite) order by c.key), '[]')
  into v_merged
  from jsonb_each(p_content) as g (key, item)
  join public.site_content c on c.key = g.key
  where c.value <> g.item -> 'now';

  update public.site_content c
  set value = g -> 'now'
  from jsonb_array_elements(v_merged) g
  where c.key = g ->> 'key' and g -> 'conflict' = 'false';

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('key', g -> 'key', 'was', g -> 'was', 'now', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'false'),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', g -> 'key', 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'true'));
end
$$;
comment on function public.import_content is
  'Changes content by key, {key: {seen, now}}. seen is the baseline of the change: a current value that is neither '
  'seen nor now is a conflict, which stays unless p_options has overwrite. Returns {changed: [{key, was, now}], '
  'conflicts: [{key, seen, shop, file}]}. The caller has validated the values (ContentChanges in '
  'src/domain/site-content/content.ts). Errors: PT409 content_unknown. Part of a release.';

-- supabase/schemas/own_pages.sql

-- Pages that marketers make (about, size guide, journal), and redirects from addresses without a page: parts of
-- releases.

create type public.shop_route as enum (
  '404', '_astro', 'accessibility', 'account', 'all-products', 'api', 'arrivals', 'billing', 'brand', 'buy', 'cart',
  'catalogue', 'complaint', 'confirm-email', 'confirm-subscription', 'contact-us', 'end-stock-alerts', 'faqs',
  'forgot-password', 'icons', 'journal', 'keep-order', 'launch', 'login', 'order', 'order-terms', 'pages',
  'privacypolicy', 'product-details', 'productlisting', 'reset-password', 'returnpolicy', 'search', 'share',
  'stripesuccess', 'studio', 'termsandconditions', 'unsubscribe', 'what-we-count',
  'withdraw'
);
comment on type public.shop_route is
  'First segments, in lower case, of the paths that the shop itself uses. tests/site/own-pages.test.ts compares them '
  'with the built site.';

create function public.is_shop_route(p_segment text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select lower(p_segment) in (
    select enumlabel::text from pg_catalog.pg_enum where enumtypid = 'public.shop_route'::regtype)
$$;
comment on function public.is_shop_route is 'Whether a first segment of a path is the shop''s own; null for null.';

create table public.own_pages (
  id uuid primary key,
  slug text generated always as (value ->> 'slug') stored,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  -- Two pages may swap theirs in one release.
  constraint own_pages_slug_key unique (slug) deferrable initially deferred,
  constraint own_pages_slug_form check (
    slug is not null and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60 and not public.is_shop_route(slug)),
  constraint own_pages_length_in_range check (length(value::text) <= 200000)
);
comment on table public.own_pages is
  'Pages that marketers make, at /{slug}; their shape is OwnPage in src/domain/site-content/own-page.ts.';
comment on column public.own_pages.id is 'Made by the studio, so that a page stays the same when its slug changes.';
comment on column public.own_pages.changed_at is 'Last change, for the sitemap.';
alter table public.own_pages enable row level security;
create policy "everyone reads the own pages" on public.own_pages for select to anon, authenticated using (true);
grant select on public.own_pages to anon, authenticated;

create table public.redirects (
  from_path text primary key,
  to_path text not null,
  constraint redirects_from_form check (
    from_path ~ '^(/[A-Za-z0-9_~.-]+)+$' and from_path !~ '\.\.' and length(from_path) <= 200),
  constraint redirects_to_form check (
    to_path ~ '^/([A-Za-z0-9_~.-]+(/[A-Za-z0-9_~.-]+)*)?(\?[A-Za-z0-9_~.=&%+-]*)?(#[A-Za-z0-9_~.-]*)?$'
    and length(to_path) <= 300)
);
comment on table public.redirects is 'Permanent redirects from paths without a page. Without regard to case.';
create unique index redirects_from_key on public.redirects (lower(from_path));
alter table public.redirects enable row level security;
create policy "everyone reads the redirects" on public.redirects for select to anon, authenticated using (true);
grant select on public.redirects to anon, authenticated;

create function public.is_shop_page(p_path text) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when p.parts[2] = 'product-details' then p.parts[3] is not null and p.parts[4] is null and exists (
      select from public.products where id::text = p.parts[3] and archived_at is null)
    when p.parts[2] = 'productlisting' then p.parts[3] is not null and p.parts[4] is null and exists (
      select from public.categories where id::text = p.parts[3] and archived_at is null)
    when p.parts[3] is null then p.parts[2] = '' or public.is_shop_route(p.parts[2])
      or exists (select from public.own_pages where slug = p.parts[2])
    else false end
  from (select string_to_array(lower(regexp_replace(p_path, '[?#].*$', '')), '/') as parts) p
$$;
comment on function public.is_shop_page is
  'Whether a path, whatever its query, has a page now: the shop''s own, an own page, a product or category that is not '
  'archived.';

create function public.refuse_redirects(p_changed jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_found record;
  v_facts text;
begin
  select r.from_path, r.to_path, n.to_path as further, f.fault into v_found
  from public.redirects r
  cross join lateral (select lower(regexp_replace(r.to_path, '[?#].*$', '')) as target) t
  left join public.redirects n on lower(n.from_path) = t.target
  cross join lateral (select case
    when t.target = lower(r.from_path)
      or lower(regexp_replace(n.to_path, '[?#].*$', '')) = lower(r.from_path) then 'loop'
    when n.from_path is not null then 'chain'
    -- Below the shop's own paths, only pages of products and categories that are gone.
    when public.is_shop_page(r.from_path) or (public.is_shop_route(split_part(r.from_path, '/', 2))
      and r.from_path !~* '^/(product-details|productlisting)/[0-9]+$') then 'hides'
    when p_changed ? r.from_path and not public.is_shop_page(r.to_path) then 'nowhere' end as fault) f
  where f.fault is not null
  order by r.from_path limit 1;
  if not found then
    return;
  end if;
  v_facts := jsonb_build_object('from', v_found.from_path, 'to', v_found.to_path, 'further', v_found.further)::text;
  case v_found.fault
    when 'loop' then raise sqlstate 'PT409' using hint = 'redirect_loop', detail = v_facts;
    when 'chain' then raise sqlstate 'PT409' using hint = 'redirect_chain', detail = v_facts;
    when 'hides' then raise sqlstate 'PT409' using hint = 'redirect_hides', detail = v_facts;
    else raise sqlstate 'PT409' using hint = 'redirect_nowhere', detail = v_facts;
  end case;
end
$$;
comment on function public.refuse_redirects is
  'Raises PT409 redirect_loop, redirect_chain (leads to another redirect), redirect_hides (a page is there) or, for '
  'those in p_changed, a list of paths, redirect_nowhere (leads to no page); detail: {from, to, further}. Part of '
  'apply_changes.';

create function public.import_pages(p_pages jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_merged jsonb;
  v_taken text;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', g.key, 'was', w.value, 'now', g.item -> 'now', 'seen', coalesce(g.item -> 'seen', 'null'),
           'conflict', g.item ? 'seen' and w.value <> g.item -> 'seen' and not v_overwrite) order by g.key), '[]')
  into v_merged
  from jsonb_each(p_pages) as g (key, item)
  left join public.own_pages p on p.id = g.key::uuid
  cross join lateral (select coalesce(p.value, 'null') as value) w
  where w.value <> g.item -> 'now';

  delete from public.own_pages p using jsonb_array_elements(v_merged) g
  where p.id = (g ->> 'id')::uuid and g -> 'conflict' = 'false' and g -> 'now' = 'null';
  insert into public.own_pages (id, value)
  select (g ->> 'id')::uuid, g -> 'now' from jsonb_array_elements(v_merged) g
  where g -> 'conflict' = 'false' and g -> 'now' <> 'null'
  on conflict (id) do update set value = excluded.value, changed_at = now();
  select slug into v_taken from public.own_pages group by slug having count(*) > 1 limit 1;
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'page_slug_taken', detail = jsonb_build_object('slug', v_taken)::text;
  end if;

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(g - array['seen', 'conflict']), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'false'),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', g -> 'id', 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'true'));
end
$$;
comment on function public.import_pages is
  'Adds, changes and removes own pages by id, {id: {seen, now}}, null for none. seen is the baseline of the change: a '
  'current value that is neither seen nor now is a conflict, which stays unless p_options has overwrite. Returns '
  '{changed: [{id, was, now}], conflicts: [{id, seen, shop, file}]}. The caller has validated the values. Errors: '
  'PT409 page_slug_taken. Part of apply_changes, which serialises its callers.';

create function public.import_redirects(p_redirects jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_merged jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
           'from', g.key, 'was', r.to_path, 'now', g.item -> 'now', 'seen', coalesce(g.item -> 'seen', 'null'),
           'conflict', g.item ? 'seen' and to_jsonb(r.to_path) is distinct from nullif(g.item -> 'seen', 'null')
             and not v_overwrite) order by g.key), '[]')
  into v_merged
  from jsonb_each(p_redirects) as g (key, item)
  left join public.redirects r on lower(r.from_path) = lower(g.key)
  where to_jsonb(r.to_path) is distinct from nullif(g.item -> 'now', 'null');

  delete from public.redirects r using jsonb_array_elements(v_merged) g
  where lower(r.from_path) = lower(g ->> 'from') and g -> 'conflict' = 'false';
  insert into public.redirects (from_path, to_path)
  select g ->> 'from', g ->> 'now' from jsonb_array_elements(v_merged) g
  where g -> 'conflict' = 'false' and g -> 'now' <> 'null';

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(g - array['seen', 'conflict']), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'false'),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'from', g -> 'from', 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'true'));
end
$$;
comment on function public.import_redirects is
  'Adds, changes and removes redirects, {from: {seen, now}}: the paths that they lead to, null for none. Conflicts and '
  'result as in import_pages, with from in place of id. Part of apply_changes, which then calls refuse_redirects.';

create function public.staff_content() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_catalogue');
  return jsonb_build_object(
    'content', (select jsonb_object_agg(key, value) from public.site_content),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name) order by position, id), '[]')
      from public.categories where archived_at is null),
    'pages', (select coalesce(jsonb_object_agg(id, value), '{}') from public.own_pages),
    'redirects', (select coalesce(jsonb_object_agg(from_path, to_path), '{}') from public.redirects));
end
$$;
comment on function public.staff_content is
  'All current content; own pages by id; redirects, {from: to}; and the categories and collections that tiles can link '
  'to. Errors: those of require_staff.';

create function public.keep_products_of_pages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.own_pages p
  set value = jsonb_set(p.value, '{blocks}', (
    select jsonb_agg(case when b.block ? 'products' then jsonb_set(b.block, '{products}', (
      select coalesce(jsonb_agg(case when s.slug = old.slug then new.slug else s.slug end order by s.place), '[]')
      from jsonb_array_elements_text(b.block -> 'products') with ordinality as s (slug, place))) else b.block end
      order by b.place)
    from jsonb_array_elements(p.value -> 'blocks') with ordinality as b (block, place)))
  where jsonb_path_exists(p.value, '$.blocks[*].products[*] ? (@ == $slug)', jsonb_build_object('slug', old.slug));
  return null;
end
$$;
comment on function public.keep_products_of_pages is 'Gives own pages that show a product its new slug.';
create trigger keep_products_of_pages after update of slug on public.products
  for each row when (old.slug is distinct from new.slug) execute function public.keep_products_of_pages();

-- supabase/schemas/catalogue_changes.sql

-- Pages are built from the catalogue and the CDN caches responses about it: a change requests a build and purges them.

create table public.catalogue_changes (
  transaction_id xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  urgent boolean not null default true,
  claim uuid,
  claimed_at timestamptz,
  constraint catalogue_changes_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.catalogue_changes is
  'Changes not yet in a build, one row per transaction. Deleted once a build that will see them has been requested.';
comment on column public.catalogue_changes.urgent is
  'False when colours only sold out or came back into stock: pages fetch stock themselves, so these can wait for the '
  'next build.';
comment on column public.catalogue_changes.claim is 'The build hook call in progress for this change, if any.';
alter table public.catalogue_changes enable row level security;

create table public.stale_answers (
  transaction_id xid8 primary key default pg_current_xact_id(),
  claim uuid,
  claimed_at timestamptz,
  constraint stale_answers_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.stale_answers is
  'Catalogue changes that responses cached by the CDN may not show yet, one row per transaction. Deleted after the '
  'purge. Separate from catalogue_changes, because a purge need not wait for a burst of changes to end.';
comment on column public.stale_answers.claim is 'The purge in progress for this change, if any.';
alter table public.stale_answers enable row level security;

create table public.last_site_build (
  only_row boolean primary key default true,
  asked_at timestamptz not null default clock_timestamp(),
  constraint last_site_build_is_one_row check (only_row)
);
comment on table public.last_site_build is
  'When the last build was requested; empty before the first. Builds cost money, so those for stock alone are spaced '
  'out.';
alter table public.last_site_build enable row level security;

create function public.note_catalogue_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_urgent boolean := true;
begin
  if tg_table_name = 'color_variants' and tg_op = 'UPDATE' then
    v_urgent := (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.sku, old.gtin)
      is distinct from (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.sku, new.gtin);
  end if;
  insert into public.catalogue_changes (urgent) values (v_urgent) on conflict do nothing;
  if v_urgent and not found then
    update public.catalogue_changes set urgent = true
    where transaction_id = pg_current_xact_id() and not urgent;
  end if;
  insert into public.stale_answers default values on conflict do nothing;
  return null;
end
$$;
comment on function public.note_catalogue_change is
  'Records that built pages and responses cached by the CDN are out of date. One row per transaction keeps shoppers '
  'and marketers from blocking one another.';

create trigger note_new_category after insert or delete on public.categories
  for each row execute function public.note_catalogue_change();
create trigger note_changed_category after update on public.categories
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_product after insert or delete on public.products
  for each row execute function public.note_catalogue_change();
create trigger note_changed_product after update on public.products
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_picture after insert or delete on public.variant_images
  for each row execute function public.note_catalogue_change();
create trigger note_changed_picture after update on public.variant_images
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_changed_place after insert or update or delete on public.product_order
  for each row execute function public.note_catalogue_change();
create trigger note_new_colour after insert or delete on public.color_variants
  for each row execute function public.note_catalogue_change();
-- Pages fetch stock counts themselves; only availability is built in.
create trigger note_changed_colour after update on public.color_variants
  for each row when (
    (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.sku, old.gtin, old.quantity > 0)
    is distinct from
    (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.sku, new.gtin, new.quantity > 0))
  execute function public.note_catalogue_change();
create trigger note_new_page after insert or delete on public.own_pages
  for each row execute function public.note_catalogue_change();
create trigger note_changed_page after update on public.own_pages
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_changed_redirect after insert or update or delete on public.redirects
  for each row execute function public.note_catalogue_change();
create trigger note_new_content after insert or delete on public.site_content
  for each row execute function public.note_catalogue_change();
create trigger note_changed_content after update on public.site_content
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
-- additionalPays returns the tax, and the merchant feed includes it.
create trigger note_new_tax after insert or delete on public.tax_settings
  for each row execute function public.note_catalogue_change();
create trigger note_changed_tax after update on public.tax_settings
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();

-- Pages state who pays duties, and the billing form leaves out countries where the shop does not sell.
create trigger note_changed_duties after insert or update or delete on public.country_duties
  for each row execute function public.note_catalogue_change();
create trigger note_changed_zone_tax after insert or update or delete on public.zone_tax_rates
  for each row execute function public.note_catalogue_change();

create table public.noted_moments (
  only_row boolean primary key default true,
  noted_until timestamptz not null,
  constraint noted_moments_is_one_row check (only_row)
);
comment on table public.noted_moments is
  'Time up to which catalogue_moments have been turned into catalogue_changes; empty before the first.';
alter table public.noted_moments enable row level security;

create function public.last_unnoted_moment() returns timestamptz
language sql stable set search_path = ''
as $$
  select max(at) from public.catalogue_moments
  where at <= now() and at > coalesce((select noted_until from public.noted_moments), '-infinity')
$$;
comment on function public.last_unnoted_moment is
  'The last of catalogue_moments for which no build has been requested; null when there is none.';

create function public.note_catalogue_moments() returns void
language plpgsql set search_path = ''
as $$
declare
  v_last constant timestamptz := public.last_unnoted_moment();
begin
  if v_last is not null then
    insert into public.catalogue_changes (changed_at) values (v_last)
    on conflict (transaction_id) do update set urgent = true;
    insert into public.noted_moments (noted_until) values (v_last)
    on conflict (only_row) do update set noted_until = excluded.noted_until;
  end if;
end
$$;
comment on function public.note_catalogue_moments is
  'Requests a build, once, after products have opened. Needs no purge, because catalogue responses expire at such a '
  'moment (next_opening). Part of claim_site_build, which serialises its callers.';

create function public.claim_site_build(
  p_quiet_seconds integer, p_longest_seconds integer, p_lease_seconds integer, p_spacing_seconds integer)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_site_build', 0));
  perform public.pass_content_times();
  perform public.note_catalogue_moments();
  if exists (
    select from public.catalogue_changes
    where claimed_at > clock_timestamp() - make_interval(secs => p_lease_seconds)
  ) then
    return null;
  end if;
  if not exists (
    select from public.catalogue_changes
    having max(changed_at) <= clock_timestamp() - make_interval(secs => p_quiet_seconds)
        or min(changed_at) <= clock_timestamp() - make_interval(secs => p_longest_seconds)
  ) then
    return null;
  end if;
  if not exists (select from public.catalogue_changes where urgent) and exists (
    select from public.last_site_build
    where asked_at > clock_timestamp() - make_interval(secs => p_spacing_seconds)
  ) then
    return null;
  end if;
  -- All rows; hosted projects refuse an update without a where (safeupdate).
  update public.catalogue_changes set claim = v_claim, claimed_at = clock_timestamp() where transaction_id is not null;
  return v_claim;
end
$$;
comment on function public.claim_site_build is
  'Claims a build when nothing has changed for p_quiet_seconds or a change has waited p_longest_seconds; else null. '
  'Openings count as changes at their minute. Changes of stock alone also wait p_spacing_seconds after the last '
  'build. The claim is a lease: without settle_site_build within p_lease_seconds it counts as failed and passes to '
  'the next caller.';

create function public.settle_site_build(p_claim uuid, p_asked boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_asked then
    update public.releases r set build_asked_at = clock_timestamp()
    from public.catalogue_changes c
    where c.claim = p_claim and r.transaction_id = c.transaction_id and r.build_asked_at is null;
    delete from public.catalogue_changes where claim = p_claim;
    insert into public.last_site_build default values
    on conflict (only_row) do update set asked_at = excluded.asked_at;
  else
    update public.catalogue_changes set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_site_build is
  'Ends a claim. p_asked: the build was requested and will see the claimed changes, so they are deleted and their '
  'releases note the time; otherwise they wait for the next claim.';

create function public.claim_purge(p_lease_seconds integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  update public.stale_answers set claim = v_claim, claimed_at = clock_timestamp()
  where claimed_at is null or claimed_at <= clock_timestamp() - make_interval(secs => p_lease_seconds);
  return case when found then v_claim end;
end
$$;
comment on function public.claim_purge is
  'Claims all changes that are not being purged already, or null when there are none. The claim is a lease: without '
  'settle_purge within p_lease_seconds it counts as failed and passes to the next caller.';

create function public.settle_purge(p_claim uuid, p_purged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_purged then
    delete from public.stale_answers where claim = p_claim;
  else
    update public.stale_answers set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_purge is
  'Ends a claim. p_purged: the CDN''s cached responses are purged, so the claimed changes are deleted; otherwise they '
  'wait for the next claim.';

-- supabase/schemas/releases.sql

-- Releases: marketers' changes, prepared, previewed, published at once or at a time, and undone. Lock order: the
-- release's row first, then the locks of import_catalogue and the other imports.

create type public.release_state as enum ('draft', 'scheduled', 'published', 'failed', 'discarded');
comment on type public.release_state is
  'draft: being prepared. scheduled: published at its time. published: done; another release can undo it. failed: not '
  'publishable at its time; can be prepared again. discarded: given up.';

create function public.release_subjects(p_changes jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct subject order by subject), '{}') from (
    select 'product/' || (item ->> 'slug') from jsonb_array_elements(
      coalesce(p_changes -> 'catalogue' -> 'products', '[]') || coalesce(p_changes -> 'catalogue' -> 'colours', '[]')
      || coalesce(p_changes -> 'catalogue' -> 'renames', '[]')) item
    union all select 'category/' || (item ->> 'slug')
    from jsonb_array_elements(coalesce(p_changes -> 'catalogue' -> 'categories', '[]')) item
    union all select 'content/' || key from jsonb_object_keys(coalesce(p_changes -> 'content', '{}')) key
    union all select 'page/' || key from jsonb_object_keys(coalesce(p_changes -> 'pages', '{}')) key
    union all select 'redirect' || key from jsonb_object_keys(coalesce(p_changes -> 'redirects', '{}')) key
    union all select 'order/' || key from jsonb_object_keys(coalesce(p_changes -> 'order', '{}')) key
    union all select part from unnest('{pages, redirects, menu}'::text[]) part where p_changes ? part) as s (subject)
$$;
comment on function public.release_subjects is
  'The things that a release''s changes are about: product/SLUG, category/SLUG, content/KEY, page/ID, '
  'redirect/PATH, order/SLUG, menu; pages and redirects if it changes any, for the forms of all of them.';

create table public.releases (
  id uuid primary key,
  number bigint generated always as identity unique,
  title text not null,
  source text not null,
  changes jsonb not null,
  subjects text[] not null generated always as (public.release_subjects(changes)) stored,
  options jsonb not null default '{}',
  version integer not null default 1,
  state public.release_state not null default 'draft',
  scheduled_for timestamptz,
  fingerprint text,
  ahead jsonb,
  report jsonb,
  failure jsonb,
  undoes uuid unique references public.releases (id) on delete restrict,
  words text not null,
  transaction_id xid8,
  published_at timestamptz,
  build_asked_at timestamptz,
  build_started_at timestamptz,
  constraint releases_title_in_range check (length(btrim(title)) between 1 and 120),
  constraint releases_scheduled_has_time
    check (state <> 'scheduled' or (scheduled_for is not null and fingerprint is not null)),
  constraint releases_ahead_is_scheduled check (ahead is null or state = 'scheduled'),
  constraint releases_published_has_report check (
    (state = 'published') = (published_at is not null) and (state = 'published') = (report is not null)
    and (state = 'published') = (transaction_id is not null)),
  constraint releases_failed_has_reason check ((state = 'failed') = (failure is not null)),
  constraint releases_undo_is_published check (undoes is null or state = 'published')
);
comment on table public.releases is
  'Changes of catalogue, pages and product order that belong together, with authors, results and times.';
comment on column public.releases.id is
  'Idempotency key made by the client that begins it, so that saving, publishing and undoing can be retried after a '
  'lost response.';
comment on column public.releases.number is 'Sequence in which releases were begun.';
comment on column public.releases.source is 'Source of the changes: a file''s name, Studio, Command.';
comment on column public.releases.changes is 'Input of apply_changes.';
comment on column public.releases.subjects is 'release_subjects.';
comment on column public.releases.options is 'Options of import_catalogue.';
comment on column public.releases.version is
  'Grows with every change, so that two editors do not overwrite one another.';
comment on column public.releases.fingerprint is 'Fingerprint of the preview seen at scheduling.';
comment on column public.releases.ahead is
  'Scheduled releases: the part inserted ahead, hidden (put_ahead); null if none is.';
comment on column public.releases.report is 'Result of apply_changes at publishing.';
comment on column public.releases.failure is
  'Reason why it could not be published at its time: the refusal''s {reason, facts}, or {error} with PostgreSQL''s '
  'message; plus archived, the slugs of products bought before they were taken out again.';
comment on column public.releases.undoes is 'The release that this one undoes.';
comment on column public.releases.words is 'Search words.';
comment on column public.releases.transaction_id is
  'Transaction that published it: the key to its build in catalogue_changes.';
comment on column public.releases.build_asked_at is
  'When a build that will show it was requested (settle_site_build); null if none was needed or a deploy came first.';
comment on column public.releases.build_started_at is 'When the first build that shows it began (note_site_build).';
create index releases_due on public.releases (scheduled_for) where state = 'scheduled';
create index releases_by_publication on public.releases (published_at) where published_at is not null;
alter table public.releases enable row level security;

create type public.release_event as enum (
  'made', 'saved', 'scheduled', 'unscheduled', 'published', 'published_differently', 'failed', 'undone', 'discarded'
);
comment on type public.release_event is
  'published_differently: the result differs from the preview, because the shop had changed.';

create table public.release_events (
  id bigint generated by default as identity primary key,
  release_id uuid not null references public.releases (id) on delete cascade,
  staff_id bigint references public.staff (id) on delete restrict,
  what public.release_event not null,
  at timestamptz not null default clock_timestamp()
);
comment on table public.release_events is 'History of releases.';
comment on column public.release_events.staff_id is 'Null: the command, which has the shop''s secret key.';
create index release_events_by_release on public.release_events (release_id, id);
create index release_events_by_staff on public.release_events (staff_id);
alter table public.release_events enable row level security;

create function public.apply_changes(p_changes jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_unknown text := (
    select string_agg(key, ', ') from jsonb_object_keys(p_changes) as k (key)
    where key not in ('catalogue', 'content', 'pages', 'redirects', 'order', 'menu'));
  v_report jsonb :=
    '{"catalogue": null, "content": null, "pages": null, "redirects": null, "order": null, "menu": null}';
  v_message text;
begin
  -- One release at a time, or two could wait for one another's rows.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  if v_unknown is not null then
    raise sqlstate 'PT400' using hint = 'changes_unknown', detail = jsonb_build_object('parts', v_unknown)::text;
  end if;
  if p_changes ? 'catalogue' then
    v_report := v_report
      || jsonb_build_object('catalogue', public.import_catalogue(p_changes -> 'catalogue', p_options));
  end if;
  if p_changes ? 'content' then
    v_report := v_report || jsonb_build_object('content', public.import_content(p_changes -> 'content', p_options));
  end if;
  if p_changes ? 'pages' then
    v_report := v_report || jsonb_build_object('pages', public.import_pages(p_changes -> 'pages', p_options));
  end if;
  if p_changes ? 'redirects' then
    v_report := v_report
      || jsonb_build_object('redirects', public.import_redirects(p_changes -> 'redirects', p_options));
  end if;
  if p_changes ? 'order' then
    v_report := v_report || jsonb_build_object('order', public.import_product_order(p_changes -> 'order', p_options));
  end if;
  if p_changes ? 'menu' then
    v_report := v_report || jsonb_build_object('menu', public.import_menu(p_changes -> 'menu', p_options));
  end if;
  -- Last, because a collection with products is not empty.
  if p_changes -> 'catalogue' ? 'drop_categories' then
    v_report := jsonb_set(v_report, '{catalogue,categories}', v_report -> 'catalogue' -> 'categories'
      || public.drop_categories(p_changes -> 'catalogue' -> 'drop_categories'));
  end if;
  -- Any part may bring a page to an address or take it away.
  perform public.refuse_redirects(jsonb_path_query_array(v_report, '$.redirects.changed[*].from'));
  return v_report;
exception
  when check_violation or not_null_violation or unique_violation or foreign_key_violation or data_exception then
    get stacked diagnostics v_message = message_text;
    raise sqlstate 'PT400' using hint = 'changes_invalid', detail = jsonb_build_object('error', v_message)::text;
end
$$;
comment on function public.apply_changes is
  'Applies a release''s changes, all or nothing: p_changes {catalogue, content, pages, redirects, order, menu}, in the '
  'formats of import_catalogue (and drop_categories, slugs for the function of that name), import_content, '
  'import_pages, import_redirects, import_product_order and import_menu. Returns each one''s report under the same '
  'keys; null if not requested. Errors: those of the six and of refuse_redirects; PT400 changes_unknown, '
  'changes_invalid.';

create function public.report_fingerprint(p_report jsonb) returns text
language sql immutable set search_path = ''
as $$
  select md5(jsonb_set(p_report #- '{catalogue,oversold}', '{catalogue,colours,changed}', coalesce((
    select jsonb_agg(jsonb_set(c.item, '{changes}', (
      select jsonb_agg(case
        when x ->> 'field' <> 'quantity' then x
        when x ? 'moves' then x - array['was', 'now']
          || jsonb_build_object('by', (x ->> 'now')::bigint - (x ->> 'was')::bigint)
        else x - 'was' end order by i)
      from jsonb_array_elements(c.item -> 'changes') with ordinality as e (x, i))) order by c.place)
    from jsonb_array_elements(p_report -> 'catalogue' -> 'colours' -> 'changed') with ordinality as c (item, place)),
      '[]'),
    p_report -> 'catalogue' <> 'null')::text)
$$;
comment on function public.report_fingerprint is
  'Fingerprint of a report of apply_changes: the same as long as its effect is. Ignores shoppers'' actions: a stock '
  'movement counts by its size, a stock count by the new number; open checkouts do not count.';

create function public.preview_of(p_report jsonb, p_options jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'report', p_report,
    'fingerprint', public.report_fingerprint(p_report),
    'guards', jsonb_build_object(
      'price_jumps', case when coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then '[]'::jsonb
        else coalesce(p_report -> 'catalogue' -> 'price_jumps', '[]') end,
      'mass_archive', case
        when coalesce((p_report -> 'catalogue' ->> 'mass_archive')::integer, 0)
          > coalesce((p_options ->> 'allow_archiving')::integer, 0)
        then (p_report -> 'catalogue' ->> 'mass_archive')::integer else 0 end))
$$;
comment on function public.preview_of is
  'A dry run''s report as previews show it: {report, fingerprint (report_fingerprint), guards}. guards: the report''s '
  'price_jumps and mass_archive not yet allowed by p_options.';

create function public.preview_changes(p_changes jsonb, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_changes(p_changes, p_options || '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    -- The block's changes are rolled back; its findings stay.
    return public.preview_of(v_report, p_options);
  end;
end
$$;
comment on function public.preview_changes is 'Dry run of apply_changes, rolled back, in preview_of''s form.';

create function public.preview_of_release(p_release public.releases) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_release(p_release, '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    return public.preview_of(v_report, p_release.options) || jsonb_build_object('version', p_release.version);
  end;
end
$$;
comment on function public.preview_of_release is
  'Dry run of apply_release, rolled back, in preview_of''s form, with the release''s version.';

create function public.preview_release(p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  return public.preview_of_release(v_release);
end
$$;
comment on function public.preview_release is
  'Preview of publishing a release now, as preview_of_release. Errors: PT404 release_unknown; PT409 release_state, '
  'and those of apply_changes.';

create function public.note_release(p_release uuid, p_staff bigint, p_what public.release_event) returns void
language sql set search_path = ''
as $$ insert into public.release_events (release_id, staff_id, what) values (p_release, p_staff, p_what) $$;
comment on function public.note_release is 'Adds to a release''s history.';

create function public.locked_release(p_release uuid) returns public.releases
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases;
begin
  select * into v_release from public.releases where id = p_release for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'release_unknown';
  end if;
  return v_release;
end
$$;
comment on function public.locked_release is 'A release, locked until the transaction ends. PT404 release_unknown.';

create function public.refuse_release(p_release public.releases) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'release_state', detail = to_json(p_release.state)::text;
end
$$;
comment on function public.refuse_release is 'Raises PT409 release_state, with the state as detail.';

create function public.save_release(
  p_staff bigint, p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_words constant text := lower(concat_ws(' ', p_title, p_source, (
    select string_agg(distinct word, ' ') from (
      select item ->> 'slug' from jsonb_array_elements(
        coalesce(p_changes -> 'catalogue' -> 'products', '[]') || coalesce(p_changes -> 'catalogue' -> 'colours', '[]')
        || coalesce(p_changes -> 'catalogue' -> 'categories', '[]')) item
      union all select jsonb_object_keys(coalesce(p_changes -> 'content', '{}'))
      union all select jsonb_path_query(p_changes, '$.pages.*.now.slug') #>> '{}'
      union all select jsonb_object_keys(coalesce(p_changes -> 'redirects', '{}'))
      union all select jsonb_object_keys(coalesce(p_changes -> 'order', '{}'))) as w (word))));
  v_release public.releases;
begin
  insert into public.releases (id, title, source, changes, options, words)
  select p_release, p_title, p_source, p_changes, p_options, v_words where p_version = 0
  on conflict (id) do nothing;
  if found then
    perform public.note_release(p_release, p_staff, 'made');
    return '{"version": 1}';
  end if;
  v_release := public.locked_release(p_release);
  -- Saved before; the response was lost.
  if v_release.version = p_version + 1 and (v_release.title, v_release.source, v_release.changes, v_release.options)
    = (p_title, p_source, p_changes, p_options)
  then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if v_release.version <> p_version then
    raise sqlstate 'PT409' using hint = 'release_changed',
      detail = jsonb_build_object('version', v_release.version)::text;
  end if;
  update public.releases
  set title = p_title, source = p_source, changes = p_changes, options = p_options, words = v_words,
      state = 'draft', failure = null, version = version + 1
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'saved');
  return jsonb_build_object('version', p_version + 1);
end
$$;
comment on function public.save_release is
  'Makes or replaces a draft: {version}. p_version: the replaced version, 0 for a new draft. p_staff: the author; '
  'null for the command. A repeat changes nothing. Errors: PT404 release_unknown; PT409 release_state (only draft and '
  'failed can be changed), release_changed (by someone else meanwhile; detail: {version}).';

create function public.publish_release(p_staff bigint, p_release uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_report jsonb;
begin
  if v_release.state = 'published' then
    return jsonb_build_object('release', p_release, 'report', v_release.report);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  v_report := public.apply_release(v_release);
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  update public.releases
  set state = 'published', report = v_report, failure = null, scheduled_for = null, ahead = null, published_at = now(),
      version = version + 1,
      transaction_id = pg_current_xact_id()
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'published');
  return jsonb_build_object('release', p_release, 'report', v_report);
end
$$;
comment on function public.publish_release is
  'Publishes a release, if its effect is still the one seen (p_fingerprint of its preview): {release, report}. A '
  'repeat returns the first result. Errors: PT404 release_unknown; PT409 release_state, preview_outdated, and those '
  'of apply_changes.';

create function public.schedule_release(
  p_staff bigint, p_release uuid, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_preview jsonb;
begin
  if v_release.state = 'scheduled' and v_release.scheduled_for = p_at then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if p_at <= now() or p_at > now() + interval '1 year' or p_at <> date_trunc('minute', p_at) then
    raise sqlstate 'PT400' using hint = 'time_invalid';
  end if;
  v_preview := public.preview_of_release(v_release);
  if p_fingerprint <> v_preview ->> 'fingerprint' then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  perform public.refuse_lacking(coalesce(v_preview -> 'report' -> 'catalogue' -> 'lacking', '[]'));
  if v_preview -> 'guards' <> '{"price_jumps": [], "mass_archive": 0}' then
    raise sqlstate 'PT409' using hint = 'not_allowed', detail = (v_preview -> 'guards')::text;
  end if;
  update public.releases
  set state = 'scheduled', scheduled_for = p_at, fingerprint = p_fingerprint, failure = null, version = version + 1
  where id = p_release;
  perform public.put_ahead(v_release, p_at, v_preview -> 'report');
  perform public.note_release(p_release, p_staff, 'scheduled');
  return jsonb_build_object('version', v_release.version + 1);
end
$$;
comment on function public.schedule_release is
  'Schedules a release for a minute, if its effect is still the one seen: {version}. Inserts its new products at '
  'once, hidden until then (put_ahead). Errors: PT404 release_unknown; PT400 time_invalid; PT409 release_state, '
  'preview_outdated, not_allowed (detail: guards), facts_missing, and those of apply_changes.';

create function public.unschedule_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'draft' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state <> 'scheduled' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'draft', scheduled_for = null, fingerprint = null, version = version + 1 where id = p_release;
  perform public.note_release(p_release, p_staff, 'unscheduled');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.unschedule_release is
  'Turns a scheduled release back into a draft: {version, archived}, archived as in take_back_ahead. Errors: PT404 '
  'release_unknown; PT409 release_state.';

create function public.discard_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'discarded' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state = 'published' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'discarded', scheduled_for = null, fingerprint = null, failure = null, version = version + 1
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'discarded');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.discard_release is
  'Discards an unpublished release: {version, archived}, archived as in take_back_ahead. Errors: PT404 '
  'release_unknown; PT409 release_state.';

create function public.publish_due_release() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_staff bigint;
  v_report jsonb;
  v_code text;
  v_reason text;
  v_facts text;
  v_error text;
  v_failure jsonb;
begin
  select * into v_release from public.releases
  where state = 'scheduled' and scheduled_for <= now()
  order by scheduled_for, number limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  select staff_id into v_staff from public.release_events
  where release_id = v_release.id and what = 'scheduled' order by id desc limit 1;
  begin
    v_report := public.apply_release(v_release);
    update public.releases
    set state = 'published', report = v_report, ahead = null, published_at = now(), version = version + 1,
        transaction_id = pg_current_xact_id()
    where id = v_release.id;
    perform public.note_release(v_release.id, v_staff,
      case when public.report_fingerprint(v_report) = v_release.fingerprint then 'published'::public.release_event
        else 'published_differently' end);
  exception when others then
    get stacked diagnostics
      v_code = returned_sqlstate, v_reason = pg_exception_hint, v_facts = pg_exception_detail, v_error = message_text;
    v_failure := case when v_code like 'PT%'
      then jsonb_strip_nulls(jsonb_build_object('reason', v_reason, 'facts', nullif(v_facts, '')::jsonb))
      else jsonb_build_object('error', v_error) end;
    if v_release.ahead is not null then
      v_failure := v_failure || jsonb_build_object('archived', public.take_back_ahead(v_release));
    end if;
    update public.releases set state = 'failed', failure = v_failure, version = version + 1 where id = v_release.id;
    perform public.note_release(v_release.id, v_staff, 'failed');
  end;
  return jsonb_build_object('release', v_release.id, 'title', v_release.title, 'failure', v_failure);
end
$$;
comment on function public.publish_due_release is
  'Publishes the release that is due first: {release, title, failure}; null when none is due. Changes in the shop '
  'since scheduling stay, as in any import, and are in its report. A release that cannot be published (a guard, a '
  'deleted category) becomes failed with the reason and changes nothing; products inserted ahead that have just '
  'opened are taken out again.';

-- supabase/schemas/undo_releases.sql

-- Undo of a release: a new release that reverts its changes, except stock and later changes.

create function public.undone_items(p_changed jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    (c.item - 'changes') || f.before || jsonb_build_object('clears', f.clears, 'seen', f.seen)
    order by c.place), '[]'::jsonb)
  from jsonb_array_elements(p_changed) with ordinality as c (item, place)
  cross join lateral (
    select coalesce(jsonb_object_agg(x ->> 'field', x -> 'was') filter (where x -> 'was' <> 'null'), '{}') as before,
           coalesce(jsonb_agg(x -> 'field') filter (where x -> 'was' = 'null'), '[]') as clears,
           jsonb_object_agg(x ->> 'field', x -> 'now') as seen
    from jsonb_array_elements(c.item -> 'changes') x
    where x ->> 'field' <> 'quantity'
    having count(*) > 0) f
$$;
comment on function public.undone_items is
  'Items, in import_catalogue''s format, that revert a report''s changes of categories, products or colours, [{slug, '
  'colour, changes: [{field, was, now}]}]; all fields but stock. Part of undo_changes.';

create function public.undo_changes(p_report jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_report -> 'catalogue';
  v_renames jsonb;
  v_left jsonb;
  v_products jsonb;
  v_colours jsonb;
  v_codes text[];
  v_changes jsonb := '{}';
begin
  if v_catalogue <> 'null' then
    -- A rename is reverted if the name is unchanged and the old one is free. A colour's slug is the product's after
    -- this release; after the undo, the one before.
    with done as (
      select g ->> 'slug' as slug, g ->> 'colour' as colour, g ->> 'now' as now
      from jsonb_array_elements(v_catalogue -> 'renamed') g
    ), products as (
      select d.*, exists (select from public.products where slug = d.now) and not exists (
        select from public.products p
        where p.slug = d.slug and p.slug not in (select o.now from done o where o.colour is null)) as possible
      from done d where d.colour is null
    ), colours as (
      select d.*, p.slug as old_slug, exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and v.color_name = d.now)
        and not exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and public.name_key(v.color_name) = public.name_key(d.colour)
            and public.name_key(d.colour) <> public.name_key(d.now)
            and v.color_name not in (select o.now from done o
              where o.slug = d.slug and o.colour is not null)) as possible
      from done d left join products p on p.now = d.slug and p.possible
      where d.colour is not null
    ), everything as (
      select possible, now as slug, null as colour, slug as back, 'slug' as field, now as item_slug from products
      union all
      select possible, coalesce(old_slug, slug), now, colour, 'color_name', slug from colours
    )
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', back)) filter (where possible),
           '[]'),
           coalesce(jsonb_agg(jsonb_build_object(
             'slug', item_slug, 'colour', colour, 'field', field, 'seen', coalesce(colour, slug), 'shop', null,
             'file', back))
             filter (where not possible), '[]')
    into v_renames, v_left from everything;

    v_products := public.undone_items(v_catalogue -> 'products' -> 'changed')
      || (select coalesce(
        jsonb_agg(jsonb_build_object('slug', s, 'archived', true, 'seen', '{"archived": false}'::jsonb)), '[]')
          from jsonb_array_elements(v_catalogue -> 'products' -> 'added') s)
      || (select coalesce(
        jsonb_agg(jsonb_build_object('slug', s, 'archived', false, 'seen', '{"archived": true}'::jsonb)), '[]')
          from jsonb_array_elements(v_catalogue -> 'archived' -> 'products') s);
    v_colours := public.undone_items(v_catalogue -> 'colours' -> 'changed');
    -- A code that another colour has taken since stays there, unless this gives it back.
    with taken as (
      select i.place, i.item, f.field
      from jsonb_array_elements(v_colours) with ordinality as i (item, place)
      cross join unnest('{sku, gtin}'::text[]) as f (field)
      join public.color_variants v on i.item ->> f.field in (v.sku, v.gtin)
      join public.products p on p.id = v.product_id
      where not exists (
        select from jsonb_array_elements(v_colours || (v_catalogue -> 'colours' -> 'added')) as o (item)
        where o.item ->> 'slug' = p.slug and public.name_key(o.item ->> 'colour') = public.name_key(v.color_name)
          and (o.item = i.item or not o.item ? 'seen'
            or i.item ->> f.field in (o.item -> 'seen' ->> 'sku', o.item -> 'seen' ->> 'gtin')))
    )
    select
      coalesce(jsonb_agg(
        (c.item - t.fields) || jsonb_build_object('seen', (c.item -> 'seen') - t.fields) order by c.place), '[]'),
      v_left || coalesce((
        select jsonb_agg(jsonb_build_object(
          'slug', item -> 'slug', 'colour', item -> 'colour', 'field', field, 'seen', item -> 'seen' -> field,
          'shop', item -> 'seen' -> field, 'file', item -> field) order by place, field)
        from taken), '[]')
    into v_colours, v_left
    from jsonb_array_elements(v_colours) with ordinality as c (item, place)
    cross join lateral (
      select array(select field from taken where taken.place = c.place) as fields) as t;
    v_codes := array(
      select code from jsonb_array_elements(v_colours) g cross join unnest(array[g ->> 'sku', g ->> 'gtin']) code
      where code is not null);
    v_colours := v_colours
      || (select coalesce(jsonb_agg(
          c || n.archives
          -- An archived colour keeps its codes, unless they return to a colour that had them before.
          || case when v.sku = any (v_codes)
            then jsonb_build_object('sku', public.made_sku(p.slug, v.color_name, v.id)) else '{}' end
          || case when v.gtin = any (v_codes) then '{"clears": ["gtin"]}' else '{}' end::jsonb
          || jsonb_build_object('seen', jsonb_build_object('archived', false, 'sku', v.sku, 'gtin', v.gtin))
          order by place), '[]')
        from jsonb_array_elements(v_catalogue -> 'colours' -> 'added') with ordinality as a (c, place)
        left join public.products p on p.slug = c ->> 'slug'
        left join public.color_variants v on v.product_id = p.id
          and public.name_key(v.color_name) = public.name_key(c ->> 'colour')
        -- A new product's colours are archived with it.
        cross join lateral (select case when v_catalogue -> 'products' -> 'added' @> jsonb_build_array(c -> 'slug')
          then '{}' else '{"archived": true}' end::jsonb) as n (archives)
        where n.archives <> '{}' or v.sku = any (v_codes) or v.gtin = any (v_codes))
      || (select coalesce(jsonb_agg(c || '{"archived": false, "seen": {"archived": true}}'), '[]')
          from jsonb_array_elements(v_catalogue -> 'archived' -> 'colours') c);

    -- By their names after the renames are undone.
    select coalesce(
      jsonb_agg(item || jsonb_build_object('slug', coalesce(r ->> 'now', item ->> 'slug')) order by place), '[]')
    into v_products
    from jsonb_array_elements(v_products) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug';
    select coalesce(jsonb_agg((item - 'colour') || jsonb_build_object(
      'slug', n.slug, 'exact_position', true,
      'color_name', coalesce(item ->> 'color_name', c ->> 'now', v.color_name, item ->> 'colour'))
        order by place), '[]')
    into v_colours
    from jsonb_array_elements(v_colours) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug'
    cross join lateral (select coalesce(r ->> 'now', item ->> 'slug') as slug) n
    left join jsonb_array_elements(v_renames) c
      on c ->> 'slug' = n.slug and public.name_key(c ->> 'colour') = public.name_key(item ->> 'colour')
    left join public.products p on p.slug = item ->> 'slug'
    left join public.color_variants v on v.product_id = p.id
      and public.name_key(v.color_name) = public.name_key(item ->> 'colour');

    v_changes := v_changes || jsonb_build_object('catalogue', jsonb_build_object(
      'renames', v_renames,
      'categories', public.undone_items(v_catalogue -> 'categories' -> 'changed')
        || (v_catalogue -> 'categories' -> 'dropped'),
      'drop_categories', v_catalogue -> 'categories' -> 'added',
      'products', v_products,
      'colours', v_colours,
      'left', v_left));
  end if;
  if p_report -> 'content' <> 'null' then
    v_changes := v_changes || jsonb_build_object('content', (
      select coalesce(jsonb_object_agg(g ->> 'key', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}')
      from jsonb_array_elements(p_report -> 'content' -> 'changed') g));
  end if;
  if p_report -> 'pages' <> 'null' then
    v_changes := v_changes || jsonb_build_object('pages', (
      select coalesce(jsonb_object_agg(g ->> 'id', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}')
      from jsonb_array_elements(p_report -> 'pages' -> 'changed') g));
  end if;
  if p_report -> 'redirects' <> 'null' then
    v_changes := v_changes || jsonb_build_object('redirects', (
      select coalesce(jsonb_object_agg(g ->> 'from', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}')
      from jsonb_array_elements(p_report -> 'redirects' -> 'changed') g));
  end if;
  if p_report -> 'order' <> 'null' then
    v_changes := v_changes || jsonb_build_object('order', (
      select coalesce(jsonb_object_agg(g ->> 'category', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')),
             '{}')
      from jsonb_array_elements(p_report -> 'order' -> 'changed') g));
  end if;
  if p_report -> 'menu' <> 'null' then
    v_changes := v_changes || coalesce((
      select jsonb_build_object('menu', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was'))
      from jsonb_array_elements(p_report -> 'menu' -> 'changed') g), '{}');
  end if;
  return v_changes;
end
$$;
comment on function public.undo_changes is
  'Input of apply_changes that reverts a report: fields as before, unless changed since; archived items return; added '
  'ones are archived, since orders may refer to them, and give back codes that they took from others; new categories '
  'and collections are removed if empty; names and codes revert if free, else catalogue.left lists them. Stock stays.';

create function public.undo_options() returns jsonb
language sql immutable set search_path = ''
as $$ select '{"allow_price_jumps": true, "allow_archiving": 2147483647}'::jsonb $$;
comment on function public.undo_options is 'Guards against mistakes must not block undoing one.';

create function public.published_release(p_release uuid) returns public.releases
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  if v_release.state <> 'published' then
    perform public.refuse_release(v_release);
  end if;
  if exists (select from public.releases where undoes = p_release) then
    raise sqlstate 'PT409' using hint = 'release_undone';
  end if;
  return v_release;
end
$$;
comment on function public.published_release is
  'A published release, locked, that can be undone. Errors: PT404 release_unknown; PT409 release_state, '
  'release_undone.';

create function public.preview_undo(p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.published_release(p_release);
begin
  return public.preview_changes(public.undo_changes(v_release.report), public.undo_options())
    || jsonb_build_object('version', v_release.version);
end
$$;
comment on function public.preview_undo is
  'Preview of undoing a release now, as preview_changes, with its version. Errors: those of published_release.';

create function public.undo_release(p_staff bigint, p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_changes jsonb;
  v_report jsonb := (select report from public.releases where id = p_undo and undoes = p_release);
begin
  -- Done before; the response was lost.
  if v_report is not null then
    return jsonb_build_object('release', p_undo, 'report', v_report);
  end if;
  v_release := public.published_release(p_release);
  v_changes := public.undo_changes(v_release.report);
  v_report := public.apply_changes(v_changes, public.undo_options());
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  insert into public.releases (id, title, source, changes, options, words, state, report, undoes, published_at,
    transaction_id)
  values (p_undo, left('Undo: ' || v_release.title, 120), v_release.source, v_changes, public.undo_options(),
          'undo ' || v_release.words, 'published', v_report, p_release, now(), pg_current_xact_id());
  perform public.note_release(p_undo, p_staff, 'published');
  perform public.note_release(p_release, p_staff, 'undone');
  return jsonb_build_object('release', p_undo, 'report', v_report);
exception when unique_violation then
  raise sqlstate 'PT409' using hint = 'release_undone';
end
$$;
comment on function public.undo_release is
  'Undoes a published release by a new one, p_undo, if its effect is still the one seen (p_fingerprint of '
  'preview_undo): {release, report}. A repeat returns the first result. Errors: those of published_release and '
  'apply_changes; PT409 preview_outdated.';

create function public.import_as_release(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0);
  return public.publish_release(null, p_release, p_fingerprint);
end
$$;
comment on function public.import_as_release is
  'Makes and publishes a release, all or nothing: {release, report}. Used by npm run catalogue, so that its imports '
  'have history and undo. Errors: those of save_release and publish_release.';

create function public.undo_by_command(p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.undo_release(null, p_release, p_undo, p_fingerprint) $$;
comment on function public.undo_by_command is 'undo_release for npm run catalogue.';

-- supabase/schemas/staff_releases.sql

-- Release functions of the studio, on top of releases.sql and undo_releases.sql.

create function public.staff_save_release(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer,
  p_form text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
begin
  delete from public.edits where staff_id = v_staff and form = p_form;
  return public.save_release(v_staff, p_release, p_title, p_source, p_changes, p_options, p_version);
end
$$;
comment on function public.staff_save_release is
  'save_release for staff; drops the caller''s unsaved input of p_form, the form that it saves. Errors: those of '
  'require_staff and save_release.';

create function public.staff_preview_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$
  select public.require_staff('edit_catalogue');
  select public.preview_release(p_release)
$$;
comment on function public.staff_preview_release is
  'preview_release for staff. Errors: those of require_staff and preview_release.';

create function public.staff_publish_release(p_release uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.publish_release(public.require_staff('edit_catalogue'), p_release, p_fingerprint) $$;
comment on function public.staff_publish_release is
  'publish_release for staff. Errors: those of require_staff and publish_release.';

create function public.staff_schedule_release(p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.schedule_release(public.require_staff('edit_catalogue'), p_release, p_at, p_fingerprint) $$;
comment on function public.staff_schedule_release is
  'schedule_release for staff. Errors: those of require_staff and schedule_release.';

create function public.staff_unschedule_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.unschedule_release(public.require_staff('edit_catalogue'), p_release) $$;
comment on function public.staff_unschedule_release is
  'unschedule_release for staff. Errors: those of require_staff and unschedule_release.';

create function public.staff_discard_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.discard_release(public.require_staff('edit_catalogue'), p_release) $$;
comment on function public.staff_discard_release is
  'discard_release for staff. Errors: those of require_staff and discard_release.';

create function public.staff_preview_undo(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$
  select public.require_staff('edit_catalogue');
  select public.preview_undo(p_release)
$$;
comment on function public.staff_preview_undo is
  'preview_undo for staff. Errors: those of require_staff and preview_undo.';

create function public.staff_undo_release(p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.undo_release(public.require_staff('edit_catalogue'), p_release, p_undo, p_fingerprint) $$;
comment on function public.staff_undo_release is
  'undo_release for staff. Errors: those of require_staff and undo_release.';

create function public.release_row(p_release public.releases) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_release.id, 'title', p_release.title, 'source', p_release.source, 'state', p_release.state,
    'version', p_release.version, 'scheduled_for', p_release.scheduled_for, 'published_at', p_release.published_at,
    'failure', p_release.failure, 'undoes', p_release.undoes,
    'undone_by', (select id from public.releases where undoes = p_release.id),
    'products', (select count(*) from unnest(p_release.subjects) s (name) where s.name like 'product/%'),
    'others', to_jsonb(array(select s.name from unnest(p_release.subjects) s (name) where s.name not like 'product/%')),
    'created_at', e.at[1], 'created_by', e.who[1],
    'changed_at', e.at[cardinality(e.at)], 'changed_by', e.who[cardinality(e.at)],
    'published_by', (
      select coalesce(s.name, 'Command') from public.release_events x left join public.staff s on s.id = x.staff_id
      where x.release_id = p_release.id and x.what in ('published', 'published_differently')))
  from (
    select array_agg(x.at order by x.id) as at, array_agg(coalesce(s.name, 'Command') order by x.id) as who
    from public.release_events x left join public.staff s on s.id = x.staff_id
    where x.release_id = p_release.id) e
$$;
comment on function public.release_row is
  'A release as a list row (ReleaseRow in src/domain/wire/staff-releases.ts). People: a staff member''s name, or '
  'Command.';

create function public.list_releases(
  p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (
    select r.* from public.releases r
    where (p_state is null or r.state = p_state) and (p_after is null or r.number < p_after)
      and not exists (
        select from unnest(string_to_array(lower(btrim(p_search)), ' ')) w (word)
        where position(word in r.words) = 0 and not exists (
          select from public.release_events e join public.staff s on s.id = e.staff_id
          where e.release_id = r.id and position(word in lower(s.name)) > 0))
    order by r.number desc limit 51
  ), page as (select * from found order by number desc limit 50)
  select jsonb_build_object(
    'releases', (select coalesce(jsonb_agg(public.release_row(r) order by r.number desc), '[]')
                 from page p join public.releases r on r.id = p.id),
    'next', case when (select count(*) from found) > 50 then (select min(number)::text from page) end)
$$;
comment on function public.list_releases is
  'Releases, newest first, fifty a page: {releases, next}. p_search: each word must be in the title, the source, the '
  'name of a contributor, or of a product, category or page in it. p_after: next of the previous page.';

create function public.staff_releases(
  p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_staff('edit_catalogue');
  select public.list_releases(p_search, p_state, p_after)
$$;
comment on function public.staff_releases is 'list_releases for staff. Errors: those of require_staff.';

create function public.staff_release(p_release uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_release public.releases;
begin
  perform public.require_staff('edit_catalogue');
  select * into v_release from public.releases where id = p_release;
  if not found then
    raise sqlstate 'PT404' using hint = 'release_unknown';
  end if;
  return public.release_row(v_release) || jsonb_build_object(
    'changes', v_release.changes, 'options', v_release.options, 'report', v_release.report,
    'events', (
      select jsonb_agg(jsonb_build_object('at', e.at, 'by', coalesce(s.name, 'Command'), 'what', e.what) order by e.id)
      from public.release_events e left join public.staff s on s.id = e.staff_id where e.release_id = p_release));
end
$$;
comment on function public.staff_release is
  'A release with its changes, options, report and history. Errors: those of require_staff; PT404 release_unknown.';

-- supabase/schemas/edits.sql

-- Input of the studio's forms that no draft has yet, saved while it is typed: it outlives a closed tab, an ended login
-- and the device.

create table public.edits (
  staff_id bigint not null references public.staff (id) on delete cascade,
  form text not null,
  subjects text[] not null,
  title text not null,
  input jsonb not null,
  writer uuid not null,
  version integer not null default 1,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (staff_id, form),
  constraint edits_form_in_range check (length(form) between 1 and 300),
  constraint edits_title_in_range check (length(title) between 1 and 200),
  constraint edits_input_is_object check (jsonb_typeof(input) = 'object')
);
comment on table public.edits is
  'Unsaved input of the studio''s forms. Only its author reads it; colleagues learn that something is being edited.';
comment on column public.edits.form is 'The form''s URL.';
comment on column public.edits.subjects is 'The things being edited, named as in releases.subjects.';
comment on column public.edits.input is 'The form''s own format: {base, typed}, base being what editing began with.';
comment on column public.edits.writer is
  'Made by the tab that wrote it, which thereby recognises its own save after a lost response.';
comment on column public.edits.version is 'Grows with every save, so that two devices do not overwrite one another.';
create index edits_by_age on public.edits (changed_at);
alter table public.edits enable row level security;

create function public.staff_edits(p_form text default null, p_subjects text[] default '{}') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_user uuid := (select user_id from public.staff where id = v_staff);
begin
  return jsonb_build_object(
    'mine', (
      select jsonb_build_object('input', e.input, 'version', e.version, 'writer', e.writer, 'changed_at', e.changed_at)
      from public.edits e join public.staff s on s.id = e.staff_id
      where e.form = p_form and s.user_id = v_user order by e.changed_at desc limit 1),
    'edits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'form', e.form, 'title', e.title, 'by', s.name, 'mine', s.user_id is not distinct from v_user,
        'began_at', e.began_at, 'changed_at', e.changed_at) order by e.changed_at desc), '[]')
      from public.edits e join public.staff s on s.id = e.staff_id
      where s.until is null and (p_form is null or e.subjects && p_subjects)),
    'drafts', (
      select coalesce(jsonb_agg(public.release_row(r) order by r.number desc), '[]')
      from public.releases r
      where r.state in ('draft', 'scheduled', 'failed') and p_form is not null and r.subjects && p_subjects));
end
$$;
comment on function public.staff_edits is
  'Unsaved input of the studio: {mine, edits, drafts}. mine: the caller''s, of p_form, whatever their role was then; '
  'null if none. edits: everybody''s, without the input, of p_subjects; of everything without p_form. drafts: '
  'unpublished releases of p_subjects, as release_row. Errors: those of require_staff.';

create function public.staff_save_edit(
  p_form text, p_subjects text[], p_title text, p_input jsonb, p_writer uuid, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_edit public.edits;
begin
  if p_input is null then
    delete from public.edits where staff_id = v_staff and form = p_form;
    return jsonb_build_object('version', 0, 'changed_at', now());
  end if;
  insert into public.edits as e (staff_id, form, subjects, title, input, writer)
  values (v_staff, p_form, p_subjects, p_title, p_input, p_writer)
  on conflict (staff_id, form) do update
  set subjects = p_subjects, title = p_title, input = p_input, writer = p_writer, version = e.version + 1,
      changed_at = now()
  where e.version = p_version or e.writer = p_writer
  returning * into v_edit;
  if not found then
    raise sqlstate 'PT409' using hint = 'edit_changed';
  end if;
  return jsonb_build_object('version', v_edit.version, 'changed_at', v_edit.changed_at);
end
$$;
comment on function public.staff_save_edit is
  'Keeps the caller''s unsaved input of a form, or drops it (p_input null): {version, changed_at}. p_version: the '
  'replaced version, 0 for none. A tab (p_writer) may always replace its own. Errors: PT409 edit_changed (in another '
  'tab or on another device); those of require_staff.';

-- supabase/schemas/publishing.sql

-- Publishing progress: pages follow the database by a build.

create function public.note_site_build() returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  -- This statement sees committed rows only, so a later read of the catalogue sees it as well.
  update public.releases set build_started_at = v_now where state = 'published' and build_started_at is null;
  return v_now;
end
$$;
comment on function public.note_site_build is
  'Called by a build of the live site before it reads the catalogue: records in each published release when the first '
  'build that shows it began. Returns that time; a build shows each release whose build_started_at is not later.';

create function public.staff_publishing(p_release uuid) returns table (
  now timestamptz, database_at timestamptz, build_asked_at timestamptz, build_started_at timestamptz, awaits_build text
)
language plpgsql stable set search_path = ''
as $$
declare
  v_release public.releases;
begin
  perform public.require_staff('edit_catalogue');
  select * into v_release from public.releases where id = p_release;
  if not found then
    raise sqlstate 'PT404' using hint = 'release_unknown';
  end if;
  if v_release.state <> 'published' then
    perform public.refuse_release(v_release);
  end if;
  return query
  select clock_timestamp(), (
           select min(at) from public.release_events
           where release_id = p_release and what in ('published', 'published_differently')),
         v_release.build_asked_at, v_release.build_started_at, (
           select case when urgent then 'soon' else 'next' end from public.catalogue_changes
           where transaction_id = v_release.transaction_id);
end
$$;
comment on function public.staff_publishing is
  'Progress of a published release: one row. awaits_build: soon; next if only availability changed, which waits for '
  'the next build; null if a build was requested or none is needed. Errors: those of require_staff; PT404 '
  'release_unknown; PT409 release_state if not published.';

-- supabase/schemas/products_ahead.sql

-- New products of a scheduled release are inserted ahead, hidden, so that time alone opens them to the second. A job
-- publishes the rest in that minute.

alter table public.products
  add constraint products_comes_with_fkey foreign key (comes_with) references public.releases (id) on delete restrict;

create function public.split_ahead(
  p_catalogue jsonb, p_slugs text[], p_categories text[], p_ahead boolean
) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_catalogue || jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'categories')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_categories))) = p_ahead),
    'products', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'products')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead),
    'colours', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'colours')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead))
$$;
comment on function public.split_ahead is
  'The part of a release''s catalogue that is inserted ahead (products and categories with these slugs), or the rest.';

create function public.own_times(
  p_catalogue jsonb
) returns table (slug text, visible_from timestamptz, created_at timestamptz)
language sql immutable set search_path = ''
as $$
  select g ->> 'slug', (g ->> 'visible_from')::timestamptz, (g ->> 'created_at')::timestamptz
  from jsonb_array_elements(p_catalogue -> 'products') g
$$;
comment on function public.own_times is
  'Opening times that a release''s own catalogue gives its products; null without one.';

create function public.put_ahead(p_release public.releases, p_at timestamptz, p_report jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_release.changes -> 'catalogue';
  v_new text[];
  v_categories text[];
  v_seen constant bigint[] := array(select id from public.categories where visible_from is null
    or visible_from <= now());
  v_part jsonb;
  v_done jsonb;
begin
  if p_release.ahead is null then
    -- A name or a code that the same release will free is still taken.
    v_new := array(
      select slug from jsonb_array_elements_text(p_report -> 'catalogue' -> 'products' -> 'added') as a (slug)
      where not exists (select from public.products p where p.slug = a.slug)
        and not exists (
          select from jsonb_array_elements(v_catalogue -> 'colours') g
          join public.color_variants v on v.sku = g ->> 'sku' or v.gtin = g ->> 'gtin'
          where g ->> 'slug' = a.slug));
    if v_new = '{}' then
      return;
    end if;
    v_categories := array(
      select distinct g ->> 'category' from jsonb_array_elements(v_catalogue -> 'products') g
      where g ->> 'slug' in (select unnest(v_new))
        and not exists (select from public.categories c where c.slug = g ->> 'category'));
    v_part := public.split_ahead(v_catalogue, v_new, v_categories, true) - array['renames', 'drop_categories', 'left'];
    -- Hidden from the first moment: a category takes its opening from its products.
    v_done := public.import_catalogue(
      v_part || jsonb_build_object('products', (
        select jsonb_agg(
          g || jsonb_build_object('visible_from', o.opens, 'created_at', coalesce(g ->> 'created_at', o.opens::text))
            order by place)
        from jsonb_array_elements(v_part -> 'products') with ordinality as e (g, place)
        cross join lateral (select greatest((g ->> 'visible_from')::timestamptz, p_at) as opens) o)),
      (p_release.options - 'archive_missing') || '{"preview": true}');
    update public.products set comes_with = p_release.id where slug in (select unnest(v_new));
    update public.releases set ahead = jsonb_build_object(
      'categories', v_done -> 'categories' -> 'added',
      'products', v_done -> 'products' -> 'added',
      'colours', v_done -> 'colours' -> 'added',
      'price_jumps', v_done -> 'price_jumps',
      'gone', v_done -> 'gone',
      'to_drop', v_done -> 'categories' -> 'added')
    where id = p_release.id;
  else
    update public.products p
    set visible_from = greatest(o.visible_from, p_at),
        created_at = coalesce(o.created_at, greatest(o.visible_from, p_at))
    from public.own_times(v_catalogue) o
    where p.comes_with = p_release.id and p.slug = o.slug;
  end if;
  -- A visible category must not disappear because all of its products open later.
  update public.categories set visible_from = null where id = any (v_seen) and visible_from > now();
  -- Nothing visible has changed, so pages need no build. stale_answers keeps its row: responses in the CDN predate the
  -- opening time and would outlive it.
  delete from public.catalogue_changes where transaction_id = pg_current_xact_id();
end
$$;
comment on function public.put_ahead is
  'Inserts a release''s new products (p_report of its preview) and their new categories, hidden until p_at, or until '
  'their own later opening. For a release that is already scheduled, moves only the opening. Part of '
  'schedule_release.';

create function public.take_back_ahead(p_release public.releases) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_product record;
  v_archived text[] := '{}';
  v_kept jsonb;
begin
  if p_release.ahead is null then
    return '[]';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  perform 1 from public.color_variants
  where product_id in (select id from public.products where comes_with = p_release.id) order by id for update;
  for v_product in select id, slug from public.products where comes_with = p_release.id order by id loop
    begin
      delete from public.color_variants where product_id = v_product.id;
      delete from public.products where id = v_product.id;
    exception when foreign_key_violation then
      -- Its opening has passed, and it is in a checkout or an order.
      update public.products set archived_at = now(), comes_with = null where id = v_product.id;
      v_archived := v_archived || v_product.slug;
    end;
  end loop;
  v_kept := public.drop_categories(p_release.ahead -> 'to_drop') -> 'kept';
  -- A new category shared with another scheduled release is dropped when that one is unscheduled.
  update public.releases r set ahead = jsonb_set(r.ahead, '{to_drop}', (r.ahead -> 'to_drop') || n.slugs)
  from (
    select p.comes_with, jsonb_agg(distinct c.slug) as slugs
    from public.products p join public.categories c on c.id = p.category_id
    where v_kept ? c.slug and p.comes_with <> p_release.id group by p.comes_with) n
  where r.id = n.comes_with;
  update public.releases set ahead = null where id = p_release.id;
  if p_release.scheduled_for > now() then
    delete from public.catalogue_changes where transaction_id = pg_current_xact_id();
  end if;
  return to_jsonb(v_archived);
end
$$;
comment on function public.take_back_ahead is
  'Removes what put_ahead inserted, and returns the slugs of products that could only be archived because they are in '
  'a checkout or an order. Part of every way to unschedule a release.';

create function public.apply_release(p_release public.releases, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ahead constant jsonb := p_release.ahead;
  v_catalogue constant jsonb := p_release.changes -> 'catalogue';
  v_options constant jsonb := p_release.options || p_options;
  v_report jsonb;
begin
  if v_ahead is null then
    return public.apply_changes(p_release.changes, v_options);
  end if;
  v_report := public.apply_changes(jsonb_build_object('catalogue', public.split_ahead(
    v_catalogue,
    array(select jsonb_array_elements_text(v_ahead -> 'products')),
    array(select jsonb_array_elements_text(v_ahead -> 'categories')), false)), v_options);
  -- From here on they are ordinary products. Published early, they open as the release itself sets.
  update public.products p
  set comes_with = null,
      visible_from = case when p.visible_from > now() then o.visible_from else p.visible_from end,
      created_at = case when p.visible_from > now() then coalesce(o.created_at, now()) else p.created_at end
  from public.own_times(v_catalogue) o
  where p.comes_with = p_release.id and p.slug = o.slug;
  return public.apply_changes(p_release.changes - 'catalogue', v_options)
    || jsonb_build_object('catalogue', public.with_ahead(v_report -> 'catalogue', v_ahead, v_catalogue));
end
$$;
comment on function public.apply_release is
  'Applies a release, and reports as apply_changes would with nothing inserted ahead, so that the report matches the '
  'preview. p_options: in addition to the release''s own. Errors: those of apply_changes.';

create function public.with_ahead(p_report jsonb, p_ahead jsonb, p_catalogue jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with places as (
    select 'categories' as part, g ->> 'slug' as slug, place
    from jsonb_array_elements(p_catalogue -> 'categories') with ordinality as e (g, place)
    union all
    select 'products', g ->> 'slug', place from jsonb_array_elements(p_catalogue -> 'products')
      with ordinality as e (g, place)
  ), added as (
    select part, slug, place from places
    where (part, slug) in (
      select kind, jsonb_array_elements_text((p_report -> kind -> 'added') || (p_ahead -> kind))
      from unnest(array['categories', 'products']) kind)
  ), colours as (
    select g, e.place, a.place as product
    from jsonb_array_elements((p_report -> 'colours' -> 'added') || (p_ahead -> 'colours'))
      with ordinality as e (g, place)
    left join added a on a.part = 'products' and a.slug = g ->> 'slug'
  )
  select jsonb_set(jsonb_set(jsonb_set(p_report || jsonb_build_object(
      'gone', (p_report -> 'gone') || (p_ahead -> 'gone'),
      'price_jumps', public.in_order((p_report -> 'price_jumps') || (p_ahead -> 'price_jumps'))),
    '{categories,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'categories')),
    '{products,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'products')),
    -- In order of product id: existing ones first.
    '{colours,added}', (select coalesce(jsonb_agg(g order by product nulls first, place), '[]') from colours))
$$;
comment on function public.with_ahead is
  'A report of import_catalogue with the products inserted ahead among the added ones, in their usual order. Part of '
  'apply_release.';

-- supabase/schemas/command_releases.sql

-- Release functions for npm run catalogue, which has the secret key and no staff member.

create function public.draft_by_command(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb
) returns jsonb
language sql set search_path = ''
as $$ select public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0) $$;
comment on function public.draft_by_command is 'save_release of a new draft, for npm run catalogue.';

create function public.schedule_import(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0);
  return public.schedule_release(null, p_release, p_at, p_fingerprint);
end
$$;
comment on function public.schedule_import is
  'Creates and schedules a release, all or nothing: {version}. Called by npm run catalogue. Errors: those of '
  'save_release and schedule_release.';

create function public.allow_by_command(p_release uuid, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  return public.save_release(
    null, p_release, v_release.title, v_release.source, v_release.changes, v_release.options || p_options,
    v_release.version);
end
$$;
comment on function public.allow_by_command is
  'Adds options of import_catalogue to a draft: {version}. Called by npm run catalogue. Errors: those of save_release.';

create function public.publish_by_command(p_release uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.publish_release(null, p_release, p_fingerprint) $$;
comment on function public.publish_by_command is 'publish_release for npm run catalogue.';

create function public.schedule_by_command(p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.schedule_release(null, p_release, p_at, p_fingerprint) $$;
comment on function public.schedule_by_command is 'schedule_release for npm run catalogue.';

create function public.unschedule_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.unschedule_release(null, p_release) $$;
comment on function public.unschedule_by_command is 'unschedule_release for npm run catalogue.';

create function public.discard_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.discard_release(null, p_release) $$;
comment on function public.discard_by_command is 'discard_release for npm run catalogue.';

-- supabase/schemas/suppressions.sql

-- Hashes of addresses that must not get news or stock alerts, so that even an erased address is left alone.

create type public.suppression_reason as enum ('unsubscribed', 'refused_alerts', 'bounced', 'complained');
comment on type public.suppression_reason is
  'unsubscribed: no news. refused_alerts: no stock alerts. bounced: the mailbox does not exist. complained: its owner '
  'reported spam. The last two end both.';

create table public.suppressions (
  address_hash text not null,
  reason public.suppression_reason not null,
  since timestamptz not null default now(),
  primary key (address_hash, reason),
  constraint suppressions_hash_form check (address_hash ~ '^[0-9a-f]{64}$')
);
comment on table public.suppressions is
  'Addresses that get no news or no stock alerts, and why. E-mails about an order are still sent.';
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
  'alerts.';

-- supabase/schemas/subscriptions.sql

-- Subscriptions from the launch page. They start once a link mailed to the address is used.

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
  'its own unsubscribe link.';
comment on column public.subscriptions.id is
  'Random, because the links to confirm and to unsubscribe contain it, with a signature.';
comment on column public.subscriptions.asked_at is
  'Latest entry of the address. Erased if not confirmed within 30 days.';
comment on column public.subscriptions.asked_from is 'The part of the shop where the address was entered.';
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

-- supabase/schemas/stock_alerts.sql

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

-- supabase/schemas/mailings.sql

-- News by e-mail to all subscribers: texts and recipients (docs/decisions/0036-mailings.md).

create type public.mailing_state as enum ('draft', 'scheduled', 'sending', 'stopped', 'sent');
comment on type public.mailing_state is
  'draft: being written. scheduled: goes out at send_at, or when its products open. sending: in progress. stopped: by '
  'staff, or because its time passed unused. sent: complete.';

create type public.recipient_state as enum ('owed', 'sent', 'failed', 'left');
comment on type public.recipient_state is
  'sent: accepted by the provider. failed: rejected, or the outcome is unknown. left: unsubscribed before it was sent.';

create table public.mailings (
  id uuid primary key,
  version integer not null default 1,
  content jsonb not null,
  state public.mailing_state not null default 'draft',
  send_at timestamptz,
  when_open boolean not null default false,
  people integer,
  changed_at timestamptz not null default now(),
  changed_by bigint references public.staff (id),
  released_by bigint references public.staff (id),
  started_at timestamptz,
  ended_at timestamptz,
  constraint mailings_content_is_object
    check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 40000),
  constraint mailings_scheduled_has_time check (state <> 'scheduled' or when_open <> (send_at is not null)),
  constraint mailings_released_by_somebody check (state = 'draft' or released_by is not null),
  constraint mailings_sent_has_times check (state <> 'sent' or (started_at is not null and ended_at is not null))
);
comment on table public.mailings is 'E-mails to all subscribers, written in the studio.';
comment on column public.mailings.id is
  'Made in the browser when the form opens: a retry after a lost response adds no second one.';
comment on column public.mailings.content is 'MailingContent in src/domain/wire/staff-mailings.ts.';
comment on column public.mailings.when_open is
  'Scheduled for when all of its products are on sale, instead of for send_at: it follows a drop that moves.';
comment on column public.mailings.people is 'Number of subscribers shown to the person who released it.';
create index mailings_by_age on public.mailings (changed_at desc);
create index mailings_by_writer on public.mailings (changed_by);
create index mailings_by_releaser on public.mailings (released_by);
create index mailings_due on public.mailings (send_at) where state = 'scheduled';
alter table public.mailings enable row level security;

create table public.mailing_batches (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claim uuid,
  first_tried_at timestamptz,
  ended_at timestamptz,
  last_error text,
  constraint mailing_batches_attempts_not_negative check (attempts >= 0)
);
comment on table public.mailing_batches is 'Up to 100 recipients of a mailing: one call to the provider.';
comment on column public.mailing_batches.id is 'The provider''s idempotency key.';
comment on column public.mailing_batches.due_at is 'Next attempt; while it is being sent, end of the lease.';
create index mailing_batches_by_mailing on public.mailing_batches (mailing_id);
create index mailing_batches_open on public.mailing_batches (mailing_id, due_at) where ended_at is null;
alter table public.mailing_batches enable row level security;

create table public.mailing_recipients (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  subscription_id uuid references public.subscriptions (id) on delete set null,
  batch_id uuid not null references public.mailing_batches (id) on delete cascade,
  state public.recipient_state not null default 'owed',
  provider_id text,
  error text,
  sent_at timestamptz,
  left_at timestamptz,
  left_why public.suppression_reason,
  constraint mailing_recipients_told_once unique (mailing_id, subscription_id),
  constraint mailing_recipients_sent_has_time check ((state = 'sent') = (sent_at is not null))
);
comment on table public.mailing_recipients is
  'Recipients of a mailing. A row stays anonymously, for the figures, when its subscriber leaves.';
comment on column public.mailing_recipients.left_at is
  'When they left after the mailing began; left_why is null for a closed account.';
create index mailing_recipients_by_subscription on public.mailing_recipients (subscription_id);
create index mailing_recipients_by_batch on public.mailing_recipients (batch_id);
alter table public.mailing_recipients enable row level security;

create table public.subscriber_days (
  day date primary key,
  joined integer not null default 0,
  gone integer not null default 0
);
comment on table public.subscriber_days is 'Subscribers gained and lost per day in London. Figures only.';
alter table public.subscriber_days enable row level security;

create function public.count_subscriber() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_joined integer := (tg_op <> 'DELETE')::integer;
begin
  insert into public.subscriber_days as d (day, joined, gone)
  values (public.uk_day(now()), v_joined, 1 - v_joined)
  on conflict (day) do update set joined = d.joined + excluded.joined, gone = d.gone + excluded.gone;
  return null;
end
$$;
comment on function public.count_subscriber is 'Counts subscribers gained and lost.';

create trigger count_new_subscriber after insert on public.subscriptions
  for each row when (new.confirmed_at is not null) execute function public.count_subscriber();
create trigger count_subscriber_joined after update of confirmed_at on public.subscriptions
  for each row
    when (new.confirmed_at is not null and old.confirmed_at is null) execute function public.count_subscriber();
create trigger count_subscriber_gone after delete on public.subscriptions
  for each row when (old.confirmed_at is not null) execute function public.count_subscriber();

create function public.leave_mailings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients
  set state = (case when state = 'owed' then 'left' else state::text end)::public.recipient_state,
      left_at = now(),
      left_why = (
        select reason from public.suppressions
        where address_hash = public.address_hash(old.email) and reason <> 'refused_alerts'
        order by since desc, reason desc limit 1)
  where subscription_id = old.id;
  return old;
end
$$;
comment on function public.leave_mailings is 'Cancels what a departing subscriber is owed.';

create trigger leave_mailings before delete on public.subscriptions
  for each row execute function public.leave_mailings();

-- supabase/schemas/send_mailings.sql

-- Sending of mailings: leased batches, so that nobody gets a mailing twice, even after a crash.

create function public.mailing_people(p_content jsonb) returns setof public.subscriptions
language sql stable set search_path = ''
as $$
  with segment as (
    select coalesce(p_content #>> '{segment,bought}', '') as bought,
           (p_content #>> '{segment,category}')::bigint as category,
           coalesce(p_content #>> '{segment,country}', '') as country
  ), buyers as (
    select distinct lower(b.email) as email
    from segment, public.orders o join public.billing_infos b on b.id = o.billing_info_id
    where (segment.country = '' or segment.country = o.country)
      and (segment.category is null or exists (
        select from public.order_items i join public.products p on p.id = i.product_id
        where i.order_id = o.id and p.category_id = segment.category))
  )
  select s.*
  from segment, public.subscriptions s
  where s.confirmed_at is not null and not public.is_suppressed(s.email, 'unsubscribed')
    and case segment.bought
      when 'yes' then lower(s.email) in (select email from buyers)
      when 'no' then lower(s.email) not in (select email from buyers)
      else true end
$$;
comment on function public.mailing_people is
  'Current recipients of a mailing: all subscribers, or those of its segment: bought (yes, no) anything, or from a '
  'category or in a country, by the address of their orders.';

create function public.mailing_audience(p_content jsonb default '{}') returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.mailing_people(p_content)
$$;
comment on function public.mailing_audience is 'Number of current recipients of a mailing (mailing_people).';

create function public.mailing_products(p_content jsonb, p_hidden_too boolean default false) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'name', p.name,
    'price_pence', coalesce((select price_pence from public.running_sales where product_id = p.id), p.price_pence),
    'tax_basis_points', (select tax_basis_points from public.current_tax),
    'picture', (
      select i.path from public.color_variants v join public.variant_images i on i.variant_id = v.id
      where v.product_id = p.id and v.archived_at is null order by v.position, v.id, i.position, i.id limit 1)
    ) order by chosen.place), '[]')
  from jsonb_array_elements_text(p_content -> 'products') with ordinality as chosen (id, place)
  join public.products p on p.id = chosen.id::bigint
  where p_hidden_too or exists (select from public.colours_on_sale where product_id = p.id)
$$;
comment on function public.mailing_products is
  'A mailing''s products as they are now, in its order: id, name, price in pence, tax added to it in the United '
  'Kingdom, path of the first picture or null. Those not on sale are left out, unless p_hidden_too, for the authors.';

create function public.mailing_opens_at(p_content jsonb) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(p.visible_from)
  from jsonb_array_elements_text(p_content -> 'products') chosen
  join public.products p on p.id = chosen::bigint
  where p.visible_from > now()
$$;
comment on function public.mailing_opens_at is
  'When the last product of a mailing opens, as currently set; null when all are open.';

create function public.mailing_waits(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements_text(p_content -> 'products') chosen
    where not exists (select from public.colours_on_sale where product_id = chosen::bigint))
$$;
comment on function public.mailing_waits is
  'Whether a product of a mailing is not on sale: unopened, archived or removed.';

create function public.start_mailing(p_mailing uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  with people as (
    select id, (row_number() over (order by confirmed_at, id) - 1) / 100 as batch
    from public.mailing_people((select content from public.mailings where id = p_mailing))
  ), batches as (
    select batch, gen_random_uuid() as id from people group by batch
  ), made as (
    insert into public.mailing_batches (id, mailing_id, due_at)
    select id, p_mailing, now() + batch * interval '1 microsecond' from batches
  )
  insert into public.mailing_recipients (mailing_id, subscription_id, batch_id)
  select p_mailing, people.id, batches.id from people join batches using (batch);
  update public.mailings
  set started_at = now(),
      state = (case when found then 'sending' else 'sent' end)::public.mailing_state,
      ended_at = case when found then null else now() end
  where id = p_mailing;
end
$$;
comment on function public.start_mailing is
  'Owes a mailing to its current recipients (mailing_people), in batches of 100, the longest-waiting first. The '
  'caller has locked it.';

create function public.mailing_is_due(p_mailing public.mailings) returns boolean
language sql stable set search_path = ''
as $$
  select p_mailing.state = 'scheduled'
    and (p_mailing.send_at <= now() or p_mailing.when_open and not public.mailing_waits(p_mailing.content))
$$;
comment on function public.mailing_is_due is
  'Whether a mailing starts now: at its time, or once its products are on sale.';

create function public.start_due_mailings() returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing public.mailings;
  v_since timestamptz;
begin
  for v_mailing in
    select * from public.mailings m where public.mailing_is_due(m) order by send_at for update skip locked
  loop
    -- A product opened by hand is on sale since its last change, whatever its opening time.
    v_since := coalesce(v_mailing.send_at, (
      select max(greatest(p.visible_from, p.updated_at))
      from jsonb_array_elements_text(v_mailing.content -> 'products') chosen
      join public.products p on p.id = chosen::bigint));
    if v_since < now() - interval '3 hours' then
      update public.mailings set state = 'stopped' where id = v_mailing.id;
    else
      perform public.start_mailing(v_mailing.id);
    end if;
  end loop;
end
$$;
comment on function public.start_due_mailings is
  'Starts mailings that are due or whose products are all on sale. A mailing that could not start for three hours is '
  'stopped: yesterday''s news must not go out today unasked.';

create function public.end_mailing_if_done(p_mailing uuid) returns void
language sql set search_path = ''
as $$
  update public.mailings set state = 'sent', ended_at = now()
  where id = p_mailing and state in ('sending', 'stopped') and started_at is not null
    and not exists (select from public.mailing_batches where mailing_id = p_mailing and ended_at is null)
$$;
comment on function public.end_mailing_if_done is 'Marks a mailing as sent once all of its batches are done.';

create function public.give_up_mailing_batch(p_batch uuid, p_error text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing uuid;
begin
  update public.mailing_recipients set state = 'failed', error = left(p_error, 500)
  where batch_id = p_batch and state = 'owed';
  update public.mailing_batches set ended_at = now(), last_error = left(p_error, 500)
  where id = p_batch returning mailing_id into v_mailing;
  perform public.end_mailing_if_done(v_mailing);
end
$$;
comment on function public.give_up_mailing_batch is 'Ends a batch that may no longer be sent.';

create function public.claim_mailing_batch(p_lease_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_batch public.mailing_batches;
begin
  perform public.start_due_mailings();
  loop
    select b.* into v_batch
    from public.mailing_batches b join public.mailings m on m.id = b.mailing_id
    where m.state = 'sending' and b.ended_at is null and b.due_at <= now()
    order by b.due_at limit 1
    for update of b skip locked;
    if not found then
      return null;
    end if;
    if v_batch.first_tried_at < now() - interval '20 hours' then
      perform public.give_up_mailing_batch(v_batch.id,
        coalesce(v_batch.last_error, 'nobody knows whether it was sent'));
    elsif not exists (select from public.mailing_recipients where batch_id = v_batch.id and state = 'owed') then
      perform public.give_up_mailing_batch(v_batch.id, null);
    else
      exit;
    end if;
  end loop;
  update public.mailing_batches
  set claim = gen_random_uuid(), attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, now()),
      due_at = now() + make_interval(secs => p_lease_seconds)
  where id = v_batch.id returning * into v_batch;
  return jsonb_build_object(
    'batch', v_batch.id, 'claim', v_batch.claim, 'mailing', v_batch.mailing_id,
    'content', (select content from public.mailings where id = v_batch.mailing_id),
    'products', (select public.mailing_products(content) from public.mailings where id = v_batch.mailing_id),
    'people', (
      select jsonb_agg(jsonb_build_object('id', r.id, 'subscription', s.id, 'email', s.email) order by r.id)
      from public.mailing_recipients r join public.subscriptions s on s.id = r.subscription_id
      where r.batch_id = v_batch.id and r.state = 'owed'));
end
$$;
comment on function public.claim_mailing_batch is
  'Leases one batch of a mailing for p_lease_seconds, or null; that of a killed sender returns with the same id. The '
  'provider remembers that id for 24 hours and sends it once; after 20 the batch is given up, because a retry could '
  'send twice.';

create function public.record_mailing_batch(p_batch uuid, p_results jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing uuid;
begin
  update public.mailing_recipients r
  set state = (case when g.error is null then 'sent' else 'failed' end)::public.recipient_state,
      provider_id = g.provider_id, error = left(g.error, 500),
      sent_at = case when g.error is null then now() end
  from jsonb_to_recordset(p_results) as g(id uuid, provider_id text, error text)
  where r.id = g.id and r.batch_id = p_batch and r.state in ('owed', 'left');
  update public.mailing_batches set ended_at = now(), last_error = null
  where id = p_batch and ended_at is null returning mailing_id into v_mailing;
  perform public.end_mailing_if_done(v_mailing);
end
$$;
comment on function public.record_mailing_batch is
  'Records the provider''s response for each recipient, even if late or from an earlier sender: [{id, provider_id, '
  'error}], error for rejected ones only. Subscribers who left while it was on its way have received it.';

create function public.record_mailing_failure(
  p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_attempts integer;
begin
  update public.mailing_batches
  set last_error = left(p_error, 500),
      -- A provider that states a wait has not processed the batch.
      attempts = attempts - (p_wait_seconds is not null)::integer,
      due_at = now() + coalesce(
        make_interval(secs => p_wait_seconds), least(interval '1 minute' * power(2, attempts - 1), interval '2 hours'))
  where id = p_batch and claim = p_claim and ended_at is null
  returning attempts into v_attempts;
  if v_attempts >= 10 then
    perform public.give_up_mailing_batch(p_batch, p_error);
  end if;
end
$$;
comment on function public.record_mailing_failure is
  'Reschedules a batch that the provider did not take, with backoff that doubles from a minute to two hours, or after '
  'the provider''s own p_wait_seconds; gives it up after ten attempts.';

create index mailing_recipients_by_provider on public.mailing_recipients (provider_id) where provider_id is not null;

create function public.record_mail_event(
  p_provider_id text, p_email text, p_reason public.suppression_reason
) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients set error = p_reason where provider_id = p_provider_id;
  perform public.suppress_address(p_email, p_reason);
end
$$;
comment on function public.record_mail_event is
  'Records a bounce or complaint after an e-mail was accepted. The address gets no more news or stock alerts.';

-- supabase/schemas/complaints.sql

-- Complaints about how the shop uses personal data (Data Protection Act 2018, section 164A).

create table public.complaints (
  id uuid primary key,
  name text not null,
  email text not null,
  words text not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by bigint references public.staff (id),
  outcome text,
  constraint complaints_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint complaints_name_length check (char_length(name) between 1 and 100),
  constraint complaints_words_length check (char_length(words) between 1 and 5000),
  constraint complaints_outcome_length check (char_length(outcome) between 1 and 2000),
  constraint complaints_answered_with_outcome check (
    (answered_at is null) = (answered_by is null) and (answered_at is null) = (outcome is null))
);
comment on table public.complaints is
  'Complaints, without a login. The complainant gets an e-mail at once, and so do the managers, who answer by e-mail '
  'and note the outcome.';
comment on column public.complaints.id is
  'Made by the browser when the form opens: a retry after a lost response adds no second row.';
comment on column public.complaints.outcome is 'The manager''s note on the answer; null until then.';
create index complaints_open on public.complaints (received_at) where answered_at is null;
create index complaints_by_address on public.complaints (lower(email));
create index complaints_by_answer on public.complaints (answered_at) where answered_at is not null;
create index complaints_by_staff on public.complaints (answered_by) where answered_by is not null;
alter table public.complaints enable row level security;

create function public.complaint_due(p_received_at timestamptz) returns date
language sql stable set search_path = ''
as $$ select public.uk_day(p_received_at) + 30 $$;
comment on function public.complaint_due is
  'Day by which a complaint must be answered: 30 days, the statutory limit for acknowledging it. '
  'https://www.legislation.gov.uk/ukpga/2025/18/section/103';

create function public.complain(
  p_complaint uuid, p_name text, p_email text, p_words text, p_limits jsonb
) returns table (mail uuid, due_by date)
language plpgsql set search_path = ''
as $$
declare
  v_received timestamptz;
  v_mail uuid;
begin
  insert into public.complaints (id, name, email, words) values (p_complaint, p_name, p_email, p_words)
  on conflict (id) do nothing returning received_at into v_received;
  if found then
    -- The address may belong to someone else, so e-mails to it are limited.
    if public.take_attempt(p_limits) = 0 then
      insert into public.mail_outbox (kind, subject, complaint_id)
      values ('complaint_received', p_complaint, p_complaint) returning id into v_mail;
    end if;
    insert into public.mail_outbox (kind, subject, complaint_id)
    select 'staff_complaint', p_complaint, p_complaint
    where public.staff_addresses('staff_complaint') <> '{}';
  else
    select received_at into v_received from public.complaints where id = p_complaint;
  end if;
  return query select v_mail, public.complaint_due(v_received);
end
$$;
comment on function public.complain is
  'Stores a complaint about personal data and owes its acknowledgement and an e-mail to managers: one row. '
  'mail is null for a repeated complaint, or when the address has used up p_limits (see take_attempt).';

create function public.staff_complaints() returns table (
  id uuid, name text, email text, words text, received_at timestamptz, due_by date, answered_at timestamptz,
  answered_by text, outcome text
)
language sql stable set search_path = ''
as $$
  select public.require_staff('answer_complaints');

  select c.id, c.name, c.email, c.words, c.received_at, public.complaint_due(c.received_at), c.answered_at, s.name,
         c.outcome
  from public.complaints c left join public.staff s on s.id = c.answered_by
  order by c.answered_at desc nulls first, c.received_at, c.id limit 200
$$;
comment on function public.staff_complaints is
  'Complaints about personal data, unanswered ones first, by due date: at most 200. Errors: those of require_staff.';

create function public.staff_answer_complaint(p_complaint uuid, p_outcome text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_complaints');
begin
  update public.complaints
  set answered_at = now(), answered_by = v_staff, outcome = p_outcome
  where id = p_complaint and answered_at is null;
  if not found and not exists (select from public.complaints where id = p_complaint) then
    raise sqlstate 'PT404' using hint = 'complaint_missing';
  end if;
end
$$;
comment on function public.staff_answer_complaint is
  'Records that a complaint was answered, and how. The first note stays. Errors: PT404 complaint_missing; those of '
  'require_staff.';

-- supabase/schemas/inventory.sql

-- The stockroom: each movement of stock with its reason, adjustments, expected deliveries and low stock.

create type public.stock_reason as enum (
  'first', 'sold', 'cancelled', 'returned', 'swapped', 'replaced', 'exchanged', 'given', 'edited', 'counted', 'damaged',
  'sample', 'found', 'delivered', 'other');
comment on type public.stock_reason is
  'first: stock of a new colour. sold, cancelled, returned: by an order. swapped: for another colour of an order. '
  'replaced: sent again, free of charge. exchanged: for pieces that come back. given: a gift. edited: by a release, in '
  'a form or spreadsheet. counted, damaged, sample, '
  'found: an adjustment (staff_adjust_stock). delivered: an expected delivery. other: SQL.';

create table public.stock_movements (
  id bigint generated by default as identity primary key,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  at timestamptz not null default now(),
  moved integer not null,
  stock integer not null,
  why public.stock_reason not null,
  order_id bigint references public.orders (id) on delete set null,
  staff_id bigint references public.staff (id) on delete restrict,
  event_id uuid,
  note text,
  constraint stock_movements_moved check (moved <> 0),
  constraint stock_movements_note_form check (public.is_plain_line(note, 200)),
  constraint stock_movements_once unique (event_id, variant_id)
);
comment on table public.stock_movements is
  'Permanent history of color_variants.quantity, written by a trigger: the sum of a colour''s movements is its stock.';
comment on column public.stock_movements.stock is 'color_variants.quantity after it.';
comment on column public.stock_movements.event_id is
  'Idempotency key of an adjustment or delivery, made by the browser.';
create index stock_movements_by_colour on public.stock_movements (variant_id, id desc) include (why, moved, at);
-- Units sold lately (stock_facts), among the movements of years.
create index stock_movements_lately on public.stock_movements (variant_id, at) include (moved)
  where why in ('sold', 'swapped', 'replaced', 'cancelled');
create index stock_movements_by_order on public.stock_movements (order_id) where order_id is not null;
create index stock_movements_by_staff on public.stock_movements (staff_id) where staff_id is not null;
alter table public.stock_movements enable row level security;

create table public.stock_limits (
  variant_id bigint primary key references public.color_variants (id) on delete cascade,
  low integer not null,
  constraint stock_limits_low_in_range check (low between 0 and 1000000)
);
comment on table public.stock_limits is
  'Limits of low stock chosen for colours; the others have default_low_stock. Not a column of color_variants, which '
  'shoppers read and whose changes rebuild pages.';
alter table public.stock_limits enable row level security;

create table public.stock_deliveries (
  id uuid primary key,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  units integer not null,
  due_on date not null,
  note text,
  staff_id bigint not null references public.staff (id) on delete restrict,
  made_at timestamptz not null default now(),
  closed_at timestamptz,
  arrived integer,
  constraint stock_deliveries_units_in_range check (units between 1 and 1000000),
  constraint stock_deliveries_note_form check (public.is_plain_line(note, 200)),
  constraint stock_deliveries_closed check ((closed_at is null) = (arrived is null)),
  constraint stock_deliveries_arrived_in_range check (arrived between 0 and 1000000)
);
comment on table public.stock_deliveries is 'Deliveries that the shop expects from its makers, one colour each.';
comment on column public.stock_deliveries.id is 'Idempotency key, made by the browser.';
comment on column public.stock_deliveries.arrived is 'Units that arrived; 0: called off. Null while expected.';
create index stock_deliveries_expected on public.stock_deliveries (variant_id, due_on) where closed_at is null;
create index stock_deliveries_by_colour on public.stock_deliveries (variant_id);
create index stock_deliveries_by_staff on public.stock_deliveries (staff_id);
alter table public.stock_deliveries enable row level security;

create function public.moving_stock(
  p_why public.stock_reason, p_order bigint default null, p_staff bigint default null, p_event uuid default null,
  p_note text default null
) returns void
language sql set search_path = ''
as $$
  select set_config('shop.stock_movement', jsonb_build_object(
    'why', p_why, 'order', p_order, 'staff', p_staff, 'event', p_event, 'note', p_note)::text, true)
$$;
comment on function public.moving_stock is
  'Gives the reason for the next update of color_variants.quantity in this transaction, for its stock_movements. Call '
  'it right before; without it the reason is other.';

create function public.note_stock_movement() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_told jsonb := nullif(current_setting('shop.stock_movement', true), '')::jsonb;
begin
  if tg_op = 'INSERT' then
    insert into public.stock_movements (variant_id, moved, stock, why)
    values (new.id, new.quantity, new.quantity, 'first');
  else
    insert into public.stock_movements (variant_id, moved, stock, why, order_id, staff_id, event_id, note)
    values (new.id, new.quantity - old.quantity, new.quantity,
      coalesce(v_told ->> 'why', 'other')::public.stock_reason, (v_told ->> 'order')::bigint,
      (v_told ->> 'staff')::bigint, (v_told ->> 'event')::uuid, v_told ->> 'note');
  end if;
  return null;
end
$$;
comment on function public.note_stock_movement is 'Records a change of stock with the reason given by moving_stock.';

create function public.forget_stock_reason() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.stock_movement', '', true);
  return null;
end
$$;
comment on function public.forget_stock_reason is 'Ends moving_stock: a reason is for one statement.';

create trigger note_stock_of_new_colour after insert on public.color_variants
  for each row when (new.quantity <> 0) execute function public.note_stock_movement();
create trigger note_stock_movement after update of quantity on public.color_variants
  for each row when (new.quantity <> old.quantity) execute function public.note_stock_movement();
create trigger forget_stock_reason after update of quantity on public.color_variants
  for each statement execute function public.forget_stock_reason();

create function public.default_low_stock() returns integer
language sql immutable set search_path = ''
as $$ select 2 $$;
comment on function public.default_low_stock is 'Units at which stock is low unless stock_limits says otherwise.';

create view public.stock_levels with (security_invoker = true) as
select v.id, p.name as product_name, v.color_name, v.sku, v.gtin, v.quantity, p.slug,
       coalesce(l.low, public.default_low_stock()) as low, l.low is not null as own_low,
       v.archived_at is null and p.archived_at is null as sold,
       v.archived_at is null and p.archived_at is null
         and v.quantity <= coalesce(l.low, public.default_low_stock()) as is_low
from public.color_variants v
join public.products p on p.id = v.product_id
left join public.stock_limits l on l.variant_id = v.id;
comment on view public.stock_levels is
  'Stock and limit of each colour. sold: in the shop, or will be. is_low: at the limit or below.';

create function public.units_unsent(p_variants bigint[]) returns table (variant_id bigint, units integer)
language sql stable set search_path = ''
as $$
  select i.variant_id, sum(u.to_send)::integer
  from public.orders o
  join public.order_items i on i.order_id = o.id and i.variant_id = any (p_variants)
  join public.order_units u on u.order_id = o.id and u.variant_id = i.variant_id
  where o.units_to_send > 0
  group by i.variant_id
$$;
comment on function public.units_unsent is
  'Units that are sold and no longer in color_variants.quantity, but still on the shelf.';

create function public.stock_facts(p_variants bigint[]) returns table (variant_id bigint, facts jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  with unsent as materialized (select u.variant_id, u.units from public.units_unsent(p_variants) u)
  select s.id, jsonb_build_object(
    'variant_id', s.id, 'product_name', s.product_name, 'color_name', s.color_name, 'sku', s.sku, 'gtin', s.gtin,
    'slug', s.slug, 'archived', not s.sold,
    'image', (
      select i.path from public.variant_images i where i.variant_id = s.id order by i.position, i.id limit 1),
    'on_shelf', s.quantity + coalesce(u.units, 0),
    'to_send', coalesce(u.units, 0),
    'held', f.held,
    'free', f.free,
    'low', s.low, 'own_low', s.own_low, 'is_low', s.is_low,
    'sold_lately', (
      select coalesce(-sum(m.moved), 0) from public.stock_movements m
      where m.variant_id = s.id and m.why in ('sold', 'swapped', 'replaced', 'exchanged', 'cancelled')
        and m.at > now() - interval '30 days'),
    'waiting', (select count(*) from public.stock_alerts a where a.variant_id = s.id and a.ended_at is null),
    'waiting_since', (select min(a.asked_at) from public.stock_alerts a
      where a.variant_id = s.id and a.ended_at is null),
    'expected', (select coalesce(sum(d.units), 0) from public.stock_deliveries d
      where d.variant_id = s.id and d.closed_at is null),
    'expected_on', (select min(d.due_on) from public.stock_deliveries d
      where d.variant_id = s.id and d.closed_at is null))
  from public.stock_levels s
  join public.free_units(p_variants) f on f.variant_id = s.id
  left join unsent u on u.variant_id = s.id
  where s.id = any (p_variants);
end
$$;
comment on function public.stock_facts is
  'Stock of colours: on_shelf (what a count finds: to_send is sold, but still there), held by open checkouts, free to '
  'sell, sold_lately (30 days, with replacements, less cancelled), waiting (stock alerts), expected. Part of '
  'staff_stock.';

create function public.staff_stock(
  p_search text default '', p_show text default 'all', p_after bigint default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_words constant text[] := string_to_array(lower(regexp_replace(btrim(p_search), '\s+', ' ', 'g')), ' ');
  v_ids bigint[];
  v_before bigint;
  v_total bigint;
begin
  perform public.require_staff('keep_stock');
  with found as materialized (
    select s.id, lower(s.product_name) as product, lower(s.color_name) as colour
    from public.stock_levels s
    where case p_show
        when 'low' then s.is_low
        when 'waiting' then exists (select from public.stock_alerts a where a.variant_id = s.id and a.ended_at is null)
        when 'expected' then exists (
          select from public.stock_deliveries d where d.variant_id = s.id and d.closed_at is null)
        else s.sold or s.quantity > 0 end
      and not exists (
        select from unnest(v_words) word
        where position(word in lower(
          concat_ws(' ', s.product_name, s.color_name, s.slug, s.sku, s.gtin))) = 0)
  ), rest as (
    select f.* from found f
    where p_after is null or (f.product, f.colour, f.id) > (
      select lower(s.product_name), lower(s.color_name), s.id from public.stock_levels s where s.id = p_after)
  )
  select
    (select coalesce(array_agg(r.id order by r.product, r.colour, r.id), '{}')
     from (select * from rest order by product, colour, id limit p_limit + 1) r),
    (select count(*) from found) - (select count(*) from rest), (select count(*) from found)
  into v_ids, v_before, v_total;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(f.facts order by array_position(v_ids, f.variant_id)), '[]')
      from public.stock_facts(v_ids[:p_limit]) f),
    'next', case when cardinality(v_ids) > p_limit then v_ids[p_limit] end,
    'before', v_before,
    'total', v_total);
end
$$;
comment on function public.staff_stock is
  'A page of the stockroom by product and colour: {rows: stock_facts, next, before: rows on earlier pages, total}. '
  'p_show: all that is sold or in stock, low, waiting or expected. p_search: words of name, colour, SKU or GTIN. '
  'p_after: next of the previous page. Errors: those of require_staff.';

create function public.staff_colour_stock(
  p_variant bigint, p_after bigint default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_facts jsonb;
  v_movements jsonb;
begin
  perform public.require_staff('keep_stock');
  select f.facts into v_facts from public.stock_facts(array[p_variant]) f;
  if not found then
    raise sqlstate 'PT404' using hint = 'colour_unknown';
  end if;
  select jsonb_agg(jsonb_build_object(
      'id', m.id, 'at', m.at, 'moved', m.moved, 'stock', m.stock, 'why', m.why, 'order', m.order_id, 'note', m.note,
      'by', case when m.why = 'edited' then public.changed_by(m.at)
        else (select s.name from public.staff s where s.id = m.staff_id) end) order by m.id desc)
  into v_movements
  from (
    select * from public.stock_movements
    where variant_id = p_variant and (p_after is null or id < p_after)
    order by id desc limit p_limit + 1) m;
  return jsonb_build_object(
    'colour', v_facts || (
      select jsonb_build_object(
        'sold', coalesce(-sum(m.moved) filter (where m.why in ('sold', 'swapped', 'exchanged')), 0),
        'replaced', coalesce(-sum(m.moved) filter (where m.why = 'replaced'), 0),
        'cancelled', coalesce(sum(m.moved) filter (where m.why = 'cancelled'), 0),
        'returned', coalesce(sum(m.moved) filter (where m.why = 'returned'), 0),
        'written_off', (
          select coalesce(sum(i.written_off), 0) from public.return_items i where i.variant_id = p_variant))
      from public.stock_movements m where m.variant_id = p_variant),
    'deliveries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'units', d.units, 'due_on', d.due_on, 'note', d.note, 'made_at', d.made_at,
        'by', (select s.name from public.staff s where s.id = d.staff_id)) order by d.due_on, d.made_at), '[]')
      from public.stock_deliveries d where d.variant_id = p_variant and d.closed_at is null),
    'movements', coalesce(v_movements - p_limit, '[]'),
    'next', case when jsonb_array_length(v_movements) > p_limit then v_movements -> (p_limit - 1) -> 'id' end);
end
$$;
comment on function public.staff_colour_stock is
  'One colour: {colour: stock_facts and all units ever sold, replaced, cancelled, returned and written_off, '
  'deliveries: the expected ones, movements: newest first, next}. Errors: those of require_staff; PT404 '
  'colour_unknown.';

create function public.lock_colours(p_variants bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.color_variants where id = any (p_variants) order by id for update;
  if exists (select from unnest(p_variants) one where one not in (select id from public.color_variants)) then
    raise sqlstate 'PT404' using hint = 'colour_unknown';
  end if;
end
$$;
comment on function public.lock_colours is 'Locks colours in id order, as checkouts do. PT404 colour_unknown.';

create function public.staff_adjust_stock(
  p_event uuid, p_why public.stock_reason, p_items jsonb, p_note text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('keep_stock');
  v_items jsonb;
  v_short jsonb;
begin
  if p_why not in ('counted', 'damaged', 'sample', 'found') then
    raise sqlstate 'PT400' using hint = 'stock_reason_unknown';
  end if;
  select coalesce(jsonb_object_agg(variant_id, moved), '{}') into v_items
  from (
    select (item ->> 'variant_id')::bigint as variant_id,
           sum((item ->> 'now')::integer - (item ->> 'seen')::integer) as moved
    from jsonb_array_elements(p_items) item group by 1) g
  where moved <> 0;
  perform public.lock_colours(array(select key::bigint from jsonb_object_keys(v_items) key));
  if exists (select from public.stock_movements where event_id = p_event) then
    return;
  end if;
  select jsonb_build_object('name', s.product_name || ', ' || s.color_name, 'free', f.free) into v_short
  from public.free_units(array(select key::bigint from jsonb_object_keys(v_items) key)) f
  join public.stock_levels s on s.id = f.variant_id
  where (v_items ->> f.variant_id::text)::integer < 0 and f.free + (v_items ->> f.variant_id::text)::integer < 0
  order by s.id limit 1;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'stock_short', detail = v_short::text;
  end if;
  perform public.moving_stock(p_why, p_staff => v_staff, p_event => p_event, p_note => p_note);
  update public.color_variants v
  set quantity = v.quantity + (v_items ->> v.id::text)::integer
  where v.id in (select key::bigint from jsonb_object_keys(v_items) key);
end
$$;
comment on function public.staff_adjust_stock is
  'Adjusts stock by the differences of [{variant_id, seen, now}], so that sales meanwhile count. The same event again '
  'changes nothing. Errors: those of require_staff; PT400 stock_reason_unknown; PT404 colour_unknown; PT409 '
  'stock_short (detail: {name, free}; the others are sold or being paid for).';

create function public.staff_limit_stock(p_variant bigint, p_low integer default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff('keep_stock');
  perform public.lock_colours(array[p_variant]);
  if p_low is null then
    delete from public.stock_limits where variant_id = p_variant;
  else
    insert into public.stock_limits (variant_id, low) values (p_variant, p_low)
    on conflict (variant_id) do update set low = excluded.low;
  end if;
end
$$;
comment on function public.staff_limit_stock is
  'Sets a colour''s limit of low stock; null: the default. Errors: those of require_staff; PT404 colour_unknown.';

create function public.staff_expect_delivery(
  p_delivery uuid, p_variant bigint, p_units integer, p_due_on date, p_note text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('keep_stock');
begin
  perform public.lock_colours(array[p_variant]);
  insert into public.stock_deliveries (id, variant_id, units, due_on, note, staff_id)
  values (p_delivery, p_variant, p_units, p_due_on, p_note, v_staff)
  on conflict (id) do nothing;
end
$$;
comment on function public.staff_expect_delivery is
  'Notes an expected delivery, once for each id. Errors: those of require_staff; PT404 colour_unknown.';

create function public.staff_close_delivery(p_delivery uuid, p_arrived integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('keep_stock');
  v_delivery public.stock_deliveries;
begin
  perform public.lock_colours(array(select variant_id from public.stock_deliveries where id = p_delivery));
  select * into v_delivery from public.stock_deliveries where id = p_delivery for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'delivery_unknown';
  end if;
  if v_delivery.closed_at is not null then
    if v_delivery.arrived = p_arrived then
      return;
    end if;
    raise sqlstate 'PT409' using hint = 'delivery_closed',
      detail = jsonb_build_object('arrived', v_delivery.arrived)::text;
  end if;
  update public.stock_deliveries set closed_at = now(), arrived = p_arrived where id = p_delivery;
  if p_arrived > 0 then
    perform public.moving_stock('delivered', p_staff => v_staff, p_event => p_delivery, p_note => v_delivery.note);
    update public.color_variants set quantity = quantity + p_arrived where id = v_delivery.variant_id;
  end if;
end
$$;
comment on function public.staff_close_delivery is
  'Puts the units of an expected delivery into stock, which may be more or fewer; 0: it was called off. The same again '
  'changes nothing. Errors: those of require_staff; PT404 delivery_unknown; PT409 delivery_closed (detail: {arrived}).';

create function public.colour_of_code(p_code text) returns bigint
language sql stable set search_path = ''
as $$ select id from public.color_variants where sku = p_code or gtin = p_code $$;
comment on function public.colour_of_code is
  'The colour of a SKU or GTIN in its stored form; null if there is none. At most one, because a '
  'SKU is no GTIN but its colour''s own (color_variants_sku_is_no_gtin).';

create function public.staff_scanned(p_code text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_variant bigint := public.colour_of_code(p_code);
begin
  perform public.require_staff('pack');
  return jsonb_build_object('found', (
    select f.facts from public.stock_facts(array[v_variant]) f));
end
$$;
comment on function public.staff_scanned is
  'The colour of a scanned code: {found: stock_facts or null}. Errors: those of require_staff.';

create function public.owe_stock_report() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_owed integer;
begin
  insert into public.mail_outbox (kind, subject)
  select 'staff_stock', to_char(public.uk_day(now()), 'IYYY-"W"IW')
  where public.staff_addresses('staff_stock') <> '{}' and exists (select from public.stock_levels where is_low)
  on conflict (kind, subject) do nothing;
  get diagnostics v_owed = row_count;
  return v_owed;
end
$$;
comment on function public.owe_stock_report is
  'Owes the week''s e-mail about low stock, once a week, if any is low: the number of e-mails. Used by the job '
  'stock-report.';

-- supabase/schemas/mail_outbox.sql

-- Outbox of e-mails. A row is written in the transaction that causes it, and sent later.

create type public.mail_status as enum ('due', 'sent', 'parked', 'joined');
comment on type public.mail_status is
  'due: to be sent at due_at or later. sent: accepted by the provider. parked: given up; staff decide. joined: '
  'covered by another e-mail (joined_to).';

create type public.mail_kind as enum (
  'order', 'sold_out_refund', 'refund', 'payment_failed', 'confirm_email', 'confirm_subscription',
  'dispatched', 'dispatch_undone', 'delivered', 'cancelled', 'swapped', 'order_refund', 'return_asked',
  'return_received', 'return_refused', 'withdrawal_link', 'staff_order', 'staff_decision', 'back_in_stock',
  'staff_release', 'complaint_received', 'staff_complaint', 'login_code', 'staff_stock', 'message', 'merge_link',
  'payment_link', 'cart_left', 'welcome'
);
comment on type public.mail_kind is
  'Most kinds are the order''s event of that name. order: confirmation. sold_out_refund: goods were gone. refund: '
  'another refund without an order. payment_failed: a slow payment. confirm_…: address check. withdrawal_link: to '
  'choose what to withdraw from. staff_order, staff_decision: to staff. staff_release: a release failed at its time. '
  'back_in_stock: to a colour''s queue. complaint_received, staff_complaint: to the complainant and to managers. '
  'login_code: to log in without a password. staff_stock: low stock, weekly. message: written by staff '
  '(staff_message). merge_link: offers to move orders into an account (staff_merge). payment_link: to pay for '
  'what staff ordered. cart_left: an unpaid basket. welcome: a new subscriber''s discount code.';

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind public.mail_kind not null,
  subject text not null default gen_random_uuid(),
  checkout_id uuid references public.checkouts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  subscription_id uuid references public.subscriptions (id) on delete cascade,
  stock_alert_id uuid references public.stock_alerts (id) on delete cascade,
  release_id uuid references public.releases (id) on delete cascade,
  complaint_id uuid references public.complaints (id) on delete cascade,
  status public.mail_status not null default 'due',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim uuid,
  batch uuid,
  joined_to uuid references public.mail_outbox (id) on update cascade on delete cascade,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  resent_at timestamptz,
  sent_at timestamptz,
  constraint mail_outbox_one_per_cause unique (kind, subject),
  constraint mail_outbox_about_one_thing check (
    num_nonnulls(checkout_id, user_id, subscription_id, stock_alert_id, release_id, complaint_id)
      = (kind <> 'staff_stock')::integer
    and (kind in ('confirm_email', 'login_code')) = (user_id is not null)
    and (kind in ('confirm_subscription', 'welcome')) = (subscription_id is not null)
    and (kind = 'back_in_stock') = (stock_alert_id is not null)
    and (kind = 'staff_release') = (release_id is not null)
    and (kind in ('complaint_received', 'staff_complaint')) = (complaint_id is not null)),
  constraint mail_outbox_attempts_not_negative check (attempts >= 0),
  constraint mail_outbox_sent_has_time check ((status = 'sent') = (sent_at is not null)),
  constraint mail_outbox_joined_to_another check (status <> 'joined' or joined_to <> id)
);
comment on table public.mail_outbox is
  'E-mails owed or sent, each about a checkout, an account, a subscription, a stock alert, a release or a complaint; '
  'staff_stock about a week.';
comment on column public.mail_outbox.id is 'Random, because it is the mail provider''s idempotency key.';
comment on column public.mail_outbox.subject is
  'Id of its cause: a checkout, parcel, return, order_refund, the code …; so each is owed once. Random for links that '
  'confirm an address, which may be requested again.';
comment on column public.mail_outbox.due_at is 'Next attempt; while it is being sent, end of the lease.';
comment on column public.mail_outbox.resent_at is 'Last manual resend (staff_resend_mail).';
comment on column public.mail_outbox.claim is 'Lease of the latest sender: only that sender may report a failure.';
comment on column public.mail_outbox.batch is
  'The provider call of a back_in_stock that was tried, shared with others: its idempotency key.';
comment on column public.mail_outbox.joined_to is 'The e-mail that covers the order of a staff_order.';
create index mail_outbox_joined on public.mail_outbox (joined_to);
create index mail_outbox_to_staff on public.mail_outbox (created_at) where kind = 'staff_order' and status <> 'joined';
create index mail_outbox_due on public.mail_outbox (due_at) where status = 'due';
create unique index mail_outbox_one_due_per_account on public.mail_outbox (user_id)
  where status = 'due' and kind = 'confirm_email';
create unique index mail_outbox_one_due_per_subscription on public.mail_outbox (subscription_id)
  where status = 'due' and kind = 'confirm_subscription';
create index mail_outbox_by_account on public.mail_outbox (user_id);
create index mail_outbox_by_subscription on public.mail_outbox (subscription_id);
create index mail_outbox_by_stock_alert on public.mail_outbox (stock_alert_id) where stock_alert_id is not null;
create index mail_outbox_by_release on public.mail_outbox (release_id) where release_id is not null;
create index mail_outbox_by_complaint on public.mail_outbox (complaint_id) where complaint_id is not null;
create index mail_outbox_by_batch on public.mail_outbox (batch) where batch is not null and status = 'due';
create index mail_outbox_due_stock_alerts on public.mail_outbox (due_at)
  where status = 'due' and kind = 'back_in_stock';
alter table public.mail_outbox enable row level security;

create index mail_outbox_by_checkout on public.mail_outbox (checkout_id);
create index mail_outbox_parked on public.mail_outbox (created_at) where status = 'parked';
create index mail_outbox_past on public.mail_outbox (created_at) where status <> 'due';

create function public.mail_goes_to_staff(p_kind public.mail_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('staff_order', 'staff_decision', 'staff_release', 'staff_complaint', 'staff_stock') $$;
comment on function public.mail_goes_to_staff is 'Whether e-mails of a kind go to staff instead of a shopper.';

create function public.staff_addresses(p_kind public.mail_kind) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(public.account_email(s.user_id) order by s.id), '{}')
  from public.staff s
  join public.profiles p on p.user_id = s.user_id
  where s.until is null and p.email_confirmed_at is not null
    and public.staff_may(s.id, case p_kind
      when 'staff_order' then 'pack'
      when 'staff_decision' then 'move_money'
      when 'staff_release' then 'edit_catalogue'
      when 'staff_complaint' then 'answer_complaints'
      when 'staff_stock' then 'keep_stock' end::public.staff_act)
$$;
comment on function public.staff_addresses is
  'Recipients of an e-mail to staff: those permitted to act on it, at confirmed addresses only, because orders are '
  'confidential.';

create function public.mail_delay(p_kind public.mail_kind) returns interval
language sql immutable set search_path = ''
as $$ select case p_kind when 'dispatched' then interval '5 minutes' else interval '0' end $$;
comment on function public.mail_delay is
  'Wait before an e-mail is sent: a dispatch taken back meanwhile costs the shopper nothing.';

create function public.owe_mail(p_kind public.mail_kind, p_checkout uuid, p_subject text) returns void
language sql set search_path = ''
as $$
  insert into public.mail_outbox (kind, subject, checkout_id, due_at)
  select p_kind, p_subject, c.id, now() + public.mail_delay(p_kind)
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  where c.id = p_checkout and case when public.mail_goes_to_staff(p_kind)
    then public.staff_addresses(p_kind) <> '{}'
    -- The address of a closed account is erased at the end of its retention period.
    else b.email <> '' end
  on conflict (kind, subject) do nothing
$$;
comment on function public.owe_mail is
  'Owes an e-mail about a checkout or its order, in the transaction that causes it; once for each kind and subject. '
  'Skipped without a recipient.';

create function public.drop_due_mail(p_kind public.mail_kind, p_subject text) returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where kind = p_kind and subject = p_subject and status = 'due' and attempts = 0
$$;
comment on function public.drop_due_mail is
  'Drops an e-mail that is not being sent yet, because its news is no longer true. It is owed again once that changes.';

create function public.owe_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('order', new.checkout_id, new.checkout_id::text);
  perform public.owe_mail('staff_order', new.checkout_id, new.checkout_id::text);
  -- The refund happened while the payment was under review.
  perform public.owe_mail('order_refund', new.checkout_id, id::text)
  from public.refunds
  where payment_id = new.payment_id and source = 'dashboard' and state in ('pending', 'requires_action', 'succeeded');
  return null;
end
$$;
comment on function public.owe_order_mail is
  'Owes the confirmation of an order and the e-mail to staff in the order''s own transaction: neither exists without '
  'the other.';

create trigger owe_order_mail after insert on public.orders
  for each row execute function public.owe_order_mail();

create function public.owe_checkout_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(
    (case
      when new.status = 'released' then 'payment_failed'
      when old.status = 'refund_due' and not public.is_declined(new.id) then 'sold_out_refund'
      else 'refund' end)::public.mail_kind,
    new.id, new.id::text);
  return null;
end
$$;
comment on function public.owe_checkout_mail is
  'Owes an e-mail in the transaction that records the refund of a payment without an order, or the failure of a '
  'pending one.';

create trigger owe_checkout_mail after update of status on public.checkouts
  for each row when (
    (new.status = 'refunded' and old.status <> 'refunded' and old.status <> 'completed')
    or (new.status = 'released' and old.status = 'awaiting_payment'))
  execute function public.owe_checkout_mail();

create function public.owe_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state in ('failed', 'cancelled') then
    perform public.drop_due_mail('order_refund', new.id::text);
  else
    perform public.owe_mail('order_refund', o.checkout_id, new.id::text)
    from public.orders o where o.payment_id = new.payment_id;
  end if;
  return null;
end
$$;
comment on function public.owe_refund_mail is
  'Owes an e-mail about a refund made at Stripe''s dashboard; skipped if the refund fails before it is sent. '
  'settle_order_refunds owes those of the shop''s own refunds, one each, whatever the number of attempts.';

create trigger owe_refund_mail after insert or update of state on public.refunds
  for each row when (new.source = 'dashboard')
  execute function public.owe_refund_mail();

create function public.mail_about(p_mail public.mail_outbox) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_mail.user_id is not null then 'account ' || p_mail.user_id
    when p_mail.subscription_id is not null then 'subscription ' || p_mail.subscription_id
    when p_mail.stock_alert_id is not null then 'stock alert ' || p_mail.stock_alert_id
    when p_mail.release_id is not null then 'release ' || p_mail.release_id
    when p_mail.complaint_id is not null then 'complaint ' || p_mail.complaint_id
    when p_mail.kind = 'staff_stock' then 'stock ' || p_mail.subject
    else coalesce(
      (select 'order ' || id from public.orders where checkout_id = p_mail.checkout_id),
        'checkout ' || p_mail.checkout_id) end
$$;
comment on function public.mail_about is 'The e-mail''s topic, for the log.';

create function public.mail_attempts_allowed() returns integer
language sql immutable set search_path = ''
as $$ select 8 $$;
comment on function public.mail_attempts_allowed is
  'Attempts before an e-mail is parked. With backoff that doubles from 5 minutes they fit into the 24 hours for which '
  'the provider remembers an idempotency key.';

create function public.staff_order_mail_may_go() returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from public.mail_outbox
    where kind = 'staff_order' and status in ('due', 'sent') and attempts > 0
      and coalesce(sent_at, due_at) > now() - interval '10 minutes')
$$;
comment on function public.staff_order_mail_may_go is
  'Whether the last e-mail about orders to staff was sent at least ten minutes ago, and none is being tried. A busy '
  'hour makes six e-mails, not one per order.';

create function public.claim_mails(
  p_limit integer, p_lease_seconds integer, p_checkout uuid default null, p_mail uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_parked jsonb := '[]'::jsonb;
  v_claimed uuid[];
  v_first_order uuid;
begin
  perform public.drop_stale_cart_mails();
  perform public.drop_stale_welcome_mails();
  if p_checkout is null and p_mail is null then
    delete from public.mail_outbox
    where status = 'due' and due_at <= now()
      and kind = 'login_code' and created_at < now() - public.login_code_life();
    with late as (
      select id from public.mail_outbox
      where status = 'due' and due_at <= now()
        and (attempts >= public.mail_attempts_allowed() or coalesce(resent_at, created_at) < now() - interval '3 days')
      order by due_at limit p_limit
      for update skip locked
    ), parked as (
      update public.mail_outbox m
      set status = 'parked', last_error = coalesce(m.last_error, 'not sent in time')
      from late where m.id = late.id
      returning m.id, m.kind, public.mail_about(m) as about, m.last_error
    )
    select coalesce(jsonb_agg(to_jsonb(parked)), '[]'::jsonb) into v_parked from parked;
  end if;

  -- The first unannounced order stands for all of them, when it is time.
  select id into v_first_order from public.mail_outbox
  where kind = 'staff_order' and status = 'due' and attempts = 0 and public.staff_order_mail_may_go()
  order by created_at, id limit 1;

  with next as (
    select id from public.mail_outbox
    where status = 'due' and due_at <= now() and attempts < public.mail_attempts_allowed()
      and (p_checkout is null or checkout_id = p_checkout)
      and (p_mail is null or id = p_mail)
      -- Those are sent in batches (claim_stock_alert_batch).
      and kind <> 'back_in_stock'
      and (kind <> 'staff_order' or attempts > 0 or id = v_first_order or id = p_mail)
    order by due_at limit p_limit
    for update skip locked
  ), claimed as (
    update public.mail_outbox m
    set claim = gen_random_uuid(),
        attempts = m.attempts + 1,
        due_at = now() + make_interval(secs => p_lease_seconds)
    from next where m.id = next.id
    returning m.id
  )
  select array_agg(id) into v_claimed from claimed;

  if v_first_order = any (v_claimed) then
    with others as (
      select id from public.mail_outbox
      where kind = 'staff_order' and status = 'due' and attempts = 0 for update skip locked
    )
    update public.mail_outbox m set status = 'joined', joined_to = v_first_order
    from others where m.id = others.id;
  end if;

  return jsonb_build_object('parked', v_parked, 'mails', coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', id, 'claim', claim, 'kind', kind,
      'about', public.mail_about(mail_outbox),
      'content', public.mail_content(id)))
    from public.mail_outbox where id = any (v_claimed)), '[]'::jsonb));
end
$$;
comment on function public.claim_mails is
  'Leases up to p_limit due e-mails, or those of a checkout, or one, for p_lease_seconds; those of a killed sender '
  'become due again. Also parks, and returns, e-mails without attempts left or three days old, and deletes expired '
  'login codes. E-mails to staff about orders are merged into one, ten minutes or more after the last; stock alerts '
  'go through claim_stock_alert_batch.';

create function public.record_mail_sent(p_mail uuid, p_provider_id text) returns boolean
language sql set search_path = ''
as $$
  with sent as (
    update public.mail_outbox
    set status = 'sent', sent_at = now(), provider_id = p_provider_id, last_error = null
    where id = p_mail and status <> 'sent'
    returning 1
  )
  select exists (select from sent)
$$;
comment on function public.record_mail_sent is
  'Records that the provider accepted it, even if late or from an earlier sender; false when already recorded.';

create function public.record_mail_failure(
  p_mail uuid, p_claim uuid, p_error text, p_permanent boolean
) returns public.mail_status
language sql set search_path = ''
as $$
  update public.mail_outbox
  set status = (case when p_permanent or attempts >= public.mail_attempts_allowed() then 'parked'
    else 'due' end)::public.mail_status,
      due_at = now() + interval '5 minutes' * power(2, attempts - 1),
      last_error = left(p_error, 500)
  where id = p_mail and claim = p_claim and status = 'due'
  returning status
$$;
comment on function public.record_mail_failure is
  'Reschedules a failed e-mail with backoff that doubles from 5 minutes, or parks it: at once when p_permanent, else '
  'after the last attempt. Null without a change when another sender has claimed it since.';

-- supabase/schemas/messages.sql

-- Messages from staff to shoppers about an order, and their templates. A sent message is an event of its order.

create table public.message_templates (
  id uuid primary key,
  title text not null,
  subject text not null,
  text text not null,
  changed_at timestamptz not null default now(),
  changed_by bigint references public.staff (id) on delete restrict,
  constraint message_templates_title_form check (public.is_plain_line(title, 80)),
  constraint message_templates_subject_form check (public.is_plain_line(subject, 150)),
  constraint message_templates_text_length check (char_length(text) between 1 and 5000)
);
comment on table public.message_templates is
  'Texts to begin a message with. Placeholders: src/domain/message-placeholders.ts.';
comment on column public.message_templates.id is
  'Made by the browser when the form opens: a retry after a lost response adds no second row.';
comment on column public.message_templates.changed_by is 'Null for those that the shop starts with.';
create index message_templates_by_staff on public.message_templates (changed_by);
alter table public.message_templates enable row level security;

create function public.staff_templates() returns table (
  id uuid, title text, subject text, text text, changed_at timestamptz, changed_by text
)
language sql stable set search_path = ''
as $$
  select public.require_staff('answer_shoppers');

  select t.id, t.title, t.subject, t.text, t.changed_at, s.name
  from public.message_templates t left join public.staff s on s.id = t.changed_by
  order by lower(t.title), t.id limit 200
$$;
comment on function public.staff_templates is
  'Templates of messages by title, at most 200. Errors: those of require_staff.';

create function public.staff_save_template(
  p_template uuid, p_title text, p_subject text, p_text text, p_seen timestamptz default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_now public.message_templates;
begin
  insert into public.message_templates (id, title, subject, text, changed_by)
  select p_template, p_title, p_subject, p_text, v_staff
  where p_seen is null
  on conflict (id) do nothing;
  if found then
    return;
  end if;
  select * into v_now from public.message_templates where id = p_template for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'template_unknown';
  end if;
  -- The repeat of a save whose response was lost.
  if (v_now.title, v_now.subject, v_now.text) = (p_title, p_subject, p_text) then
    return;
  end if;
  if v_now.changed_at is distinct from p_seen then
    raise sqlstate 'PT409' using hint = 'template_changed';
  end if;
  update public.message_templates
  set title = p_title, subject = p_subject, text = p_text, changed_at = now(), changed_by = v_staff
  where id = p_template;
end
$$;
comment on function public.staff_save_template is
  'Adds a template (p_seen null), or changes the version of that time. Errors: those of require_staff; PT404 '
  'template_unknown; PT409 template_changed, by a colleague since.';

create function public.staff_remove_template(p_template uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff('answer_shoppers');
  delete from public.message_templates where id = p_template;
end
$$;
comment on function public.staff_remove_template is
  'Removes a template, if it is there. Errors: those of require_staff.';

create function public.event_words(p_event public.order_events) returns text
language sql immutable set search_path = ''
as $$ select nullif(concat_ws(E'\n\n', p_event.detail ->> 'subject', p_event.detail ->> 'text'), '') $$;
comment on function public.event_words is 'Text of a note or message about an order; null once erased.';

create function public.mail_trouble(p_email text) returns public.suppression_reason
language sql stable set search_path = ''
as $$
  select reason from public.suppressions
  where address_hash = public.address_hash(p_email) and reason in ('bounced', 'complained')
  order by since desc limit 1
$$;
comment on function public.mail_trouble is
  'Why e-mails to an address may not arrive: it bounced, or its owner reported spam. Null otherwise.';

create function public.staff_message(p_event uuid, p_checkout uuid, p_subject text, p_text text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  if not public.is_plain_line(p_subject, 150) or p_text is null or p_text !~ '\S' or length(p_text) > 5000 then
    raise sqlstate 'PT400' using hint = 'message_length';
  end if;
  if public.add_order_event(p_event, p_checkout, 'message', 'staff', v_staff, jsonb_build_object(
    'subject', p_subject, 'text', p_text))
  then
    if not exists (
      select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
      where c.id = p_checkout and b.email <> '')
    then
      raise sqlstate 'PT409' using hint = 'address_erased';
    end if;
    perform public.owe_mail('message', p_checkout, p_event::text);
  end if;
  return p_checkout;
end
$$;
comment on function public.staff_message is
  'Writes to the shopper about an order, or a paid checkout without one; the history keeps the text. Owes one e-mail; '
  'the same event again changes nothing. Returns the checkout. Errors: those of require_staff; PT404 order_unknown; '
  'PT400 message_length; PT409 address_erased, action_used.';

-- supabase/schemas/shopper_notes.sql

-- A shopper's gift message and note to the packer, written on the thank-you page until the order leaves.

create table public.shopper_notes (
  order_id bigint primary key references public.orders (id) on delete cascade,
  gift_message text,
  note text,
  changed_at timestamptz not null default now(),
  constraint shopper_notes_gift_message_length check (char_length(gift_message) between 1 and 300),
  constraint shopper_notes_note_length check (char_length(note) between 1 and 300)
);
comment on table public.shopper_notes is
  'Words of shoppers about their orders. gift_message: printed for the recipient. note: for the packer.';
create index shopper_notes_oldest on public.shopper_notes (changed_at);
alter table public.shopper_notes enable row level security;

create function public.shopper_note(p_order bigint) returns table (gift_message text, note text, open boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session(p_guests => true);
begin
  if not exists (select from public.orders where id = p_order and user_id = v_shopper) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return query
  select n.gift_message, n.note, o.goods_status = 'to_send' and o.units_to_send > 0
  from public.orders o left join public.shopper_notes n on n.order_id = o.id where o.id = p_order;
end
$$;
comment on function public.shopper_note is
  'The shopper''s words about their own order, and whether they can still be changed. Errors: PT401 session_ended; '
  'PT404 order_unknown.';

create function public.shopper_save_note(p_order bigint, p_gift_message text, p_note text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session(p_guests => true);
  v_order public.orders;
begin
  if not exists (select from public.orders where id = p_order and user_id = v_shopper) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  v_order := public.lock_order(p_order);
  if length(p_gift_message) > 300 or length(p_note) > 300 then
    raise sqlstate 'PT400' using hint = 'shopper_note_length';
  end if;
  if v_order.goods_status <> 'to_send' or v_order.units_to_send = 0 then
    raise sqlstate 'PT409' using hint = 'packed_already';
  end if;
  if coalesce(p_gift_message, '') = '' and coalesce(p_note, '') = '' then
    delete from public.shopper_notes where order_id = p_order;
  else
    insert into public.shopper_notes (order_id, gift_message, note)
    values (p_order, nullif(p_gift_message, ''), nullif(p_note, ''))
    on conflict (order_id) do update
    set gift_message = excluded.gift_message, note = excluded.note, changed_at = now();
  end if;
end
$$;
comment on function public.shopper_save_note is
  'Saves the shopper''s words about their own order; empty ones remove them. Errors: PT401 session_ended; PT404 '
  'order_unknown; PT400 shopper_note_length; PT409 packed_already.';

-- supabase/schemas/dispatch.sql

-- Packing: dispatches, deliveries, label corrections, notes and resent e-mails.

create function public.batch_of(p_variant bigint) returns text
language sql stable set search_path = ''
as $$
  select p.batch from public.products p join public.color_variants v on v.product_id = p.id where v.id = p_variant
$$;
comment on function public.batch_of is 'The batch of a colour''s product that is sent now; null if unknown.';

create function public.dispatch_stopped_by(p_order bigint) returns text
language sql stable set search_path = ''
as $$
  select case
    when b.disputed then 'disputed'
    when u.cancelled = u.ordered then 'cancelled'
    when p.charged_pence > 0 and greatest(b.refunded_pence, b.returned_pence) + f.owed_pence >= p.charged_pence
      then 'refunded'
    when o.cancels_at is not null then 'withdrawn'
    when o.waits_for is not null then 'waits'
  end
  from public.orders o
  join public.payments p on p.id = o.payment_id
  join public.payment_balances b on b.payment_id = p.id
  cross join lateral (
    select sum(ordered) as ordered, sum(cancelled) as cancelled from public.order_units where order_id = p_order) u
  cross join lateral (
    select coalesce(sum(f.amount_pence), 0) as owed_pence
    from public.order_refunds f join public.order_refund_states s on s.id = f.id
    where f.order_id = p_order and s.state in ('due', 'failed')) f
  where o.id = p_order
$$;
comment on function public.dispatch_stopped_by is
  'Why an order must not leave: disputed, cancelled, refunded (the whole payment is refunded, on its way back or '
  'owed), withdrawn (cancelled at orders.cancels_at unless its shopper objects), or waits (orders.waits_for). Null '
  'when '
  'it may.';

create function public.dispatch_parcel(p_staff bigint, p_parcel jsonb, p_check boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := (p_parcel ->> 'event')::uuid;
  v_number text := p_parcel ->> 'tracking_number';
  v_order public.orders;
  v_parcel bigint;
  v_undone timestamptz;
  v_outcome text;
  v_stopped_by text;
begin
  select * into v_order from public.orders where id = (p_parcel ->> 'order')::bigint;
  if not found then
    return jsonb_build_object('order', p_parcel -> 'order', 'outcome', 'unknown');
  end if;

  select id, undone_at into v_parcel, v_undone from public.parcels
  where event_id = v_event and order_id = v_order.id;
  if v_undone is not null then
    v_outcome := 'taken_back';
  elsif v_parcel is null then
    v_stopped_by := public.dispatch_stopped_by(v_order.id);
    if v_stopped_by is null and v_order.units_to_send > 0 then
      -- Packed goods may have been cancelled since the packer's list was loaded.
      select case
        when bool_or(coalesce(u.to_send, 0) + coalesce(u.cancelled, 0) < w.quantity) then 'too_many'
        when bool_or(u.to_send < w.quantity) then 'cancelled'
      end into v_stopped_by
      from (
        select (item ->> 'variant_id')::bigint as variant_id, sum((item ->> 'quantity')::integer) as quantity
        from jsonb_array_elements(nullif(p_parcel -> 'items', 'null')) item group by 1) w
      left join public.order_units u on u.order_id = v_order.id and u.variant_id = w.variant_id;
    end if;
    v_outcome := case
      when v_stopped_by = 'too_many' then 'too_many'
      when v_stopped_by is not null then 'stopped'
      when v_order.units_to_send = 0 then 'nothing_to_send'
    end;
  end if;

  if v_parcel is null and v_outcome is null and not p_check
    and public.add_order_event(v_event, v_order.checkout_id, 'dispatched', 'staff', p_staff, jsonb_build_object(
      'carrier', p_parcel -> 'carrier', 'tracking_number', v_number))
  then
    insert into public.parcels (order_id, event_id, carrier, tracking_number)
    values (v_order.id, v_event, p_parcel ->> 'carrier', v_number)
    returning id into v_parcel;

    if coalesce(p_parcel -> 'items', 'null') = 'null' then
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity, batch)
      select v_parcel, order_id, variant_id, to_send, public.batch_of(variant_id)
      from public.order_units where order_id = v_order.id and to_send > 0;
    else
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity, batch)
      select v_parcel, v_order.id, (item ->> 'variant_id')::bigint, sum((item ->> 'quantity')::integer),
             public.batch_of((item ->> 'variant_id')::bigint)
      from jsonb_array_elements(p_parcel -> 'items') item group by 3;
    end if;

    perform public.owe_mail('dispatched', v_order.checkout_id, v_parcel::text);
    perform public.settle_order(v_order.id);
  end if;

  return (
    select jsonb_build_object(
      'order', o.id,
      'checkout', o.checkout_id,
      'outcome', coalesce(v_outcome, 'dispatched'),
      'stopped_by', case when v_outcome = 'stopped' then v_stopped_by end,
      'status', o.status,
      'units_to_send', o.units_to_send,
      'parcel', v_parcel,
      'left_as', (
        select concat_ws(' ', carrier, tracking_number) from public.parcels
        where id = v_parcel and (carrier, tracking_number) is distinct from (p_parcel ->> 'carrier', v_number)),
      'also_on', (
        select coalesce(jsonb_agg(distinct order_id), '[]') from public.parcels_out
        where tracking_number = v_number and order_id <> o.id and (v_parcel is not null or p_check)))
    from public.orders o where o.id = v_order.id);
end
$$;
comment on function public.dispatch_parcel is
  'Sends one parcel, with staff_dispatch''s input and result. p_check: a dry run. The caller has locked the checkout.';

create function public.lock_orders(p_orders bigint[]) returns void
language sql set search_path = ''
as $$
  select 1 from public.checkouts
  where id in (select checkout_id from public.orders where id = any (p_orders))
  order by id for update
$$;
comment on function public.lock_orders is 'Locks several orders as lock_order does one; skips unknown numbers.';

create function public.refuse_number_twice(p_parcels jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_number text;
  v_orders bigint[];
begin
  select given ->> 'tracking_number', array_agg((given ->> 'order')::bigint order by place)
  into v_number, v_orders
  from jsonb_array_elements(p_parcels) with ordinality as parcel (given, place)
  where given ->> 'tracking_number' is not null
  group by 1 having count(*) > 1
  order by min(place) limit 1;
  if found then
    raise sqlstate 'PT400' using hint = 'number_twice',
      detail = jsonb_build_object('tracking_number', v_number, 'orders', v_orders)::text;
  end if;
end
$$;
comment on function public.refuse_number_twice is
  'Refuses a number scanned twice, which would show a shopper another shopper''s parcel. PT400 number_twice (detail: '
  'tracking_number, orders).';

create function public.staff_dispatch(p_parcels jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_parcel jsonb;
  v_results jsonb := '[]';
begin
  perform public.refuse_number_twice(p_parcels);
  perform public.lock_orders(array(
    select (given ->> 'order')::bigint from jsonb_array_elements(p_parcels) given));
  for v_parcel in select * from jsonb_array_elements(p_parcels) loop
    v_results := v_results || public.dispatch_parcel(v_staff, v_parcel);
  end loop;
  return v_results;
end
$$;
comment on function public.staff_dispatch is
  'Sends parcels: [{event, order, carrier, tracking_number?, items: [{variant_id, quantity}]?}], null items being all '
  'that is left. Outcomes in that order: [{order, checkout, outcome, stopped_by, status, units_to_send, parcel, '
  'left_as, also_on}]. outcome: dispatched, by this event or earlier (left_as: carrier and number), taken_back (this '
  'event''s dispatch was undone), nothing_to_send, '
  'too_many, stopped (dispatch_stopped_by), unknown. also_on: orders with that number. Errors: those of '
  'require_staff; PT400 number_twice; PT409 action_used.';

create function public.staff_take_tracking(p_lines jsonb, p_check boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_line jsonb;
  v_order public.orders;
  v_bare bigint[];
  v_outcome text;
  v_event uuid;
  v_done bigint[] := '{}';
  v_results jsonb := '[]';
begin
  if not p_check then
    perform public.refuse_number_twice(p_lines);
    perform public.lock_orders(array(
      select (given ->> 'order')::bigint from jsonb_array_elements(p_lines) given));
  end if;
  for v_line in select * from jsonb_array_elements(p_lines) loop
    select * into v_order from public.orders where id = (v_line ->> 'order')::bigint;
    select array_agg(id) into v_bare from public.parcels_out
    where order_id = v_order.id and tracking_number is null;
    v_outcome := case
      when exists (
        select from public.parcels_out
        where order_id = v_order.id and tracking_number = v_line ->> 'tracking_number') then 'known'
      -- A dry run leaves an order of several lines unchanged, so later lines of it are skipped here.
      when p_check and v_order.id = any (v_done) then 'nothing_to_send'
      when v_bare is null then null
      when v_order.units_to_send > 0 or cardinality(v_bare) > 1 then 'ambiguous'
      else 'numbered'
    end;
    if v_outcome = 'numbered' and not p_check then
      v_event := (v_line ->> 'event')::uuid;
      perform public.correct_parcel(
        v_event, v_bare[1], v_line ->> 'carrier', v_line ->> 'tracking_number', v_staff);
      perform public.tell_of_parcel(v_event, v_bare[1], v_staff);
    end if;
    v_results := v_results || case
      when v_outcome is null then public.dispatch_parcel(v_staff, v_line, p_check)
      else jsonb_build_object(
        'order', v_order.id, 'checkout', v_order.checkout_id, 'outcome', v_outcome, 'stopped_by', null,
        'status', v_order.status, 'units_to_send', v_order.units_to_send, 'parcel', v_bare[1], 'also_on', '[]'::jsonb)
    end;
    if v_results -> -1 ->> 'outcome' in ('dispatched', 'numbered') then
      v_done := v_done || v_order.id;
    end if;
  end loop;
  return v_results;
end
$$;
comment on function public.staff_take_tracking is
  'Imports tracking numbers: [{event, order, carrier, tracking_number}]. Sends orders that have goods to send, adds '
  'the number to parcels without one, and notifies shoppers. p_check: a dry run, which allows a number on two orders. '
  'Outcomes: those of staff_dispatch; numbered; known (already has this number); ambiguous (several parcels fit, '
  'staff choose). Errors: those of staff_dispatch.';

create function public.parcel_state(p_parcel bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order', o.id, 'checkout', o.checkout_id, 'status', o.status, 'parcel', p.id, 'carrier', p.carrier,
    'tracking_number', p.tracking_number, 'sent_at', p.sent_at, 'delivered_at', p.delivered_at)
  from public.parcels p join public.orders o on o.id = p.order_id
  where p.id = p_parcel
$$;
comment on function public.parcel_state is 'A parcel and its order''s status, as returned by the calls that change it.';

create function public.lock_parcel(p_parcel bigint) returns public.parcels
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  perform public.lock_orders(array(select order_id from public.parcels where id = p_parcel));
  select * into v_parcel from public.parcels where id = p_parcel;
  if not found then
    raise sqlstate 'PT404' using hint = 'parcel_unknown';
  end if;
  return v_parcel;
end
$$;
comment on function public.lock_parcel is 'Locks the order of a parcel. PT404 parcel_unknown.';

create function public.refuse_undone(p_parcel public.parcels) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_parcel.undone_at is not null then
    raise sqlstate 'PT409' using hint = 'dispatch_undone';
  end if;
end
$$;
comment on function public.refuse_undone is 'Refuses a parcel that was taken back: PT409 dispatch_undone.';

create function public.staff_undo_dispatch(p_event uuid, p_parcel bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_parcel public.parcels := public.lock_parcel(p_parcel);
  v_checkout uuid := (select checkout_id from public.orders where id = v_parcel.order_id);
begin
  if public.add_order_event(p_event, v_checkout, 'dispatch_undone', 'staff', v_staff, jsonb_build_object(
    'parcel', p_parcel, 'carrier', v_parcel.carrier, 'tracking_number', v_parcel.tracking_number))
  then
    perform public.refuse_undone(v_parcel);
    if v_parcel.delivered_at is not null then
      raise sqlstate 'PT409' using hint = 'already_delivered';
    end if;
    if exists (
      select from public.parcel_items i
      join public.order_units u on u.order_id = i.order_id and u.variant_id = i.variant_id
      where i.parcel_id = p_parcel and u.sent - i.quantity < u.return_asked + u.returned)
    then
      raise sqlstate 'PT409' using hint = 'coming_back';
    end if;
    if exists (
      select from public.parcel_items i
      join public.replaceable_units(v_parcel.order_id) r on r.variant_id = i.variant_id
      where i.parcel_id = p_parcel and i.quantity > r.quantity)
    then
      raise sqlstate 'PT409' using hint = 'already_replaced';
    end if;
    update public.parcels set undone_at = now() where id = p_parcel;
    perform public.correct_dispatch_mail(v_checkout, p_parcel);
    perform public.settle_order(v_parcel.order_id);
  end if;
  return public.parcel_state(p_parcel) || jsonb_build_object('corrected', exists (
    select from public.mail_outbox where kind = 'dispatch_undone' and subject = p_parcel::text));
end
$$;
comment on function public.staff_undo_dispatch is
  'Takes a dispatch back, while the parcel is still here: its pieces are to be sent again. The shopper is told only if '
  'the e-mail about it has left (correct_dispatch_mail). The caller makes sure that the carrier does not have it. '
  'Returns parcel_state and corrected: whether the shopper gets a correction. Errors: those of require_staff; PT404 '
  'parcel_unknown; PT409 dispatch_undone, already_delivered, coming_back (a return has been requested), '
  'already_replaced, action_used.';

create function public.correct_dispatch_mail(p_checkout uuid, p_parcel bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.mail_outbox where kind = 'dispatched' and subject = p_parcel::text for update;
  delete from public.mail_outbox
  where kind = 'dispatched' and subject = p_parcel::text and status = 'due' and attempts = 0 and resent_at is null;
  if exists (select from public.mail_outbox where kind = 'dispatched' and subject = p_parcel::text) then
    perform public.owe_mail('dispatch_undone', p_checkout, p_parcel::text);
    -- Its sender may be at work, or may have been killed after the provider accepted it.
    update public.mail_outbox m set status = 'joined', joined_to = c.id
    from public.mail_outbox c
    where m.kind = 'dispatched' and m.subject = p_parcel::text and m.status in ('due', 'parked')
      and c.kind = 'dispatch_undone' and c.subject = m.subject;
  end if;
end
$$;
comment on function public.correct_dispatch_mail is
  'Drops the e-mail about a parcel that was taken back or, if it has left or may have, owes one that corrects it. The '
  'caller has locked the order.';

create function public.expected_arrival(p_parcel bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'arrives_from', public.business_day_after(public.uk_day(p.sent_at), s.min_business_days),
      'arrives_by', public.business_day_after(public.uk_day(p.sent_at), s.max_business_days))
    from public.parcels p
    join public.orders o on o.id = p.order_id
    join public.checkout_shipping_options s on s.checkout_id = o.checkout_id and s.name = o.shipping_name
    where p.id = p_parcel
    order by s.position limit 1);
end
$$;
comment on function public.expected_arrival is
  'Days on which a parcel is expected, {arrives_from, arrives_by}, counted from its dispatch by the delivery paid for.';

create function public.deliver_parcel(
  p_event uuid, p_parcel public.parcels, p_at timestamptz, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (select checkout_id from public.orders where id = p_parcel.order_id);
  -- A day is known more often than an hour.
  v_at timestamptz := case when public.uk_day(p_at) = public.uk_day(p_parcel.sent_at)
    then greatest(p_at, p_parcel.sent_at) else p_at end;
begin
  if public.add_order_event(p_event, v_checkout, 'delivered', 'staff', p_staff, jsonb_build_object(
    'parcel', p_parcel.id, 'at', v_at))
  then
    perform public.refuse_undone(p_parcel);
    if p_parcel.delivered_at is not null then
      raise sqlstate 'PT409' using hint = 'already_delivered';
    end if;
    if v_at > now() then
      raise sqlstate 'PT400' using hint = 'in_future';
    end if;
    if v_at < p_parcel.sent_at then
      raise sqlstate 'PT400' using hint = 'before_sent';
    end if;
    update public.parcels set delivered_at = v_at, confirmed_at = now() where id = p_parcel.id;
    perform public.owe_mail('delivered', v_checkout, p_parcel.id::text);
    perform public.settle_order(p_parcel.order_id);
  end if;
end
$$;
comment on function public.deliver_parcel is
  'Records a parcel''s arrival; the only source of arrivals. The caller has locked its order. Errors: PT409 '
  'dispatch_undone, already_delivered, action_used; PT400 in_future, before_sent.';

create function public.staff_deliver(p_event uuid, p_parcel bigint, p_at timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
begin
  perform public.deliver_parcel(p_event, public.lock_parcel(p_parcel), coalesce(p_at, now()), v_staff);
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_deliver is
  'Records a parcel''s arrival, at p_at or now (deliver_parcel). Returns parcel_state. Errors: those of require_staff '
  'and deliver_parcel; PT404 parcel_unknown.';

create function public.staff_deliver_orders(p_orders jsonb, p_at timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_at timestamptz := coalesce(p_at, now());
  v_given jsonb;
  v_order public.orders;
  v_parcel public.parcels;
  v_outcome text;
  v_results jsonb := '[]';
begin
  if v_at > now() then
    raise sqlstate 'PT400' using hint = 'in_future';
  end if;
  perform public.lock_orders(array(
    select (given ->> 'order')::bigint from jsonb_array_elements(p_orders) given));
  for v_given in select * from jsonb_array_elements(p_orders) loop
    select * into v_order from public.orders where id = (v_given ->> 'order')::bigint;
    v_outcome := case
      when not found then 'unknown'
      -- This press again; a parcel sent since is not meant.
      when exists (
        select from public.parcels_out p join public.order_events e on e.id = md5((v_given ->> 'event') || p.id)::uuid
        where p.order_id = v_order.id) then 'delivered'
      when not exists (select from public.parcels_out where order_id = v_order.id and delivered_at is null)
        then 'nothing_on_the_way'
      when exists (
        select from public.parcels_out
        where order_id = v_order.id and delivered_at is null and public.uk_day(v_at) < public.uk_day(sent_at))
        then 'before_sent'
    end;
    if v_outcome is null then
      for v_parcel in
        select * from public.parcels_out where order_id = v_order.id and delivered_at is null order by id
      loop
        perform public.deliver_parcel(md5((v_given ->> 'event') || v_parcel.id)::uuid, v_parcel, v_at, v_staff);
      end loop;
      v_outcome := 'delivered';
    end if;
    v_results := v_results || jsonb_build_object(
      'order', v_given -> 'order', 'outcome', v_outcome, 'checkout', v_order.checkout_id,
      'status', (select status from public.orders where id = v_order.id));
  end loop;
  return v_results;
end
$$;
comment on function public.staff_deliver_orders is
  'Records the arrival, at p_at or now, of all parcels of orders that are on the way: [{event, order}]. Outcomes in '
  'that order: [{order, outcome, checkout, status}]. outcome: delivered, by this event or earlier, nothing_on_the_way, '
  'before_sent (a parcel left after that day), unknown. Errors: those of require_staff; PT400 in_future; PT409 '
  'action_used.';

create function public.correct_parcel(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  select * into v_parcel from public.parcels where id = p_parcel;
  perform public.refuse_undone(v_parcel);
  if (v_parcel.carrier, v_parcel.tracking_number) is distinct from (p_carrier, p_tracking_number)
    and public.add_order_event(
      p_event, (select checkout_id from public.orders where id = v_parcel.order_id), 'parcel_corrected',
      'staff', p_staff,
      jsonb_build_object(
        'parcel', p_parcel,
        'carrier', p_carrier, 'carrier_before', v_parcel.carrier,
        'tracking_number', p_tracking_number, 'tracking_number_before', v_parcel.tracking_number))
  then
    update public.parcels set carrier = p_carrier, tracking_number = p_tracking_number where id = p_parcel;
    perform public.settle_order(v_parcel.order_id);
  end if;
end
$$;
comment on function public.correct_parcel is
  'Changes a parcel''s carrier or tracking number. The caller has locked its order. PT409 dispatch_undone.';

create function public.tell_of_parcel(p_event uuid, p_parcel bigint, p_staff bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.send_mail_again(md5('tell ' || p_event)::uuid, m.id, p_staff)
  from public.mail_outbox m
  join public.order_events e on e.id = p_event
  where m.kind = 'dispatched' and m.subject = p_parcel::text and m.status in ('sent', 'parked')
    and not exists (select from public.order_events where id = md5('tell ' || p_event)::uuid);
end
$$;
comment on function public.tell_of_parcel is
  'Resends a parcel''s dispatch e-mail after the correction p_event; skipped if nothing was corrected or the first '
  'e-mail is still unsent. The caller has locked the order.';

create function public.staff_correct_parcel(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text default null,
  p_tell boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
begin
  perform public.lock_parcel(p_parcel);
  perform public.correct_parcel(p_event, p_parcel, p_carrier, p_tracking_number, v_staff);
  if p_tell then
    perform public.tell_of_parcel(p_event, p_parcel, v_staff);
  end if;
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_correct_parcel is
  'Corrects carrier and tracking number (or null) of a parcel. p_tell: resends its e-mail if already sent. Returns '
  'parcel_state. Errors: those of require_staff; PT404 parcel_unknown; PT409 dispatch_undone, action_used.';

create function public.staff_correct_label(p_event uuid, p_order bigint, p_label jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_order public.orders := public.lock_order(p_order);
  v_delivery jsonb := (select delivery from public.checkouts where id = v_order.checkout_id);
  v_label jsonb := nullif(nullif(p_label, 'null'), v_delivery);
begin
  if v_label is distinct from v_order.label
    and public.add_order_event(p_event, v_order.checkout_id, 'label_corrected', 'staff', v_staff, jsonb_build_object(
      'label', coalesce(v_label, v_delivery), 'before', coalesce(v_order.label, v_delivery)))
  then
    if v_label ->> 'country' <> v_order.country then
      raise sqlstate 'PT409' using hint = 'other_country';
    end if;
    if v_order.units_to_send = 0 then
      raise sqlstate 'PT409' using hint = 'nothing_to_send';
    end if;
    update public.orders set label = v_label where id = p_order;
    perform public.settle_order(p_order);
  end if;
  return (select coalesce(label, v_delivery) from public.orders where id = p_order);
end
$$;
comment on function public.staff_correct_label is
  'Changes the address on the labels of unsent goods; null restores the order''s own, which never changes. Returns '
  'the address. Errors: those of require_staff; PT404 order_unknown; PT409 other_country, nothing_to_send, '
  'action_used.';

create function public.staff_note(p_event uuid, p_checkout uuid, p_text text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  if p_text is null or p_text !~ '\S' or length(p_text) > 2000 then
    raise sqlstate 'PT400' using hint = 'note_length';
  end if;
  perform public.add_order_event(p_event, p_checkout, 'note', 'staff', v_staff, jsonb_build_object('text', p_text));
end
$$;
comment on function public.staff_note is
  'Adds a note for staff to an order, or to a paid checkout without one. Errors: those of require_staff; PT404 '
  'order_unknown; PT400 note_length; PT409 action_used.';

create function public.send_mail_again(p_event uuid, p_mail uuid, p_staff bigint) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_new uuid := gen_random_uuid();
  v_mail public.mail_outbox;
begin
  select * into v_mail from public.mail_outbox where id = p_mail for update;
  perform public.add_order_event(p_event, v_mail.checkout_id, 'mail_resent', 'staff', p_staff, jsonb_build_object(
    'mail', p_mail, 'kind', v_mail.kind, 'subject', v_mail.subject, 'status', v_mail.status, 'sent_at', v_mail.sent_at,
    'provider_id', v_mail.provider_id, 'last_error', v_mail.last_error, 'sent_again_as', v_new));
  update public.mail_outbox
  set id = v_new, status = 'due', attempts = 0, due_at = now(), resent_at = now(),
      claim = null, provider_id = null, last_error = null, sent_at = null
  where id = p_mail;
  return v_new;
end
$$;
comment on function public.send_mail_again is
  'Makes an e-mail due again under a new id, because the provider would deduplicate the old one, and returns that id. '
  'The first sending is kept in the event. The caller has locked the checkout.';

create function public.staff_resend_mail(p_event uuid, p_mail uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_known uuid;
  v_mail public.mail_outbox;
begin
  -- A repeat of the same event names an e-mail that has another id by now.
  select checkout_id into v_mail.checkout_id from public.mail_outbox where id = p_mail;
  if not found then
    select checkout_id into v_mail.checkout_id from public.order_events
    where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  end if;
  perform 1 from public.checkouts where id = v_mail.checkout_id for update;

  select detail ->> 'sent_again_as' into v_known from public.order_events
  where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  if found then
    return v_known;
  end if;

  select * into v_mail from public.mail_outbox where id = p_mail and checkout_id is not null for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'mail_unknown';
  end if;
  if v_mail.status = 'due' then
    raise sqlstate 'PT409' using hint = 'mail_due';
  end if;
  if v_mail.kind not in ('staff_order', 'staff_decision') and not exists (
    select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
    where c.id = v_mail.checkout_id and b.email <> '')
  then
    raise sqlstate 'PT409' using hint = 'address_erased';
  end if;
  if v_mail.kind = 'merge_link' and not exists (
    select from public.open_merges where id::text = v_mail.subject)
  then
    raise sqlstate 'PT404' using hint = 'merge_over';
  end if;
  if v_mail.kind = 'dispatched' and exists (
    select from public.parcels where id::text = v_mail.subject and undone_at is not null)
  then
    raise sqlstate 'PT409' using hint = 'dispatch_undone';
  end if;
  if v_mail.kind = 'order_refund' and not (
    exists (select from public.order_refunds where id::text = v_mail.subject and taken_at is not null)
    or exists (
      select from public.refunds
      where id::text = v_mail.subject and state in ('pending', 'requires_action', 'succeeded')))
  then
    raise sqlstate 'PT409' using hint = 'refund_not_made';
  end if;
  return public.send_mail_again(p_event, p_mail, v_staff);
end
$$;
comment on function public.staff_resend_mail is
  'Makes a sent or parked e-mail about an order due again (send_mail_again). Returns its new id. Errors: those of '
  'require_staff; PT404 mail_unknown, merge_over; PT409 mail_due, address_erased, dispatch_undone, '
  'refund_not_made, action_used.';

-- supabase/schemas/edit_orders.sql

-- Changes of an order before it leaves: other colours, fewer pieces, the shopper's e-mail address. Why nothing is added
-- to it: docs/decisions/0064-edits-and-exchanges.md.

create function public.swap_choices(p_order bigint, p_variant bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'variant_id', v.id, 'color_name', v.color_name, 'free', f.free) order by v.color_name, v.id), '[]')
    from public.order_items i
    join public.color_variants v on v.product_id = i.product_id
    join public.colours_on_sale s on s.id = v.id
    join public.free_units(array(
      select id from public.color_variants where product_id = i.product_id)) f on f.variant_id = v.id and f.free > 0
    where i.order_id = p_order and i.variant_id = p_variant
      and not exists (
        select from public.orders o join public.payments p on p.id = o.payment_id
        where o.id = p_order and p.method = 'none'));
end
$$;
comment on function public.swap_choices is
  'Colours of a line''s product in stock, its own among them, that can be sent instead: [{variant_id, color_name, '
  'free}]. None for an order that charged nothing: its pieces stand for others.';

create function public.swap_units(
  p_event uuid, p_order bigint, p_from bigint, p_to bigint, p_quantity integer, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_from public.order_items;
  v_to public.color_variants;
  v_left integer;
  v_discount bigint;
begin
  select * into v_from from public.order_items where order_id = p_order and variant_id = p_from;
  select * into v_to from public.color_variants where id = p_to;
  if public.add_order_event(p_event, v_order.checkout_id, 'swapped', 'staff', p_staff, jsonb_build_object(
    'from', p_from, 'to', p_to, 'quantity', p_quantity, 'reason', v_from.color_name || ' → ' || v_to.color_name))
  then
    if v_from.order_id is null then
      raise sqlstate 'PT409' using hint = 'item_unknown';
    end if;
    if p_quantity < 1 then
      raise sqlstate 'PT400' using hint = 'items_malformed';
    end if;
    -- The pieces of a replacement or an exchange stand for others.
    if v_to.product_id is distinct from v_from.product_id or p_to = p_from
      or (select method from public.payments where id = v_order.payment_id) = 'none'
      or exists (
      select from public.order_items
      where order_id = p_order and variant_id = p_to and product_price_pence <> v_from.product_price_pence)
    then
      raise sqlstate 'PT409' using hint = 'not_swappable';
    end if;
    if public.dispatch_stopped_by(p_order) is not null then
      raise sqlstate 'PT409' using hint = 'order_stopped';
    end if;
    -- Refunded units are not sent in another colour.
    select least(to_send, ordered - refunded) into v_left
    from public.order_units where order_id = p_order and variant_id = p_from;
    if p_quantity > v_left then
      raise sqlstate 'PT409' using hint = 'already_left', detail = jsonb_build_array(jsonb_build_object(
        'variant_id', p_from, 'quantity', p_quantity, 'left', greatest(v_left, 0)))::text;
    end if;
    perform 1 from public.color_variants where id in (p_from, p_to) order by id for update;
    if not exists (select from public.colours_on_sale where id = p_to)
      or p_quantity > (select free from public.free_units(array[p_to]))
    then
      raise sqlstate 'PT409' using hint = 'colour_gone';
    end if;
    perform public.moving_stock('swapped', p_order, p_staff);
    update public.color_variants set quantity = quantity + case id when p_from then p_quantity else -p_quantity end
    where id in (p_from, p_to);

    select discount_pence into v_discount from public.discount_of_units(p_order, jsonb_build_array(
      jsonb_build_object('variant_id', p_from, 'quantity', p_quantity)));
    insert into public.order_items as i (
      order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity, discount_pence)
    values (
      p_order, p_to, v_from.product_id, v_from.product_name, v_to.color_name, v_from.product_price_pence, p_quantity,
      v_discount)
    on conflict (order_id, variant_id) do update
    set quantity = i.quantity + excluded.quantity, discount_pence = i.discount_pence + excluded.discount_pence;
    -- A parcel taken back may refer to the line, so it stays, without units.
    update public.order_items set quantity = quantity - p_quantity, discount_pence = discount_pence - v_discount
    where order_id = p_order and variant_id = p_from;
    insert into public.swapped_items (event_id, order_id, from_variant_id, to_variant_id, quantity)
    values (p_event, p_order, p_from, p_to, p_quantity);
    perform public.settle_order(p_order);
  end if;
end
$$;
comment on function public.swap_units is
  'Exchanges unsent units of a line for another colour of its product, at the price paid; moves their stock. Owes one '
  'e-mail. The same event again changes nothing. The caller has authorised the staff member. Errors: PT404 '
  'order_unknown; PT400 items_malformed; PT409 item_unknown, not_swappable (another product or price), order_stopped, '
  'already_left (detail: the pieces), colour_gone, action_used.';

create function public.staff_edit_order(
  p_event uuid, p_order bigint, p_swaps jsonb, p_removed jsonb
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_swap record;
begin
  if p_removed <> '[]' then
    perform public.require_staff('move_money', true);
  end if;
  perform public.lock_order(p_order);
  if p_swaps = '[]' and p_removed = '[]' then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  for v_swap in
    select s."from", s."to", s.quantity
    from jsonb_to_recordset(p_swaps) as s ("from" bigint, "to" bigint, quantity integer)
    order by 1, 2
  loop
    perform public.swap_units(
      md5(concat_ws(' ', p_event, v_swap."from", v_swap."to"))::uuid, p_order, v_swap."from", v_swap."to",
      v_swap.quantity, v_staff);
  end loop;
  if p_removed <> '[]' then
    return public.cancel_items(p_event, p_order, p_removed, 'staff', v_staff, 'shopper', true, true);
  end if;
  return public.order_refund_progress(p_order);
end
$$;
comment on function public.staff_edit_order is
  'Edits unsent pieces at the shopper''s request, all or nothing: p_swaps [{from, to, quantity}] (swap_units), then '
  'p_removed [{variant_id, quantity}], restocked and refunded (cancel_items), which requires move_money. Returns '
  'order_refund_progress; the same event again changes nothing. Errors: those of require_staff, swap_units and '
  'cancel_items.';

create function public.mail_may_repeat(p_mail public.mail_outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.status in ('sent', 'parked') and case
    when p_mail.kind = 'dispatched' then exists (
      select from public.parcels_out where id::text = p_mail.subject)
    when p_mail.kind = 'order_refund' then
      exists (select from public.order_refunds where id::text = p_mail.subject and taken_at is not null)
      or exists (
        select from public.refunds
        where id::text = p_mail.subject and state in ('pending', 'requires_action', 'succeeded'))
    else p_mail.kind not in ('dispatch_undone', 'withdrawal_link', 'merge_link')
      and not public.mail_goes_to_staff(p_mail.kind) end
$$;
comment on function public.mail_may_repeat is
  'Whether an e-mail about an order that was sent or given up is still true, and worth sending to a new address.';

create function public.staff_correct_email(
  p_event uuid, p_order bigint, p_email text, p_again boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_order public.orders := public.lock_order(p_order);
  v_before public.billing_infos;
  v_new bigint;
begin
  select * into v_before from public.billing_infos where id = v_order.billing_info_id;
  if public.add_order_event(p_event, v_order.checkout_id, 'email_corrected', 'staff', v_staff, jsonb_build_object(
    'email', p_email, 'before', v_before.email))
  then
    if v_before.email = '' then
      raise sqlstate 'PT409' using hint = 'address_erased';
    end if;
    if v_before.email = p_email then
      raise sqlstate 'PT409' using hint = 'same_email';
    end if;
    -- A form never changes, because other orders refer to it. The shopper's next checkout offers the corrected one.
    insert into public.billing_infos (user_id, name, address, email, phone, saved_at)
    values (v_before.user_id, v_before.name, v_before.address, p_email, v_before.phone,
      v_before.saved_at + interval '1 microsecond')
    on conflict (user_id, content_hash) do update set saved_at = greatest(billing_infos.saved_at, excluded.saved_at)
    returning id into v_new;
    update public.orders set billing_info_id = v_new where id = p_order;
    update public.payments set billing_info_id = v_new where checkout_id = v_order.checkout_id;
    update public.checkouts set billing_info_id = v_new where id = v_order.checkout_id;
    perform public.settle_order(p_order);
    if p_again then
      perform public.send_mail_again(md5(p_event || ' ' || m.id)::uuid, m.id, v_staff)
      from public.mail_outbox m
      where m.checkout_id = v_order.checkout_id and public.mail_may_repeat(m);
    end if;
  end if;
  return (
    select jsonb_build_object(
      'order', o.id, 'checkout', o.checkout_id, 'email', b.email, 'again', (
        select count(*) from public.order_events
        where checkout_id = o.checkout_id and kind = 'mail_resent'
          and id = md5(p_event || ' ' || (detail ->> 'mail'))::uuid))
    from public.orders o join public.billing_infos b on b.id = o.billing_info_id where o.id = p_order);
end
$$;
comment on function public.staff_correct_email is
  'Corrects the address to which an order''s e-mails go. p_again: sends those again that are still true '
  '(mail_may_repeat). Returns {order, checkout, email, again: how many}; the same event again changes nothing. Errors: '
  'those of require_staff; PT404 order_unknown; PT409 address_erased, same_email, action_used.';

-- supabase/schemas/replacements.sql

-- Free replacements of pieces that were lost, damaged or wrong: an order of its own, linked, that charges nothing.

create type public.replacement_reason as enum ('lost', 'damaged', 'wrong');
comment on type public.replacement_reason is
  'Reason why pieces are sent again. wrong: something else was in the parcel.';

create table public.replacements (
  order_id bigint primary key references public.orders (id) on delete restrict,
  replaces_order_id bigint not null references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  reason public.replacement_reason not null,
  constraint replacements_event_key unique (event_id),
  constraint replacements_of_another check (order_id <> replaces_order_id)
);
comment on table public.replacements is
  'Orders that replace pieces of another, free of charge. Their payment charges nothing and is unknown to Stripe.';
comment on column public.replacements.event_id is 'The event replaced of the order whose pieces are replaced.';
create index replacements_by_order on public.replacements (replaces_order_id);
alter table public.replacements enable row level security;

create function public.replaceable_units(p_order bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, greatest(u.sent - coalesce((
      select sum(i.quantity - n.cancelled)
      from public.replacements r
      join public.order_items i on i.order_id = r.order_id
      join public.order_units n on n.order_id = i.order_id and n.variant_id = i.variant_id
      where r.replaces_order_id = p_order and i.variant_id = u.variant_id), 0), 0)::integer
    from public.order_units u where u.order_id = p_order;
end
$$;
comment on function public.replaceable_units is 'Units of each line that were sent and not replaced yet.';

create function public.place_free_order(
  p_event uuid, p_like public.checkouts, p_option public.checkout_shipping_options, p_lines jsonb, p_why text,
  p_staff bigint
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_short jsonb;
  v_checkout public.checkouts;
begin
  perform 1 from public.color_variants
  where id in (select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line) order by id for update;
  select jsonb_agg(jsonb_build_object('variant_id', f.variant_id, 'quantity', w.quantity, 'left', f.free))
  into v_short
  from jsonb_to_recordset(p_lines) as w (variant_id bigint, quantity integer)
  join public.free_units(array(
    select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line)) f on f.variant_id = w.variant_id
  where w.quantity > f.free;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'pieces_gone', detail = v_short::text;
  end if;

  -- No tax on what is given without a price.
  insert into public.checkouts (
    user_id, billing_info_id, country, subtotal_pence, tax_basis_points, tax_pence, terms_version, duties, delivery,
    status, stripe_session_id, session_expires_at, closed_at, order_seen_at)
  select p_like.user_id, p_like.billing_info_id, p_like.country, sum(w.unit_pence * w.quantity), 0, 0,
         coalesce(p_like.terms_version, public.current_terms_version()), p_like.duties, p_like.delivery, 'completed',
         p_why || '_' || p_event, now(), now(), now()
  from jsonb_to_recordset(p_lines) as w (unit_pence integer, quantity integer)
  returning * into v_checkout;
  insert into public.checkout_lines (
    checkout_id, variant_id, product_id, product_name, color_name, unit_pence, quantity)
  select v_checkout.id, line.*
  from jsonb_to_recordset(p_lines) as line (
    variant_id bigint, product_id bigint, product_name text, color_name text, unit_pence integer, quantity integer);
  insert into public.checkout_shipping_options (
    checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
  values (
    v_checkout.id, 1, p_option.name, 0, p_option.min_business_days, p_option.max_business_days, p_option.express);
  insert into public.payments (
    checkout_id, user_id, billing_info_id, method, amount_pence, charged_pence, shipping_pence, currency, status,
    stripe_session_id)
  values (
    v_checkout.id, v_checkout.user_id, v_checkout.billing_info_id, 'none', v_checkout.subtotal_pence, 0, 0,
    v_checkout.currency, 'paid', v_checkout.stripe_session_id);
  perform public.place_order(v_checkout.id, 1, now(), p_why, p_staff);
  return (select id from public.orders where checkout_id = v_checkout.id);
end
$$;
comment on function public.place_free_order is
  'An order that charges nothing: p_lines [{variant_id, product_id, product_name, color_name, unit_pence, quantity}], '
  'each variant once, to the shopper, address and terms of p_like, by p_option. Takes their stock for p_why (a '
  'stock_reason) and owes the confirmation. Returns the order. The caller has authorised the staff member and settles '
  'it. PT409 pieces_gone (detail: the pieces) without enough stock.';

create function public.like_order(p_order public.orders) returns public.checkouts
language plpgsql stable set search_path = ''
as $$
declare
  v_like public.checkouts;
begin
  select * into v_like from public.checkouts where id = p_order.checkout_id;
  v_like.user_id := p_order.user_id;
  v_like.billing_info_id := p_order.billing_info_id;
  v_like.delivery := coalesce(p_order.label, v_like.delivery);
  return v_like;
end
$$;
comment on function public.like_order is
  'The checkout of an order with its (corrected) address, for another order to it.';

create function public.chosen_option(p_order public.orders) returns public.checkout_shipping_options
language sql stable set search_path = ''
as $$
  select s from public.checkout_shipping_options s
  where s.checkout_id = p_order.checkout_id and s.name = p_order.shipping_name
  order by s.position limit 1
$$;
comment on function public.chosen_option is 'The delivery of an order.';

create function public.make_replacement(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text, p_staff bigint
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_wrong jsonb;
  v_new bigint;
  v_checkout uuid;
begin
  if not public.add_order_event(p_event, v_order.checkout_id, 'replaced', 'staff', p_staff, jsonb_build_object(
    'reason', p_reason, 'items', p_items))
  then
    return (
      select jsonb_build_object('order', p_order, 'replacement', r.order_id, 'checkout', o.checkout_id)
      from public.replacements r join public.orders o on o.id = r.order_id where r.event_id = p_event);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.replacement_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;
  if not exists (select from public.wanted_units(p_order, p_items)) then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  select jsonb_agg(jsonb_build_object('variant_id', w.variant_id, 'quantity', w.quantity, 'left', u.quantity))
  into v_wrong
  from public.wanted_units(p_order, p_items) w
  join public.replaceable_units(p_order) u on u.variant_id = w.variant_id
  where w.quantity > u.quantity;
  if v_wrong is not null then
    raise sqlstate 'PT409' using hint = 'not_replaceable', detail = v_wrong::text;
  end if;
  v_new := public.place_free_order(
    p_event, public.like_order(v_order), public.chosen_option(v_order), (
      select jsonb_agg(jsonb_build_object(
        'variant_id', i.variant_id, 'product_id', i.product_id, 'product_name', i.product_name,
        'color_name', i.color_name, 'unit_pence', i.product_price_pence, 'quantity', w.quantity))
      from public.wanted_units(p_order, p_items) w
      join public.order_items i on i.order_id = p_order and i.variant_id = w.variant_id),
    'replaced', p_staff);
  insert into public.replacements (order_id, replaces_order_id, event_id, reason)
  values (v_new, p_order, p_event, p_reason::public.replacement_reason);
  v_checkout := (select checkout_id from public.orders where id = v_new);
  perform public.add_order_event(
    md5('made by ' || p_event)::uuid, v_checkout, 'replacement_made', 'staff', p_staff,
    jsonb_build_object('reason', p_reason));
  perform public.settle_order(v_new);
  return jsonb_build_object('order', p_order, 'replacement', v_new, 'checkout', v_checkout);
end
$$;
comment on function public.make_replacement is
  'Sends pieces of an order again, [{variant_id, quantity}], free of charge, as an order of its own: takes their '
  'stock, goes to the same (corrected) address by the same delivery, and owes its confirmation. Returns {order, '
  'replacement, checkout: of the replacement}; the same event again changes nothing. The caller has been authorised. '
  'Errors: PT404 order_unknown; PT400 reason_unknown, items_malformed; PT409 item_unknown, not_replaceable (detail: '
  'the pieces), pieces_gone (detail: the pieces), action_used.';

create function public.staff_replace(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text
) returns jsonb
language sql set search_path = ''
as $$
  select public.make_replacement(p_event, p_order, p_items, p_reason, public.require_staff('move_money', true))
$$;
comment on function public.staff_replace is
  'Sends pieces again, free of charge (make_replacement). Errors: those of require_staff and make_replacement.';

-- supabase/schemas/exchanges.sql

-- Exchanges after delivery: a return and an order of other pieces at the same price, agreed together. The money stays
-- with the first order (docs/decisions/0064-edits-and-exchanges.md).

create table public.exchanges (
  order_id bigint primary key references public.orders (id) on delete restrict,
  from_order_id bigint not null references public.orders (id) on delete restrict,
  return_id bigint not null references public.returns (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  at_once boolean not null,
  constraint exchanges_return_key unique (return_id),
  constraint exchanges_event_key unique (event_id),
  constraint exchanges_with_another check (order_id <> from_order_id)
);
comment on table public.exchanges is
  'Orders given in exchange for pieces of another that come back. Like a replacement, each charges nothing.';
comment on column public.exchanges.event_id is 'The event exchanged of the order whose pieces come back.';
comment on column public.exchanges.at_once is 'Sent without waiting for the return.';
create index exchanges_by_order on public.exchanges (from_order_id);
alter table public.exchanges enable row level security;

create table public.exchanged_items (
  order_id bigint not null references public.exchanges (order_id) on delete restrict,
  from_variant_id bigint not null references public.color_variants (id) on delete restrict,
  to_variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  primary key (order_id, from_variant_id, to_variant_id),
  constraint exchanged_items_quantity_positive check (quantity > 0)
);
comment on table public.exchanged_items is 'Units of an exchange, with those of the first order that pay for them.';
create index exchanged_items_from on public.exchanged_items (from_variant_id);
create index exchanged_items_to on public.exchanged_items (to_variant_id);
alter table public.exchanged_items enable row level security;

create function public.exchanged_units(
  p_order bigint, p_return bigint default null
) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select pair.from_variant_id, sum(pair.quantity - pair.given_back)::integer
    from (
      select i.from_variant_id, i.quantity, greatest(least(i.quantity, back.units - (
        sum(i.quantity) over (partition by i.order_id, i.to_variant_id order by i.from_variant_id) - i.quantity
      )), 0) as given_back
      from public.exchanges e
      join public.exchanged_items i on i.order_id = e.order_id
      join public.order_units u on u.order_id = i.order_id and u.variant_id = i.to_variant_id
      cross join lateral (
        select u.cancelled + coalesce(sum(b.restocked + b.written_off), 0) as units
        from public.returns r join public.return_items b on b.return_id = r.id
        where r.order_id = i.order_id and b.variant_id = i.to_variant_id and r.state = 'settled') back
      where e.from_order_id = p_order and (p_return is null or e.return_id = p_return)) pair
    group by 1 having sum(pair.quantity - pair.given_back) > 0;
end
$$;
comment on function public.exchanged_units is
  'Units of an order whose price pays for a unit of an exchange, which was neither cancelled nor came back and was '
  'settled; p_return: only of its exchange. They are not refunded meanwhile.';

create function public.make_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_kind public.return_kind, p_reason text, p_at_once boolean,
  p_staff bigint
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_from jsonb;
  v_return bigint;
  v_new bigint;
  v_checkout uuid;
begin
  if not public.add_order_event(p_event, v_order.checkout_id, 'exchanged', 'staff', p_staff, jsonb_build_object(
    'items', p_items, 'at_once', p_at_once))
  then
    return public.exchange_state(p_event);
  end if;
  -- Its money is with another order.
  if (select method from public.payments where id = v_order.payment_id) = 'none' then
    raise sqlstate 'PT409' using hint = 'not_exchangeable';
  end if;
  select jsonb_agg(jsonb_build_object('variant_id', f.from_id, 'quantity', f.units)) into v_from
  from (
    select (item ->> 'from')::bigint as from_id, sum((item ->> 'quantity')::integer) as units
    from jsonb_array_elements(p_items) item group by 1) f;
  if v_from is null or exists (
    select from jsonb_array_elements(p_items) item where coalesce((item ->> 'quantity')::integer, 0) < 1)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  if exists (
    select from jsonb_array_elements(p_items) item
    left join public.order_items i on i.order_id = p_order and i.variant_id = (item ->> 'from')::bigint
    left join public.color_variants v on v.id = (item ->> 'to')::bigint and v.product_id = i.product_id
      and v.id in (select id from public.colours_on_sale)
    where v.id is null)
  then
    raise sqlstate 'PT409' using hint = 'not_swappable';
  end if;
  v_return := (public.ask_return(
    md5('return of ' || p_event)::uuid, p_order, p_kind, v_from, p_reason, 'staff', p_staff) ->> 'id')::bigint;

  v_new := public.place_free_order(
    p_event, public.like_order(v_order), public.chosen_option(v_order), (
      select jsonb_agg(to_jsonb(line))
      from (
        select v.id as variant_id, i.product_id, min(i.product_name) as product_name, v.color_name,
               -- Two lines of a product may have had two prices.
               max(i.product_price_pence) as unit_pence, sum((item ->> 'quantity')::integer) as quantity
        from jsonb_array_elements(p_items) item
        join public.order_items i on i.order_id = p_order and i.variant_id = (item ->> 'from')::bigint
        join public.color_variants v on v.id = (item ->> 'to')::bigint
        group by v.id, i.product_id, v.color_name) line),
    'exchanged', p_staff);
  v_checkout := (select checkout_id from public.orders where id = v_new);
  insert into public.exchanges (order_id, from_order_id, return_id, event_id, at_once)
  values (v_new, p_order, v_return, p_event, p_at_once);
  insert into public.exchanged_items (order_id, from_variant_id, to_variant_id, quantity)
  select v_new, (item ->> 'from')::bigint, (item ->> 'to')::bigint, sum((item ->> 'quantity')::integer)
  from jsonb_array_elements(p_items) item group by 2, 3;
  perform public.add_order_event(md5('made by ' || p_event)::uuid, v_checkout, 'exchange_made', 'staff', p_staff);
  if not p_at_once then
    update public.orders set waits_for = 'return' where id = v_new;
    -- Its promise begins when the return is here (release_exchange).
    perform public.drop_due_mail('order', v_checkout::text);
    perform public.drop_due_mail('staff_order', v_checkout::text);
  end if;
  perform public.settle_order(v_new);
  perform public.settle_order(p_order);
  return public.exchange_state(p_event);
end
$$;
comment on function public.make_exchange is
  'Exchanges pieces that were sent, [{from, to, quantity}], for colours of the same product: a return of p_kind '
  '(ask_return) and an order that charges nothing and takes its stock now. Unless p_at_once, it waits for the return. '
  'The same event again changes nothing. Returns exchange_state. The caller has been authorised. Errors: those of '
  'ask_return; PT400 items_malformed; PT409 not_exchangeable (an order that charged nothing), not_swappable, '
  'pieces_gone (detail: the pieces), action_used.';

create function public.exchange_state(p_event uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order', e.from_order_id, 'exchange', e.order_id, 'code', r.code, 'checkouts', array(
      select checkout_id from public.orders where id in (e.order_id, e.from_order_id)))
  from public.exchanges e join public.returns r on r.id = e.return_id
  where e.event_id = p_event
$$;
comment on function public.exchange_state is
  'An exchange: both orders, the code of its return, and the checkouts whose e-mails may be due.';

create function public.staff_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_kind public.return_kind, p_reason text, p_at_once boolean
) returns jsonb
language sql set search_path = ''
as $$
  select public.make_exchange(p_event, p_order, p_items, p_kind, p_reason, p_at_once,
         public.require_staff('move_money', true))
$$;
comment on function public.staff_exchange is
  'Exchanges pieces (make_exchange). Errors: those of require_staff and make_exchange.';

create function public.promise_from_now(p_order bigint) returns void
language sql set search_path = ''
as $$
  update public.orders o
  set counts_from = now(), leaves_by = p.leaves_by, arrives_from = p.arrives_from, arrives_by = p.arrives_by
  from public.orders n
  cross join lateral (select (public.chosen_option(n)).*) s
  cross join public.order_promise(now(), s.express, s.min_business_days, s.max_business_days) p
  where n.id = p_order and o.id = n.id
$$;
comment on function public.promise_from_now is 'Counts the promise of an order from now, when it no longer waits.';

create function public.release_exchange(p_return bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint;
  v_checkout uuid;
begin
  update public.orders o set waits_for = null
  from public.exchanges e
  where e.return_id = p_return and o.id = e.order_id and o.waits_for = 'return' and o.units_to_send > 0
  returning o.id, o.checkout_id into v_order, v_checkout;
  if found then
    perform public.promise_from_now(v_order);
    perform public.owe_mail('order', v_checkout, v_checkout::text);
    perform public.owe_mail('staff_order', v_checkout, v_checkout::text);
  end if;
end
$$;
comment on function public.release_exchange is
  'Lets the exchange of a return leave, with a promise counted from now, and owes its confirmation. The caller has '
  'locked the order.';

create function public.end_exchange(
  p_event uuid, p_return bigint, p_actor public.actor, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_exchange public.exchanges;
begin
  select * into v_exchange from public.exchanges where return_id = p_return;
  if not found or not exists (select from public.orders where id = v_exchange.order_id and units_to_send > 0) then
    return;
  end if;
  perform public.cancel_items(
    p_event => md5('exchange ended by ' || p_event)::uuid, p_order => v_exchange.order_id, p_items => null,
    p_actor => p_actor, p_staff => p_staff, p_reason => case p_actor when 'shopper' then 'shopper' else 'other' end,
    p_restock => true, p_refund => false);
end
$$;
comment on function public.end_exchange is
  'Cancels what has not left of the exchange of a return that does not come, and restocks it.';

create function public.refund_exchanged(
  p_event uuid, p_order bigint, p_reason text, p_actor public.actor, p_staff bigint, p_deduction_pence bigint default 0
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_exchange public.exchanges;
  v_items jsonb;
  v_goods bigint;
  v_tax bigint;
  v_cut bigint;
begin
  select e.* into v_exchange from public.exchanges e join public.returns r on r.id = e.return_id
  where e.order_id = p_order and r.state = 'settled';
  if not found then
    return;
  end if;
  select jsonb_agg(to_jsonb(due) order by due.variant_id) into v_items
  from public.return_units_due(v_exchange.return_id) due;
  if v_items is null then
    return;
  end if;
  select goods_pence, tax_pence into v_goods, v_tax from public.refund_for_units(v_exchange.from_order_id, v_items);
  if p_deduction_pence > v_goods + v_tax then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object('of', 'goods', 'left_pence', v_goods + v_tax)::text;
  end if;
  v_cut := round(p_deduction_pence::numeric * v_goods / greatest(v_goods + v_tax, 1));
  perform public.write_capped_refund(
    md5('exchange refunded by ' || p_event)::uuid, v_exchange.from_order_id, v_exchange.return_id, v_items,
    v_goods - v_cut, v_tax - (p_deduction_pence - v_cut), 0, 0, p_reason, p_actor, p_staff);
  perform public.settle_order(v_exchange.from_order_id);
end
$$;
comment on function public.refund_exchanged is
  'Refunds, from the first order, units whose exchange was cancelled or came back after the first return was settled, '
  'less p_deduction_pence. Before that, the first return refunds them when it is settled. The caller has recorded the '
  'cancellation or return. PT409 too_much (detail: of, left_pence).';

create function public.exchange_progress(p_event uuid, p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select public.order_refund_progress(f.order_id, f.id) from public.order_refunds f
    where f.id = md5('exchange refunded by ' || p_event)::uuid), public.order_refund_progress(p_order, p_event))
$$;
comment on function public.exchange_progress is
  'order_refund_progress of an act on an order or, if it is an exchange that is refunded, of the first order.';

-- supabase/schemas/staff_sales.sql

-- Orders that staff make: pieces added to an order or ordered by phone, paid by a mailed link to a payment page, and
-- gifts (docs/decisions/0064-edits-and-exchanges.md).

create table public.payment_links (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  event_id uuid not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  order_id bigint references public.orders (id) on delete restrict,
  constraint payment_links_event_key unique (event_id)
);
comment on table public.payment_links is
  'Checkouts opened by staff (checkouts.by_link). Their shopper pays by a mailed link, without a login.';
comment on column public.payment_links.event_id is 'Idempotency key made by the browser.';
comment on column public.payment_links.order_id is
  'Order to which the pieces are added, which waits for the payment; null for an order by phone.';
create index payment_links_by_order on public.payment_links (order_id);
create index payment_links_by_staff on public.payment_links (staff_id);
alter table public.payment_links enable row level security;

create table public.gifts (
  order_id bigint primary key references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  reason text not null,
  constraint gifts_event_key unique (event_id),
  constraint gifts_reason_length check (length(btrim(reason)) between 1 and 200)
);
comment on table public.gifts is
  'Orders given away, for example to the press. Like a replacement, each charges nothing.';
alter table public.gifts enable row level security;

create function public.priced_pieces(p_lines jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_lines jsonb;
  v_short jsonb;
begin
  if p_lines = '[]' or exists (
    select from jsonb_array_elements(p_lines) line
    where coalesce((line ->> 'quantity')::integer, 0) < 1 or line ->> 'variant_id' is null)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  perform 1 from public.color_variants
  where id in (select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line) order by id for update;
  with asked as (
    select (line ->> 'variant_id')::bigint as variant_id, sum((line ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_lines) line group by 1
  )
  select jsonb_agg(jsonb_build_object('variant_id', a.variant_id, 'quantity', a.quantity, 'left', coalesce(f.free, 0)))
         filter (where s.id is null or f.free < a.quantity),
         jsonb_agg(jsonb_build_object(
           'variant_id', v.id, 'product_id', p.id, 'product_name', p.name, 'color_name', v.color_name,
           'unit_pence', coalesce(r.price_pence, p.price_pence), 'quantity', a.quantity) order by v.id)
  into v_short, v_lines
  from asked a
  left join public.free_units(array(select variant_id from asked)) f on f.variant_id = a.variant_id
  left join public.colours_on_sale s on s.id = a.variant_id
  left join public.color_variants v on v.id = a.variant_id
  left join public.products p on p.id = v.product_id
  left join public.running_sales r on r.product_id = p.id;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'pieces_gone', detail = v_short::text;
  end if;
  return v_lines;
end
$$;
comment on function public.priced_pieces is
  'Locks the colours of [{variant_id, quantity}], and returns them as checkout lines at current prices. Errors: PT400 '
  'items_malformed; PT409 pieces_gone (detail: the pieces), also for a colour that is not on sale.';

create function public.staff_open_link(
  p_event uuid, p_lines jsonb, p_session_seconds integer, p_order bigint default null, p_person jsonb default null,
  p_country text default null, p_zone public.shipping_zone default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_known uuid;
  v_order public.orders;
  v_like public.checkouts;
  v_lines jsonb;
  v_subtotal bigint;
  v_checkout uuid;
begin
  -- A double click waits here and then finds the first one's.
  perform pg_advisory_xact_lock(hashtextextended('payment link ' || p_event, 0));
  select checkout_id into v_known from public.payment_links where event_id = p_event;
  if found then
    return public.checkout_summary(v_known);
  end if;

  if p_order is not null then
    v_order := public.lock_order(p_order);
    if v_order.units_to_send = 0 or public.dispatch_stopped_by(p_order) is not null
      or (select method from public.payments where id = v_order.payment_id) = 'none'
    then
      raise sqlstate 'PT409' using hint = 'order_stopped';
    end if;
    v_like := public.like_order(v_order);
    v_lines := public.priced_pieces(p_lines);
  else
    v_lines := public.priced_pieces(p_lines);
    insert into public.billing_infos (name, address, email, phone)
    values (p_person ->> 'name', p_person ->> 'address', p_person ->> 'email', p_person ->> 'phone')
    returning id into v_like.billing_info_id;
    v_like.country := p_country;
    v_like.duties := public.duties_on(p_country, p_zone, v_lines);
    if v_like.duties ->> 'policy' = 'not_sold' then
      raise sqlstate 'PT400' using hint = 'not_sold_there', detail = jsonb_build_object('country', p_country)::text;
    end if;
    select display, tax_basis_points, included_basis_points
    into v_like.tax_display, v_like.tax_basis_points, v_like.included_basis_points
    from public.zone_taxes where zone = p_zone;
  end if;

  select sum((line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint) into v_subtotal
  from jsonb_array_elements(v_lines) line;
  -- Without its shopper until it is paid: they may have another checkout open.
  insert into public.checkouts (
    billing_info_id, country, subtotal_pence, tax_basis_points, tax_pence, tax_display, included_basis_points, duties,
    delivery, by_link, session_expires_at)
  values (
    v_like.billing_info_id, v_like.country, v_subtotal, v_like.tax_basis_points,
    public.tax_on(v_subtotal, v_like.tax_basis_points), v_like.tax_display, v_like.included_basis_points,
    v_like.duties, v_like.delivery, true, date_trunc('second', now()) + make_interval(secs => p_session_seconds))
  returning id into v_checkout;
  insert into public.checkout_lines (
    checkout_id, variant_id, product_id, product_name, color_name, unit_pence, quantity)
  select v_checkout, line.*
  from jsonb_to_recordset(v_lines) as line (
    variant_id bigint, product_id bigint, product_name text, color_name text, unit_pence integer, quantity integer);
  insert into public.checkout_shipping_options (
    checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
  select v_checkout, 1, s.name, 0, s.min_business_days, s.max_business_days, s.express
  from (select (public.chosen_option(v_order)).*) s where p_order is not null
  union all
  select v_checkout, row_number() over (order by position, id), name, amount_pence, min_business_days,
         max_business_days, express
  from public.shipping_rates where p_order is null and zone = p_zone;
  insert into public.stock_holds (checkout_id, variant_id, quantity, expires_at)
  select v_checkout, l.variant_id, l.quantity, now() + make_interval(secs => p_session_seconds + 300)
  from public.checkout_lines l where l.checkout_id = v_checkout;
  insert into public.payment_links (checkout_id, event_id, staff_id, order_id)
  values (v_checkout, p_event, v_staff, p_order);
  if p_order is not null then
    perform public.add_order_event(p_event, v_order.checkout_id, 'link_made', 'staff', v_staff, jsonb_build_object(
      'amount_pence', v_subtotal + public.tax_on(v_subtotal, v_like.tax_basis_points)));
    update public.orders set waits_for = 'payment' where id = p_order;
    perform public.settle_order(p_order);
  end if;
  return public.checkout_summary(v_checkout);
end
$$;
comment on function public.staff_open_link is
  'Opens a checkout of [{variant_id, quantity}] at current prices, to be paid by a link: pieces added to p_order, with '
  'its tax, address and delivery, without postage, while that waits; or an order by phone of p_person {name, address, '
  'email, phone} in p_country. Holds its stock. Returns checkout_summary; the same event again, the same. Errors: '
  'those of require_staff and priced_pieces; PT404 order_unknown; PT400 not_sold_there (detail: country); PT409 '
  'order_stopped (also fully sent, free or waiting), action_used.';

create function public.attach_link(p_checkout uuid, p_session text, p_url text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not public.attach_stripe_session(p_checkout, p_session, p_url) then
    return false;
  end if;
  perform public.owe_mail('payment_link', p_checkout, p_checkout::text);
  return true;
end
$$;
comment on function public.attach_link is
  'attach_stripe_session for a payment link, which is thereby mailed, once. False when the checkout is closed.';

create function public.end_link_wait(p_checkout uuid, p_paid boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  v_order := public.lock_order(l.order_id) from public.payment_links l
  where l.checkout_id = p_checkout and l.order_id is not null;
  if v_order.id is null or v_order.waits_for is distinct from 'payment' then
    return;
  end if;
  update public.orders set waits_for = null where id = v_order.id;
  perform public.promise_from_now(v_order.id);
  perform public.add_order_event(
    md5('link ended ' || p_checkout)::uuid, v_order.checkout_id,
    (case when p_paid then 'link_paid' else 'link_ended' end)::public.order_event_kind, 'shop', null);
  perform public.settle_order(v_order.id);
end
$$;
comment on function public.end_link_wait is
  'Lets the order of a payment link leave, once that is paid or has lapsed. The caller has locked the link''s '
  'checkout.';

create function public.link_shopper(p_checkout uuid) returns public.checkouts
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
begin
  -- A claim or a correction of the order's address since may have changed both.
  update public.checkouts c
  -- The shopper's own basket is never mistaken for it.
  set order_seen_at = now(), user_id = o.user_id, billing_info_id = coalesce(o.billing_info_id, c.billing_info_id)
  from public.payment_links l left join public.orders o on o.id = l.order_id
  where c.id = p_checkout and l.checkout_id = c.id;
  select * into v_checkout from public.checkouts where id = p_checkout;
  return v_checkout;
end
$$;
comment on function public.link_shopper is
  'Gives the paid link of an order to the order''s shopper. Returns the checkout.';

create function public.link_to_end(p_checkout uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('move_money', true);
  if not exists (select from public.payment_links where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'link_unknown';
  end if;
  return (select stripe_session_id from public.checkouts where id = p_checkout);
end
$$;
comment on function public.link_to_end is
  'The payment page of a link that a member of staff calls off; null without one. Errors: those of require_staff; '
  'PT404 link_unknown.';

create function public.link_session(p_checkout uuid) returns text
language sql stable set search_path = ''
as $$
  select stripe_session_id from public.checkouts
  where id = p_checkout and by_link and status in ('open', 'awaiting_payment')
$$;
comment on function public.link_session is 'The payment page of a link that is not known to be paid; null otherwise.';

create function public.staff_gift(
  p_event uuid, p_lines jsonb, p_person jsonb, p_delivery jsonb, p_country text, p_zone public.shipping_zone,
  p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_like public.checkouts;
  v_option public.checkout_shipping_options;
  v_lines jsonb;
  v_order bigint;
  v_checkout uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('gift ' || p_event, 0));
  select order_id into v_order from public.gifts where event_id = p_event;
  if not found then
    v_lines := public.priced_pieces(p_lines);
    insert into public.billing_infos (name, address, email, phone)
    values (p_person ->> 'name', p_person ->> 'address', p_person ->> 'email', p_person ->> 'phone')
    returning id into v_like.billing_info_id;
    v_like.country := p_country;
    v_like.delivery := p_delivery;
    v_like.duties := public.duties_on(p_country, p_zone, v_lines);
    select name, min_business_days, max_business_days, express
    into v_option.name, v_option.min_business_days, v_option.max_business_days, v_option.express
    from public.shipping_rates where zone = p_zone order by amount_pence, position, id limit 1;
    v_order := public.place_free_order(p_event, v_like, v_option, v_lines, 'given', v_staff);
    perform public.add_order_event(
      p_event, (select checkout_id from public.orders where id = v_order), 'gift_made', 'staff', v_staff,
      jsonb_build_object('reason', p_reason));
    insert into public.gifts (order_id, event_id, reason) values (v_order, p_event, p_reason);
    perform public.settle_order(v_order);
  end if;
  select checkout_id into v_checkout from public.orders where id = v_order;
  return jsonb_build_object('order', v_order, 'checkout', v_checkout);
end
$$;
comment on function public.staff_gift is
  'Gives pieces [{variant_id, quantity}] away, as an order to p_delivery by the cheapest delivery, for a reason. Takes '
  'their stock, charges nothing and owes the confirmation to p_person. Returns {order, checkout}; the same event again '
  'changes nothing. Errors: those of require_staff and priced_pieces; PT409 action_used.';

-- supabase/schemas/left_carts.sql

-- Reminders of carts that were left at checkout (docs/decisions/0072-carts-that-were-left.md).

create table public.cart_reminders (
  only_row boolean primary key default true,
  after_hours integer not null,
  since timestamptz not null default now(),
  turned_on_by bigint references public.staff (id),
  constraint cart_reminders_single check (only_row),
  constraint cart_reminders_hours_in_range check (after_hours between 1 and 48)
);
comment on table public.cart_reminders is 'One row while reminders are on. Off by default.';
comment on column public.cart_reminders.since is 'When they were turned on: carts left before are not reminded of.';
create index cart_reminders_by_staff on public.cart_reminders (turned_on_by);
alter table public.cart_reminders enable row level security;

create function public.left_cart_lines(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'variant', v.id, 'product_name', p.name, 'color_name', v.color_name,
    'quantity', least(l.quantity, f.free, 10)) order by p.name, v.color_name), '[]')
  from public.checkout_lines l
  join public.colours_on_sale s on s.id = l.variant_id
  join public.color_variants v on v.id = s.id
  join public.products p on p.id = v.product_id
  join public.free_units(array(
    select variant_id from public.checkout_lines where checkout_id = p_checkout)) f on f.variant_id = l.variant_id
  where l.checkout_id = p_checkout and f.free > 0
$$;
comment on function public.left_cart_lines is
  'Goods of a checkout''s basket that can still be bought: [{variant, product_name, color_name, quantity}], quantity '
  'as a link to the cart takes it.';

create function public.cart_subscription(p_user uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.id
  from public.profiles p
  join public.subscriptions s on lower(s.email) = lower(public.account_email(p.user_id))
  where p.user_id = p_user and p.email_confirmed_at is not null and s.confirmed_at is not null
    -- The text agreed to (src/domain/news-consent.ts); older ones do not mention carts.
    and strpos(s.confirmed_text, 'cart') > 0
    and not public.is_suppressed(s.email, 'unsubscribed')
$$;
comment on function public.cart_subscription is
  'The subscription by which an account''s owner agreed to be reminded of a cart; null without one. The account''s and '
  'the subscription''s address were confirmed by mailed links.';

create function public.cart_is_left(p_checkout public.checkouts) returns boolean
language sql stable set search_path = ''
as $$
  select p_checkout.status = 'released' and p_checkout.user_id is not null
    and public.cart_subscription(p_checkout.user_id) is not null
    -- Came back since: a newer checkout has its own turn, and a purchase ends it.
    and not exists (
      select from public.checkouts c
      where c.user_id = p_checkout.user_id and c.id <> p_checkout.id
        and (c.created_at > p_checkout.created_at or c.status in ('open', 'awaiting_payment', 'review', 'refund_due')))
    -- Bought as a guest, or with another account, under the same address.
    and not exists (
      select from public.orders o join public.billing_infos b on b.id = o.billing_info_id
      where o.created_at > p_checkout.created_at
        and lower(b.email) = lower(public.account_email(p_checkout.user_id)))
    and public.left_cart_lines(p_checkout.id) <> '[]'
$$;
comment on function public.cart_is_left is
  'Whether a checkout was given up by somebody who agreed to be reminded, who has not come back or bought since, and '
  'whose goods can still be had.';

create function public.left_carts() returns setof public.checkouts
language sql stable set search_path = ''
as $$
  select c.*
  from public.cart_reminders r
  join public.checkouts c on c.status = 'released'
    -- A cart of last week is forgotten, also when e-mails could not be sent meanwhile.
    and c.created_at >= greatest(r.since, now() - interval '3 days')
    and c.closed_at >= greatest(r.since, now() - interval '3 days')
    and c.created_at <= now() - make_interval(hours => r.after_hours)
  where not exists (
      -- Once for each cart: an unpaid checkout is forgotten after 30 days, and its e-mail with it.
      select from public.mail_outbox m join public.checkouts other on other.id = m.checkout_id
      where m.kind = 'cart_left' and other.user_id = c.user_id
        and not exists (
          select from public.orders o where o.user_id = c.user_id and o.created_at > m.created_at))
    and public.cart_is_left(c)
$$;
comment on function public.left_carts is
  'Checkouts whose shopper is now to be reminded: none while reminders are off; one for each shopper until they buy, '
  'or until the checkout is erased.';

create function public.owe_cart_mails() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_rows integer;
begin
  insert into public.mail_outbox (kind, subject, checkout_id)
  select 'cart_left', c.id::text, c.id from public.left_carts() c
  on conflict (kind, subject) do nothing;
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;
comment on function public.owe_cart_mails is 'Owes the reminders of carts that are due, and returns their number.';

create function public.drop_stale_cart_mails() returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where id in (
    select m.id
    from public.mail_outbox m join public.checkouts c on c.id = m.checkout_id
    where m.kind = 'cart_left' and m.status = 'due' and m.due_at <= now()
      and (not exists (select from public.cart_reminders) or not public.cart_is_left(c))
    for update of m skip locked)
$$;
comment on function public.drop_stale_cart_mails is
  'Drops reminders that are no longer true: bought, unsubscribed, sold out or turned off since. Called before sending.';

create function public.left_cart_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', public.account_email(c.user_id), 'subscription', public.cart_subscription(c.user_id),
    'left_on', public.uk_day(c.created_at), 'lines', public.left_cart_lines(c.id))
  from public.checkouts c where c.id = p_mail.checkout_id
$$;
comment on function public.left_cart_mail_content is
  '{email, subscription, left_on, lines} of a cart that was left, as left_cart_lines.';

create function public.staff_cart_reminders() returns table (
  after_hours integer, since timestamptz, turned_on_by text, sent bigint, bought bigint)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return query
    select r.after_hours, r.since, s.name, m.sent, m.bought
    from (
      select count(*) as sent,
             count(*) filter (where exists (
               select from public.checkouts c
               join public.orders o on o.user_id = c.user_id
               where c.id = mail.checkout_id and o.created_at between mail.sent_at and mail.sent_at + interval '7 days'
             )) as bought
      from public.mail_outbox mail
      where mail.kind = 'cart_left' and mail.status = 'sent' and mail.sent_at > now() - interval '30 days') m
    left join public.cart_reminders r on true
    left join public.staff s on s.id = r.turned_on_by;
end
$$;
comment on function public.staff_cart_reminders is
  'Always one row: hours after which carts are reminded of, null while that is off; the reminders of the last 30 days, '
  'and how many were followed by an order within a week. Errors: those of require_staff.';

create function public.staff_remind_of_carts(p_after_hours integer default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
begin
  if p_after_hours is null then
    delete from public.cart_reminders where only_row;
    return;
  end if;
  insert into public.cart_reminders as r (after_hours, turned_on_by) values (p_after_hours, v_staff)
  on conflict (only_row) do update set after_hours = excluded.after_hours;
end
$$;
comment on function public.staff_remind_of_carts is
  'Turns reminders on, changes their hours, or turns them off (null). Errors: those of require_staff.';

-- supabase/schemas/welcome_codes.sql

-- Single-use discount codes for new subscribers to the news (docs/decisions/0074-welcome-codes.md).

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
  select jsonb_build_object(
    'email', s.email, 'subscription', s.id, 'code', c.code, 'kind', d.kind, 'percent', d.percent,
    'amount_pence', d.amount_pence, 'minimum_pence', d.minimum_pence, 'with_sales', d.with_sales,
    'tax_basis_points', t.tax_basis_points, 'last_day', public.uk_day(c.ends_at - interval '1 second'))
  from public.subscriptions s
  cross join public.current_tax t
  join public.discount_codes c on c.code = p_mail.subject
  join public.discounts d on d.id = c.discount_id
  where s.id = p_mail.subscription_id
$$;
comment on function public.welcome_mail_content is
  'A new subscriber''s code with its conditions; the tax added to prices in the United Kingdom; last_day: the last on '
  'which it can be used.';

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
    update public.welcome_offer set turned_on_at = null, turned_on_by = null where only_row;
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
      turned_on_by = coalesce(w.turned_on_by, excluded.turned_on_by);
end
$$;
comment on function public.staff_offer_welcome is
  'Turns the codes for new subscribers on with these terms, columns of discounts, or off (null). Other terms make '
  'another discount, because codes keep what they promised. Errors: those of require_staff.';

-- supabase/schemas/mail_content.sql

-- The events of an order that owe an e-mail, and the contents of all e-mails, read at sending time so that they are
-- current; days are counted from the cause, so that retries show the same dates.

create function public.event_mail(p_event public.order_event_kind) returns public.mail_kind
language sql immutable set search_path = ''
as $$
  select case p_event
    when 'cancelled' then 'cancelled'
    when 'swapped' then 'swapped'
    -- The receipt, before it is carried out.
    when 'withdrawal_declared' then 'cancelled' end::public.mail_kind
$$;
comment on function public.event_mail is
  'The e-mail that an event of an order owes the shopper, by the event''s id; null for none. Those about a parcel or a '
  'return are owed once for each of these instead, by the function that changes it.';

create function public.owe_event_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail(public.event_mail(new.kind), new.checkout_id, new.id::text);
  return null;
end
$$;
comment on function public.owe_event_mail is 'Owes the e-mail of event_mail in the event''s own transaction.';

create trigger owe_event_mail after insert on public.order_events
  for each row when (public.event_mail(new.kind) is not null)
  execute function public.owe_event_mail();

create function public.named_units(p_order bigint, p_units jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'product_name', i.product_name, 'color_name', i.color_name, 'quantity', u.value::integer)
         order by i.product_name, i.color_name, i.variant_id), '[]')
  from jsonb_each_text(p_units) u
  join public.order_items i on i.order_id = p_order and i.variant_id = u.key::bigint
$$;
comment on function public.named_units is
  'Units of an order, {variant: quantity}, in e-mail format: [{product_name, color_name, quantity}].';

create function public.units_to_come(p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select public.named_units(p_order, (
    select jsonb_object_agg(variant_id, to_send) from public.order_units where order_id = p_order and to_send > 0))
$$;
comment on function public.units_to_come is 'Unsent, uncancelled units of an order, in named_units'' format.';

create function public.payment_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'reference', public.payment_reference(c.id),
    'asked_at', c.created_at,
    'amount_pence', coalesce(p.charged_pence, c.subtotal_pence - c.discount_pence + c.tax_pence),
    'refund_by', case when p_mail.kind <> 'payment_failed' then public.refund_promise(p_mail.created_at) end,
    'outside_pence', (
      select coalesce(sum(amount_pence), 0) from public.refunds where payment_id = p.id and source = 'outside'),
    'items', (
      select jsonb_agg(jsonb_build_object(
               'product_name', l.product_name, 'color_name', l.color_name, 'quantity', l.quantity)
             order by l.product_name, l.color_name, l.variant_id)
      from public.checkout_lines l where l.checkout_id = c.id))
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  left join public.payments p on p.checkout_id = c.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.payment_mail_content is
  'Contents of an e-mail about a payment without an order. amount_pence: the charge; for a failed payment, goods with '
  'tax. refund_by: null unless a refund follows. outside_pence: the part refunded outside Stripe.';

create function public.payment_link_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select public.payment_mail_content(p_mail) || jsonb_build_object(
    'url', case when c.status = 'open' then c.stripe_session_url end, 'expires_at', c.session_expires_at,
    'added_to', l.order_id)
  from public.checkouts c join public.payment_links l on l.checkout_id = c.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.payment_link_content is
  'Contents of the e-mail with a payment link. url: null once it is paid or lapsed. added_to: the order to which the '
  'pieces are added.';

create function public.parcel_mail_content(p_parcel bigint, p_again boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'carrier', p.carrier,
    'tracking_number', p.tracking_number,
    'corrected', p_again and exists (
      select from public.order_events e
      where e.checkout_id = o.checkout_id and e.kind = 'parcel_corrected' and (e.detail ->> 'parcel')::bigint = p.id),
    'items', public.named_units(p.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.parcel_items where parcel_id = p.id)),
    'to_come', public.units_to_come(p.order_id),
    'delivered_on', public.uk_day(p.delivered_at),
    'last', w.delivery_known,
    'return_until', w.return_until,
    'withdraw_until', w.withdraw_until
  ) || coalesce(public.expected_arrival(p.id), '{"arrives_from": null, "arrives_by": null}')
  from public.parcels p
  join public.orders o on o.id = p.order_id
  cross join public.return_window(o.id) w
  where p.id = p_parcel
$$;
comment on function public.parcel_mail_content is
  'Contents of an e-mail about a parcel: its goods, what is still to come, and the arrival dates, counted from '
  'dispatch. last: the order has fully arrived and the periods of return_window run. corrected: a resend (p_again) '
  'with a changed carrier or number.';

create function public.swapped_mail_content(p_event uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'product_name', p.name, 'from', f.color_name, 'to', t.color_name, 'quantity', s.quantity,
    'to_come', public.units_to_come(s.order_id))
  from public.swapped_items s
  join public.color_variants f on f.id = s.from_variant_id
  join public.color_variants t on t.id = s.to_variant_id
  join public.products p on p.id = t.product_id
  where s.event_id = p_event
$$;
comment on function public.swapped_mail_content is 'Contents of an e-mail about units exchanged for another colour.';

create function public.cancelled_mail_content(p_event uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'actor', e.actor,
    'reason', e.detail ->> 'reason',
    'declared_by', e.detail ->> 'name',
    'at', e.at,
    'cancels_at', e.detail ->> 'cancels_at',
    'items', public.named_units(o.id, coalesce(e.detail -> 'units', (
      select jsonb_object_agg(variant_id, quantity) from public.cancelled_items where event_id = e.id))),
    'whole', not exists (select from public.order_units where order_id = o.id and cancelled < ordered),
    'to_come', public.units_to_come(o.id),
    'amount_pence', (select amount_pence from public.order_refunds where id = e.id and given_up_at is null),
    'refund_by', least(public.refund_promise(p_written_at), public.uk_day(p_written_at) + 14))
  from public.order_events e
  join public.orders o on o.checkout_id = e.checkout_id
  where e.id = p_event
$$;
comment on function public.cancelled_mail_content is
  'Contents of an e-mail about cancelled goods. amount_pence: their refund, null without one. reason: withdrawal if '
  'the shopper withdrew from the contract, under the name declared_by. cancels_at: until when that can be undone.';

create function public.refund_mail_content(p_refund uuid, p_written_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'amount_pence', f.amount_pence,
    'included_basis_points', o.included_basis_points,
    'waits_for_shopper', s.state = 'requires_action',
    'refund_by', public.refund_promise(p_written_at),
    'parts', jsonb_build_object(
      'goods', f.goods_pence, 'tax', f.tax_pence, 'shipping', f.shipping_pence, 'goodwill', f.goodwill_pence),
    'reason', f.reason,
    'return_code', (select code from public.returns where id = f.return_id),
    'items', public.named_units(f.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.order_refund_items where order_refund_id = f.id)))
  from public.order_refunds f
  join public.order_refund_states s on s.id = f.id
  join public.orders o on o.id = f.order_id
  where f.id = p_refund
  union all
  select jsonb_build_object(
    'amount_pence', r.amount_pence, 'included_basis_points', o.included_basis_points,
    'waits_for_shopper', r.state = 'requires_action', 'parts', null, 'reason', null, 'return_code', null,
    'items', '[]'::jsonb,
    'refund_by', public.refund_promise(p_written_at))
  from public.refunds r
  join public.orders o on o.payment_id = r.payment_id
  where r.id = p_refund
$$;
comment on function public.refund_mail_content is
  'Contents of an e-mail about a refund of an order, by the id of an order_refund or of a refund made at Stripe''s '
  'dashboard, of which only the amount is known. waits_for_shopper: Stripe has asked for their bank details.';

create function public.return_mail_content(p_return bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind,
    'code', r.code,
    'reason', r.reason,
    'declared_by', e.detail ->> 'name',
    'asked_at', r.asked_at,
    'send_by', public.uk_day(r.asked_at) + 14,
    'arrived', r.received_at is not null,
    'items', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, quantity) from public.return_items where return_id = r.id)),
    'received', public.named_units(r.order_id, (
      select jsonb_object_agg(variant_id, restocked + written_off)
      from public.return_items where return_id = r.id and restocked + written_off > 0)),
    -- https://www.legislation.gov.uk/uksi/2013/3134/regulation/34
    'refund_by', case when (public.return_terms(r.kind)).is_statutory
      then least(public.refund_promise(r.received_at), public.uk_day(r.received_at) + 14)
      else public.refund_promise(r.received_at) end,
    'refund_due', exists (select from public.return_units_due(r.id)),
    'refunded_pence', (
      select coalesce(sum(amount_pence), 0) from public.order_refunds where return_id = r.id and given_up_at is null),
    'exchange', (
      select jsonb_build_object('order', e.order_id, 'at_once', e.at_once, 'items', public.named_units(e.order_id, (
        select jsonb_object_agg(variant_id, ordered - cancelled) from public.order_units
        where order_id = e.order_id and ordered > cancelled)))
      from public.exchanges e
      where e.return_id = r.id and exists (
        select from public.order_units where order_id = e.order_id and ordered > cancelled)),
    'refused_because', (
      select detail ->> 'reason' from public.order_events
      where checkout_id = o.checkout_id and kind = 'return_refused' and detail ->> 'code' = r.code
      limit 1))
  from public.returns r
  join public.orders o on o.id = r.order_id
  join public.order_events e on e.id = r.event_id
  where r.id = p_return
$$;
comment on function public.return_mail_content is
  'Contents of an e-mail about a return. declared_by: the name on a withdrawal, null for other returns. refund_by: '
  'counted from receipt of the goods; null before. refund_due: whether any of it is still to be refunded. '
  'refunded_pence: refunded for it, or owed.';

create function public.order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'order', o.id,
    'checkout', o.checkout_id,
    'placed_at', o.created_at,
    'country', o.country,
    'duties', c.duties,
    'may_withdraw', public.order_options(o.id) -> 'can_withdraw'
  ) || case p_mail.kind
    when 'dispatched' then public.parcel_mail_content(p_mail.subject::bigint, p_mail.resent_at is not null)
    when 'dispatch_undone' then public.parcel_mail_content(p_mail.subject::bigint, false)
    when 'delivered' then public.parcel_mail_content(p_mail.subject::bigint, false)
    when 'swapped' then public.swapped_mail_content(p_mail.subject::uuid)
    when 'cancelled' then public.cancelled_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'order_refund' then public.refund_mail_content(p_mail.subject::uuid, p_mail.created_at)
    when 'return_asked' then public.return_mail_content(p_mail.subject::bigint)
    when 'return_received' then public.return_mail_content(p_mail.subject::bigint)
    when 'return_refused' then public.return_mail_content(p_mail.subject::bigint)
    else '{}' end
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  join public.checkouts c on c.id = o.checkout_id
  where o.checkout_id = p_mail.checkout_id
$$;
comment on function public.order_mail_content is
  'Contents of an e-mail about an order: the parts common to all kinds and those of its kind, if it has any.';

create function public.staff_order_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  with told as (
    select o.*, row_number() over (order by o.created_at, o.id) as place
    from public.mail_outbox m
    join public.orders o on o.checkout_id = m.checkout_id
    where m.id = p_mail.id or (m.joined_to = p_mail.id and m.status = 'joined')
  )
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'count', count(*),
    'orders', jsonb_agg(jsonb_build_object(
      'order', id, 'leaves_by', leaves_by, 'shipping_name', shipping_name, 'country', country, 'units', total_items)
      order by place) filter (where place <= 50))
  from told
$$;
comment on function public.staff_order_mail_content is
  'Contents of an e-mail to staff about new orders: their number, and the first 50 with what packing needs. Without '
  'amounts, because packers read it.';

create function public.staff_decision_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'checkout', c.id,
    'order', o.id,
    'reference', public.payment_reference(c.id),
    'why', about.why,
    'amount_pence', coalesce(d.amount_pence, f.amount_pence, s.amount_pence, p.charged_pence),
    'facts', case about.why
      when 'dispute' then jsonb_build_object('reason', d.reason)
      when 'mail_parked' then jsonb_build_object('mail', m.kind, 'error', m.last_error)
      when 'refund_given_up' then jsonb_build_object('because', f.given_up_because)
      when 'refund_failed' then jsonb_build_object('failure', coalesce(
        (select last_failure from public.order_refund_states where id = f.id),
        (select failure_reason from public.refunds
         where payment_id = p.id and state in ('failed', 'cancelled') order by settled_at desc limit 1))) end,
    'due_by', d.due_by)
  from public.checkouts c
  cross join lateral (
    select split_part(p_mail.subject, ' ', 1) as why, split_part(p_mail.subject, ' ', 2) as id) about
  left join public.orders o on o.checkout_id = c.id
  left join public.payments p on p.checkout_id = c.id
  left join public.disputes d on about.why = 'dispute' and d.stripe_dispute_id = about.id
  left join public.order_refunds f on about.why in ('refund_failed', 'refund_given_up') and f.id::text = about.id
  left join public.open_surpluses s on about.why = 'refund_surplus' and s.event_id::text = about.id
  left join public.mail_outbox m on about.why = 'mail_parked' and m.id::text = about.id
  where c.id = p_mail.checkout_id
$$;
comment on function public.staff_decision_mail_content is
  'Contents of an e-mail to managers about a pending decision. Its subject is the reason and an id: review CHECKOUT, '
  'refund_failed ORDER_REFUND (or CHECKOUT without an order; and the attempt, if it had succeeded), refund_given_up '
  'ORDER_REFUND, refund_surplus EVENT, dispute STRIPE_ID, mail_parked MAIL.';

create function public.stock_alert_content(p_alert uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', a.email,
    'alert', a.id,
    'product', p.id,
    'variant', v.id,
    'product_name', p.name,
    'color_name', v.color_name,
    'picture', (select path from public.variant_images where variant_id = v.id order by position, id limit 1))
  from public.stock_alerts a
  join public.color_variants v on v.id = a.variant_id
  join public.products p on p.id = v.product_id
  where a.id = p_alert
$$;
comment on function public.stock_alert_content is
  'Contents of an e-mail about a colour back in stock. picture: null for a colour without one.';

create function public.staff_release_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'emails', array(
      select unnest(public.staff_addresses(p_mail.kind))
      union
      -- The person who scheduled it, whatever their role is now.
      select public.account_email(s.user_id)
      from public.staff s
      join public.profiles p on p.user_id = s.user_id
      where s.until is null and p.email_confirmed_at is not null and s.id = (
        select staff_id from public.release_events
        where release_id = r.id and what = 'scheduled' order by id desc limit 1)
      order by 1),
    'release', r.id,
    'title', r.title,
    'scheduled_for', r.scheduled_for,
    'failure', r.failure)
  from public.releases r
  where r.id = p_mail.release_id
$$;
comment on function public.staff_release_mail_content is
  'Contents of the e-mail to marketers, managers and the scheduler of a release that could not be published. failure '
  'and scheduled_for are null if it has been saved or discarded since.';

create function public.complaint_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'name', c.name,
    'words', c.words,
    'received_at', c.received_at,
    'due_by', public.complaint_due(c.received_at)
  ) || case p_mail.kind
    when 'staff_complaint' then jsonb_build_object('emails', public.staff_addresses(p_mail.kind), 'from', c.email)
    else jsonb_build_object('email', c.email) end
  from public.complaints c
  where c.id = p_mail.complaint_id
$$;
comment on function public.complaint_mail_content is
  'Contents of an e-mail about a complaint. due_by: the day by which it must be answered. from: the complainant, in '
  'the e-mail to managers.';

create function public.stock_report_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  with low as (
    select s.id, row_number() over (order by s.quantity, lower(s.product_name), s.id) as place
    from public.stock_levels s where s.is_low
  )
  select jsonb_build_object(
    'emails', public.staff_addresses(p_mail.kind),
    'count', (select count(*) from low),
    'colours', coalesce((
      select jsonb_agg(f.facts order by l.place)
      from low l join public.stock_facts(array(select id from low where place <= 50)) f on f.variant_id = l.id), '[]'))
$$;
comment on function public.stock_report_content is
  'Contents of the e-mail about low stock: the number of colours and the 50 lowest (stock_facts).';

create function public.message_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', b.email,
    'checkout', c.id,
    'order', (select id from public.orders where checkout_id = c.id),
    'subject', e.detail ->> 'subject',
    'text', e.detail ->> 'text')
  from public.order_events e
  join public.checkouts c on c.id = e.checkout_id
  join public.billing_infos b on b.id = c.billing_info_id
  where e.id = p_mail.subject::uuid
$$;
comment on function public.message_mail_content is
  'Contents of a message from staff. order: null for a payment without one.';

create function public.merge_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', public.customer_email(k),
    'merge', g.id,
    'into', public.account_email(g.into_user),
    'orders', (select count(*) from public.orders where customer_id = k.id and user_id is not null))
  from public.merges g join public.customers k on k.id = g.customer_id
  where g.id = p_mail.subject::uuid
$$;
comment on function public.merge_mail_content is
  'Contents of the offer to move orders into the account with the address into. It goes to the orders'' own address.';

create function public.mail_content(p_mail uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when m.kind = 'order' then jsonb_build_object(
      'checkout', m.checkout_id,
      'guest', (select public.is_guest(user_id) from public.checkouts where id = m.checkout_id),
      'receipt', (select public.order_receipt(o.id) from public.orders o where o.checkout_id = m.checkout_id))
    when m.kind = 'confirm_email' then jsonb_build_object('email', public.account_email(m.user_id))
    when m.kind = 'login_code' then jsonb_build_object(
      'email', public.account_email(m.user_id),
      'request', m.subject,
      'proves', exists (select from public.profiles where user_id = m.user_id and email_confirmed_at is null))
    when m.kind = 'confirm_subscription' then jsonb_build_object(
      'email', (select email from public.subscriptions where id = m.subscription_id),
      'subscription', m.subscription_id)
    when m.kind in ('sold_out_refund', 'refund', 'payment_failed') then public.payment_mail_content(m)
    when m.kind = 'payment_link' then public.payment_link_content(m)
    when m.kind = 'back_in_stock' then public.stock_alert_content(m.stock_alert_id)
    when m.kind = 'cart_left' then public.left_cart_mail_content(m)
    when m.kind = 'welcome' then public.welcome_mail_content(m)
    when m.kind = 'staff_order' then public.staff_order_mail_content(m)
    when m.kind = 'staff_decision' then public.staff_decision_mail_content(m)
    when m.kind in ('complaint_received', 'staff_complaint') then public.complaint_mail_content(m)
    when m.kind = 'staff_release' then public.staff_release_mail_content(m)
    when m.kind = 'staff_stock' then public.stock_report_content(m)
    when m.kind = 'message' then public.message_mail_content(m)
    when m.kind = 'merge_link' then public.merge_mail_content(m)
    else public.order_mail_content(m)
  end
  from public.mail_outbox m where m.id = p_mail
$$;
comment on function public.mail_content is
  'Contents and recipients of an e-mail, as its writer in netlify/server/mail parses them.';

-- supabase/schemas/staff_mails.sql

-- E-mails to managers about pending decisions, and to marketers about a failed release, owed by their cause. The
-- subject holds the reason and an id, so that each is owed once.

create function public.owe_review_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.id, 'review ' || new.id);
  return null;
end
$$;
comment on function public.owe_review_mail is 'Notifies managers of a payment under review.';

create trigger owe_review_mail after update of status on public.checkouts
  for each row when (new.status = 'review' and old.status <> 'review') execute function public.owe_review_mail();

create function public.owe_failed_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, concat_ws(' ',
    'refund_failed', coalesce(new.order_refund_id, p.checkout_id),
    -- Stripe's repeated refusals are not news; a refund returned by the bank is.
    case when old.state <> 'requested' then new.id end))
  from public.payments p where p.id = new.payment_id;
  return null;
end
$$;
comment on function public.owe_failed_refund_mail is
  'Notifies managers when Stripe first refuses a refund, and whenever a bank returns it; the shop keeps retrying, at '
  'growing intervals.';

create trigger owe_failed_refund_mail after update of state on public.refunds
  for each row when (new.source = 'shop' and new.state in ('failed', 'cancelled'))
  execute function public.owe_failed_refund_mail();

create function public.owe_given_up_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', checkout_id, 'refund_given_up ' || new.id)
  from public.orders where id = new.order_id;
  return null;
end
$$;
comment on function public.owe_given_up_refund_mail is
  'Notifies managers of a refund given up by the shop because the payment has less left. Staff''s own decision needs '
  'no e-mail.';

create trigger owe_given_up_refund_mail after update of given_up_by on public.order_refunds
  for each row when (new.given_up_by = 'shop' and old.given_up_by is null)
  execute function public.owe_given_up_refund_mail();

create function public.owe_dispute_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, 'dispute ' || new.stripe_dispute_id)
  from public.payments p where p.id = new.payment_id;
  return null;
end
$$;
comment on function public.owe_dispute_mail is 'Notifies managers of a dispute, in time to respond.';

create trigger owe_dispute_mail after insert on public.disputes
  for each row when (new.closed_at is null) execute function public.owe_dispute_mail();

create function public.owe_parked_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.checkout_id, 'mail_parked ' || new.id);
  return null;
end
$$;
comment on function public.owe_parked_mail is 'Notifies managers of an e-mail that did not reach a shopper.';

create trigger owe_parked_mail after update of status on public.mail_outbox
  for each row when (
    new.status = 'parked' and old.status <> 'parked'
    and new.checkout_id is not null and not public.mail_goes_to_staff(new.kind))
  execute function public.owe_parked_mail();

create function public.owe_failed_release_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, subject, release_id)
  select 'staff_release', new.id || ' ' || new.version, new.id
  where public.staff_addresses('staff_release') <> '{}'
  on conflict (kind, subject) do nothing;
  return null;
end
$$;
comment on function public.owe_failed_release_mail is
  'Notifies marketers and managers of a release that could not be published at its time; again only if it was '
  'rescheduled and failed again.';

create trigger owe_failed_release_mail after update of state on public.releases
  for each row when (new.state = 'failed' and old.state <> 'failed')
  execute function public.owe_failed_release_mail();

-- supabase/schemas/staff_orders.sql

-- Orders as staff see them: work lists, search, one order, papers to print. Read-only. The larger functions are
-- PL/pgSQL, because a connection caches their plans; planning takes longer than reading here.

create index orders_unsent on public.orders (id) where units_to_send > 0;
create index checkouts_without_order on public.checkouts (created_at)
  where status in ('awaiting_payment', 'review', 'refund_due', 'refunded');
create index checkouts_in_review on public.checkouts (closed_at) where status = 'review';
create index refunds_waiting_for_shopper on public.refunds (created_at) where state = 'requires_action';
create index disputes_open on public.disputes (due_by) where closed_at is null;
create index returns_by_state on public.returns (state, asked_at) where state in ('asked', 'received');
create index orders_by_day on public.orders (created_at desc, id desc);
create index order_events_notes on public.order_events (checkout_id) where kind = 'note';

-- offset 0 makes the planner look up refunds for the few unsent orders instead of reading those of all orders.
create view public.orders_leaving with (security_invoker = true) as
select o.*
from public.orders o
where o.units_to_send > 0 and o.status not in ('disputed', 'refunded') and o.cancels_at is null
  and o.waits_for is null
  and case
    when o.status in ('processing', 'part_dispatched')
      and not exists (select from public.order_refunds f where f.order_id = o.id offset 0) then true
    else public.dispatch_stopped_by(o.id) is null
  end;
comment on view public.orders_leaving is
  'Orders with goods to send that may leave (dispatch_stopped_by, evaluated only where money has moved).';

create view public.order_decisions with (security_invoker = true) as
select p.checkout_id, 'dispute' as kind, d.stripe_dispute_id as id,
       jsonb_build_object('is_inquiry', d.status like 'warning%', 'reason', d.reason) as facts,
       d.due_by, d.created_at as since
from public.disputes d
join public.payments p on p.id = d.payment_id
-- Once evidence is submitted, the bank decides.
where d.closed_at is null and d.status not in ('under_review', 'warning_under_review')

union all
select c.id, 'review', c.id::text,
       case
         when p.currency <> c.currency then '{"because": "currency"}'
         when c.delivery ->> 'country' <> c.country then
           jsonb_build_object('because', 'country', 'to', c.delivery -> 'country', 'postage_for', c.country)
         when b.disputed then '{"because": "disputed"}'
         when b.refunded_pence > 0 then '{"because": "refunded"}'
         else '{"because": "amount"}' end,
       null, c.closed_at
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join public.payment_balances b on b.payment_id = p.id
where c.status = 'review'

union all
select o.checkout_id, 'refund_failed', f.id::text,
       case when f.given_up_at is null
         then jsonb_build_object('has_order', true, 'failures', s.failures, 'last_failure', s.last_failure)
         else jsonb_build_object('given_up_because', f.given_up_because) end,
       null, coalesce(f.given_up_at, s.last_failed_at)
from public.order_refunds f
join public.orders o on o.id = f.order_id
join public.order_refund_states s on s.id = f.id
-- Separate, so that the partial indexes find these few.
where (f.given_up_by = 'shop' or (f.taken_at is null and f.given_up_at is null))
  and (f.given_up_by = 'shop' or s.state = 'failed')

union all
select c.id, 'refund_failed', c.id::text,
       jsonb_build_object(
         'has_order', false, 'failures', count(*),
         'last_failure', (array_agg(r.failure_reason order by r.settled_at desc))[1]),
       null, max(r.settled_at)
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join public.refunds r on r.payment_id = p.id and r.source = 'shop' and r.state in ('failed', 'cancelled')
where c.status = 'refund_due'
  -- A later attempt that Stripe has taken needs no decision.
  and not exists (
    select from public.refunds t where t.payment_id = p.id and t.state in ('pending', 'requires_action'))
group by c.id

union all
select s.checkout_id, 'refund_surplus', s.event_id::text,
       jsonb_build_object('why', s.why), null, s.at
from public.open_surpluses s

union all
select m.checkout_id, 'mail_parked', m.id::text,
       jsonb_build_object('mail', m.kind, 'error', m.last_error), null, m.created_at
from public.mail_outbox m
where m.status = 'parked' and m.checkout_id is not null

union all
select o.checkout_id, 'refunded_unsent', o.id::text,
       jsonb_build_object('units', o.units_to_send), null, o.created_at
from public.orders o
where o.units_to_send > 0
  and case
    when o.status in ('processing', 'part_dispatched')
      and not exists (select from public.order_refunds f where f.order_id = o.id offset 0) then false
    when o.status = 'disputed' then not exists (
      select from public.disputes d where d.payment_id = o.payment_id and d.closed_at is null)
    else public.dispatch_stopped_by(o.id) = 'refunded'
  end;
comment on view public.order_decisions is
  'Pending decisions, with the facts of their texts (netlify/server/words/why.ts). A view, so that an order''s page '
  'reads only its own. dispute: until evidence is submitted. review: a payment with unexpected amounts. '
  'refund_failed: until an attempt succeeds, or given up by the shop. refund_surplus: over-refunded at Stripe. '
  'mail_parked. refunded_unsent: refunded at the dashboard or lost in a dispute, with goods still to send.';

create view public.orders_waiting with (security_invoker = true) as
select o.checkout_id, 'return_asked' as kind, r.id::text as id,
       jsonb_build_object('code', r.code, 'kind', r.kind) as facts,
       null::timestamptz as due_by, r.asked_at as since
from public.returns r join public.orders o on o.id = r.order_id
where r.state = 'asked'

union all
select p.checkout_id, 'refund_needs_shopper', r.id::text, '{}', null, r.created_at
from public.refunds r join public.payments p on p.id = r.payment_id
where r.state = 'requires_action'

union all
select c.id, 'payment_awaited', c.id::text, '{}', null, c.created_at
from public.checkouts c
where c.status = 'awaiting_payment'

union all
select c.id, 'link_open', c.id::text, '{}', c.session_expires_at, c.created_at
from public.payment_links l join public.checkouts c on c.id = l.checkout_id
where c.status = 'open'

union all
select o.checkout_id, 'withdrawal_declared', o.id::text, '{}', o.cancels_at, o.created_at
from public.orders o
where o.cancels_at is not null;
comment on view public.orders_waiting is
  'Orders and payments waiting for a shopper: goods on their way back, refunds that need bank details, slow '
  'payments, payment '
  'links, '
  'withdrawals that can still be undone.';

create function public.staff_list(p_list text) returns table (checkout_id uuid, sort text, why jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  case p_list
  when 'to_send', 'late' then
    return query
    select o.checkout_id,
           to_char(o.leaves_by, 'YYYYMMDD') || case when exists (
               select from public.checkout_shipping_options s
               where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
                 and s.express) then '.0.' else '.1.' end
             || (extract(epoch from o.created_at) * 1000000)::bigint || '.' || o.id,
           null::jsonb
    from public.orders_leaving o
    where p_list = 'to_send' or o.leaves_by < v_today;
  when 'returns' then
    return query
    select o.checkout_id,
           case r.state when 'received' then '0.' else '1.' end
             || lpad(extract(epoch from r.asked_at)::bigint::text, 12, '0')
             || '.' || lpad(r.id::text, 15, '0'),
           jsonb_build_object(
             'kind', 'return_' || r.state, 'id', r.id::text, 'due_by', null,
             'facts', jsonb_build_object('code', r.code, 'kind', r.kind))
    from public.returns r join public.orders o on o.id = r.order_id
    where r.state in ('asked', 'received');
  when 'waiting', 'decide' then
    return query
    select t.checkout_id,
           -- Deadlines first.
           case when t.kind = 'dispute' then '0.' else '1.' end
             || lpad(extract(epoch from coalesce(t.due_by, t.since))::bigint::text, 12, '0') || '.' || t.kind
               || '.' || t.id,
           jsonb_build_object('kind', t.kind, 'id', t.id, 'facts', t.facts, 'due_by', t.due_by)
    from (
      select * from public.orders_waiting where p_list = 'waiting'
      union all
      select * from public.order_decisions where p_list = 'decide') t;
  end case;
end
$$;
comment on function public.staff_list is
  'Rows of a work list: to_send (by promised dispatch day, express first), late, waiting, returns (received ones '
  'first), decide (disputes by deadline first). sort is the sort key, unique within a list.';

create function public.staff_counts() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  return (
    select jsonb_build_object(
      'to_send', s.all_of_them,
      'late', s.late,
      'waiting', (select count(*) from public.orders_waiting),
      'returns', (select count(*) from public.returns where state in ('asked', 'received')),
      'decide', (select count(*) from public.order_decisions))
    from (
      select count(*) as all_of_them, count(*) filter (where leaves_by < v_today) as late
      from public.orders_leaving) s);
end
$$;
comment on function public.staff_counts is 'Number of rows in each list of staff_list. The caller has been authorised.';

create function public.checkouts_found(
  p_search text
) returns table (checkout_id uuid, placed_at timestamptz, exact boolean)
language plpgsql stable set search_path = ''
as $$
declare
  -- "order 10", "Order no. 10"
  v_text text := regexp_replace(p_search, '^\s*order\s*(?:no\.?|number)?\s*(?=#?\s*\d)', '', 'i');
  v_query tsquery := public.search_query(v_text);
  v_number bigint := case when v_text ~ '^\s*#?\s*\d{1,15}\s*$' then substring(v_text from '\d+')::bigint end;
  -- The few checkouts without an order have no stored search words.
  v_beginnings text[] := array(
    select '(^|[\s!-/:-@\[-`{-~])' || regexp_replace(word, '([!-/:-@\[-`{-~])', '\\\1', 'g')
      || case when v_number is null then '' else '\M' end
    from (
      select btrim(string_to_table(public.search_form(v_text), ' '), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~') as word) words
    where word <> '' limit 10);
begin
  return query
  select o.checkout_id, o.created_at, true from public.orders o where o.id = v_number;

  return query
  select o.checkout_id, o.created_at, false
  from public.order_words w join public.orders o on o.id = w.order_id
  where w.words @@ v_query and w.order_id is distinct from v_number;

  return query
  select c.id, c.created_at, false
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  left join public.payments p on p.checkout_id = c.id
  cross join lateral public.search_form(concat_ws(' ',
    public.payment_reference(c.id), b.name, b.email, c.delivery ->> 'name', c.stripe_session_id,
      p.stripe_payment_intent_id,
    (select string_agg(stripe_refund_id, ' ') from public.refunds where payment_id = p.id),
    (select string_agg(stripe_dispute_id, ' ') from public.disputes where payment_id = p.id))) form
  where c.status in ('awaiting_payment', 'review', 'refund_due', 'refunded')
    and v_query is not null
    and not exists (select from unnest(v_beginnings) beginning where form !~ beginning);
end
$$;
comment on function public.checkouts_found is
  'Orders, and paid or awaited checkouts without one, with all words of a search (search_query). exact: the order of '
  'that number, also written “order 10”.';

create function public.orders_fitting(
  p_filter jsonb, p_unsent boolean
) returns table (checkout_id uuid, id bigint, placed_at timestamptz)
language plpgsql stable set search_path = ''
-- Planned for the active filters, so that each can use its index.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_today date := public.uk_day(now());
  v_leaves text := p_filter ->> 'leaves';
  v_express boolean := (p_filter ->> 'delivery') = 'express';
  v_countries text[] := case when p_filter ? 'countries'
    then array(select jsonb_array_elements_text(p_filter -> 'countries')) end;
  v_single boolean := (p_filter ->> 'pieces') = 'one';
  v_note boolean := p_filter ? 'note';
  v_goods public.goods_status := (p_filter ->> 'goods')::public.goods_status;
  v_money public.money_status := (p_filter ->> 'money')::public.money_status;
  v_since timestamptz := (p_filter ->> 'since')::date::timestamp at time zone 'Europe/London';
  v_until timestamptz := ((p_filter ->> 'until')::date + 1)::timestamp at time zone 'Europe/London';
begin
  return query
  select o.checkout_id, o.id, o.created_at
  from public.orders o
  where (not p_unsent or o.units_to_send > 0)
    and (v_leaves is null or (o.leaves_by <= v_today) = (v_leaves = 'today'))
    and (v_express is null or v_express = exists (
      select from public.checkout_shipping_options s
      where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
        and s.express))
    and (v_countries is null or o.country = any (v_countries))
    and (v_single is null or (o.units_to_send = 1) = v_single)
    and (not v_note or exists (
      select from public.order_events e where e.checkout_id = o.checkout_id and e.kind = 'note'))
    and (v_goods is null or o.goods_status = v_goods)
    and (v_money is null or o.money_status = v_money)
    and (v_since is null or o.created_at >= v_since)
    and (v_until is null or o.created_at < v_until);
end
$$;
comment on function public.orders_fitting is
  'Orders that match all filters: leaves (today: by today, or late; later), delivery (express, standard), countries, '
  'pieces (one, several; to be sent), note (any), goods and money (goods_status, money_status), since and until (UK '
  'days of purchase). p_unsent: only those with goods to send.';

create function public.staff_rows(p_rows jsonb, p_money boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  return (
    select jsonb_agg(jsonb_build_object(
        'key', coalesce((item #>> '{why,kind}') || ' ' || (item #>> '{why,id}'), c.id::text),
        'checkout', c.id,
        'order', o.id,
        'reference', upper(left(c.id::text, 8)),
        'placed_at', coalesce(o.created_at, p.created_at, c.created_at),
        'leaves_by', o.leaves_by,
        'late', coalesce(case when o.leaves_by < v_today and o.units_to_send > 0 then exists (
          select from public.orders_leaving s where s.id = o.id) end, false),
        'status', coalesce(o.status::text, case c.status when 'open' then 'awaiting_payment' else c.status::text end),
        'goods_status', o.goods_status,
        'money_status', coalesce(
          o.money_status::text, case c.status when 'open' then 'awaiting_payment' else c.status::text end),
        'name', coalesce(o.label ->> 'name', c.delivery ->> 'name', b.name),
        'country', c.country,
        'postcode', coalesce(o.label, c.delivery) ->> 'postcode',
        'shipping_name', o.shipping_name,
        'express', exists (
          select from public.checkout_shipping_options s
          where s.checkout_id = c.id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence and s.express),
        'units', coalesce(o.total_items, l.units),
        'units_to_send', coalesce(o.units_to_send, 0),
        'items', l.items,
        'total_pence', case when p_money then coalesce(
          p.charged_pence, c.subtotal_pence - c.discount_pence + c.tax_pence) end,
        'why', item -> 'why')
      order by place)
    from jsonb_array_elements(p_rows) with ordinality as given (item, place)
    join public.checkouts c on c.id = (item ->> 'checkout_id')::uuid
    join public.billing_infos b on b.id = c.billing_info_id
    left join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    cross join lateral (
      select sum(i.quantity) as units, jsonb_agg(jsonb_build_object(
          'variant_id', i.variant_id, 'product_name', i.product_name, 'color_name', i.color_name,
          'quantity', i.quantity,
          -- Most orders are sent as a whole.
          'to_send', case
            when o.units_to_send = o.total_items then i.quantity
            when o.units_to_send > 0 then (
              select to_send from public.order_units where order_id = o.id and variant_id = i.variant_id)
            else 0 end)
        order by i.product_name, i.color_name, i.variant_id) as items
      from (
        select variant_id, product_name, color_name, quantity from public.order_items
        where order_id = o.id and quantity > 0
        union all
        select variant_id, product_name, color_name, quantity from public.checkout_lines
        where checkout_id = c.id and o.id is null) i) l);
end
$$;
comment on function public.staff_rows is
  'List rows of orders, or of checkouts without one, [{checkout_id, why}]. p_money: whether the caller may see '
  'amounts.';

create function public.staff_orders(
  p_list text, p_search text default null, p_after text default null,
  p_limit integer default 50, p_filter jsonb default '{}'
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('read_orders'), 'see_money');
  v_search boolean := btrim(coalesce(p_search, '')) <> '';
  v_filter boolean := p_filter - 'why' <> '{}';
  v_why text := p_filter ->> 'why';
  v_unsent boolean := p_list in ('to_send', 'late');
  v_after_at timestamptz;
  v_after_id bigint;
  v_rows jsonb;
  v_total bigint;
  v_before bigint := 0;
begin
  if p_list = 'all'
    and p_after !~ (
      case when v_search then '^[01]\.\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' else '^\d{1,15}$' end)
  then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;

  if p_list = 'all' and not v_search then
    select created_at, id into v_after_at, v_after_id from public.orders where id = p_after::bigint;
  end if;

  if p_list = 'all' and v_filter and not v_search then
    with found as materialized (
      select f.checkout_id, f.id, f.placed_at from public.orders_fitting(p_filter, false) f
    )
    select (
        select jsonb_agg(
          jsonb_build_object('checkout_id', r.checkout_id, 'sort', r.id::text) order by r.placed_at desc, r.id desc)
        from (
          select * from found
          where p_after is null or (placed_at, id) < (v_after_at, v_after_id)
          order by placed_at desc, id desc limit p_limit + 1) r),
      (select count(*) from found),
      (select count(*) from found where (placed_at, id) >= (v_after_at, v_after_id))
    into v_rows, v_total, v_before;
  elsif p_list = 'all' and not v_search then
    select jsonb_agg(
      jsonb_build_object('checkout_id', r.checkout_id, 'sort', r.id::text) order by r.created_at desc, r.id desc)
    into v_rows
    from (
      select checkout_id, created_at, id
      from public.orders
      where p_after is null or (created_at, id) < (v_after_at, v_after_id)
      order by created_at desc, id desc limit p_limit + 1) r;
    select count(*), count(*) filter (where (created_at, id) >= (v_after_at, v_after_id))
    into v_total, v_before from public.orders;
  elsif p_list = 'all' then
    with found as materialized (
      select f.checkout_id, f.exact, (extract(epoch from f.placed_at) * 1000000)::bigint as at
      from public.checkouts_found(p_search) f
      where not v_filter or f.checkout_id in (select t.checkout_id from public.orders_fitting(p_filter, false) t)
    )
    select (
        select jsonb_agg(jsonb_build_object(
            'checkout_id', r.checkout_id, 'sort', concat_ws('.', r.exact::integer, r.at, r.checkout_id))
          order by r.exact desc, r.at desc, r.checkout_id desc)
        from (
          select * from found
          where p_after is null
            or (exact::integer, at, checkout_id)
              < (split_part(p_after, '.', 1)::integer, split_part(p_after, '.', 2)::bigint,
                split_part(p_after, '.', 3)::uuid)
          order by exact desc, at desc, checkout_id desc limit p_limit + 1) r),
      (select count(*) from found),
      (
        select count(*) from found
        where (exact::integer, at, checkout_id)
          >= (split_part(p_after, '.', 1)::integer, split_part(p_after, '.', 2)::bigint,
            split_part(p_after, '.', 3)::uuid))
    into v_rows, v_total, v_before;
  else
    with found as materialized (
      select l.* from public.staff_list(p_list) l
      where (not v_search or l.checkout_id in (select f.checkout_id from public.checkouts_found(p_search) f))
        and (not v_filter or l.checkout_id in (select t.checkout_id from public.orders_fitting(p_filter, v_unsent) t))
        and (v_why is null or l.why ->> 'kind' = v_why)
    )
    select (
        select jsonb_agg(to_jsonb(r) order by r.sort) from (
          select checkout_id, sort collate "C" as sort, why from found
          where p_after is null or sort collate "C" > p_after
          order by 2 limit p_limit + 1) r),
      (select count(*) from found),
      (select count(*) from found where sort collate "C" <= p_after)
    into v_rows, v_total, v_before;
  end if;

  return jsonb_build_object(
    'rows', coalesce(public.staff_rows(v_rows - p_limit, v_money), '[]'),
    'next', case when jsonb_array_length(v_rows) > p_limit then v_rows -> (p_limit - 1) -> 'sort' end,
    'before', v_before,
    'total', v_total);
end
$$;
comment on function public.staff_orders is
  'A page of a list: {rows, next, before: rows on earlier pages, total}. p_list: one of staff_list, or all, newest '
  'first. p_search: only results of checkouts_found, in all including payments without an order unless filtered. '
  'p_filter: filters of orders_fitting, and why: a reason for being in waiting, returns or decide. p_after: next of '
  'the previous page. Amounts only with see_money. Errors: those of require_staff; PT400 page_unknown.';

create function public.checkout_timeline(p_checkout uuid, p_for_staff boolean, p_money boolean) returns jsonb
language plpgsql stable set search_path = ''
-- Planning takes longer than execution, and the plan is the same for every checkout.
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with units (event_id, variant_id, quantity, written_off) as (
      select p.event_id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.parcels p on p.order_id = o.id
      join public.parcel_items i on i.parcel_id = p.id
      where o.checkout_id = p_checkout
      union all
      select e.id, i.variant_id, i.quantity, 0
      from public.order_events e
      join public.parcel_items i on i.parcel_id = (e.detail ->> 'parcel')::bigint
      where e.checkout_id = p_checkout and e.kind = 'dispatch_undone'
      union all
      select s.event_id, s.to_variant_id, s.quantity, 0
      from public.orders o join public.swapped_items s on s.order_id = o.id
      where o.checkout_id = p_checkout
      union all
      select i.event_id, i.variant_id, i.quantity, 0
      from public.orders o join public.cancelled_items i on i.order_id = o.id
      where o.checkout_id = p_checkout
      union all
      select r.event_id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.returns r on r.order_id = o.id
      join public.return_items i on i.return_id = r.id
      where o.checkout_id = p_checkout
      union all
      select e.id, (came ->> 'variant_id')::bigint, (came ->> 'restocked')::integer + (came ->> 'written_off')::integer,
             (came ->> 'written_off')::integer
      from public.order_events e, jsonb_array_elements(e.detail -> 'items') came
      where e.checkout_id = p_checkout and e.kind = 'return_received'
      union all
      select f.id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.order_refunds f on f.order_id = o.id
      join public.order_refund_items i on i.order_refund_id = f.id
      join public.order_events e on e.id = f.id and e.kind = 'refund_asked'
      where o.checkout_id = p_checkout
    ), entries as (
      select p.id::text as id, p.created_at as at, 'paid' as kind, 'shopper' as actor, null::text as staff,
             null::text as about, null::text as carrier, null::text as tracking_number, null::uuid as event_id,
             p.charged_pence as amount_pence, null::text as state, null::text as text, 0 as place
      from public.payments p where p.checkout_id = p_checkout

      union all
      select c.id::text, c.created_at, 'awaiting_payment', 'shopper', null, null, null, null, null,
             c.subtotal_pence - c.discount_pence + c.tax_pence, null, null, 0
      from public.checkouts c where c.id = p_checkout and c.status = 'awaiting_payment'

      union all
      select e.id::text, case e.kind when 'delivered' then coalesce(sent.delivered_at, e.at) else e.at end,
             e.kind::text, e.actor::text, s.name,
             coalesce(r.code, sent.id::text, e.detail ->> 'kind'),
             coalesce(e.detail ->> 'carrier', sent.carrier),
             coalesce(e.detail ->> 'tracking_number', sent.tracking_number),
             e.id, coalesce((e.detail ->> 'amount_pence')::bigint, f.amount_pence), null,
             case e.kind
               when 'note' then e.detail ->> 'text'
               when 'message' then public.event_words(e)
               when 'refund_settled_outside' then e.detail ->> 'text'
               when 'surplus_closed' then e.detail ->> 'text'
               when 'email_corrected' then concat_ws(' → ', e.detail ->> 'before', e.detail ->> 'email')
               when 'refund_asked' then f.reason::text
               when 'refund_given_up' then coalesce(e.detail ->> 'because', f.given_up_because::text)
               when 'return_asked' then r.reason
               else e.detail ->> 'reason' end,
             1
      from public.order_events e
      left join public.staff s on s.id = e.staff_id
      -- By order first: an index finds the few return codes of one order.
      left join public.orders o on o.checkout_id = e.checkout_id
      left join public.parcels sent on sent.order_id = o.id and (
        e.kind in ('delivered', 'parcel_corrected', 'dispatch_undone') and sent.id = (e.detail ->> 'parcel')::bigint
        or e.kind = 'dispatched' and sent.event_id = e.id)
      left join public.returns r on r.order_id = o.id and (r.event_id = e.id or r.code = e.detail ->> 'code')
      left join public.order_refunds f on f.order_id = o.id
        and (f.id = e.id or f.id::text = e.detail ->> 'order_refund')
      where e.checkout_id = p_checkout

      union all
      select r.id::text, r.created_at, 'refund', case r.source when 'dashboard' then 'stripe' else 'shop' end,
             null, null, null,
             null, null, r.amount_pence, r.state::text, coalesce(r.failure_reason, r.reason), 2
      from public.payments p join public.refunds r on r.payment_id = p.id
      -- Refunds paid outside have an event.
      where p.checkout_id = p_checkout and r.source <> 'outside'

      union all
      select d.stripe_dispute_id, d.created_at, 'dispute_opened', 'stripe', null, null, null, null, null,
             d.amount_pence, d.status, d.reason, 2
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout

      union all
      select d.stripe_dispute_id || ' closed', d.closed_at, 'dispute_closed', 'stripe', null, null, null, null, null,
             d.amount_pence, d.status, d.reason, 3
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout and d.closed_at is not null

      union all
      select m.id::text, m.sent_at, 'mail_sent', 'shop', null, m.kind::text, null, null, null, null, null, null, 4
      from public.mail_outbox m
      where m.checkout_id = p_checkout and m.sent_at is not null
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor,
        'staff', case when p_for_staff then e.staff end,
        'about', e.about, 'carrier', e.carrier, 'tracking_number', e.tracking_number,
        'items', (
          select jsonb_agg(jsonb_build_object(
              'variant_id', l.variant_id, 'product_name', l.product_name, 'color_name', l.color_name,
              'quantity', u.quantity,
              'written_off', case when p_for_staff then u.written_off else 0 end)
            order by l.product_name, l.color_name, l.variant_id)
          from units u
          cross join lateral (
            select c.product_name, c.color_name, c.variant_id
            from public.checkout_lines c where c.checkout_id = p_checkout and c.variant_id = u.variant_id
            union all
            -- A colour that came by a swap.
            select p.name, v.color_name, v.id
            from public.color_variants v join public.products p on p.id = v.product_id
            where v.id = u.variant_id
            limit 1) l
          where u.event_id = e.event_id),
        'amount_pence', case when p_money then e.amount_pence end,
        'state', e.state,
        'text', case when p_for_staff or e.kind in ('return_asked', 'return_refused') then e.text end)
      order by e.at, e.place, e.id), '[]')
    from entries e
    where p_for_staff
      or e.kind in ('paid', 'awaiting_payment', 'dispatched', 'dispatch_undone', 'delivered', 'cancelled',
        'swapped', 'exchanged',
        'withdrawal_declared', 'withdrawal_undone',
        'return_asked', 'return_received', 'return_refused', 'return_settled', 'return_called_off')
      or (e.kind = 'refund' and e.state in ('pending', 'requires_action', 'succeeded')));
end
$$;
comment on function public.checkout_timeline is
  'History of a checkout, oldest first, from events, payment, refunds, disputes and e-mails: [{id, at, kind, actor, '
  'staff, about, carrier, tracking_number, items, amount_pence, state, text}]. about: a return''s code, a parcel''s '
  'id, an e-mail''s kind. p_for_staff: with colleagues'' names, notes and internal entries. p_money: with amounts. '
  'The caller has been authorised.';

create function public.order_timeline(p_order bigint, p_for_staff boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select public.checkout_timeline(o.checkout_id, p_for_staff, true) from public.orders o where o.id = p_order
$$;
comment on function public.order_timeline is
  'History of an order (checkout_timeline), with amounts, for a manager or its shopper. The caller has been '
  'authorised.';

create function public.staff_money(p_checkout uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'currency', coalesce(p.currency, c.currency),
      'subtotal_pence', c.subtotal_pence,
      'discount_pence', c.discount_pence,
      'code', (select code from public.checkout_discounts where checkout_id = c.id),
      'tax_pence', c.tax_pence,
      'tax_basis_points', c.tax_basis_points,
      'included_basis_points', c.included_basis_points,
      'tax_inside_pence', public.tax_inside(
        coalesce(p.charged_pence, c.subtotal_pence - c.discount_pence), c.included_basis_points),
      'shipping_pence', coalesce(o.shipping_pence, p.shipping_pence, 0),
      'adjustment_pence', coalesce(o.adjustment_pence, 0),
      'charged_pence', coalesce(p.charged_pence, 0),
      'refunded_pence', coalesce(b.refunded_pence, 0),
      'owed_pence', coalesce(m.owed_pence, 0),
      'rest_pence', greatest(coalesce(m.left_pence, p.charged_pence - b.gone_pence, 0), 0),
      'shipping_rest_pence', coalesce(least(m.shipping_left_pence, greatest(m.left_pence, 0)), 0),
      'disputed', coalesce(b.disputed, false),
      'refunds_wait', public.refunds_wait_for_dispute(p.id),
      'stripe_session_id', c.stripe_session_id,
      'stripe_payment_intent_id', p.stripe_payment_intent_id,
      'disputes', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', d.stripe_dispute_id, 'amount_pence', d.amount_pence, 'reason', d.reason, 'status', d.status,
            'due_by', d.due_by, 'created_at', d.created_at, 'closed_at', d.closed_at) order by d.created_at)
        from public.disputes d where d.payment_id = p.id), '[]'),
      'credit_notes', public.credit_notes_of(p.id),
      'refunds', coalesce((
        select jsonb_agg(r.refund order by r.at, r.refund ->> 'id')
        from (
          select f.asked_at as at, jsonb_build_object(
            'id', f.id, 'source', 'order', 'state', s.state, 'reason', f.reason, 'return_id', f.return_id,
            'asked_at', f.asked_at, 'settled_at', s.settled_at,
            'goods_pence', f.goods_pence, 'tax_pence', f.tax_pence, 'shipping_pence', f.shipping_pence,
            'goodwill_pence', f.goodwill_pence, 'amount_pence', f.amount_pence,
            'failures', s.failures, 'last_failure', s.last_failure, 'given_up_because', f.given_up_because,
            'stripe_ids', array(
              select stripe_refund_id from public.refunds
              where order_refund_id = f.id and stripe_refund_id is not null order by created_at),
            'items', coalesce((
              select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', quantity) order by variant_id)
              from public.order_refund_items where order_refund_id = f.id), '[]')) as refund
          from public.order_refunds f join public.order_refund_states s on s.id = f.id
          where f.order_id = o.id
          union all
          select r.created_at, jsonb_build_object(
            'id', r.id, 'source', case r.source when 'shop' then 'checkout' else r.source::text end,
            'state', case r.state when 'requested' then 'due' else r.state::text end,
            'reason', r.reason, 'return_id', null, 'asked_at', r.created_at, 'settled_at', r.settled_at,
            'goods_pence', null, 'tax_pence', null, 'shipping_pence', null, 'goodwill_pence', null,
            'amount_pence', r.amount_pence,
            'failures', (r.state in ('failed', 'cancelled'))::integer, 'last_failure', r.failure_reason,
            'given_up_because', null, 'stripe_ids', array_remove(array[r.stripe_refund_id], null), 'items', '[]'::jsonb)
          from public.refunds r
          where r.payment_id = p.id and r.order_refund_id is null) r), '[]'))
    from public.checkouts c
    left join public.payments p on p.checkout_id = c.id
    left join public.payment_balances b on b.payment_id = p.id
    left join public.orders o on o.checkout_id = c.id
    left join lateral public.order_money(o.id) m on true
    where c.id = p_checkout);
end
$$;
comment on function public.staff_money is
  'Money of a checkout for a manager: charged, refunded, owed and left, with each refund and dispute. The caller has '
  'been authorised.';

create function public.staff_order(p_order bigint default null, p_checkout uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('read_orders'), 'see_money');
  v_checkout public.checkouts;
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order or checkout_id = p_checkout;
  select * into v_checkout from public.checkouts
  where id = coalesce(v_order.checkout_id, p_checkout)
    -- Unpaid browsing is not for staff.
    and (status not in ('open', 'released') or by_link);
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;

  return (public.staff_rows(jsonb_build_array(jsonb_build_object('checkout_id', v_checkout.id)), v_money) -> 0)
    - array['key', 'why', 'items', 'units', 'name', 'postcode', 'total_pence', 'late', 'leaves_by']
    || jsonb_build_object(
      'checkout_status', v_checkout.status,
      'promise', case when v_order.id is not null then jsonb_build_object(
        'leaves_by', v_order.leaves_by, 'arrives_from', v_order.arrives_from, 'arrives_by', v_order.arrives_by,
        'late', v_order.leaves_by < public.uk_day(now()) and exists (
          select from public.orders_leaving where id = v_order.id)) end,
      'shopper', (
        select jsonb_build_object(
          'name', name, 'email', email, 'phone', phone, 'customer', v_order.customer_id,
          'mail_trouble', public.mail_trouble(email))
        from public.billing_infos where id = v_checkout.billing_info_id),
      'words', (
        select jsonb_build_object('gift_message', gift_message, 'note', note)
        from public.shopper_notes where order_id = v_order.id),
      'delivery', v_checkout.delivery,
      'label', v_order.label,
      'lines', (
        select jsonb_agg(jsonb_build_object(
            'variant_id', l.variant_id, 'product_id', l.product_id, 'product_name', l.product_name,
            'color_name', l.color_name, 'sku', v.sku, 'gtin', v.gtin,
            'image', (
              select i.path from public.variant_images i where i.variant_id = l.variant_id
              order by i.position, i.id limit 1),
            'ordered', l.quantity,
            'sent', coalesce(u.sent, 0), 'cancelled', coalesce(u.cancelled, 0), 'to_send', coalesce(u.to_send, 0),
            'return_asked', coalesce(u.return_asked, 0), 'returned', coalesce(u.returned, 0),
            'refunded', coalesce(u.refunded, 0), 'refund_owed', coalesce(u.refund_owed, 0),
            'replaceable', coalesce((
              select r.quantity from public.replaceable_units(v_order.id) r where r.variant_id = l.variant_id), 0),
            'exchanged', coalesce((
              select x.quantity from public.exchanged_units(v_order.id) x where x.variant_id = l.variant_id), 0),
            'swaps', case when u.to_send > 0 or u.sent > 0 then public.swap_choices(v_order.id, l.variant_id)
              else '[]' end,
            'unit_pence', case when v_money then l.unit_pence end,
            'discount_pence', case when v_money then l.discount_pence end,
            'discount_settled_pence', case when v_money then coalesce((
              select sum(r.discount_pence)
              from public.order_refund_items r join public.order_refunds f on f.id = r.order_refund_id
              where r.order_id = v_order.id and r.variant_id = l.variant_id and f.given_up_at is null), 0) end)
          order by l.product_name, l.color_name, l.variant_id)
        from (
          select variant_id, product_id, product_name, color_name, product_price_pence as unit_pence, quantity,
                 discount_pence
          from public.order_items where order_id = v_order.id and quantity > 0
          union all
          select variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence
          from public.checkout_lines where checkout_id = v_checkout.id and v_order.id is null) l
        join public.color_variants v on v.id = l.variant_id
        left join public.order_units u on u.order_id = v_order.id and u.variant_id = l.variant_id),
      'parcels', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number, 'sent_at', p.sent_at,
            'delivered_at', p.delivered_at,
            'expected', case when p.delivered_at is null then public.expected_arrival(p.id) end,
            'items', (
              select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', quantity, 'batch', batch)
                order by variant_id)
              from public.parcel_items where parcel_id = p.id))
          order by p.sent_at, p.id)
        from public.parcels_out p where p.order_id = v_order.id), '[]'),
      'return_window', (
        select jsonb_build_object(
          'counted_from', w.delivered_on, 'delivery_known', w.delivery_known, 'return_until', w.return_until)
        from public.return_window(v_order.id) w where w.delivered_on is not null),
      'returns', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', r.id, 'code', r.code, 'kind', r.kind, 'state', r.state, 'reason', r.reason,
            'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at,
            'next_order', public.order_after_return(r.id),
            'is_exchange', exists (select from public.exchanges where return_id = r.id),
            'photos', (select count(*) from public.return_photos p where p.return_id = r.id and p.removed_at is null),
            'delivery_pence', case when v_money and r.state = 'received' then public.return_delivery_refund(r.id) end,
            'items', (
              select jsonb_agg(jsonb_build_object(
                'variant_id', variant_id, 'quantity', quantity, 'restocked', restocked, 'written_off', written_off,
                'refunded', public.refunded_for_return(r.id, variant_id),
                'exchanged', coalesce((
                  select x.quantity from public.exchanged_units(r.order_id, r.id) x
                  where x.variant_id = return_items.variant_id), 0))
                order by variant_id)
              from public.return_items where return_id = r.id))
          order by r.asked_at, r.id)
        from public.returns r where r.order_id = v_order.id), '[]'),
      'after_returns', public.returns_before_order(v_order.id),
      'waits_for', v_order.waits_for,
      'gift', (select reason from public.gifts where order_id = v_order.id),
      'added_to', (select order_id from public.payment_links where checkout_id = v_checkout.id),
      'additions', coalesce((
        select jsonb_agg(jsonb_build_object('checkout', c.id, 'order', n.id, 'status', c.status) order by c.created_at)
        from public.payment_links l
        join public.checkouts c on c.id = l.checkout_id
        left join public.orders n on n.checkout_id = c.id
        where l.order_id = v_order.id and c.status <> 'released'), '[]'),
      'exchange_of', (
        select jsonb_build_object('order', e.from_order_id, 'code', r.code)
        from public.exchanges e join public.returns r on r.id = e.return_id where e.order_id = v_order.id),
      'replaces', (select replaces_order_id from public.replacements where order_id = v_order.id),
      'replaced_by', array(
        select order_id from public.replacements where replaces_order_id = v_order.id order by order_id),
      'mails', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', m.id, 'kind', m.kind, 'status', m.status, 'created_at', m.created_at, 'due_at', m.due_at,
            'sent_at', m.sent_at, 'attempts', m.attempts, 'last_error', m.last_error)
          order by m.created_at, m.id)
        from public.mail_outbox m where m.checkout_id = v_checkout.id), '[]'),
      'timeline', public.checkout_timeline(v_checkout.id, true, v_money),
      'whys', coalesce((
        select jsonb_agg(jsonb_build_object('kind', t.kind, 'id', t.id, 'facts', t.facts, 'due_by', t.due_by)
          order by t.since)
        from (
          select * from public.order_decisions union all select * from public.orders_waiting
          union all
          select o.checkout_id, 'return_received', r.id::text,
                 jsonb_build_object('code', r.code, 'kind', r.kind), null, r.asked_at
          from public.returns r join public.orders o on o.id = r.order_id where r.state = 'received') t
        where t.checkout_id = v_checkout.id), '[]'),
      'money', case when v_money then public.staff_money(v_checkout.id) end);
end
$$;
comment on function public.staff_order is
  'One order, by its number or checkout, or a paid or awaited checkout without one. money is null without see_money. '
  'Errors: those of require_staff; PT404 order_unknown.';

create function public.orders_for_print(p_orders bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return (
    with wanted as (
      select number, min(place) as place from unnest(p_orders) with ordinality as given (number, place) group by number
    ), printed as (
      select w.place, o.*, coalesce(o.label, c.delivery) as address
      from wanted w
      join public.orders_leaving s on s.id = w.number
      join public.orders o on o.id = s.id
      join public.checkouts c on c.id = o.checkout_id
    ), lines as (
      select p.place, i.order_id, i.variant_id, i.product_name, i.color_name, u.to_send, v.sku
      from printed p
      join public.order_units u on u.order_id = p.id and u.to_send > 0
      join public.order_items i on i.order_id = p.id and i.variant_id = u.variant_id
      join public.color_variants v on v.id = u.variant_id
    )
    select jsonb_build_object(
      'slips', coalesce((
        select jsonb_agg(jsonb_build_object(
            'order', p.id, 'reference', public.payment_reference(p.checkout_id), 'placed_at', p.created_at,
            'leaves_by', p.leaves_by, 'shipping_name', p.shipping_name,
            'express', exists (
              select from public.checkout_shipping_options s
              where s.checkout_id = p.checkout_id and s.name = p.shipping_name and s.amount_pence = p.shipping_pence
                and s.express),
            'country', p.country, 'address', p.address,
            'gift_message', n.gift_message, 'note', n.note,
            'lines', (
              select jsonb_agg(jsonb_build_object(
                  'variant_id', l.variant_id, 'product_name', l.product_name, 'color_name', l.color_name,
                  'sku', l.sku, 'quantity', l.to_send)
                order by l.product_name, l.color_name, l.variant_id)
              from lines l where l.order_id = p.id),
            'part', p.units_to_send < p.total_items) order by p.place)
        from printed p left join public.shopper_notes n on n.order_id = p.id), '[]'),
      'pick', coalesce((
        select jsonb_agg(jsonb_build_object(
            'variant_id', g.variant_id, 'product_name', g.product_name, 'color_name', g.color_name, 'sku', g.sku,
            'image', (
              select i.path from public.variant_images i where i.variant_id = g.variant_id
              order by i.position, i.id limit 1),
            'quantity', g.quantity, 'orders', g.orders) order by g.product_name, g.color_name, g.variant_id)
        from (
          select variant_id, product_name, color_name, sku, sum(to_send) as quantity,
                 jsonb_agg(order_id order by place) as orders
          from lines group by variant_id, product_name, color_name, sku) g), '[]'),
      'left_out', coalesce((
        select jsonb_agg(jsonb_build_object('order', w.number, 'status', o.status) order by w.place)
        from wanted w left join public.orders o on o.id = w.number
        where not exists (select from printed p where p.id = w.number)), '[]')));
end
$$;
comment on function public.orders_for_print is
  'Papers for several orders: slips in the given order with the unsent goods, without prices; pick, the same by '
  'product and colour; left_out, the orders that may not leave. Errors: those of require_staff.';

-- supabase/schemas/staff_customers.sql

-- Customers in the studio: list, page, notes, and acts on their personal data.

create function public.customer_name(p_customer public.customers) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (select b.name
     from public.orders o join public.billing_infos b on b.id = o.billing_info_id
     where o.customer_id = p_customer.id and b.name <> ''
     order by o.created_at desc, o.id desc limit 1),
    (select username from public.profiles where user_id = p_customer.user_id),
    '')
$$;
comment on function public.customer_name is 'Name in the latest order, or else the username.';

create function public.customer_sums(
  p_customer bigint
) returns table (orders bigint, charged_pence bigint, refunded_pence bigint)
language sql stable set search_path = ''
as $$
  select count(*), coalesce(sum(p.charged_pence), 0)::bigint, coalesce(sum(b.gone_pence), 0)::bigint
  from public.orders o
  join public.payments p on p.id = o.payment_id
  join public.payment_balances b on b.payment_id = p.id
  where o.customer_id = p_customer
$$;
comment on function public.customer_sums is
  'Number of a customer''s orders, their charges, and refunds with lost disputes.';

create function public.customers_found(p_search text) returns setof bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select o.customer_id
  from public.checkouts_found(p_search) f join public.orders o on o.checkout_id = f.checkout_id
  where o.customer_id is not null
  union
  -- Accounts, with or without orders.
  select c.id
  from public.profiles p join public.customers c on c.user_id = p.user_id
  where public.name_key(p.username) like
    regexp_replace(public.name_key(btrim(p_search)), '([\\%_])', '\\\1', 'g') || '%'
  union
  select c.id
  from auth.users u join public.customers c on c.user_id = u.id
  where lower(u.email) = lower(btrim(p_search));
end
$$;
comment on function public.customers_found is
  'Customers whose orders have all words of a search (checkouts_found), whose username begins with it, or whose '
  'account has that address. The caller has been authorised. Security definer, because it reads auth.';

create function public.staff_customers(
  p_search text default null, p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
-- Planned without the cursor or the search when there is none.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('read_orders'), 'see_money');
  v_search boolean := btrim(coalesce(p_search, '')) <> '';
  v_at timestamptz;
  v_id bigint;
  v_rows jsonb;
  v_total bigint;
  v_before bigint := 0;
  -- Accounts of staff who have bought nothing.
  v_staff bigint[] := array(
    select c.id from public.customers c join public.staff s on s.user_id = c.user_id
    where s.until is null and c.last_order_at = '-infinity');
begin
  if p_after !~ '^\d{1,17}\.\d{1,15}$' then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;
  v_id := split_part(p_after, '.', 2)::bigint;
  v_at := case split_part(p_after, '.', 1) when '0' then '-infinity'
    else timestamptz 'epoch' + split_part(p_after, '.', 1)::bigint * interval '1 microsecond' end;

  if v_search then
    with found as materialized (
      select c.id, c.last_order_at
      from public.customers c where c.id in (select public.customers_found(p_search)) and c.id <> all (v_staff)
    )
    select (
        select jsonb_agg(r.id order by r.last_order_at desc, r.id desc) from (
          select * from found where p_after is null or (last_order_at, id) < (v_at, v_id)
          order by last_order_at desc, id desc limit p_limit + 1) r),
      (select count(*) from found),
      (select count(*) from found where (last_order_at, id) >= (v_at, v_id))
    into v_rows, v_total, v_before;
  else
    select jsonb_agg(r.id order by r.last_order_at desc, r.id desc) into v_rows from (
      select id, last_order_at from public.customers
      where (p_after is null or (last_order_at, id) < (v_at, v_id)) and id <> all (v_staff)
      order by last_order_at desc, id desc limit p_limit + 1) r;
    select count(*), count(*) filter (where (last_order_at, id) >= (v_at, v_id))
    into v_total, v_before from public.customers where id <> all (v_staff);
  end if;

  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
          'customer', c.id,
          'account', c.user_id is not null,
          'name', public.customer_name(c),
          'email', public.customer_email(c),
          'last_order_at', nullif(c.last_order_at, '-infinity'),
          'orders', m.orders,
          'spent_pence', case when v_money then m.charged_pence - m.refunded_pence end) order by place)
      from jsonb_array_elements_text(v_rows - p_limit) with ordinality as given (id, place)
      join public.customers c on c.id = given.id::bigint
      cross join lateral public.customer_sums(c.id) m), '[]'),
    'next', case when jsonb_array_length(v_rows) > p_limit then (
      select concat_ws('.', case when last_order_at = '-infinity' then 0
        else (extract(epoch from last_order_at) * 1000000)::bigint end, id)
      from public.customers where id = (v_rows ->> (p_limit - 1))::bigint) end,
    'before', coalesce(v_before, 0),
    'total', v_total);
end
$$;
comment on function public.staff_customers is
  'A page of customers by their last order, newest first, without staff who have bought nothing: {rows, next, before: '
  'rows on earlier pages, total}. p_search: customers_found. p_after: next of the previous page. spent_pence only with '
  'see_money. Errors: those of require_staff; PT400 page_unknown.';

create function public.staff_customer(
  p_customer bigint, p_after bigint default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('read_orders');
  v_money boolean := public.staff_may(v_staff, 'see_money');
  v_customer public.customers;
  v_email text;
  v_rows jsonb;
begin
  select * into v_customer from public.customers where id = p_customer;
  if not found then
    raise sqlstate 'PT404' using hint = 'customer_unknown';
  end if;
  v_email := public.customer_email(v_customer);
  select jsonb_agg(
    jsonb_build_object('checkout_id', r.checkout_id, 'order', r.id) order by r.created_at desc, r.id desc)
  into v_rows
  from (
    select o.checkout_id, o.id, o.created_at
    from public.orders o
    where o.customer_id = p_customer and (p_after is null or (o.created_at, o.id) < (
      select created_at, id from public.orders where id = p_after))
    order by o.created_at desc, o.id desc limit p_limit + 1) r;

  return (
    select jsonb_build_object(
      'customer', p_customer,
      'account', v_customer.user_id is not null,
      'name', public.customer_name(v_customer),
      'username', (select username from public.profiles where user_id = v_customer.user_id),
      'email', v_email,
      'email_confirmed_at', (select email_confirmed_at from public.profiles where user_id = v_customer.user_id),
      'registered_at', (select created_at from public.profiles where user_id = v_customer.user_id),
      'works_here', exists (
        select from public.staff where user_id = v_customer.user_id and until is null),
      'mail_trouble', public.mail_trouble(v_email),
      'last_order_at', nullif(v_customer.last_order_at, '-infinity'),
      'order_count', m.orders,
      'sums', case when v_money then jsonb_build_object(
        'charged_pence', m.charged_pence, 'refunded_pence', m.refunded_pence) end,
      'orders', coalesce(public.staff_rows(v_rows - p_limit, v_money), '[]'),
      'next', case when jsonb_array_length(v_rows) > p_limit then v_rows -> (p_limit - 1) -> 'order' end,
      'recipients', coalesce((
        select jsonb_agg(jsonb_build_object(
            'checkout', o.checkout_id, 'order', o.id, 'name', b.name, 'email', b.email,
            'mail_trouble', public.mail_trouble(b.email)) order by place)
        from jsonb_array_elements(v_rows - p_limit) with ordinality as given (item, place)
        join public.orders o on o.id = (item ->> 'order')::bigint
        join public.billing_infos b on b.id = o.billing_info_id
        where b.email <> ''), '[]'),
      'returns', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', r.id, 'order', r.order_id, 'code', r.code, 'kind', r.kind, 'state', r.state,
            'asked_at', r.asked_at, 'units', (select sum(quantity) from public.return_items where return_id = r.id))
          order by r.asked_at desc, r.id desc)
        from public.returns r join public.orders o on o.id = r.order_id where o.customer_id = p_customer), '[]'),
      'complaints', case when public.staff_may(v_staff, 'answer_complaints') then (
        select count(*) from public.complaints where lower(email) = lower(v_email)) end,
      -- Someone with an account may have ordered without it.
      'same_address', (
        select c.id from public.customers c
        where c.id <> p_customer and (
          c.email = lower(v_email)
          or v_customer.email is not null and c.user_id = public.account_of_email(v_email))
        limit 1),
      'merge_asked', (
        select jsonb_build_object('at', g.asked_at, 'into', t.id)
        from public.open_merges g join public.customers t on t.user_id = g.into_user
        where g.customer_id = p_customer order by g.asked_at desc limit 1),
      'entries', coalesce((
        select jsonb_agg(to_jsonb(e) order by e.at desc, e.id)
        from (
          select v.id, v.at, v.kind::text as kind, s.name as by, null::bigint as "order", v.text
          from public.customer_events v join public.staff s on s.id = v.staff_id
          where v.customer_id = p_customer
          union all
          select v.id, v.at, v.kind::text, s.name, o.id, public.event_words(v)
          from public.orders o
          join public.order_events v on v.checkout_id = o.checkout_id and v.kind in ('note', 'message')
          join public.staff s on s.id = v.staff_id
          where o.customer_id = p_customer
          order by at desc limit 200) e), '[]'))
    from public.customer_sums(p_customer) m);
end
$$;
comment on function public.staff_customer is
  'A customer with a page of orders (staff_rows; p_after: next of the previous page), returns, and the latest 200 '
  'notes, messages and acts. sums only with see_money, complaints (their number) only with answer_complaints. '
  'Errors: those of require_staff; PT404 customer_unknown.';

create function public.lock_customer(p_customer bigint) returns public.customers
language plpgsql set search_path = ''
as $$
declare
  v_customer public.customers;
begin
  select * into v_customer from public.customers where id = p_customer for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'customer_unknown';
  end if;
  return v_customer;
end
$$;
comment on function public.lock_customer is 'Locks a customer. PT404 customer_unknown.';

create function public.staff_customer_note(p_event uuid, p_customer bigint, p_text text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
begin
  perform public.lock_customer(p_customer);
  if p_text is null or p_text !~ '\S' or length(p_text) > 2000 then
    raise sqlstate 'PT400' using hint = 'note_length';
  end if;
  perform public.add_customer_event(p_event, p_customer, 'note', v_staff, p_text);
end
$$;
comment on function public.staff_customer_note is
  'Adds a note for staff about a customer. Errors: those of require_staff; PT404 customer_unknown; PT400 note_length; '
  'PT409 action_used.';

create function public.staff_export_customer(
  p_event uuid, p_customer bigint, p_callers text[] default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('manage_customers', true);
  v_customer public.customers := public.lock_customer(p_customer);
begin
  perform public.add_customer_event(p_event, p_customer, 'exported', v_staff);
  return public.export_person(v_customer.user_id, p_customer, v_customer.email, p_callers);
end
$$;
comment on function public.staff_export_customer is
  'All data on a customer who asked for it from their address (export_person), and records that it was exported. '
  'Errors: those of require_staff; PT404 customer_unknown; PT409 action_used.';

create function public.staff_customer_login(p_customer bigint) returns table (user_id uuid, username text)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('manage_customers', true);
  return query
  select c.user_id, p.username
  from public.customers c join public.profiles p on p.user_id = c.user_id where c.id = p_customer;
end
$$;
comment on function public.staff_customer_login is
  'Login of a customer''s account, by which attempts are counted (rate_limits); no row for a guest. Errors: those of '
  'require_staff.';

create function public.staff_erase_customer(
  p_event uuid, p_customer bigint, p_callers text[] default '{}'
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('manage_customers', true);
  v_customer public.customers;
  v_guest uuid;
begin
  -- The customer of a repeated press is gone.
  if exists (select from public.customer_events where id = p_event and kind = 'erased') then
    return;
  end if;
  v_customer := public.lock_customer(p_customer);
  if exists (select from public.staff where user_id = v_customer.user_id and until is null) then
    raise sqlstate 'PT409' using hint = 'customer_works_here';
  end if;
  perform public.add_customer_event(p_event, p_customer, 'erased', v_staff);
  if v_customer.user_id is not null then
    perform public.close_account(v_customer.user_id, p_callers);
    return;
  end if;
  for v_guest in
    select distinct o.user_id from public.orders o
    where o.customer_id = p_customer and o.user_id is not null order by 1
  loop
    perform public.close_account(v_guest);
  end loop;
  perform public.forget_address(v_customer.email);
  perform public.forget_words(array(select checkout_id from public.orders where customer_id = p_customer));
  delete from public.customer_events where customer_id = p_customer and kind = 'note';
end
$$;
comment on function public.staff_erase_customer is
  'Erases a customer who asked for it from their address, as they could themselves (close_account), and records it. A '
  'guest''s orders keep address and phone as those of a closed account do (retention_periods). The same event again '
  'changes nothing. Errors: those of require_staff; PT404 customer_unknown; PT409 customer_works_here, '
  'payment_under_way, checkout_open, action_used.';

create function public.refuse_merge(p_from public.customers, p_into public.customers) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_into.user_id is null or p_from.id = p_into.id then
    raise sqlstate 'PT409' using hint = 'merge_needs_account';
  end if;
  if exists (select from public.staff where user_id in (p_from.user_id, p_into.user_id)) then
    raise sqlstate 'PT409' using hint = 'customer_works_here';
  end if;
  if p_from.user_id is not null and not exists (
    select from public.profiles where user_id = p_from.user_id and email_confirmed_at is not null)
  then
    raise sqlstate 'PT409' using hint = 'merge_unproved';
  end if;
  if not exists (select from public.orders where customer_id = p_from.id and user_id is not null) then
    raise sqlstate 'PT409' using hint = 'merge_erased';
  end if;
end
$$;
comment on function public.refuse_merge is
  'Refuses a merge: PT409 merge_needs_account, customer_works_here (past staff as well), merge_unproved (an account '
  'whose address nobody has confirmed), merge_erased (no order that still has its login).';

create function public.staff_merge(p_event uuid, p_customer bigint, p_into bigint) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('manage_customers', true);
  v_from public.customers;
  v_into public.customers;
  v_checkout uuid;
begin
  -- In one order, so that two merges cannot wait for each other.
  perform public.lock_customer(id) from unnest(array[p_customer, p_into]) id order by id;
  v_from := public.lock_customer(p_customer);
  v_into := public.lock_customer(p_into);
  if public.add_customer_event(p_event, p_customer, 'merge_asked', v_staff) then
    perform public.refuse_merge(v_from, v_into);
    perform public.drop_due_mail('merge_link', id::text) from public.merges where customer_id = p_customer;
    delete from public.merges where customer_id = p_customer;
    insert into public.merges (id, customer_id, into_user, staff_id)
    values (p_event, p_customer, v_into.user_id, v_staff);
  end if;
  select checkout_id into v_checkout
  from public.orders where customer_id = p_customer and user_id is not null order by created_at desc, id desc limit 1;
  perform public.owe_mail('merge_link', v_checkout, p_event::text);
  return v_checkout;
end
$$;
comment on function public.staff_merge is
  'Offers a customer, by a link to their address, to move their orders into another account: nothing moves before they '
  'open it and log in there (complete_merge). Returns the checkout that the e-mail is about; the same event again '
  'changes nothing. Errors: those of require_staff and refuse_merge; PT404 customer_unknown; PT409 action_used.';

create function public.merge_offer(p_merge uuid) returns table (orders bigint[], email text, into_email text)
language sql stable set search_path = ''
as $$
  select array(
      select o.id from public.orders o
      where o.customer_id = g.customer_id and o.user_id is not null order by o.created_at, o.id),
    public.customer_email(c), public.account_email(g.into_user)
  from public.open_merges g join public.customers c on c.id = g.customer_id
  where g.id = p_merge
$$;
comment on function public.merge_offer is
  'Orders that a mailed link offers to move, their address, and that of the account. No row once done or expired.';

create function public.complete_merge(p_merge uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_account uuid := public.require_session();
  v_merge public.merges;
  v_from public.customers;
  v_into public.customers;
  v_checkouts uuid[];
begin
  select g.* into v_merge from public.open_merges g where g.id = p_merge;
  if not found then
    raise sqlstate 'PT404' using hint = 'merge_over';
  end if;
  if v_merge.into_user <> v_account then
    raise sqlstate 'PT409' using hint = 'merge_into_other',
      detail = jsonb_build_object('email', public.account_email(v_merge.into_user))::text;
  end if;
  -- Lock order: checkouts by id, then customers.
  select array_agg(id order by id) into v_checkouts from (
    select c.id from public.checkouts c join public.orders o on o.checkout_id = c.id
    where o.customer_id = v_merge.customer_id and o.user_id is not null
    order by c.id for update of c) locked;
  perform public.lock_customer(id) from unnest(array[
    v_merge.customer_id, (select id from public.customers where user_id = v_account)]) id order by id;
  select * into v_from from public.customers where id = v_merge.customer_id;
  select * into v_into from public.customers where user_id = v_account;
  perform public.refuse_merge(v_from, v_into);
  delete from public.merges where id = p_merge;
  perform public.add_customer_event(
    md5('merged ' || p_merge)::uuid, v_into.id, 'merged', v_merge.staff_id);
  perform public.move_orders(v_checkouts, v_account);
  return cardinality(v_checkouts);
end
$$;
comment on function public.complete_merge is
  'Moves the orders of a merge into the account that the caller is logged in to; returns their number. The caller has '
  'checked the link, which was mailed to the orders'' address. Moves no money. Errors: PT401 session_ended; PT403 '
  'account_required; PT404 merge_over; PT409 merge_into_other (detail: email), those of refuse_merge.';

-- supabase/schemas/activity.sql

-- The activity log: what staff did, from the records of each area.

create index order_events_of_staff on public.order_events (at desc, id desc) where staff_id is not null;
create index order_events_of_one on public.order_events (staff_id, at desc, id desc) where staff_id is not null;
create index release_events_newest on public.release_events (at desc, id desc) where staff_id is not null;
create index stock_movements_of_staff on public.stock_movements (at desc, id desc)
  where staff_id is not null and order_id is null;
create index stock_deliveries_newest on public.stock_deliveries (made_at desc, id desc);

create type public.activity_area as enum ('orders', 'customers', 'stock', 'catalogue', 'mailing', 'settings', 'staff');
comment on type public.activity_area is 'Part of the studio in which something was done.';

create type public.activity as (
  at timestamptz,
  key text,
  area public.activity_area,
  staff_id bigint,
  what text,
  about text,
  id text,
  words text
);
comment on type public.activity is
  'An act of staff. key: unique, breaks ties of at. what: the kind that its area records. about, id: the thing it '
  'concerns: order (a number), checkout, customer, variant, release, mailing, settings, quarters. words: note, title '
  'or reason.';

create function public.activity_of(
  p_area public.activity_area, p_filter jsonb, p_at timestamptz, p_key text, p_limit integer
) returns setof public.activity
language plpgsql stable set search_path = ''
-- Planned for the active filters, so that each can use its index.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_staff bigint := (p_filter ->> 'staff')::bigint;
  v_q text := nullif(btrim(p_filter ->> 'q'), '');
  v_since timestamptz := (p_filter ->> 'since')::date::timestamp at time zone 'Europe/London';
  v_at timestamptz := least(
    p_at, ((p_filter ->> 'until')::date + 1)::timestamp at time zone 'Europe/London' - interval '1 microsecond');
  v_ids uuid[];
  v_numbers bigint[];
begin
  case p_area
  when 'orders' then
    if v_q is not null then
      v_ids := array(select f.checkout_id from public.checkouts_found(v_q) f);
    end if;
    return query
    select e.at, 'o' || e.id, p_area, e.staff_id, e.kind::text,
           case when o.id is null then 'checkout' else 'order' end, coalesce(o.id::text, e.checkout_id::text),
           coalesce(public.event_words(e), e.detail ->> 'reason', e.detail ->> 'tracking_number')
    from public.order_events e left join public.orders o on o.checkout_id = e.checkout_id
    where e.staff_id is not null and (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('o' || e.id) collate "C" < p_key)
      and (v_ids is null or e.checkout_id = any (v_ids))
    order by e.at desc, e.id desc limit p_limit;
  when 'customers' then
    if v_q is not null then
      v_numbers := array(select public.customers_found(v_q));
    end if;
    return query
    select e.at, 'c' || e.id, p_area, e.staff_id, e.kind::text, 'customer', e.customer_id::text, e.text
    from public.customer_events e
    where (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('c' || e.id) collate "C" < p_key)
      and (v_numbers is null or e.customer_id = any (v_numbers))
    order by e.at desc, e.id desc limit p_limit;
    return query
    select c.answered_at, 'd' || c.id, p_area, c.answered_by, 'complaint_answered', 'complaints', null, c.outcome
    from public.complaints c
    where c.answered_at is not null and (v_staff is null or c.answered_by = v_staff)
      and (v_since is null or c.answered_at >= v_since) and (v_at is null or c.answered_at <= v_at)
      and (p_key is null or c.answered_at < p_at or ('d' || c.id) collate "C" < p_key)
      and (v_q is null or position(lower(v_q) in lower(concat_ws(' ', c.name, c.email))) > 0)
    order by c.answered_at desc, c.id desc limit p_limit;
    return query
    select t.changed_at, 't' || t.id, p_area, t.changed_by, 'template_saved', 'templates', null, t.title
    from public.message_templates t
    where t.changed_by is not null and (v_staff is null or t.changed_by = v_staff)
      and (v_since is null or t.changed_at >= v_since) and (v_at is null or t.changed_at <= v_at)
      and (p_key is null or t.changed_at < p_at or ('t' || t.id) collate "C" < p_key)
      and (v_q is null or position(lower(v_q) in lower(t.title)) > 0)
    order by t.changed_at desc, t.id desc limit p_limit;
  when 'stock' then
    if v_q is not null then
      v_numbers := array(
        select v.id
        from public.color_variants v join public.products p on p.id = v.product_id
        where not exists (
          select from unnest(string_to_array(lower(v_q), ' ')) word
          where position(word in lower(concat_ws(' ', p.name, v.color_name, p.slug, v.sku, v.gtin))) = 0));
    end if;
    return query
    select m.at, 's' || lpad(m.id::text, 15, '0'), p_area, m.staff_id, m.why::text, 'variant', m.variant_id::text,
           concat_ws(', ', case when m.moved > 0 then '+' else '' end || m.moved, p.name, v.color_name, m.note)
    from public.stock_movements m
    join public.color_variants v on v.id = m.variant_id
    join public.products p on p.id = v.product_id
    where m.staff_id is not null and m.order_id is null and (v_staff is null or m.staff_id = v_staff)
      and (v_since is null or m.at >= v_since) and (v_at is null or m.at <= v_at)
      and (p_key is null or m.at < p_at or ('s' || lpad(m.id::text, 15, '0')) collate "C" < p_key)
      and (v_numbers is null or m.variant_id = any (v_numbers))
    order by m.at desc, m.id desc limit p_limit;
    return query
    select d.made_at, 'e' || d.id, p_area, d.staff_id, 'delivery_expected', 'variant', d.variant_id::text,
           concat_ws(', ', d.units, p.name, v.color_name, d.note)
    from public.stock_deliveries d
    join public.color_variants v on v.id = d.variant_id
    join public.products p on p.id = v.product_id
    where (v_staff is null or d.staff_id = v_staff)
      and (v_since is null or d.made_at >= v_since) and (v_at is null or d.made_at <= v_at)
      and (p_key is null or d.made_at < p_at or ('e' || d.id) collate "C" < p_key)
      and (v_numbers is null or d.variant_id = any (v_numbers))
    order by d.made_at desc, d.id desc limit p_limit;
  when 'catalogue' then
    return query
    select e.at, 'r' || lpad(e.id::text, 15, '0'), p_area, e.staff_id, e.what::text, 'release', e.release_id::text,
           r.title
    from public.release_events e join public.releases r on r.id = e.release_id
    where e.staff_id is not null and (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('r' || lpad(e.id::text, 15, '0')) collate "C" < p_key)
      and (v_q is null or position(lower(v_q) in lower(r.title || ' ' || r.words)) > 0)
    order by e.at desc, e.id desc limit p_limit;
  when 'mailing' then
    return query
    select t.at, 'm' || t.what || t.id, p_area, t.staff_id, t.what, 'mailing', t.id::text, t.title
    from (
      select m.id, m.changed_at as at, m.changed_by as staff_id, 'mailing_saved' as what,
             m.content ->> 'subject' as title
      from public.mailings m where m.changed_by is not null
      union all
      select m.id, m.started_at, m.released_by, 'mailing_sent', m.content ->> 'subject'
      from public.mailings m where m.released_by is not null and m.started_at is not null) t
    where (v_staff is null or t.staff_id = v_staff)
      and (v_since is null or t.at >= v_since) and (v_at is null or t.at <= v_at)
      and (p_key is null or t.at < p_at or ('m' || t.what || t.id) collate "C" < p_key)
      and (v_q is null or position(lower(v_q) in lower(t.title)) > 0)
    order by t.at desc, 2 desc limit p_limit;
  when 'settings' then
    return query
    select c.at, 'x' || c.id, p_area, c.staff_id, 'taxes_changed', 'settings', null, null
    from public.tax_changes c
    where c.staff_id is not null and (v_staff is null or c.staff_id = v_staff)
      and (v_since is null or c.at >= v_since) and (v_at is null or c.at <= v_at)
      and (p_key is null or c.at < p_at or ('x' || c.id) collate "C" < p_key)
      and v_q is null
    order by c.at desc, c.id desc limit p_limit;
    return query
    select f.filed_at, 'q' || f.id, p_area, f.staff_id, 'quarter_filed', 'quarters', null,
           f.quarter || ' to ' || public.quarter_end(f.quarter)
    from public.filed_quarters f
    where (v_staff is null or f.staff_id = v_staff)
      and (v_since is null or f.filed_at >= v_since) and (v_at is null or f.filed_at <= v_at)
      and (p_key is null or f.filed_at < p_at or ('q' || f.id) collate "C" < p_key)
      and v_q is null
    order by f.filed_at desc, f.id desc limit p_limit;
  when 'staff' then
    return query
    select t.at, t.what || lpad(t.id::text, 15, '0'), p_area, t.id, t.what, null, null, t.role::text
    from (
      select s.id, s.since as at, 'employed' as what, s.role from public.staff s
      union all
      select s.id, s.until, 'left', s.role from public.staff s where s.until is not null) t
    where (v_staff is null or t.id = v_staff)
      and (v_since is null or t.at >= v_since) and (v_at is null or t.at <= v_at)
      and (p_key is null or t.at < p_at or (t.what || lpad(t.id::text, 15, '0')) collate "C" < p_key)
      and v_q is null
    order by t.at desc, 2 desc limit p_limit;
  end case;
end
$$;
comment on function public.activity_of is
  'Latest acts in an area, at most p_limit of each kind of record, before p_at and p_key. p_filter: staff, since and '
  'until (UK days), q (an order''s search words, a customer, a colour, a release). The caller has been authorised.';

create function public.staff_activity(
  p_filter jsonb default '{}', p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_at timestamptz;
  v_key text;
  v_area public.activity_area := (p_filter ->> 'area')::public.activity_area;
begin
  perform public.require_staff('read_activity');
  if p_after !~ '^\d{1,17}\.[a-z0-9_-]{1,80}$' then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;
  v_at := timestamptz 'epoch' + split_part(p_after, '.', 1)::bigint * interval '1 microsecond';
  v_key := split_part(p_after, '.', 2);
  return (
    with found as materialized (
      select a.*
      from unnest(enum_range(null::public.activity_area)) part
      cross join lateral public.activity_of(part, p_filter, v_at, v_key, p_limit + 1) a
      where v_area is null or part = v_area
      order by a.at desc, a.key collate "C" desc limit p_limit + 1
    ), page as (
      select * from found order by at desc, key collate "C" desc limit p_limit
    )
    select jsonb_build_object(
      'rows', coalesce((
        select jsonb_agg(jsonb_build_object(
            'key', g.key, 'at', g.at, 'area', g.area, 'by', s.name, 'what', g.what, 'about', g.about, 'id', g.id,
            'name', case g.about when 'customer' then (
              select public.customer_name(c) from public.customers c where c.id = g.id::bigint) end,
            'words', g.words) order by g.at desc, g.key collate "C" desc)
        from page g join public.staff s on s.id = g.staff_id), '[]'),
      'next', case when (select count(*) from found) > p_limit then (
        select (extract(epoch from at) * 1000000)::bigint || '.' || key
        from page order by at, key collate "C" limit 1) end,
      'people', (
        select jsonb_agg(jsonb_build_object('staff', id, 'name', name, 'role', role, 'until', until)
          order by until is not null, lower(name), id)
        from public.staff)));
end
$$;
comment on function public.staff_activity is
  'A page of what staff did, newest first: {rows, next, people: everyone to filter by}. p_filter: area, and those of '
  'activity_of. p_after: next of the previous page. Errors: those of require_staff; PT400 page_unknown.';

-- supabase/schemas/staff_exports.sql

-- Spreadsheets from the studio: labels and customs for unsent goods, figures for the accountant.

create function public.labels_to_print(p_orders bigint[]) returns table (
  "order" bigint, placed_on date, express boolean, label jsonb, email text, phone text, packaging_grams integer,
  lines jsonb
)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return query
  select o.id,
         public.uk_day(o.counts_from),
         exists (
           select from public.checkout_shipping_options s
           where s.checkout_id = c.id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
             and s.express),
         coalesce(o.label, c.delivery),
         b.email,
         -- The payment page collected the address without a phone number.
         coalesce(nullif(coalesce(o.label, c.delivery) ->> 'phone', ''), b.phone),
         coalesce((select w.paper_grams + w.plastic_grams from public.packaging_weights w), 0),
         (
           select jsonb_agg(jsonb_build_object(
             'product_name', i.product_name, 'color_name', i.color_name, 'variant_id', i.variant_id, 'sku', v.sku,
             'quantity', u.to_send, 'unit_pence', round(
               i.product_price_pence - i.discount_pence::numeric / greatest(i.quantity, 1)), 'material', p.material,
             'weight_grams', p.weight_grams, 'hs_code', p.hs_code, 'origin_country', p.origin_country)
             order by i.product_name, i.color_name, i.variant_id)
           from public.order_units u
           join public.order_items i on i.order_id = u.order_id and i.variant_id = u.variant_id
           join public.products p on p.id = i.product_id
           join public.color_variants v on v.id = i.variant_id
           where u.order_id = o.id and u.to_send > 0)
  from (
    select id, min(place) as place from unnest(p_orders) with ordinality as given (id, place) group by id) wanted
  join public.orders o on o.id = wanted.id
  join public.checkouts c on c.id = o.checkout_id
  join public.billing_infos b on b.id = o.billing_info_id
  where o.units_to_send > 0 and public.dispatch_stopped_by(o.id) is null
  order by wanted.place;
end
$$;
comment on function public.labels_to_print is
  'Unsent goods of orders, in the given order, with the label address and the facts for carriers and customs; skips '
  'orders that are stopped or fully sent. packaging_grams: of an average parcel. Includes the unit price, less its '
  'share of a discount, which the customs form needs. Errors: those of require_staff.';

create function public.payments_for_accounts(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'paid_on', public.uk_day(p.created_at),
      'order', o.id,
      'reference', public.payment_reference(p.checkout_id),
      'status', coalesce(o.status::text, p.status::text),
      'replaces', (select replaces_order_id from public.replacements where order_id = o.id),
      'gift', (select reason from public.gifts where order_id = o.id),
      'exchange_of', (select from_order_id from public.exchanges where order_id = o.id),
      'country', c.country,
      'currency', upper(p.currency),
      'goods_pence', c.subtotal_pence,
      'discount_pence', c.discount_pence,
      'tax_pence', c.tax_pence,
      'tax_basis_points', c.tax_basis_points,
      'included_basis_points', c.included_basis_points,
      'tax_inside_pence', public.tax_inside(p.charged_pence, c.included_basis_points),
      'tax_refunded_pence', case
        when c.tax_display = 'included' then public.tax_inside(b.refunded_pence, c.included_basis_points)
        when b.refunded_pence >= p.charged_pence then c.tax_pence
        else (
          select coalesce(sum(f.tax_pence), 0) from public.order_refunds f
          where f.order_id = o.id and f.given_up_at is null
            and exists (
              select from public.refunds r
              where r.order_refund_id = f.id and r.state in ('pending', 'requires_action', 'succeeded')))
        end,
      'shipping_pence', p.shipping_pence,
      'charged_pence', p.charged_pence,
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'on', public.uk_day(coalesce(r.settled_at, r.created_at)), 'amount_pence', r.amount_pence, 'state', r.state)
          order by coalesce(r.settled_at, r.created_at), r.id), '[]')
        from public.refunds r
        where r.payment_id = p.id and r.state in ('pending', 'requires_action', 'succeeded')),
      'lost_disputes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'on', public.uk_day(d.closed_at), 'amount_pence', d.amount_pence)
            order by d.closed_at, d.stripe_dispute_id), '[]')
        from public.disputes d where d.payment_id = p.id and d.status = 'lost'),
      'stripe_payment', p.stripe_payment_intent_id) order by p.created_at, p.id), '[]')
    from public.payments p
    join public.checkouts c on c.id = p.checkout_id
    join public.payment_balances b on b.payment_id = p.id
    left join public.orders o on o.payment_id = p.id
    where p.created_at >= p_from::timestamp at time zone 'Europe/London'
      and p.created_at < (p_to + 1)::timestamp at time zone 'Europe/London');
end
$$;
comment on function public.payments_for_accounts is
  'Payments by UK day, p_to inclusive, also without an order, with goods, tax, delivery and refunds until now. '
  'tax_pence was added to the goods, tax_inside_pence is included in charged_pence. tax_refunded_pence leaves out '
  'partial dashboard refunds where tax was added: their purpose is unknown. charged_pence may differ from the parts '
  'if staff accepted that in a review, and is 0 for a replacement, an exchange (replaces, exchange_of: of which '
  'order) or a gift. Errors: those '
  'of require_staff.';

-- supabase/schemas/money_movements.sql

-- Money in and out as the accounts see it: one row per movement, each on its own date.

create type public.movement_kind as enum ('sale', 'refund', 'goodwill', 'refund_failed', 'dispute_lost');
comment on type public.movement_kind is
  'refund: of goods, tax and delivery, or made at Stripe''s dashboard. goodwill: the part of a refund beyond them. '
  'refund_failed: money of a refund that came back from the bank.';

create index payments_by_day on public.payments (created_at);
create index refunds_by_day on public.refunds (created_at);
create index refunds_failed_by_day on public.refunds (settled_at) where state in ('failed', 'cancelled');
create index disputes_lost_by_day on public.disputes (closed_at) where status = 'lost';

create view public.money_movements with (security_invoker = true) as
with facts as (
  select p.id as payment_id, 'sale'::public.movement_kind as kind, 'sale ' || p.id as key, p.created_at as at,
         p.charged_pence as amount_pence, 0::bigint as own_tax_pence, null::uuid as refund_id
  from public.payments p where p.charged_pence > 0

  union all
  select r.payment_id, part.kind, part.kind || ' ' || r.id, r.created_at, -part.pence, part.tax, r.id
  from public.refunds r
  left join public.order_refunds f on f.id = r.order_refund_id
  cross join lateral (values
    ('refund'::public.movement_kind, r.amount_pence - least(coalesce(f.goodwill_pence, 0), r.amount_pence),
     coalesce(f.tax_pence, 0)),
    ('goodwill', least(coalesce(f.goodwill_pence, 0), r.amount_pence), 0)) as part (kind, pence, tax)
  where (r.stripe_refund_id is not null or r.source = 'outside') and part.pence > 0

  union all
  select r.payment_id, 'refund_failed', 'refund_failed ' || r.id, r.settled_at, r.amount_pence,
         -coalesce(f.tax_pence, 0), r.id
  from public.refunds r
  left join public.order_refunds f on f.id = r.order_refund_id
  where r.stripe_refund_id is not null and r.state in ('failed', 'cancelled')

  union all
  select d.payment_id, 'dispute_lost', 'dispute_lost ' || d.stripe_dispute_id, d.closed_at, -d.amount_pence, 0, null
  from public.disputes d where d.status = 'lost' and d.amount_pence > 0
), balances as (
  select f.*,
         sum(f.own_tax_pence) over later as own_taxes_pence,
         sum(case when f.kind <> 'dispute_lost' then f.amount_pence else 0 end) over later as balance_pence
  from facts f
  window later as (partition by f.payment_id order by f.at, f.kind, f.key)
), taxed as (
  select b.*, c.country, c.tax_basis_points + c.included_basis_points as rate_basis_points, p.currency, p.checkout_id,
         (case
           when c.tax_display = 'included' then
             public.tax_inside(greatest(b.balance_pence, 0)::bigint, c.included_basis_points)
           when b.balance_pence <= 0 then 0
           else greatest(c.tax_pence - b.own_taxes_pence, 0) end)::bigint as tax_left_pence
  from balances b
  join public.payments p on p.id = b.payment_id
  join public.checkouts c on c.id = p.checkout_id
)
select t.key, t.kind, t.at, t.payment_id, t.checkout_id, t.refund_id, t.country, t.rate_basis_points, t.currency,
       t.amount_pence,
       t.tax_left_pence
         - coalesce(lag(t.tax_left_pence) over (partition by t.payment_id order by t.at, t.kind, t.key), 0) as tax_pence
from taxed t;
comment on view public.money_movements is
  'Movements of money; amounts that went back are negative, free replacements have none. at: when Stripe took it; of '
  'a lost dispute, when it closed. tax_pence: the tax in amount_pence, the difference between what the payment '
  'contains before and after, so '
  'that the rows of a payment add up to the penny. Where tax was added, a refund carries the tax decided with it, a '
  'partial one at the dashboard none, since its purpose is unknown, and the one that empties the payment the rest. A '
  'lost dispute changes no tax: the goods were supplied. Read days through movements_between.';

create function public.day_starts(p_day date) returns timestamptz
language sql stable set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London' $$;
comment on function public.day_starts is 'Midnight in the United Kingdom at the start of a day.';

create function public.movements_between(p_from date, p_to date) returns setof public.money_movements
language plpgsql stable set search_path = ''
as $$
declare
  v_from timestamptz := public.day_starts(p_from);
  v_end timestamptz := public.day_starts(p_to + 1);
  -- Taxes need all movements of a payment, so the payments come first.
  v_payments bigint[] := array(
    select id from public.payments where created_at >= v_from and created_at < v_end
    union
    select payment_id from public.refunds where created_at >= v_from and created_at < v_end
    union
    select payment_id from public.refunds
    where state in ('failed', 'cancelled') and settled_at >= v_from and settled_at < v_end
    union
    select payment_id from public.disputes where status = 'lost' and closed_at >= v_from and closed_at < v_end);
begin
  return query
  select m.* from public.money_movements m
  where m.payment_id = any (v_payments) and m.at >= v_from and m.at < v_end;
end
$$;
comment on function public.movements_between is 'Movements of money on UK days, p_to inclusive.';

-- supabase/schemas/credit_notes.sql

-- Credit notes: a document for each refund, numbered without gaps. One whose refund came back is cancelled by another.

create table public.credit_notes (
  number bigint primary key,
  refund_id uuid not null references public.refunds (id) on delete restrict,
  cancels bigint references public.credit_notes (number) on delete restrict,
  issued_at timestamptz not null default now(),
  amount_pence bigint not null,
  tax_pence bigint not null,
  rate_basis_points integer not null,
  constraint credit_notes_one_per_refund unique nulls not distinct (refund_id, cancels),
  constraint credit_notes_cancelled_once unique (cancels),
  constraint credit_notes_number_positive check (number > 0),
  constraint credit_notes_amount_positive check (amount_pence > 0)
);
comment on table public.credit_notes is 'Documents of refunds that Stripe took or that staff paid outside it.';
comment on column public.credit_notes.number is 'Running number, without gaps.';
comment on column public.credit_notes.cancels is
  'The credit note that this one cancels, because its refund failed; null for a credit note proper.';
comment on column public.credit_notes.tax_pence is 'Tax in amount_pence, as in money_movements when it was issued.';
alter table public.credit_notes enable row level security;

create function public.keep_for_good() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'kept_for_good';
end
$$;
comment on function public.keep_for_good is 'Refuses to change rows that were filed or issued.';
create trigger keep_credit_notes before update or delete on public.credit_notes
  for each row execute function public.keep_for_good();

create function public.next_credit_note() returns bigint
language sql set search_path = ''
as $$
  select coalesce(max(number), 0) + 1 from public.credit_notes
$$;
comment on function public.next_credit_note is 'The next number. The caller holds the lock of issue_credit_notes.';

create function public.issue_credit_notes() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_note public.credit_notes;
begin
  if new.stripe_refund_id is null and new.source <> 'outside' then
    return null;
  end if;
  select * into v_note from public.credit_notes where refund_id = new.id and cancels is null;
  if v_note.number is not null and new.state not in ('failed', 'cancelled') then
    return null;
  end if;
  -- Until the end of the transaction, so that a number is given again after a rollback.
  perform pg_advisory_xact_lock(hashtextextended('credit_notes', 0));
  if v_note.number is null then
    insert into public.credit_notes (number, refund_id, amount_pence, tax_pence, rate_basis_points)
    select public.next_credit_note(), new.id, new.amount_pence,
           coalesce((
             select -sum(m.tax_pence) from public.money_movements m
             where m.payment_id = new.payment_id and m.refund_id = new.id and m.kind in ('refund', 'goodwill')), 0),
           c.tax_basis_points + c.included_basis_points
    from public.payments p join public.checkouts c on c.id = p.checkout_id
    where p.id = new.payment_id
    returning * into v_note;
  end if;
  if new.state in ('failed', 'cancelled') then
    insert into public.credit_notes (number, refund_id, cancels, amount_pence, tax_pence, rate_basis_points)
    select public.next_credit_note(), v_note.refund_id, v_note.number, v_note.amount_pence, v_note.tax_pence,
           v_note.rate_basis_points
    where not exists (select from public.credit_notes where cancels = v_note.number);
  end if;
  return null;
end
$$;
comment on function public.issue_credit_notes is
  'Issues the credit note of a refund once Stripe has it, and cancels it when the refund fails.';
create trigger issue_credit_notes after insert or update on public.refunds
  for each row execute function public.issue_credit_notes();

create function public.credit_notes_of(p_payment bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', n.number,
    'cancels', n.cancels,
    'issued_at', n.issued_at,
    'amount_pence', n.amount_pence,
    'tax_pence', n.tax_pence,
    'rate_basis_points', n.rate_basis_points,
    'goods_pence', coalesce(f.goods_pence, 0),
    'shipping_pence', coalesce(f.shipping_pence, 0),
    'goodwill_pence', coalesce(f.goodwill_pence, 0),
    'items', coalesce((
      select jsonb_agg(jsonb_build_object('name', o.product_name, 'color', o.color_name, 'quantity', i.quantity)
        order by o.product_name, o.color_name)
      from public.order_refund_items i
      join public.order_items o on o.order_id = i.order_id and o.variant_id = i.variant_id
      where i.order_refund_id = f.id), '[]')) order by n.number), '[]')
  from public.refunds r
  join public.credit_notes n on n.refund_id = r.id
  left join public.order_refunds f on f.id = r.order_refund_id
  where r.payment_id = p_payment
$$;
comment on function public.credit_notes_of is
  'Credit notes and cancellations of a payment, by number. The parts are 0 for a refund without an order, or made at '
  'the dashboard. The caller has been authorised.';

-- supabase/schemas/filed_quarters.sql

-- Filed quarters: their movements of money never change again. Later news of their days counts in the open quarter.

create table public.filed_quarters (
  quarter date primary key,
  id uuid not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  filed_at timestamptz not null default now(),
  constraint filed_quarters_id_key unique (id),
  constraint filed_quarters_first_day check (quarter = date_trunc('quarter', quarter::timestamp)::date)
);
comment on table public.filed_quarters is 'Quarters (UK days) whose VAT was declared, in order and without gaps.';
comment on column public.filed_quarters.quarter is 'Its first day.';
comment on column public.filed_quarters.id is 'Idempotency key, made in the browser.';
create index filed_quarters_by_staff on public.filed_quarters (staff_id);
create index filed_quarters_newest on public.filed_quarters (filed_at desc);
alter table public.filed_quarters enable row level security;

create table public.filed_movements (
  quarter date not null references public.filed_quarters (quarter) on delete restrict,
  key text not null,
  kind public.movement_kind not null,
  at timestamptz not null,
  counts_on date not null,
  is_late boolean not null,
  payment_id bigint not null references public.payments (id) on delete restrict,
  country text not null,
  rate_basis_points integer not null,
  currency text not null,
  amount_pence bigint not null,
  tax_pence bigint not null,
  primary key (quarter, key)
);
comment on table public.filed_movements is 'Movements of money (money_movements) as they were filed.';
comment on column public.filed_movements.counts_on is 'Its UK day or, of a late one, the first day of the quarter.';
comment on column public.filed_movements.is_late is
  'Whether it happened in an earlier quarter and was recorded after that was filed, or corrects what was filed then.';
create index filed_movements_by_key on public.filed_movements (key);
create index filed_movements_by_day on public.filed_movements (counts_on);
create index filed_movements_by_payment on public.filed_movements (payment_id);
alter table public.filed_movements enable row level security;

create table public.filed_sums (
  quarter date not null references public.filed_quarters (quarter) on delete restrict,
  currency text not null,
  country text not null,
  rate_basis_points integer not null,
  movements integer not null,
  amount_pence bigint not null,
  tax_pence bigint not null,
  primary key (quarter, currency, country, rate_basis_points)
);
comment on table public.filed_sums is 'VAT summaries as they were filed.';
alter table public.filed_sums enable row level security;

create type public.movement_file as enum ('movements', 'vat', 'xero', 'quickbooks');
comment on type public.movement_file is 'Files made of movements of money.';

create table public.filed_files (
  quarter date not null references public.filed_quarters (quarter) on delete restrict,
  kind public.movement_file not null,
  text text not null,
  primary key (quarter, kind)
);
comment on table public.filed_files is
  'The files of filed quarters, to the byte: a later version of the shop may write such files differently.';
alter table public.filed_files enable row level security;

create trigger keep_filed_quarters before update or delete on public.filed_quarters
  for each row execute function public.keep_for_good();
create trigger keep_filed_movements before update or delete on public.filed_movements
  for each row execute function public.keep_for_good();
create trigger keep_filed_sums before update or delete on public.filed_sums
  for each row execute function public.keep_for_good();
create trigger keep_filed_files before update or delete on public.filed_files
  for each row execute function public.keep_for_good();

create index payments_last_moved on public.payments (moved_at);

create function public.note_money_moved() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.payments set moved_at = now() where id = new.payment_id and moved_at <> now();
  return null;
end
$$;
comment on function public.note_money_moved is 'Moves payments.moved_at.';
create trigger note_refund after insert or update on public.refunds
  for each row execute function public.note_money_moved();
create trigger note_dispute after insert or update on public.disputes
  for each row execute function public.note_money_moved();

create function public.quarter_end(p_quarter date) returns date
language sql immutable set search_path = ''
as $$ select (p_quarter + interval '3 months')::date - 1 $$;
comment on function public.quarter_end is 'Last day of the quarter that begins on a day.';

create function public.filed_until() returns date
language sql stable set search_path = ''
as $$
  select coalesce(public.quarter_end(max(quarter)), '-infinity') from public.filed_quarters
$$;
comment on function public.filed_until is 'Last day of the last filed quarter; -infinity if none.';

create function public.moved_since_filing() returns bigint[]
language sql stable set search_path = ''
as $$
  -- A day earlier, for transactions that had begun before and ended after it was filed.
  select array(
    select id from public.payments
    where moved_at >= (select max(filed_at) from public.filed_quarters) - interval '1 day')
$$;
comment on function public.moved_since_filing is
  'Payments that may have unfiled movements dated before the open quarter.';

create function public.late_movements(p_payments bigint[]) returns table (
  key text, kind public.movement_kind, at timestamptz, payment_id bigint, country text, rate_basis_points integer,
  currency text, amount_pence bigint, tax_pence bigint
)
language sql stable set search_path = ''
as $$
  with live as (
    select * from public.money_movements where payment_id = any (p_payments)
  ), filed as (
    select key, min(kind) as kind, min(at) as at, min(payment_id) as payment_id, min(country) as country,
           min(rate_basis_points) as rate_basis_points, min(currency) as currency,
           sum(amount_pence)::bigint as amount_pence, sum(tax_pence)::bigint as tax_pence
    from public.filed_movements where payment_id = any (p_payments) group by key
  ), late as (
    select key, coalesce(m.kind, f.kind) as kind, coalesce(m.at, f.at) as at,
           coalesce(m.payment_id, f.payment_id) as payment_id, coalesce(m.country, f.country) as country,
           coalesce(m.rate_basis_points, f.rate_basis_points) as rate_basis_points,
           coalesce(m.currency, f.currency) as currency,
           coalesce(m.amount_pence, 0) - coalesce(f.amount_pence, 0) as amount_pence,
           coalesce(m.tax_pence, 0) - coalesce(f.tax_pence, 0) as tax_pence
    from live m full join filed f using (key)
    where f.key is not null or public.uk_day(m.at) <= public.filed_until()
  )
  select * from late where amount_pence <> 0 or tax_pence <> 0
$$;
comment on function public.late_movements is
  'Movements of payments as they are now, less what was filed of them: those recorded after their quarter was filed, '
  'and corrections of the others, such as the tax of a refund before which another one turns up.';

create function public.accounted_movements(p_from date, p_to date) returns table (
  key text, kind public.movement_kind, at timestamptz, counts_on date, is_late boolean, payment_id bigint,
  country text, rate_basis_points integer, currency text, amount_pence bigint, tax_pence bigint
)
language plpgsql stable set search_path = ''
as $$
declare
  v_until date := public.filed_until();
begin
  return query
    select f.key, f.kind, f.at, f.counts_on, f.is_late, f.payment_id, f.country, f.rate_basis_points, f.currency,
           f.amount_pence, f.tax_pence
    from public.filed_movements f where f.counts_on between p_from and p_to
    union all
    select m.key, m.kind, m.at, public.uk_day(m.at), false, m.payment_id, m.country, m.rate_basis_points, m.currency,
           m.amount_pence, m.tax_pence
    from public.movements_between(greatest(p_from, v_until + 1), p_to) m
    where not exists (select from public.filed_movements f where f.key = m.key);
  if v_until + 1 between p_from and p_to and isfinite(v_until) then
    return query
      select l.key, l.kind, l.at, v_until + 1, true, l.payment_id, l.country, l.rate_basis_points, l.currency,
             l.amount_pence, l.tax_pence
      from public.late_movements(public.moved_since_filing()) l;
  end if;
end
$$;
comment on function public.accounted_movements is
  'Movements of money that count on UK days, p_to inclusive: as they were filed or, in open quarters, on their own '
  'days, with those of filed quarters that became known later on the first open day.';

create function public.listed_movements(p_from date, p_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'on', m.counts_on,
    'late_from', case when m.is_late then public.uk_day(m.at) end,
    'kind', m.kind,
    'order', o.id,
    'reference', public.payment_reference(p.checkout_id),
    'country', m.country,
    'currency', upper(m.currency),
    'rate_basis_points', m.rate_basis_points,
    'amount_pence', m.amount_pence,
    'tax_pence', m.tax_pence,
    'credit_note', n.number,
    'stripe', case
      when m.kind = 'sale' then p.stripe_payment_intent_id
      when m.kind = 'dispute_lost' then split_part(m.key, ' ', 2)
      else r.stripe_refund_id end) order by m.counts_on, m.at, m.key), '[]')
  from public.accounted_movements(p_from, p_to) m
  join public.payments p on p.id = m.payment_id
  left join public.refunds r
    on r.id = case when m.kind not in ('sale', 'dispute_lost') then split_part(m.key, ' ', 2)::uuid end
  left join public.credit_notes n on n.refund_id = r.id and (n.cancels is not null) = (m.kind = 'refund_failed')
  left join public.orders o on o.payment_id = m.payment_id
$$;
comment on function public.listed_movements is
  'Movements of money that count on UK days, p_to inclusive, oldest first. stripe: id of the payment, refund or '
  'dispute. The caller has been authorised.';

create function public.movements_for_accounts(
  p_from date, p_to date, p_kind public.movement_file default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  return jsonb_build_object(
    'filed', exists (
      select from public.filed_quarters q
      where q.quarter = p_from and public.quarter_end(q.quarter) = p_to),
    'kept', (
      select f.text from public.filed_files f
      where f.quarter = p_from and public.quarter_end(f.quarter) = p_to and f.kind = p_kind),
    'movements', public.listed_movements(p_from, p_to));
end
$$;
comment on function public.movements_for_accounts is
  'listed_movements and, if these days are a filed quarter, its file: {filed, kept, movements}; kept is null until the '
  'file has been written. Errors: those of require_staff.';

create function public.quarter_sums(p_quarter date) returns table (
  currency text, country text, rate_basis_points integer, movements bigint, late bigint, amount_pence bigint,
  tax_pence bigint
)
language sql stable set search_path = ''
as $$
  select m.currency, m.country, m.rate_basis_points, count(*), count(*) filter (where m.is_late),
         sum(m.amount_pence)::bigint, sum(m.tax_pence)::bigint
  from public.accounted_movements(p_quarter, public.quarter_end(p_quarter)) m
  group by m.currency, m.country, m.rate_basis_points
$$;
comment on function public.quarter_sums is 'VAT summary of a quarter, filed or not. The caller has been authorised.';

create function public.quarter_digest(p_quarter date) returns text
language sql stable set search_path = ''
as $$
  select md5(coalesce(string_agg(
    concat_ws(' ', m.key, m.currency, m.country, m.rate_basis_points, m.amount_pence, m.tax_pence), ',' order by m.key),
    ''))
  from public.accounted_movements(p_quarter, public.quarter_end(p_quarter)) m
$$;
comment on function public.quarter_digest is 
  'Hash of a quarter''s movements, to notice a change between sight and filing.';

create function public.quarter_to_file() returns date
language sql stable set search_path = ''
as $$
  select coalesce(
    public.quarter_end(max(quarter)) + 1,
    date_trunc('quarter', public.uk_day((
      select min(created_at) from public.payments where charged_pence > 0))::timestamp)::date)
  from public.filed_quarters
$$;
comment on function public.quarter_to_file is
  'First day of the earliest quarter that is not filed: the one of the first payment, then one after the other; null '
  'before the first payment.';

create function public.staff_quarters() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_next date := public.quarter_to_file();
begin
  perform public.require_staff('export_accounts');
  return jsonb_build_object(
    'open', case when v_next is not null then jsonb_build_object(
      'quarter', v_next,
      'to', public.quarter_end(v_next),
      'ended', public.uk_day(now()) > public.quarter_end(v_next),
      'digest', public.quarter_digest(v_next),
      'sums', (select coalesce(jsonb_agg(to_jsonb(s) order by s.currency, s.country, s.rate_basis_points), '[]')
               from public.quarter_sums(v_next) s)) end,
    'filed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quarter', q.quarter,
        'to', public.quarter_end(q.quarter),
        'by', p.name,
        'at', q.filed_at,
        'sums', (
          select coalesce(jsonb_agg(to_jsonb(s) - 'quarter' || jsonb_build_object('late', (
              select count(*) from public.filed_movements m
              where m.quarter = q.quarter and m.is_late and m.currency = s.currency and m.country = s.country
                and m.rate_basis_points = s.rate_basis_points))
            order by s.currency, s.country, s.rate_basis_points), '[]')
          from public.filed_sums s where s.quarter = q.quarter)) order by q.quarter desc), '[]')
      from public.filed_quarters q join public.staff p on p.id = q.staff_id));
end
$$;
comment on function public.staff_quarters is
  'VAT quarters: {open: the earliest that is not filed, null before the first payment; filed: newest first}, each with '
  'its summary. Errors: those of require_staff.';

create function public.staff_file_quarter(p_event uuid, p_quarter date, p_seen text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('file_accounts', true);
  v_end date := public.quarter_end(p_quarter);
begin
  perform pg_advisory_xact_lock(hashtextextended('file_quarter', 0));
  -- Unless pressed again after a lost response.
  if not exists (select from public.filed_quarters where id = p_event) then
    if exists (select from public.filed_quarters where quarter = p_quarter) then
      raise sqlstate 'PT409' using hint = 'quarter_filed';
    end if;
    if p_quarter is distinct from public.quarter_to_file() or v_end >= public.uk_day(now()) then
      raise sqlstate 'PT409' using hint = 'quarter_not_next';
    end if;
    -- One statement, so that the sums are those of the rows.
    with frozen as materialized (
      select * from public.accounted_movements(p_quarter, v_end)
    ), filed as (
      insert into public.filed_quarters (quarter, id, staff_id) values (p_quarter, p_event, v_staff)
    ), kept as (
      insert into public.filed_movements (
        quarter, key, kind, at, counts_on, is_late, payment_id, country, rate_basis_points, currency, amount_pence,
        tax_pence)
      select p_quarter, key, kind, at, counts_on, is_late, payment_id, country, rate_basis_points, currency,
             amount_pence, tax_pence
      from frozen
    )
    insert into public.filed_sums (quarter, currency, country, rate_basis_points, movements, amount_pence, tax_pence)
    select p_quarter, currency, country, rate_basis_points, count(*), sum(amount_pence), sum(tax_pence)
    from frozen group by currency, country, rate_basis_points;
    if public.quarter_digest(p_quarter) is distinct from p_seen then
      raise sqlstate 'PT409' using hint = 'quarter_changed';
    end if;
  end if;
  return public.listed_movements(p_quarter, v_end);
end
$$;
comment on function public.staff_file_quarter is
  'Freezes the earliest quarter that is not filed, and returns its listed_movements. p_event: idempotency key. p_seen: '
  'its digest as staff saw it. Errors: those of require_staff; PT409 quarter_filed, quarter_not_next, '
  'quarter_changed.';

create function public.keep_filed_files(p_quarter date, p_files jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  insert into public.filed_files (quarter, kind, text)
  select p_quarter, key::public.movement_file, value from jsonb_each_text(p_files)
  on conflict do nothing;
  return (select jsonb_object_agg(kind, text) from public.filed_files where quarter = p_quarter);
end
$$;
comment on function public.keep_filed_files is
  'Keeps the files of a filed quarter, {kind: text}, and returns those kept: the first ones. Errors: those of '
  'require_staff.';

-- supabase/schemas/figures.sql

-- Figures for managers. Definitions for people: src/features/studio/figures/FigureNotes.tsx.

create index parcels_by_day on public.parcels (sent_at);
create index returns_by_day on public.returns (asked_at);

create type public.figure_period as enum ('day', 'week', 'month');
comment on type public.figure_period is 'week: from Monday.';

create function public.figure_days(
  p_period public.figure_period, p_day date,
  out from_day date, out to_day date, out before_from date, out before_to date
)
language plpgsql stable set search_path = ''
as $$
declare
  v_step interval := ('1 ' || p_period)::interval;
begin
  from_day := date_trunc(p_period::text, p_day::timestamp)::date;
  to_day := least((from_day + v_step)::date - 1, greatest(public.uk_day(now()), from_day));
  before_from := (from_day - v_step)::date;
  before_to := case
    when to_day < (from_day + v_step)::date - 1 then least(before_from + (to_day - from_day), from_day - 1)
    else from_day - 1 end;
end
$$;
comment on function public.figure_days is
  'Days of the period that contains p_day, up to today, and of the one before: all of it or, while the period is '
  'running, as many of its first days.';

create view public.orders_sold with (security_invoker = true) as
select o.* from public.orders o
where not exists (select from public.payments p where p.id = o.payment_id and p.method = 'none');
comment on view public.orders_sold is 'All orders except those that charge nothing (place_free_order).';

create function public.figure_counts(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_from timestamptz := public.day_starts(p_from);
  v_end timestamptz := public.day_starts(p_to + 1);
begin
  return (
    select jsonb_build_object(
        'orders', count(*), 'pieces', coalesce(sum(total_items), 0), 'ordered_pence',
        coalesce(sum(order_amount_pence), 0))
    from public.orders_sold where created_at >= v_from and created_at < v_end)
  || (
    select jsonb_build_object('sent_pieces', coalesce(sum(i.quantity), 0))
    from public.parcels_out p join public.parcel_items i on i.parcel_id = p.id
    where p.sent_at >= v_from and p.sent_at < v_end)
  || (
    select jsonb_build_object('returned_pieces', coalesce(jsonb_object_agg(kind, pieces), '{}'))
    from (
      select r.kind, sum(i.quantity) as pieces
      from public.returns r join public.return_items i on i.return_id = r.id
      where r.asked_at >= v_from and r.asked_at < v_end and r.state not in ('refused', 'called_off')
      group by r.kind) kinds);
end
$$;
comment on function public.figure_counts is
  'Sums over UK days, p_to inclusive: {orders, pieces, ordered_pence} of orders placed, {sent_pieces, returned_pieces: '
  '{<kind>: pieces}}. The caller has been authorised.';

create function public.figure_money(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_hours boolean := p_from = p_to;
begin
  return (
    with moved as materialized (
      select * from public.movements_between(p_from, p_to) where currency = 'gbp')
    select jsonb_build_object(
      'totals', (
        select jsonb_build_object(
          'revenue_pence', coalesce(sum(amount_pence), 0),
          'tax_pence', coalesce(sum(tax_pence), 0),
          'refunds', count(distinct refund_id) filter (where kind in ('refund', 'goodwill')),
          'refunded_pence', coalesce(-sum(amount_pence) filter (
            where kind in ('refund', 'goodwill', 'refund_failed')), 0),
          'disputes_pence', coalesce(-sum(amount_pence) filter (where kind = 'dispute_lost'), 0))
        from moved),
      'course', (
        select jsonb_agg(coalesce(s.pence, 0) order by spot)
        from generate_series(0, case when v_hours then 23 else p_to - p_from end) spot
        left join (
          select case when v_hours then extract(hour from at at time zone 'Europe/London')::integer
                   else public.uk_day(at) - p_from end as spot,
                 sum(amount_pence) as pence
          from moved group by 1) s using (spot)),
      'countries', (
        select coalesce(jsonb_object_agg(country, pence), '{}')
        from (select country, sum(amount_pence) as pence from moved group by country) by_country)));
end
$$;
comment on function public.figure_money is
  'Money moved on UK days, p_to inclusive, in pounds only: {totals, course, countries}. course: revenue of each day, '
  'or of each hour of a single one. countries: revenue by country. In pence. The caller has been authorised.';

create function public.figure_sellers(p_from date, p_to date) returns table (
  product_id bigint, name text, slug text, pieces bigint, goods_pence bigint, in_stock bigint,
  on_sale_throughout boolean
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.id, p.name, p.slug, coalesce(s.pieces, 0), coalesce(s.pence, 0), coalesce(v.units, 0),
         p.archived_at is null and coalesce(p.visible_from, p.created_at) < public.day_starts(p_from)
  from public.products p
  left join (
    select i.product_id, sum(i.quantity) as pieces, 
           sum(i.quantity::bigint * i.product_price_pence - i.discount_pence)::bigint as pence
    from public.orders_sold o join public.order_items i on i.order_id = o.id
    where o.created_at >= public.day_starts(p_from) and o.created_at < public.day_starts(p_to + 1)
    group by i.product_id) s on s.product_id = p.id
  left join (
    select c.product_id, sum(c.quantity) as units from public.color_variants c
    where c.archived_at is null group by c.product_id) v on v.product_id = p.id;
end
$$;
comment on function public.figure_sellers is
  'Pieces of each product in the orders placed on these UK days, with their price without added tax, less '
  'discounts; in_stock: now. '
  'The caller has been authorised.';

create function public.staff_figures(p_period public.figure_period, p_day date default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v record;
  v_today date := public.uk_day(now());
  v_sold_since timestamptz := public.day_starts(v_today - 28);
  v_now jsonb;
  v_before jsonb;
begin
  perform public.require_staff('see_money');
  select * into v from public.figure_days(p_period, coalesce(p_day, v_today));
  v_now := public.figure_money(v.from_day, v.to_day);
  v_before := public.figure_money(v.before_from, v.before_to);
  return jsonb_build_object(
    'period', p_period, 'today', v_today, 'from', v.from_day, 'to', v.to_day,
    'before_from', v.before_from, 'before_to', v.before_to,
    'now', public.figure_counts(v.from_day, v.to_day) || (v_now -> 'totals'),
    'before', public.figure_counts(v.before_from, v.before_to) || (v_before -> 'totals'),
    'course', v_now -> 'course',
    'course_before', v_before -> 'course',
    'countries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'country', country, 'orders', coalesce(o.orders, 0), 'revenue_pence', coalesce(m.pence, 0))
        order by coalesce(m.pence, 0) desc, country), '[]')
      from (
        select country, count(*) as orders from public.orders_sold
        where created_at >= public.day_starts(v.from_day) and created_at < public.day_starts(v.to_day + 1)
        group by country) o
      full join (
        select key as country, value::bigint as pence from jsonb_each_text(v_now -> 'countries')) m using (country)))
  || (
    with sellers as materialized (select * from public.figure_sellers(v.from_day, v.to_day))
    select jsonb_build_object(
      'best', (
        select coalesce(jsonb_agg(to_jsonb(b) - 'on_sale_throughout'), '[]')
        from (
          select * from sellers where pieces > 0 order by pieces desc, goods_pence desc, product_id limit 5) b),
      'worst', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'on_sale_throughout'), '[]')
        from (
          select * from sellers where on_sale_throughout and in_stock > 0
          order by pieces, in_stock desc, product_id limit 5) w)))
  || (
    with colours as materialized (
      select p.id as product_id, p.slug, p.name, c.color_name, c.quantity as in_stock, coalesce(s.pieces, 0) as sold
      from public.color_variants c
      join public.products p on p.id = c.product_id and p.archived_at is null
      left join (
        select i.variant_id, sum(i.quantity) as pieces
        from public.orders o join public.order_items i on i.order_id = o.id
        where o.created_at >= v_sold_since group by i.variant_id) s on s.variant_id = c.id
      where c.archived_at is null)
    select jsonb_build_object(
      'in_stock', coalesce(sum(in_stock), 0),
      'sold_in_28_days', coalesce(sum(sold), 0),
      'cover', (
        select coalesce(jsonb_agg(to_jsonb(short)), '[]')
        from (
          select * from colours where sold > 0
          order by in_stock::numeric / sold, sold desc, slug, color_name limit 10) short))
    from colours);
end
$$;
comment on function public.staff_figures is
  'Figures of the day, week or month that contains p_day (null: today), against the one before (figure_days). Errors: '
  'those of require_staff.';

-- supabase/schemas/counts.sql

-- Counts of visits, without cookies: sums of a UK day, from which nobody can be told apart
-- (docs/decisions/0070-counts-without-cookies.md).

create type public.count_kind as enum (
  'seen', 'added', 'checkout', 'searched', 'searched_in_vain', 'referrer', 'campaign', 'referrer_added',
  'campaign_added');
comment on type public.count_kind is
  'seen: views of a product''s page. added: pieces put into carts. checkout: payment pages opened. searched, '
  'searched_in_vain: searches with and without a result. referrer, campaign: arrivals from another site, or by a link '
  'with utm parameters. …_added: pieces that such visits put into carts.';

create table public.counts (
  day date not null,
  kind public.count_kind not null,
  key text not null,
  sum bigint not null,
  constraint counts_pkey primary key (day, kind, key),
  constraint counts_sum_positive check (sum > 0),
  constraint counts_key_short check (length(key) <= 81),
  constraint counts_key_names_nobody check (kind in ('seen', 'added') or key !~ '@|[0-9]{5}')
) with (fillfactor = 50);
comment on table public.counts is
  'Sums of a UK day: no time, no address, no browser, nothing that tells two visitors apart. The free half of each '
  'page lets an update stay on it.';
comment on column public.counts.key is
  'seen, added: the product''s id. searched…: the words, lower case. referrer…: the host, or direct. campaign…: source '
  'and, after a slash, campaign. Empty: all others, and texts that might name a person.';
alter table public.counts enable row level security;

create function public.add_counts(p_counts jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_day date := public.uk_day(now());
  v_texts constant public.count_kind[] := array[
    'searched', 'searched_in_vain', 'referrer', 'campaign', 'referrer_added', 'campaign_added'];
begin
  -- Locks on a day's rows then last for microseconds; a crash of the server loses the last half second of counts.
  perform set_config('synchronous_commit', 'off', true);

  -- One at a time adds keys to a day, so that their limit holds. Always before the locks on rows.
  if exists (
    select from jsonb_to_recordset(p_counts) as asked (kind public.count_kind, key text)
    where asked.kind = any (v_texts)
      and not exists (
        select from public.counts c where c.day = v_day and c.kind = asked.kind and c.key = asked.key))
  then
    perform pg_advisory_xact_lock(hashtextextended('counts', 0));
  end if;

  -- Lock order: kind, then key.
  with asked as (
    select a.kind, a.key, count(*) as times,
           exists (select from public.counts c where c.day = v_day and c.kind = a.kind and c.key = a.key) as known
    from jsonb_to_recordset(p_counts) as a (kind public.count_kind, key text)
    where a.kind not in ('seen', 'added')
       or exists (
         select from public.products p where p.id = case when a.kind in ('seen', 'added') then a.key::bigint end)
    group by a.kind, a.key
  ), placed as (
    select kind, times,
      case when known or not (kind = any (v_texts)) then key
        when (select count(*) from public.counts c where c.day = v_day and c.kind = asked.kind)
          + row_number() over (partition by kind, known order by key) <= 500 then key
        else '' end as key
    from asked
  )
  insert into public.counts as c (day, kind, key, sum)
  select v_day, kind, key, sum(times) from placed group by kind, key order by kind, key
  on conflict (day, kind, key) do update set sum = c.sum + excluded.sum;
end
$$;
comment on function public.add_counts is
  'Adds [{kind, key}] to the sums of today. Unknown products are left out; texts beyond 500 a day and kind are added '
  'to the key ''''. Callers have removed whatever might name a person (src/domain/counts.ts).';

create function public.counts_of_today() returns table (kind public.count_kind, which text, sum bigint)
language sql stable set search_path = ''
as $$
  select c.kind,
         case when c.kind in ('seen', 'added') then p.name
              when c.kind = 'checkout' then ''
              else count(*) || case when count(*) = 1 then ' text' else ' different texts' end
         end as which,
         sum(c.sum)::bigint as sum
  from public.counts c
  left join public.listed_products p on c.kind in ('seen', 'added') and p.id::text = c.key
  where c.day = public.uk_day(now()) and (c.kind not in ('seen', 'added') or p.id is not null)
  group by c.kind, p.id, p.name
  order by c.kind, sum(c.sum) desc, p.id
  limit 200
$$;
comment on function public.counts_of_today is
  'Today''s sums for /what-we-count, which shows this text as well. What visitors or other sites wrote is counted but '
  'not shown: somebody would advertise there.';

create function public.what_we_count() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'day', public.uk_day(now()),
    'rows', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.counts_of_today() c),
    'reading', (select btrim(prosrc, E'\n') from pg_proc where oid = 'public.counts_of_today'::regproc),
    'writing', (select btrim(prosrc, E'\n') from pg_proc where oid = 'public.add_counts'::regproc))
$$;
comment on function public.what_we_count is
  '{day, rows: [{kind, which, sum}], reading, writing}: today''s sums, the query that they are from and the statements '
  'that count, as the database runs them.';

create function public.figure_visits(p_from date, p_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'seen', coalesce(sum(sum) filter (where kind = 'seen'), 0),
    'added', coalesce(sum(sum) filter (where kind = 'added'), 0),
    'checkout', coalesce(sum(sum) filter (where kind = 'checkout'), 0),
    'searches', coalesce(sum(sum) filter (where kind in ('searched', 'searched_in_vain')), 0),
    'bought', (
      select count(*) from public.orders_sold
      where created_at >= public.day_starts(p_from) and created_at < public.day_starts(p_to + 1)))
  from public.counts where day between p_from and p_to
$$;
comment on function public.figure_visits is
  'The funnel over UK days, p_to inclusive; bought: orders, from the shop''s books. The caller has been authorised.';

create function public.figure_texts(
  p_from date, p_to date, p_kind public.count_kind, p_added public.count_kind default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', key, 'sum', s, 'added', a)), '[]')
  from (
    select key, coalesce(sum(sum) filter (where kind = p_kind), 0) as s,
           coalesce(sum(sum) filter (where kind = p_added), 0) as a
    from public.counts where day between p_from and p_to and kind in (p_kind, p_added)
    group by key order by 2 desc, 3 desc, key limit 20) most
$$;
comment on function public.figure_texts is
  'The 20 keys of a kind counted most on these UK days, p_to inclusive, with the sum of p_added. The caller has been '
  'authorised.';

create function public.staff_visits(p_period public.figure_period, p_day date default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v record;
  v_today date := public.uk_day(now());
begin
  perform public.require_staff('see_visits');
  select * into v from public.figure_days(p_period, coalesce(p_day, v_today));
  return jsonb_build_object(
    'period', p_period, 'today', v_today, 'from', v.from_day, 'to', v.to_day,
    'before_from', v.before_from, 'before_to', v.before_to,
    'now', public.figure_visits(v.from_day, v.to_day),
    'before', public.figure_visits(v.before_from, v.before_to),
    -- A single day is shown with the six before it.
    'days', (
      select jsonb_agg(jsonb_build_object('day', spot::date) || public.figure_visits(spot::date, spot::date)
                       order by spot)
      from generate_series(
        case when p_period = 'day' then v.to_day - 6 else v.from_day end, v.to_day, interval '1 day') spot),
    'referrers', public.figure_texts(v.from_day, v.to_day, 'referrer', 'referrer_added'),
    'campaigns', public.figure_texts(v.from_day, v.to_day, 'campaign', 'campaign_added'),
    'searched', public.figure_texts(v.from_day, v.to_day, 'searched'),
    'searched_in_vain', public.figure_texts(v.from_day, v.to_day, 'searched_in_vain'),
    'not_bought', (
      select coalesce(jsonb_agg(to_jsonb(looked)), '[]')
      from (
        select p.product_id, p.name, p.slug, s.seen, s.added, p.in_stock
        from (
          select key::bigint as product_id,
                 coalesce(sum(sum) filter (where kind = 'seen'), 0) as seen,
                 coalesce(sum(sum) filter (where kind = 'added'), 0) as added
          from public.counts where day between v.from_day and v.to_day and kind in ('seen', 'added')
          group by key) s
        join public.figure_sellers(v.from_day, v.to_day) p using (product_id)
        where p.pieces = 0 and s.seen > 0
        order by s.seen desc, s.added desc, p.product_id limit 10) looked));
end
$$;
comment on function public.staff_visits is
  'Counts of the day, week or month that contains p_day (null: today), against the one before (figure_days). Errors: '
  'those of require_staff.';

-- supabase/schemas/staff_mailings.sql

-- Subscribers and mailings in the studio.

create function public.staff_subscribers(
  p_search text default '', p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'pending', (select count(*) from public.subscriptions where confirmed_at is null),
    'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object('week', week, 'joined', joined, 'gone', gone) order by week), '[]')
      from (
        select date_trunc('week', day)::date as week, sum(joined) as joined, sum(gone) as gone
        from public.subscriber_days where day > public.uk_day(now()) - 84 group by 1) weeks),
    'subscribers', (
      select coalesce(jsonb_agg(to_jsonb(subscriber) order by subscriber.email), '[]')
      from (
        select id, email, confirmed_at, asked_from, confirmed_text
        from public.subscriptions
        where confirmed_at is not null and strpos(lower(email), lower(btrim(p_search))) > 0
          and (p_after is null or email > p_after)
        order by email limit p_limit) subscriber));
end
$$;
comment on function public.staff_subscribers is
  'Counts of subscribers and of unconfirmed ones, gains and losses in each of twelve weeks, and p_limit subscribers '
  'by address, after p_after, with p_search in the address. Errors: those of require_staff.';

create function public.staff_remove_subscriber(p_subscription uuid) returns void
language sql set search_path = ''
as $$
  select public.require_staff('send_mailings');
  select public.unsubscribe(p_subscription)
$$;
comment on function public.staff_remove_subscriber is
  'Removes a subscriber who asked for it in another way. Repeating it is not an error. Errors: those of require_staff.';

create function public.mailing_facts(p_mailing public.mailings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_mailing.id, 'version', p_mailing.version, 'state', p_mailing.state, 'content', p_mailing.content,
    'send_at', p_mailing.send_at, 'when_open', p_mailing.when_open,
    'opens_at', public.mailing_opens_at(p_mailing.content), 'started_at', p_mailing.started_at,
    'ended_at', p_mailing.ended_at,
    'changed_at', p_mailing.changed_at,
    'changed_by', (select name from public.staff where id = p_mailing.changed_by),
    'released_by', (select name from public.staff where id = p_mailing.released_by),
    'people', case when p_mailing.started_at is null then public.mailing_audience(p_mailing.content) end,
    'products', case when p_mailing.state = 'draft' then public.mailing_products(p_mailing.content, true) else '[]' end,
    'owed', count(*) filter (where r.state = 'owed'),
    'sent', count(*) filter (where r.state = 'sent'),
    'failed', count(*) filter (where r.state = 'failed'),
    'unsubscribed', count(*) filter (where r.left_why in ('unsubscribed', 'complained')))
  from public.mailing_recipients r where r.mailing_id = p_mailing.id
$$;
comment on function public.mailing_facts is
  'A mailing with its figures: owed, sent, failed, unsubscribed and complained since it began; for a draft also its '
  'products, and until it starts its number of recipients.';

create function public.staff_mailings(p_mailing uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'mailings', (
      select coalesce(jsonb_agg(public.mailing_facts(m) order by m.changed_at desc), '[]')
      from (
        select * from public.mailings where p_mailing is null or id = p_mailing
        order by changed_at desc limit 100) m));
end
$$;
comment on function public.staff_mailings is
  'The latest hundred mailings with their figures, or one; and the number of subscribers. Errors: those of '
  'require_staff.';

create function public.mailing_to_preview(p_mailing uuid, p_user uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('content', content, 'products', public.mailing_products(content, true))
  from public.mailings
  where id = p_mailing and exists (
    select from public.staff where user_id = p_user and until is null and public.staff_may(id, 'send_mailings'))
$$;
comment on function public.mailing_to_preview is
  'Content of a mailing with its products, including unopened ones, for those who may send it. Null when it does not '
  'exist, or p_user may not send it or is no longer staff. The caller has checked a signed address or a login.';

create function public.staff_save_mailing(p_mailing uuid, p_version integer, p_content jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
  v_mailing public.mailings;
begin
  if p_version = 0 then
    insert into public.mailings (id, content, changed_by) values (p_mailing, p_content, v_staff)
    on conflict (id) do nothing;
    if found then
      return 1;
    end if;
  end if;
  select * into v_mailing from public.mailings where id = p_mailing for update;
  -- A tab that still saves a discarded draft must not restore it.
  if not found then
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost response.
  if v_mailing.content = p_content then
    return v_mailing.version;
  end if;
  if v_mailing.state <> 'draft' then
    raise sqlstate 'PT409' using hint = 'mailing_released';
  end if;
  if v_mailing.version <> p_version then
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
  update public.mailings
  set content = p_content, version = version + 1, changed_at = now(), changed_by = v_staff
  where id = p_mailing returning version into v_mailing.version;
  return v_mailing.version;
end
$$;
comment on function public.staff_save_mailing is
  'Makes or replaces a draft; p_version is the replaced version, 0 for a new one. Returns the new version. Errors: '
  'PT404 mailing_missing; PT409 mailing_released, mailing_changed; those of require_staff.';

create function public.staff_release_mailing(
  p_mailing uuid, p_version integer, p_people integer, p_at timestamptz default null,
  p_when_open boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
  v_mailing public.mailings;
  v_people bigint;
begin
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost response.
  if v_mailing.state in ('scheduled', 'sending', 'sent') and v_mailing.version = p_version then
    return;
  end if;
  if v_mailing.state <> 'draft' or v_mailing.version <> p_version then
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
  if p_at < now() - interval '1 minute' or p_at > now() + interval '1 year' then
    raise sqlstate 'PT400' using hint = 'time_past';
  end if;
  if p_when_open and not public.mailing_waits(v_mailing.content) then
    raise sqlstate 'PT409' using hint = 'nothing_opens';
  end if;
  v_people := public.mailing_audience(v_mailing.content);
  if abs(v_people - p_people) > greatest(20, p_people / 10) then
    raise sqlstate 'PT409' using hint = 'audience_changed', detail = jsonb_build_object('people', v_people)::text;
  end if;
  update public.mailings
  set state = 'scheduled', send_at = case when not p_when_open then coalesce(p_at, now()) end, when_open = p_when_open,
      people = p_people, released_by = v_staff
  where id = p_mailing;
end
$$;
comment on function public.staff_release_mailing is
  'Releases a draft: at once, at p_at, or with p_when_open once all of its products are on sale. p_people is the '
  'number of recipients shown to the sender. Errors: PT404 mailing_missing; PT409 mailing_changed, nothing_opens, '
  'audience_changed (by more than a tenth and 20); PT400 time_past; those of require_staff.';

create function public.staff_halt_mailing(p_mailing uuid, p_do text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing public.mailings;
begin
  perform public.require_staff('send_mailings');
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    if p_do = 'discard' then
      return;
    end if;
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  if p_do = 'discard' and v_mailing.started_at is null then
    delete from public.mailings where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.started_at is null then
    update public.mailings set state = 'draft', send_at = null, when_open = false where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.state in ('sending', 'stopped') then
    update public.mailings set state = 'stopped' where id = p_mailing;
  elsif p_do = 'resume' and v_mailing.state in ('sending', 'stopped') and v_mailing.started_at is not null then
    update public.mailings set state = 'sending' where id = p_mailing;
    perform public.end_mailing_if_done(p_mailing);
  else
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
end
$$;
comment on function public.staff_halt_mailing is
  'p_do: stop (a scheduled one becomes a draft again, one being sent pauses), resume, or discard one that has not '
  'started. Errors: PT404 mailing_missing; PT409 mailing_changed; those of require_staff.';

create function public.staff_own_address() returns text
language sql stable set search_path = ''
as $$
  select public.require_staff('send_mailings');
  select public.account_email(public.caller_user())
$$;
comment on function public.staff_own_address is
  'The caller''s address, for a test of a mailing. Errors: those of require_staff.';

-- supabase/schemas/staff_discounts.sql

-- Discounts in the studio: made, paused, and what each has brought in.

create table public.discount_changes (
  id uuid primary key,
  discount_id bigint not null references public.discounts (id) on delete restrict,
  staff_id bigint not null references public.staff (id) on delete restrict,
  at timestamptz not null default now(),
  what text not null,
  constraint discount_changes_what_known check (what in ('made', 'paused', 'resumed', 'codes'))
);
comment on table public.discount_changes is
  'Permanent history of discounts: who made, paused or resumed them, or made codes.';
comment on column public.discount_changes.id is 'Idempotency key, made in the browser.';
create index discount_changes_by_discount on public.discount_changes (discount_id, at);
create index discount_changes_by_staff on public.discount_changes (staff_id);
alter table public.discount_changes enable row level security;

create function public.note_discount_change(
  p_change uuid, p_discount bigint, p_staff bigint, p_what text
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known public.discount_changes;
begin
  insert into public.discount_changes (id, discount_id, staff_id, what) values (p_change, p_discount, p_staff, p_what)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select * into v_known from public.discount_changes where id = p_change;
  if (v_known.discount_id, v_known.staff_id, v_known.what) is distinct from (p_discount, p_staff, p_what) then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.note_discount_change is
  'Records a change; false when the same change has been made before. Error: PT409 action_used.';

create function public.make_codes(p_discount bigint, p_batch uuid, p_count integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_made integer := 0;
begin
  while v_made < p_count loop
    -- One code in 32^12 exists already.
    insert into public.discount_codes (code, discount_id, batch, ends_at)
    select public.random_discount_code(), p_discount, p_batch, coalesce(
      -- The end of that day in London.
      (public.uk_day(now()) + d.code_days + 1)::timestamp at time zone 'Europe/London', 'infinity')
    from public.discounts d cross join generate_series(1, p_count - v_made) where d.id = p_discount
    on conflict (code) do nothing;
    select count(*) into v_made from public.discount_codes where discount_id = p_discount and batch = p_batch;
  end loop;
end
$$;
comment on function public.make_codes is 'Makes p_count single-use codes. The caller has authorised it.';

create function public.staff_discounts() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('give_discounts'), 'see_money');
begin
  return jsonb_build_object(
    'goods', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'slug', slug, 'name', name) order by kind, name), '[]')
      from (
        select 'category' as kind, slug, name from public.categories where archived_at is null
        union all
        select 'product', slug, name from public.products where archived_at is null) g),
    'discounts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'name', d.name, 'kind', d.kind, 'percent', d.percent, 'amount_pence', d.amount_pence,
      'minimum_pence', d.minimum_pence, 'max_uses', d.max_uses, 'single_use', d.single_use, 'code_days', d.code_days,
      'once_per_person', d.once_per_person, 'with_sales', d.with_sales,
      'starts_at', d.starts_at, 'ends_at', nullif(d.ends_at, 'infinity'), 'paused_at', d.paused_at,
      'code', case when not d.single_use then (
        select c.code from public.discount_codes c where c.discount_id = d.id order by c.code limit 1) end,
      'codes', (select count(*) from public.discount_codes c where c.discount_id = d.id),
      'batches', (
        select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'at', h.at, 'by', s.name) order by h.at), '[]')
        from public.discount_changes h join public.staff s on s.id = h.staff_id
        where h.discount_id = d.id and h.what = 'codes'),
      'covers', (
        select coalesce(jsonb_agg(name order by name), '[]')
        from (
          select p.name from public.discount_products x join public.products p on p.id = x.product_id
          where x.discount_id = d.id
          union all
          select k.name from public.discount_categories x join public.categories k on k.id = x.category_id
          where x.discount_id = d.id) named),
      'made_by', (
        select s.name from public.discount_changes h join public.staff s on s.id = h.staff_id
        where h.discount_id = d.id and h.what = 'made' limit 1),
      'held', used.held, 'orders', used.orders,
      'revenue_pence', case when v_money then used.revenue end,
      'given_pence', used.given)
      order by d.starts_at desc, d.id desc), '[]')
    from public.discounts d
    cross join lateral (
      select count(*) filter (where o.id is null) as held,
             count(o.id) as orders,
             coalesce(sum(o.order_amount_pence), 0) as revenue,
             coalesce(sum(o.discount_pence + coalesce(s.waived_pence, 0)), 0) as given
      from public.checkout_discounts u
      left join public.orders o on o.checkout_id = u.checkout_id
      left join public.checkout_shipping_options s
        on s.checkout_id = u.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
      where u.discount_id = d.id and u.given_back_at is null) used));
end
$$;
comment on function public.staff_discounts is
  'goods: categories, collections and products that a new one may name. discounts: all, newest first, with what '
  'each has brought in: orders, their revenue before refunds (null without '
  'see_money), what was given on goods and delivery, and uses held by unfinished checkouts. covers: names of products, '
  'categories and collections; empty for all. batches: its single-use codes by the press of a button that made them. '
  'Errors: those of require_staff.';

create function public.staff_make_discount(p_change uuid, p_terms jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
  v_code text := public.code_key(p_terms ->> 'code');
  v_discount bigint;
begin
  select discount_id into v_discount from public.discount_changes where id = p_change;
  if found then
    perform public.note_discount_change(p_change, v_discount, v_staff, 'made');
    return v_discount;
  end if;
  if coalesce((p_terms ->> 'ends_at')::timestamptz, 'infinity')
    <= greatest((p_terms ->> 'starts_at')::timestamptz, now())
  then
    raise sqlstate 'PT400' using hint = 'discount_ends_first';
  end if;
  insert into public.discounts (
    name, kind, percent, amount_pence, minimum_pence, max_uses, single_use, once_per_person, with_sales, starts_at,
    ends_at)
  select t.name, t.kind, t.percent, t.amount_pence, t.minimum_pence, t.max_uses, v_code is null, t.once_per_person,
         t.with_sales, coalesce(t.starts_at, now()), coalesce(t.ends_at, 'infinity')
  from jsonb_populate_record(null::public.discounts, p_terms) t
  returning id into v_discount;
  insert into public.discount_products (discount_id, product_id)
  select v_discount, p.id from public.products p where p_terms -> 'products' ? p.slug;
  insert into public.discount_categories (discount_id, category_id)
  select v_discount, c.id from public.categories c where p_terms -> 'categories' ? c.slug;
  if (select count(*) from public.discount_products where discount_id = v_discount)
    + (select count(*) from public.discount_categories where discount_id = v_discount)
    <> jsonb_array_length(p_terms -> 'products') + jsonb_array_length(p_terms -> 'categories')
  then
    raise sqlstate 'PT409' using hint = 'discount_goods_gone';
  end if;
  if v_code is not null then
    insert into public.discount_codes (code, discount_id) values (v_code, v_discount) on conflict do nothing;
    if not found then
      raise sqlstate 'PT409' using hint = 'discount_code_taken', detail = jsonb_build_object('code', v_code)::text;
    end if;
  end if;
  perform public.note_discount_change(p_change, v_discount, v_staff, 'made');
  perform public.review_former_prices();
  return v_discount;
end
$$;
comment on function public.staff_make_discount is
  'Makes a discount: p_terms has the columns of discounts, products and categories by slug, and the code; without a '
  'code it is for single-use codes (staff_make_codes). Returns its id; the same change again makes nothing. Errors: '
  'those of require_staff; PT400 discount_ends_first; PT409 discount_goods_gone, discount_code_taken (detail: '
  'code), action_used.';

create function public.staff_pause_discount(p_change uuid, p_discount bigint, p_paused boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
begin
  perform 1 from public.discounts where id = p_discount for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'discount_unknown';
  end if;
  if public.note_discount_change(
    p_change, p_discount, v_staff, case when p_paused then 'paused' else 'resumed' end)
  then
    update public.discounts set paused_at = case when p_paused then coalesce(paused_at, now()) end
    where id = p_discount;
    perform public.review_former_prices();
  end if;
end
$$;
comment on function public.staff_pause_discount is
  'Pauses a discount, or resumes it. Open payment pages keep theirs. Errors: those of require_staff; PT404 '
  'discount_unknown; PT409 action_used.';

create function public.staff_make_codes(p_change uuid, p_discount bigint, p_count integer) returns text[]
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
begin
  perform 1 from public.discounts where id = p_discount and single_use for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'discount_unknown';
  end if;
  -- Repeated after a lost response, or to download them again.
  if not exists (
    select from public.discount_changes where id = p_change and discount_id = p_discount and what = 'codes')
  then
    if p_count not between 1 and 10000 then
      raise sqlstate 'PT400' using hint = 'codes_too_many';
    end if;
    perform public.note_discount_change(p_change, p_discount, v_staff, 'codes');
    perform public.make_codes(p_discount, p_change, p_count);
  end if;
  return array(
    select code from public.discount_codes where discount_id = p_discount and batch = p_change order by code);
end
$$;
comment on function public.staff_make_codes is
  'Makes single-use codes, 10,000 at most at a time, and returns them; the same change again returns the same ones. '
  'Errors: those of require_staff; PT404 discount_unknown; PT400 codes_too_many.';

-- supabase/schemas/tax_changes.sql

-- Tax display and rates, and who pays duties abroad: changed by managers or in SQL, with a permanent history.

create function public.taxes_now() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'display', coalesce((select display from public.tax_settings), 'added'),
    'basis_points', coalesce((select tax_basis_points from public.tax_settings), 600),
    'zones', (select coalesce(jsonb_object_agg(zone, tax_basis_points), '{}') from public.zone_tax_rates),
    'euro_pence', (select euro_pence from public.duty_settings),
    'countries', (
      select coalesce(jsonb_object_agg(country, policy), '{}')
      from public.country_duties where policy <> 'you_pay'))
$$;
comment on function public.taxes_now is
  'tax_settings, zone_tax_rates, duty_settings and country_duties: {display, basis_points, zones: {zone: basis '
  'points}, euro_pence, countries: {country: policy}}, only zones with their own rate and countries where the shopper '
  'does not pay duties.';

create table public.tax_changes (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  staff_id bigint references public.staff (id) on delete restrict,
  at timestamptz not null default clock_timestamp(),
  was jsonb not null,
  now jsonb not null,
  constraint tax_changes_one_per_transaction unique (transaction_id)
);
comment on table public.tax_changes is 'Permanent history of tax changes: author, taxes before and after (taxes_now).';
comment on column public.tax_changes.id is 'Idempotency key, made in the browser for a change in the studio.';
comment on column public.tax_changes.staff_id is 'Null: changed in SQL.';
create index tax_changes_by_staff on public.tax_changes (staff_id);
create index tax_changes_newest on public.tax_changes (at desc);
alter table public.tax_changes enable row level security;

create function public.note_tax_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_when = 'BEFORE' then
    insert into public.tax_changes (was, now) values (public.taxes_now(), public.taxes_now())
    on conflict (transaction_id) do nothing;
  else
    update public.tax_changes set now = public.taxes_now() where transaction_id = pg_current_xact_id();
    delete from public.tax_changes where transaction_id = pg_current_xact_id() and was = now and staff_id is null;
  end if;
  return null;
end
$$;
comment on function public.note_tax_change is 'Records the net tax change of a transaction in tax_changes, once.';
create trigger note_taxes_before before insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_taxes_after after insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_before before insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_after after insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();
create trigger note_country_duties_before before insert or update or delete on public.country_duties
  for each statement execute function public.note_tax_change();
create trigger note_country_duties_after after insert or update or delete on public.country_duties
  for each statement execute function public.note_tax_change();
create trigger note_duty_settings_before before update on public.duty_settings
  for each statement execute function public.note_tax_change();
create trigger note_duty_settings_after after update on public.duty_settings
  for each statement execute function public.note_tax_change();

create function public.staff_taxes() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_taxes');
  return jsonb_build_object(
    'taxes', public.taxes_now(),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.at, 'by', c.by, 'was', c.was, 'now', c.now)
        order by c.at desc), '[]')
      from (
        select t.id, t.at, s.name as by, t.was, t.now
        from public.tax_changes t left join public.staff s on s.id = t.staff_id
        order by t.at desc limit 20) c));
end
$$;
comment on function public.staff_taxes is
  'The taxes (taxes_now) and their latest twenty changes; by is null for a change in SQL. Errors: those of '
  'require_staff.';

create function public.change_taxes(p_change uuid, p_seen jsonb, p_now jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_taxes');
begin
  perform pg_advisory_xact_lock(hashtextextended('change_taxes', 0));
  -- Saving the form decides for every country in it, changed or not.
  update public.duty_settings set decided_on = public.uk_day(now()) where decided_on is null;
  -- Pressed again after a lost response.
  if exists (select from public.tax_changes where id = p_change) or public.taxes_now() = p_now then
    return;
  end if;
  if public.taxes_now() <> p_seen then
    raise sqlstate 'PT409' using hint = 'taxes_changed';
  end if;
  insert into public.tax_changes (id, staff_id, was, now) values (p_change, v_staff, p_seen, p_now);
  insert into public.tax_settings (display, tax_basis_points)
  values ((p_now ->> 'display')::public.tax_display, (p_now ->> 'basis_points')::integer)
  on conflict (only_row) do update set display = excluded.display, tax_basis_points = excluded.tax_basis_points;
  -- Hosted projects refuse a delete without a where (safeupdate).
  delete from public.zone_tax_rates where zone is not null and not p_now -> 'zones' ? zone::text;
  insert into public.zone_tax_rates (zone, tax_basis_points)
  select key::public.shipping_zone, value::integer from jsonb_each_text(p_now -> 'zones')
  on conflict (zone) do update set tax_basis_points = excluded.tax_basis_points;
  update public.duty_settings set euro_pence = (p_now ->> 'euro_pence')::integer where only_row;
  update public.country_duties set policy = 'you_pay' where policy <> 'you_pay' and not p_now -> 'countries' ? country;
  insert into public.country_duties (country, policy)
  select key, value::public.duty_payment from jsonb_each_text(p_now -> 'countries')
  on conflict (country) do update set policy = excluded.policy where country_duties.policy <> excluded.policy;
end
$$;
comment on function public.change_taxes is
  'Sets taxes and duties to p_now if they still equal the baseline p_seen, both in taxes_now''s form. Requests a '
  'build; open checkouts keep theirs. Records that the shop has decided who pays duties. p_change: idempotency key. '
  'Errors: those of require_staff; PT409 taxes_changed.';

-- supabase/schemas/staff_catalogue.sql

-- The catalogue as edited in the studio, archived products included.

create type public.catalogue_state as enum ('live', 'opens', 'archived');
comment on type public.catalogue_state is
  'Whether shoppers see a product: live; opens: not yet, or it has no colour on sale; archived: no longer.';

create type public.catalogue_stock as enum ('in_stock', 'low', 'sold_out');
comment on type public.catalogue_stock is
  'Stock of a product''s colours on sale: low if one has at most two units, sold_out if all have none.';

create type public.catalogue_sort as enum (
  'newest', 'name', 'name_back', 'price', 'price_back', 'stock', 'stock_back', 'changed', 'changed_back'
);
comment on type public.catalogue_sort is
  'Order of the studio''s products; …_back: descending, except changed, whose latest come first.';

create view public.catalogue_rows with (security_invoker = true) as
select p.id, p.slug, p.name, p.price_pence, p.updated_at, p.category_id, c.slug as category, c.name as category_name,
       case when p.archived_at is not null then 'archived'
         when p.visible_from > now() or k.colours = 0 then 'opens' else 'live' end::public.catalogue_state as state,
       k.units,
       case when k.units = 0 then 'sold_out' when k.fewest <= 2 then 'low' else 'in_stock' end::public.catalogue_stock
         as stock
from public.products p
join public.categories c on c.id = p.category_id
cross join lateral (
  select count(*) as colours, coalesce(sum(v.quantity), 0) as units, min(v.quantity) as fewest
  from public.color_variants v where v.product_id = p.id and v.archived_at is null) k;
comment on view public.catalogue_rows is
  'Products as the studio lists, filters and sorts them: state, units of all colours on sale, and how low they are.';

create function public.changed_by(p_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select coalesce(s.name, 'Command')
  from public.releases r
  join public.release_events e on e.release_id = r.id and e.what in ('published', 'published_differently')
  left join public.staff s on s.id = e.staff_id
  where r.published_at = p_at
  limit 1
$$;
comment on function public.changed_by is
  'The person whose release made a change, by its time: a transaction''s changes and its release have the same. Null '
  'for changes outside releases.';

create function public.staff_catalogue(
  p_search text default '', p_after bigint default null, p_slugs text[] default null,
  p_category text default null, p_state public.catalogue_state default null,
  p_stock public.catalogue_stock default null, p_sort public.catalogue_sort default 'newest'
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit constant integer := 50;
  v_words constant text[] := string_to_array(lower(regexp_replace(btrim(p_search), '\s+', ' ', 'g')), ' ');
  v_ids bigint[];
begin
  perform public.require_staff('edit_catalogue');
  select coalesce(array_agg(found.id order by found.place), '{}') into v_ids
  from (
    select r.id, row_number() over (order by
        case when p_sort = 'name' then lower(r.name) end,
        case when p_sort = 'name_back' then lower(r.name) end desc,
        case p_sort when 'price' then r.price_pence when 'stock' then r.units end,
        case p_sort when 'price_back' then r.price_pence when 'stock_back' then r.units end desc,
        case when p_sort = 'changed' then r.updated_at end desc,
        case when p_sort = 'changed_back' then r.updated_at end,
        r.id desc) as place
    from public.catalogue_rows r
    where (p_slugs is null or r.slug = any (p_slugs))
      and (p_category is null or r.category = p_category)
      and (p_state is null or r.state = p_state)
      and (p_stock is null or r.stock = p_stock)
      and not exists (
        select from unnest(v_words) word
        where position(word in lower(r.name || ' ' || r.slug || ' ' || r.category_name)) = 0)
    order by place
    limit v_limit + 1 offset coalesce(p_after, 0)
  ) found;
  return jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by position, id), '[]')
      from public.categories c
      where kind = 'category' and (archived_at is null or exists (
        select from public.products p where p.category_id = c.id))),
    'next', case when cardinality(v_ids) > v_limit then coalesce(p_after, 0) + v_limit end,
    'products', (
      select coalesce(jsonb_agg(
        to_jsonb(p) || public.sale_fields(p.id) || public.regular_price_period(p.id) || jsonb_build_object(
          'category', r.category,
          'state', r.state,
          'stock', r.stock,
          'units', r.units,
          'changed_at', p.updated_at,
          'changed_by', public.changed_by(p.updated_at),
          'archived', p.archived_at is not null,
          'was_is_lawful', coalesce((select s.was_is_lawful from public.sale_prices s where s.product_id = p.id),
            false),
          'colours', (
            select coalesce(jsonb_agg(
              to_jsonb(v) || jsonb_build_object(
                'archived', v.archived_at is not null,
                'alts', public.picture_alts(v.id),
                'images', (
                  select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]')
                  from public.variant_images i where i.variant_id = v.id))
              order by v.position, v.id), '[]')
            from public.color_variants v where v.product_id = p.id))
        order by array_position(v_ids, p.id)), '[]')
      from public.products p join public.catalogue_rows r on r.id = p.id
      where p.id = any (v_ids[:v_limit])));
end
$$;
comment on function public.staff_catalogue is
  'Fifty products with their colours, archived and unopened ones included: all, those with all words of a search in '
  'name, slug or category, those of a category, state or stock, or those with these slugs; and their categories. '
  'p_after: next of the previous page, the number of rows before it. Errors: those of require_staff.';

create function public.staff_export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_staff('edit_catalogue');
  select public.export_catalogue(p_offset, p_limit)
$$;
comment on function public.staff_export_catalogue is 'export_catalogue for staff. Errors: those of require_staff.';

-- supabase/schemas/staff_categories.sql

-- Categories and collections as edited in the studio, and the order of the menu.

create function public.menu_order() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(jsonb_agg(slug order by position, id), '[]'::jsonb) from public.categories $$;
comment on function public.menu_order is
  'Slugs of all categories and collections in menu order, archived ones included.';

create function public.import_menu(p_menu jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shop constant jsonb := public.menu_order();
  v_seen constant jsonb := (
    select coalesce(jsonb_agg(slug order by place), '[]')
    from jsonb_array_elements(p_menu -> 'seen') with ordinality as e (slug, place) where v_shop @> slug);
  -- Those that the list lacks, such as ones added since, follow.
  v_now constant jsonb := (
    select coalesce(jsonb_agg(slug order by first), '[]')
    from (
      select slug, min(place) as first
      from jsonb_array_elements((p_menu -> 'now') || v_shop) with ordinality as e (slug, place)
      where v_shop @> slug
      group by slug) listed);
  v_known constant jsonb := (
    select coalesce(jsonb_agg(slug order by place), '[]')
    from jsonb_array_elements(v_shop) with ordinality as e (slug, place) where v_seen @> slug);
  v_conflict constant boolean := p_menu ? 'seen' and v_known <> v_seen and v_shop <> v_now
    and not coalesce((p_options ->> 'overwrite')::boolean, false);
begin
  if not v_conflict and v_shop <> v_now then
    update public.categories c set position = e.place
    from jsonb_array_elements_text(v_now) with ordinality as e (slug, place)
    where c.slug = e.slug and c.position <> e.place;
  end if;
  return jsonb_build_object(
    'changed', case when v_conflict or v_shop = v_now then '[]'
      else jsonb_build_array(jsonb_build_object('was', v_shop, 'now', v_now)) end,
    'conflicts', case when v_conflict
      then jsonb_build_array(jsonb_build_object('seen', v_seen, 'shop', v_shop, 'file', v_now)) else '[]' end);
end
$$;
comment on function public.import_menu is
  'Sets the order of categories and collections, {seen, now}, both lists of slugs; those not listed follow. A current '
  'order that is neither the baseline seen nor now is a conflict and stays unless p_options has overwrite; ones added '
  'or removed since do not count. Returns {changed: [{was, now}], conflicts: [{seen, shop, file}]}, at most one of '
  'each. Part of apply_changes, which serialises its callers.';

create function public.staff_categories() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_catalogue');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'slug', c.slug, 'kind', c.kind, 'name', c.name, 'intro', c.intro, 'picture', c.picture,
      'search_title', c.search_title, 'search_description', c.search_description, 'share_picture', c.share_picture,
      'in_menu', c.in_menu, 'rule', c.rule, 'archived', c.archived_at is not null,
      'shown', m.shown, 'waiting', m.waiting, 'image', m.image,
      'order', public.category_order(c.id)) order by c.position, c.id), '[]')
    from public.categories c
    cross join lateral (
      select count(*) filter (where l.id is not null) as shown, count(*) filter (where l.id is null) as waiting,
             (array_agg(l.color_variants -> 0 -> 'images' -> 0 ->> 'image'
               order by p.place nulls first, l.created_at desc, l.id desc) filter (where l.id is not null))[1] as image
      from (
        select id, null::integer as place from public.products
        where c.kind = 'category' and category_id = c.id and archived_at is null
        union all
        select o.product_id, o.place from public.product_order o join public.products p on p.id = o.product_id
        where c.kind = 'collection' and c.rule is null and o.category_id = c.id and p.archived_at is null
        union all
        select product_id, place from public.collection_products where c.rule is not null and collection_id = c.id
      ) p
      left join public.listed_products l on l.id = p.id) m);
end
$$;
comment on function public.staff_categories is
  'All categories and collections in menu order, archived ones included: [{id, slug, kind, name, intro, picture, '
  'search_title, search_description, share_picture, in_menu, rule, archived, shown, waiting, image, order}]. shown: '
  'number of products that shoppers see there; waiting: products that will open; image: the first product''s picture; '
  'order: category_order. Errors: those of require_staff.';

create function public.staff_rule_products(p_rule jsonb, p_slug text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_collection bigint;
  v_found jsonb;
begin
  perform public.require_staff('edit_catalogue');
  begin
    update public.categories set rule = p_rule where slug = p_slug and kind = 'collection'
    returning id into v_collection;
    if not found then
      insert into public.categories (slug, name, kind, rule)
      values ('rule-' || gen_random_uuid(), 'Rule', 'collection', p_rule) returning id into v_collection;
    end if;
    select jsonb_build_object('count', count(*), 'products', coalesce(jsonb_agg(jsonb_build_object(
      'slug', m.slug, 'name', m.name, 'image', m.image) order by m.at) filter (where m.at <= 12), '[]'))
    into v_found
    from (
      select p.slug, p.name, l.color_variants -> 0 -> 'images' -> 0 ->> 'image' as image,
             row_number() over (order by c.place nulls first, c.created_at desc, c.product_id desc) as at
      from public.collection_products c
      join public.products p on p.id = c.product_id
      join public.listed_products l on l.id = c.product_id
      where c.collection_id = v_collection) m;
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    -- The collection is rolled back; its products stay.
    return v_found;
  end;
end
$$;
comment on function public.staff_rule_products is
  'Products that a rule would give the collection p_slug, or a new one, now and in their order: {count, products: '
  '[{slug, name, image}], at most 12}. A dry run, rolled back. Errors: those of require_staff.';

-- supabase/schemas/rate_limits.sql

-- Rate limits. Functions are stateless and run on many machines, so attempts are counted here.

create unlogged table public.rate_limits (
  action text not null,
  caller_hash text not null,
  expires_at timestamptz not null,
  constraint rate_limits_pkey primary key (action, caller_hash),
  constraint rate_limits_caller_is_hashed check (caller_hash ~ '^[A-Za-z0-9_-]{43}$')
);
comment on table public.rate_limits is
  'Recent attempts by caller, and callers known from earlier logins. Unlogged: a crash resets the counts. An expired '
  'row is equivalent to no row.';
comment on column public.rate_limits.caller_hash is
  'HMAC-SHA-256 of an address, a name or a shopper, in base64url; the key is not in the database.';
comment on column public.rate_limits.expires_at is
  'When the caller''s full allowance is restored: every attempt adds its share of the time.';
create index rate_limits_expired on public.rate_limits (expires_at);
alter table public.rate_limits enable row level security;

create function public.take_attempt(p_limits jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_wait interval;
begin
  begin
    -- Lock order: that of p_limits, the same for every caller of an action, against deadlocks.
    with asked as (
      select l.action, l.caller,
             make_interval(secs => l.seconds) as span,
             make_interval(secs => l.seconds / l.attempts) as share
      from rows from (
        jsonb_to_recordset(p_limits)
          as (action text, caller text, attempts double precision, seconds double precision, unless text)
      ) with ordinality as l (action, caller, attempts, seconds, unless, place)
      where not exists (
        select from public.rate_limits k
        where k.action = 'known-login' and k.caller_hash = l.unless and k.expires_at > v_now)
      order by l.place
    ), counted as (
      insert into public.rate_limits as r (action, caller_hash, expires_at)
      select action, caller, v_now + share from asked
      on conflict (action, caller_hash) do update
        set expires_at = greatest(r.expires_at, v_now) + (excluded.expires_at - v_now)
      returning r.action, r.expires_at
    )
    select max(counted.expires_at - v_now - asked.span) into v_wait
    from counted join asked using (action);
    if v_wait > interval '0' then
      raise sqlstate 'RL001';
    end if;
  exception when sqlstate 'RL001' then
    -- A rejected attempt is not counted, so that retrying too early does not prolong the wait.
    return ceil(extract(epoch from v_wait));
  end;

  -- Each call adds at most a few rows and deletes more expired ones, so no scheduled cleanup is needed.
  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < v_now
    order by expires_at limit 20 for update skip locked);
  return 0;
end
$$;
comment on function public.take_attempt is
  'Counts an attempt against each limit of [{action, caller, attempts, seconds, unless?}], all or none; each action '
  'appears once. A caller may use all attempts at once and regains them evenly over the seconds. A limit is skipped '
  'when its unless is a caller known from an earlier login. Returns 0, or the whole seconds to wait.';

create function public.give_back_attempt(p_limits jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_limit record;
begin
  for v_limit in
    select l.action, l.caller, make_interval(secs => l.seconds / l.attempts) as share
    from rows from (
      jsonb_to_recordset(p_limits)
        as (action text, caller text, attempts double precision, seconds double precision, unless text)
    ) with ordinality as l (action, caller, attempts, seconds, unless, place)
    where not exists (
      select from public.rate_limits k
      where k.action = 'known-login' and k.caller_hash = l.unless and k.expires_at > v_now)
    order by l.place
  loop
    update public.rate_limits set expires_at = expires_at - v_limit.share
    where action = v_limit.action and caller_hash = v_limit.caller;
  end loop;
end
$$;
comment on function public.give_back_attempt is 'Reverts take_attempt for the same list.';

create function public.attempt_succeeded(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.give_back_attempt(p_limits);
  insert into public.rate_limits as r (action, caller_hash, expires_at)
  values ('known-login', p_known, clock_timestamp() + make_interval(secs => p_known_seconds))
  on conflict (action, caller_hash) do update set expires_at = excluded.expires_at;
end
$$;
comment on function public.attempt_succeeded is
  'Reverts take_attempt for the same list after a successful login, and remembers the caller as known for a time.';

create function public.login_restored(p_limits jsonb, p_known text, p_known_seconds double precision) returns void
language plpgsql set search_path = ''
as $$
declare
  v_limit record;
begin
  -- In take_attempt's lock order.
  for v_limit in
    select l.action, l.caller
    from rows from (
      jsonb_to_recordset(p_limits) as (action text, caller text)
    ) with ordinality as l (action, caller, place)
    order by l.place
  loop
    delete from public.rate_limits where action = v_limit.action and caller_hash = v_limit.caller;
  end loop;
  insert into public.rate_limits as r (action, caller_hash, expires_at)
  values ('known-login', p_known, clock_timestamp() + make_interval(secs => p_known_seconds))
  on conflict (action, caller_hash) do update set expires_at = excluded.expires_at;
end
$$;
comment on function public.login_restored is
  'Forgets all attempts counted for a list, because the account''s owner has chosen a new password, and remembers the '
  'caller as known for a time.';

create function public.begin_login(p_limits jsonb, p_username text) returns table (wait integer, email text)
language plpgsql set search_path = ''
as $$
begin
  wait := public.take_attempt(p_limits);
  -- A rate-limited caller learns nothing about the name.
  if wait = 0 then
    email := public.login_email(p_username);
  end if;
  return next;
end
$$;
comment on function public.begin_login is
  'Counts a login as take_attempt does and, if allowed, returns the e-mail to log in with (login_email), else null: '
  'one row. Counted before the password check, or concurrent logins would all be tried. Called by the login only.';

create function public.counted_stock(p_limits jsonb, p_items jsonb, p_user uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object('wait', v_wait,
    'stock', case when v_wait = 0 then public.current_stock(p_items, p_user) end);
end
$$;
comment on function public.counted_stock is
  'Counts a stock check as take_attempt does and, if allowed, returns its result (current_stock): {wait, stock}. One '
  'round trip, because every product page waits for it.';

create function public.counted_destination(
  p_limits jsonb, p_country text, p_zone public.shipping_zone, p_items jsonb, p_off_pence bigint default 0
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object('wait', v_wait,
    'destination', case when v_wait = 0 then public.destination(p_country, p_zone, p_items, p_off_pence) end);
end
$$;
comment on function public.counted_destination is
  'Counts a query as take_attempt does and, if allowed, returns its result (destination): {wait, destination}.';

create function public.counted_products(
  p_limits jsonb, p_products bigint[], p_attributes boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
begin
  return jsonb_build_object(
    'wait', v_wait, 'products', case when v_wait = 0 then public.product_listing(p_products => p_products) end)
    || case when v_wait = 0 and p_attributes then jsonb_build_object('attributes', (
      select coalesce(jsonb_object_agg(a.id, jsonb_strip_nulls(to_jsonb(a) - 'id')), '{}')
      from public.product_attributes a where a.id = any (p_products))) else '{}' end;
end
$$;
comment on function public.counted_products is
  'Counts a product query as take_attempt does and, if allowed, returns its result (product_listing): {wait, '
  'products}; with p_attributes also the facts of their own pages, by id: {attributes}.';

-- supabase/schemas/login_codes.sql

-- Codes by e-mail, to log in without a password (docs/decisions/0059-login-codes.md). A code is computed from its
-- request's id with a key that is not in the database, so it is stored nowhere.

create table public.login_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  guesses integer not null default 0,
  asked_at timestamptz not null default now(),
  used_at timestamptz,
  constraint login_codes_few_guesses check (guesses between 0 and 5)
);
comment on table public.login_codes is
  'Requests for a code, also for addresses without an account, so that both get the same answers.';
comment on column public.login_codes.id is 'Known to the browser that asked, so that nobody else uses up its guesses.';
comment on column public.login_codes.user_id is 'Null without an account, and until its e-mail is owed.';
comment on column public.login_codes.guesses is 'Codes tried, the right one included.';
create index login_codes_by_user on public.login_codes (user_id);
create index login_codes_asked on public.login_codes (asked_at);
alter table public.login_codes enable row level security;

create function public.login_code_life() returns interval
language sql immutable set search_path = ''
as $$ select interval '10 minutes' $$;
comment on function public.login_code_life is 'Time for which a login code works.';

create function public.ask_login_code(p_limits jsonb) returns table (wait integer, request uuid)
language plpgsql set search_path = ''
as $$
begin
  wait := public.take_attempt(p_limits);
  if wait = 0 then
    insert into public.login_codes default values returning id into request;
    -- More rows than a call adds, as in take_attempt.
    delete from public.login_codes where id in (
      select id from public.login_codes where asked_at < now() - interval '1 hour'
      order by asked_at limit 20 for update skip locked);
  end if;
  return next;
end
$$;
comment on function public.ask_login_code is
  'Counts a request for a login code as take_attempt does and, if allowed, records it, else request is null: one row. '
  'Looks no account up, so that its time reveals none.';

create function public.owe_login_code(p_request uuid, p_email text, p_limits jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
  v_mail uuid;
begin
  select id into v_user from auth.users
  where id = public.account_of_email(p_email)
    and (banned_until is null or banned_until <= now()) and deleted_at is null;
  if not found then
    return null;
  end if;
  if exists (select from public.profiles where user_id = v_user and email_confirmed_at is null)
    and public.take_attempt(p_limits) > 0
  then
    return null;
  end if;
  update public.login_codes set user_id = v_user
  where id = p_request and user_id is null and asked_at > now() - public.login_code_life();
  if found then
    insert into public.mail_outbox (kind, subject, user_id) values ('login_code', p_request, v_user)
    returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.owe_login_code is
  'Owes the e-mail with a request''s code and returns it; null for an address without an account that may log in, or '
  'for an unconfirmed one that has used up p_limits (take_attempt). Runs after the response. Security definer, because '
  'it reads auth.';

create function public.try_login_code(p_limits jsonb, p_request uuid, p_right boolean)
returns table (wait integer, guesses_left integer, "user" uuid, email text)
language plpgsql security definer set search_path = ''
as $$
declare
  v_code public.login_codes;
begin
  wait := public.take_attempt(p_limits);
  if wait > 0 then
    return next;
    return;
  end if;
  -- Serialises simultaneous guesses, so that each is counted and the right one works once.
  select * into v_code from public.login_codes where id = p_request for update;
  if not found or v_code.asked_at < now() - public.login_code_life() then
    raise sqlstate 'PT400' using hint = 'login_code_expired';
  elsif v_code.used_at is not null then
    raise sqlstate 'PT400' using hint = 'login_code_used';
  elsif v_code.guesses = 5 then
    raise sqlstate 'PT400' using hint = 'login_code_guessed';
  end if;
  update public.login_codes set guesses = guesses + 1 where id = p_request returning 5 - guesses into guesses_left;
  if p_right then
    select u.id, u.email into "user", email from auth.users u
    where u.id = v_code.user_id and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null;
  end if;
  if "user" is not null then
    update public.login_codes set used_at = now() where id = p_request;
    -- Nobody has shown that they know the password, and a stranger may have chosen it.
    if public.prove_address("user") then
      update auth.users u set encrypted_password = null where u.id = "user";
    end if;
    perform public.give_back_attempt(p_limits);
  end if;
  return next;
end
$$;
comment on function public.try_login_code is
  'Counts a guess at a request''s code before anybody learns its outcome, in one row: user and email, to begin a '
  'session with, if p_right (the server compares, because the key is not here); else guesses_left; or only wait, in '
  'seconds. '
  'Only wrong guesses count against p_limits (take_attempt). The code is used up then, and proves the address '
  '(prove_address), which the first time also ends the password. Errors: PT400 login_code_expired, login_code_used, '
  'login_code_guessed (five guesses). Security definer, because it writes auth.';

create function public.reopen_login_code(p_request uuid) returns void
language sql set search_path = ''
as $$
  update public.login_codes set used_at = null where id = p_request
$$;
comment on function public.reopen_login_code is
  'Makes a code usable again within its guesses, because Supabase Auth could not begin the session.';

-- supabase/schemas/privacy.sql

-- Data subject rights (UK GDPR, articles 15, 17 and 20) and retention (article 5(1)(e)). A table that gets personal
-- data joins export_account, close_account and prune_personal_data; every-person.test.ts checks all tables and names a
-- missing one.

create function public.retention_periods() returns table (data text, period interval)
language sql immutable set search_path = ''
as $$
  values
    ('guests without a checkout', interval '1 day'),
    ('guests with a checkout', interval '30 days'),
    ('checkouts without a payment', interval '30 days'),
    ('billing forms without a checkout', interval '30 days'),
    ('subscriptions not confirmed', interval '30 days'),
    ('logins not used', interval '30 days'),
    ('log of sign-ins', interval '30 days'),
    ('e-mails sent or given up', interval '90 days'),
    ('unsaved input of the studio', interval '90 days'),
    ('stock alerts', interval '1 year'),
    ('e-mail and phone in the orders of a closed account', interval '180 days'),
    ('complaints that were answered', interval '2 years'),
    ('photos of a return', interval '180 days'),
    ('notes and gift messages of shoppers', interval '180 days'),
    ('name and address in orders', interval '7 years')
$$;
comment on function public.retention_periods is
  'Retention periods; docs/operate.md and the privacy policy repeat them. Seven years are the year of the order and '
  'the six that follow the accounting period: '
  'https://www.gov.uk/running-a-limited-company/company-and-accounting-records';

create function public.expired_before(p_data text) returns timestamptz
language sql stable set search_path = ''
as $$
  select now() - period from public.retention_periods() where data = p_data
$$;
comment on function public.expired_before is
  'Time before which data of this kind has expired; null for a kind that is not in retention_periods.';

create function public.account_username() returns text
language sql stable set search_path = ''
as $$
  select public.require_session();

  select coalesce((select username from public.profiles where user_id = public.caller_user()), '')
$$;
comment on function public.account_username is
  'Login name, empty for an account made by hand. Called before the account is exported or closed. PT401 when the '
  'session has ended.';

create function public.forget_address(p_email text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.subscriptions where lower(email) = lower(p_email);
  -- An open complaint is answered first.
  delete from public.complaints where lower(email) = lower(p_email) and answered_at is not null;
  -- E-mails before alerts: the sender's lock order.
  delete from public.mail_outbox where stock_alert_id in (
    select id from public.stock_alerts where lower(email) = lower(p_email));
  delete from public.stock_alerts where lower(email) = lower(p_email);
end
$$;
comment on function public.forget_address is
  'Deletes what is stored under an address alone: subscription, stock alerts, answered complaints.';

create function public.forget_words(p_checkouts uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.mail_outbox where kind = 'message' and checkout_id = any (p_checkouts);
  update public.order_events set detail = '{}'
  where checkout_id = any (p_checkouts) and kind in ('note', 'message') and detail <> '{}';
  -- An order that is still to be packed keeps its shopper's wishes.
  delete from public.shopper_notes where order_id in (
    select id from public.orders where checkout_id = any (p_checkouts) and units_to_send = 0);
end
$$;
comment on function public.forget_words is
  'Erases the words about orders that no law requires: staff''s notes and messages, and the shopper''s own note.';

create function public.close_account(p_user uuid, p_callers text[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text;
  v_open public.checkouts;
begin
  -- The same lock as open_checkout, so that no checkout opens meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout ' || p_user::text, 0));
  perform 1 from public.checkouts where user_id = p_user order by id for update;
  -- After the checkouts: a payment being recorded uses the same lock order. From here on, new rows cannot refer to the
  -- account.
  select email into v_email from auth.users where id = p_user for update;
  if not found then
    raise sqlstate 'PT401' using hint = 'account_missing';
  end if;

  if exists (
    select from public.checkouts
    where user_id = p_user and status in ('awaiting_payment', 'review', 'refund_due'))
  then
    raise sqlstate 'PT409' using hint = 'payment_under_way';
  end if;
  select * into v_open
  from public.checkouts where user_id = p_user and status = 'open' and stripe_session_id is not null;
  if found then
    raise sqlstate 'PT409' using hint = 'checkout_open',
      detail = jsonb_build_object(
        'checkout_id', v_open.id, 'stripe_session_id', v_open.stripe_session_id)::text;
  end if;

  delete from public.checkouts where user_id = p_user and status in ('open', 'released');
  -- A guest's login ends by itself (prune_guests), while the order may still need its notes.
  if not public.is_guest(p_user) then
    perform public.forget_words(array(select id from public.checkouts where user_id = p_user));
  end if;

  -- Paid rows stay without their user. Each table before those that it refers to.
  update public.orders set user_id = null where user_id = p_user;
  update public.payments set user_id = null where user_id = p_user;
  update public.checkouts set user_id = null where user_id = p_user;
  update public.billing_infos b set user_id = null
  where user_id = p_user and exists (select from public.checkouts c where c.billing_info_id = b.id);
  delete from public.billing_infos where user_id = p_user;

  delete from public.edits where staff_id in (select id from public.staff where user_id = p_user);
  update public.staff set user_id = null, until = coalesce(until, now()) where user_id = p_user;
  perform public.forget_address(v_email);
  delete from public.mail_outbox where stock_alert_id in (
    select id from public.stock_alerts where user_id = p_user);
  delete from public.stock_alerts where user_id = p_user;
  delete from public.rate_limits where caller_hash = any (p_callers);

  -- Cascades to the profile, the identities and the sessions.
  delete from auth.users where id = p_user;
end
$$;
comment on function public.close_account is
  'Erases a shopper: login, profile, subscription, stock alerts, answered complaints, notes, messages, billing forms '
  'and unpaid checkouts. An opt-out from news survives as a hash (suppressions). Orders and payments lose the login '
  'and keep what tax law requires (retention_periods). p_callers: the shopper''s hashes in rate_limits. Errors: PT401 '
  'account_missing; PT409 payment_under_way, checkout_open (detail: the checkout whose payment page must first be '
  'closed at Stripe). Security definer, because it reads auth.';

create function public.export_person(
  p_user uuid, p_customer bigint, p_email text, p_callers text[] default '{}'
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- Someone who registers with another person's address must not learn of that person's subscriptions.
  with address as (
    select coalesce(p_email, u.email) as email
    from (select p_user as id) person
    left join auth.users u on u.id = person.id
      and exists (select from public.profiles where user_id = u.id and email_confirmed_at is not null)
  ), theirs as (
    select id from public.checkouts where user_id = p_user
    union
    select checkout_id from public.orders where customer_id = p_customer
  ), subscribed as (
    select s.id from public.subscriptions s join address a on lower(a.email) = lower(s.email)
  ), alerts as (
    select s.id from public.stock_alerts s join address a on lower(a.email) = lower(s.email)
    union
    select id from public.stock_alerts where user_id = p_user
  ), complained as (
    select c.id from public.complaints c join address a on lower(a.email) = lower(c.email)
  ), mailed as (
    -- An "or" in one condition would read all e-mails.
    select id from public.mail_outbox where user_id = p_user
    union all
    select m.id from public.mail_outbox m join theirs c on c.id = m.checkout_id
    union all
    select m.id from public.mail_outbox m join subscribed s on s.id = m.subscription_id
    union all
    select m.id from public.mail_outbox m join alerts a on a.id = m.stock_alert_id
    union all
    select m.id from public.mail_outbox m join complained c on c.id = m.complaint_id where m.kind = 'complaint_received'
  )
  select jsonb_build_object(
    'exported_at', now(),
    'account', case when u.id is not null then jsonb_build_object(
      'id', u.id,
      'username', (select username from public.profiles where user_id = u.id),
      'email', u.email,
      'phone', u.phone,
      'email_confirmed_at', (select email_confirmed_at from public.profiles where user_id = u.id),
      'created_at', u.created_at,
      'last_login_at', u.last_sign_in_at) end,
    'notes_about_you', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'kind', v.kind, 'at', v.at, 'text', v.text)
        order by v.at, v.id), '[]')
      from public.customer_events v join public.customers k on k.id = v.customer_id
      where k.user_id = p_user or k.id = p_customer),
    'logins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'began_at', s.created_at, 'last_used_at', greatest(s.updated_at, s.refreshed_at),
        'browser', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = u.id),
    'billing_forms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'name', b.name, 'address', b.address, 'email', b.email, 'phone', b.phone,
        'saved_at', b.saved_at, 'erased_at', b.erased_at) order by b.saved_at, b.id), '[]')
      from public.billing_infos b
      where b.user_id = p_user
        or b.id in (select billing_info_id from public.orders where customer_id = p_customer)),
    'checkouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'status', c.status, 'billing_form', c.billing_info_id, 'country', c.country,
        'currency', c.currency, 'goods_pence', c.subtotal_pence, 'discount_pence', c.discount_pence,
        'discount_code', (
          select jsonb_build_object('code', d.code, 'given_back_at', d.given_back_at)
          from public.checkout_discounts d where d.checkout_id = c.id),
        'tax_pence', c.tax_pence,
        'tax_basis_points', c.tax_basis_points, 'tax_display', c.tax_display,
        'included_basis_points', c.included_basis_points, 'delivery', c.delivery, 'duties', c.duties,
        'terms_version', c.terms_version,
        'opened_at', c.created_at, 'closed_at', c.closed_at, 'order_shown_at', c.order_seen_at,
        'payment_page', c.stripe_session_id, 'payment_page_expires_at', c.session_expires_at, 'by_link', c.by_link,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', l.product_name, 'product_id', l.product_id, 'colour', l.color_name, 'colour_id', l.variant_id,
            'unit_pence', l.unit_pence, 'quantity', l.quantity, 'discount_pence', l.discount_pence,
            'reserved', h.quantity, 'reserved_until', h.expires_at) order by l.product_name, l.color_name)
          from public.checkout_lines l
          left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
          where l.checkout_id = c.id),
        'delivery_offered', (
          select jsonb_agg(jsonb_build_object(
            'name', o.name, 'amount_pence', o.amount_pence, 'waived_pence', o.waived_pence,
            'business_days_at_least', o.min_business_days, 'business_days_at_most', o.max_business_days,
            'express', o.express) order by o.position)
          from public.checkout_shipping_options o where o.checkout_id = c.id)) order by c.created_at), '[]')
      from public.checkouts c join theirs using (id)),
    'terms', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'version', v.id, 'published_at', v.published_at, 'texts', v.texts) order by v.id), '[]')
      from public.terms_versions v
      where v.id in (select c.terms_version from public.checkouts c join theirs using (id))),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'checkout', p.checkout_id, 'billing_form', p.billing_info_id, 'method', p.method,
        'goods_pence', p.amount_pence, 'charged_pence', p.charged_pence, 'currency', p.currency,
        'status', p.status, 'paid_at', p.created_at, 'payment_page', p.stripe_session_id,
        'delivery_pence', p.shipping_pence, 'stripe_payment', p.stripe_payment_intent_id,
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'order_refund', r.order_refund_id, 'amount_pence', r.amount_pence, 'reason', r.reason,
            'state', r.state, 'made_by', r.source,
            'stripe_refund', r.stripe_refund_id, 'failure', r.failure_reason,
            'asked_at', r.created_at, 'settled_at', r.settled_at, 'credit_notes', (
              select jsonb_agg(jsonb_build_object(
                'number', n.number, 'cancels', n.cancels, 'issued_at', n.issued_at, 'amount_pence', n.amount_pence,
                'tax_pence', n.tax_pence, 'tax_rate_basis_points', n.rate_basis_points) order by n.number)
              from public.credit_notes n where n.refund_id = r.id)) order by r.created_at)
          from public.refunds r where r.payment_id = p.id),
        'disputes', (
          select jsonb_agg(jsonb_build_object(
            'stripe_dispute', d.stripe_dispute_id, 'amount_pence', d.amount_pence, 'reason', d.reason,
            'status', d.status, 'answer_due_by', d.due_by, 'opened_at', d.created_at, 'closed_at', d.closed_at)
            order by d.created_at)
          from public.disputes d where d.payment_id = p.id)) order by p.created_at, p.id), '[]')
      from public.payments p join theirs t on t.id = p.checkout_id),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'status', o.status, 'checkout', o.checkout_id, 'payment', o.payment_id,
        'billing_form', o.billing_info_id, 'country', o.country, 'goods_pence', o.subtotal_pence,
        'discount_pence', o.discount_pence,
        'tax_pence', o.tax_pence, 'included_basis_points', o.included_basis_points,
        'tax_inside_pence', o.tax_inside_pence, 'delivery', o.shipping_name, 'delivery_pence', o.shipping_pence,
        'adjustment_pence', o.adjustment_pence, 'total_pence', o.order_amount_pence, 'units', o.total_items,
        'ordered_at', o.created_at,
        'paid_at', o.counts_from, 'cancels_at', o.cancels_at, 'leaves_by', o.leaves_by, 'arrives_from', o.arrives_from,
        'arrives_by', o.arrives_by,
        'goods', (
          select jsonb_agg(jsonb_build_object(
            'product', i.product_name, 'product_id', i.product_id, 'colour', i.color_name, 'colour_id', i.variant_id,
            'unit_pence', i.product_price_pence, 'quantity', i.quantity, 'discount_pence', i.discount_pence)
            order by i.product_name, i.color_name)
          from public.order_items i where i.order_id = o.id),
        'units_to_send', o.units_to_send, 'waits_for', o.waits_for, 'address_on_the_label', o.label,
        'your_words', (
          select jsonb_build_object('gift_message', gift_message, 'note', note, 'changed_at', changed_at)
          from public.shopper_notes where order_id = o.id),
        'parcels', (
          select jsonb_agg(jsonb_build_object(
            'id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number, 'sent_at', p.sent_at,
            'delivered_at', p.delivered_at, 'delivery_recorded_at', p.confirmed_at,
            'taken_back_at', p.undone_at, 'goods', (
              select jsonb_agg(jsonb_build_object('colour_id', variant_id, 'quantity', quantity, 'batch', batch))
              from public.parcel_items where parcel_id = p.id)) order by p.id)
          from public.parcels p where p.order_id = o.id),
        'cancelled', (
          select jsonb_agg(jsonb_build_object(
            'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked))
          from public.cancelled_items where order_id = o.id),
        'swapped', (
          select jsonb_agg(jsonb_build_object(
            'from_colour_id', from_variant_id, 'to_colour_id', to_variant_id, 'quantity', quantity))
          from public.swapped_items where order_id = o.id),
        'returns', (
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'kind', r.kind, 'state', r.state, 'code', r.code, 'reason', r.reason,
            'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at, 'goods', (
              select jsonb_agg(jsonb_build_object(
                'colour_id', variant_id, 'quantity', quantity, 'back_in_stock', restocked, 'written_off', written_off))
              from public.return_items where return_id = r.id), 'photos', (
              select jsonb_agg(jsonb_build_object('id', id, 'added_at', added_at, 'removed_at', removed_at)
                order by added_at, id)
              from public.return_photos where return_id = r.id)) order by r.asked_at, r.id)
          from public.returns r where r.order_id = o.id),
        'refunds', (
          select jsonb_agg(jsonb_build_object(
            'id', f.id, 'return', f.return_id, 'reason', f.reason, 'goods_pence', f.goods_pence,
            'tax_pence', f.tax_pence,
            'delivery_pence', f.shipping_pence, 'goodwill_pence', f.goodwill_pence, 'amount_pence', f.amount_pence,
            'asked_at', f.asked_at, 'taken_at', f.taken_at, 'given_up_at', f.given_up_at,
            'given_up_because', f.given_up_because,
            'given_up_by', f.given_up_by, 'goods', (
              select jsonb_agg(jsonb_build_object(
                'colour_id', variant_id, 'quantity', quantity, 'discount_pence', discount_pence))
              from public.order_refund_items where order_refund_id = f.id)) order by f.asked_at)
          from public.order_refunds f where f.order_id = o.id)) order by o.created_at, o.id), '[]')
      from public.orders o join theirs t on t.id = o.checkout_id),
    'replacements', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', r.order_id, 'replaces', r.replaces_order_id, 'reason', r.reason) order by r.order_id), '[]')
      from public.replacements r
      join public.orders o on o.id = r.order_id
      join theirs t on t.id = o.checkout_id),
    'payment_links', (
      select coalesce(jsonb_agg(jsonb_build_object('checkout', l.checkout_id, 'added_to', l.order_id)
        order by l.checkout_id), '[]')
      from public.payment_links l join public.checkouts c on c.id = l.checkout_id join theirs t on t.id = c.id),
    'gifts', (
      select coalesce(jsonb_agg(jsonb_build_object('order', g.order_id, 'reason', g.reason) order by g.order_id), '[]')
      from public.gifts g join public.orders o on o.id = g.order_id join theirs t on t.id = o.checkout_id),
    'exchanges', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', e.order_id, 'exchange_of', e.from_order_id, 'return', e.return_id,
        'sent_at_once', e.at_once, 'goods', (
          select jsonb_agg(jsonb_build_object(
            'from_colour_id', from_variant_id, 'to_colour_id', to_variant_id, 'quantity', quantity))
          from public.exchanged_items where order_id = e.order_id)) order by e.order_id), '[]')
      from public.exchanges e join public.orders o on o.id = e.order_id join theirs t on t.id = o.checkout_id),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'checkout', e.checkout_id, 'kind', e.kind, 'by', e.actor, 'at', e.at, 'detail', e.detail)
        order by e.at, e.id), '[]')
      from public.order_events e join theirs t on t.id = e.checkout_id),
    'work_for_the_shop', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'role', s.role, 'since', s.since, 'until', s.until) order by s.id), '[]')
      from public.staff s where s.user_id = u.id),
    'authenticator_app', (
      select jsonb_build_object(
        'id', f.factor_id, 'since', f.since,
        'codes', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'login', c.session_id, 'tried_at', c.tried_at, 'outcome', c.outcome) order by c.id), '[]')
          from public.second_factor_codes c where c.user_id = u.id))
      from public.second_factors f where f.user_id = u.id),
    'login_codes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'asked_at', c.asked_at, 'guesses', c.guesses, 'used_at', c.used_at) order by c.asked_at), '[]')
      from public.login_codes c where c.user_id = u.id),
    'e_mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'kind', m.kind, 'subject', m.subject, 'checkout', m.checkout_id, 'subscription', m.subscription_id,
        'stock_alert', m.stock_alert_id, 'complaint', m.complaint_id,
        'status', m.status, 'attempts', m.attempts, 'next_attempt_at', m.due_at,
        'told_by', m.joined_to, 'provider_number', m.provider_id, 'last_error', m.last_error,
        'written_at', m.created_at, 'sent_again_at', m.resent_at, 'sent_at', m.sent_at) order by m.created_at), '[]')
      from public.mail_outbox m join mailed on mailed.id = m.id),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'email', s.email, 'asked_at', s.asked_at, 'asked_from', s.asked_from,
        'confirmed_at', s.confirmed_at, 'confirmed_text', s.confirmed_text)), '[]')
      from public.subscriptions s where s.id in (select id from subscribed)),
    'news', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'mailing', r.mailing_id, 'subscription', r.subscription_id, 'state', r.state,
        'provider_number', r.provider_id, 'error', r.error, 'sent_at', r.sent_at) order by r.sent_at), '[]')
      from public.mailing_recipients r where r.subscription_id in (select id from subscribed)),
    'suppressions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'address_hash', s.address_hash, 'reason', s.reason, 'since', s.since) order by s.since), '[]')
      from public.suppressions s join address a on s.address_hash = public.address_hash(a.email)),
    'welcome_codes', (
      select coalesce(jsonb_agg(jsonb_build_object('address_hash', w.address_hash, 'sent_at', w.at)), '[]')
      from public.welcomed_addresses w
      join address a on w.address_hash = public.address_hash(public.mail_person(a.email))),
    'stock_alerts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'colour_id', a.variant_id, 'email', a.email, 'asked_at', a.asked_at,
        'ended_at', a.ended_at, 'ended_why', a.ended_why) order by a.asked_at), '[]')
      from public.stock_alerts a where a.id in (select id from alerts)),
    'complaints', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'email', c.email, 'words', c.words, 'received_at', c.received_at,
        'answered_at', c.answered_at, 'outcome', c.outcome) order by c.received_at), '[]')
      from public.complaints c where c.id in (select id from complained)),
    'recent_attempts', (
      select coalesce(jsonb_agg(jsonb_build_object('of', r.action, 'counts_until', r.expires_at) order by r.action),
             '[]')
      from public.rate_limits r where r.caller_hash = any (p_callers)))
  from (select p_user as id) person left join auth.users u on u.id = person.id
$$;
comment on function public.export_person is
  'All data on an account (p_user), or on a customer without one (p_customer, with their proved address p_email). '
  'p_callers as in close_account. Data '
  'under the account''s address (subscription, suppressions, complaints, stock alerts) is included once the address '
  'is confirmed. Excludes the password hash and working marks, such as the last sweep. Security definer, because it '
  'reads auth.';

create function public.export_account(p_user uuid, p_callers text[] default '{}') returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.export_person(p_user, null, null, p_callers) from auth.users where id = p_user
$$;
comment on function public.export_account is
  'All data on a shopper, for download; null when the account does not exist. p_callers as in close_account. Security '
  'definer, because it reads auth.';

create function public.prune_personal_data(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_done jsonb := '{}';
  v_rows integer;
  v_parcels integer;
  v_erased bigint[];
begin
  delete from public.checkouts where id in (
    select id from public.checkouts
    where status = 'released' and closed_at < (select public.expired_before('checkouts without a payment'))
    order by closed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('checkouts without a payment', v_rows);

  delete from public.billing_infos where id in (
    select id from public.billing_infos b
    where saved_at < (select public.expired_before('billing forms without a checkout'))
      and not exists (select from public.checkouts c where c.billing_info_id = b.id)
    order by saved_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('billing forms without a checkout', v_rows);

  delete from public.subscriptions where id in (
    select id from public.subscriptions
    where confirmed_at is null and asked_at < (select public.expired_before('subscriptions not confirmed'))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('subscriptions not confirmed', v_rows);

  -- Only the shopper's next login would rewrite these rows, which contain the browser's name and address.
  delete from auth.sessions where id in (
    select id from auth.sessions
    where greatest(created_at, updated_at, refreshed_at) < (select public.expired_before('logins not used'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('logins not used', v_rows);

  begin
    delete from auth.audit_log_entries where id in (
      select id from auth.audit_log_entries
      where created_at < (select public.expired_before('log of sign-ins')) limit p_limit for update skip locked);
    get diagnostics v_rows = row_count;
  exception when insufficient_privilege then
    -- Supabase's own table: without rights to it, the rest must still be pruned.
    raise warning 'The log of sign-ins is not pruned: %', sqlerrm;
    v_rows := 0;
  end;
  v_done := v_done || jsonb_build_object('log of sign-ins', v_rows);

  delete from public.mail_outbox where id in (
    select id from public.mail_outbox
    where status <> 'due' and created_at < (select public.expired_before('e-mails sent or given up'))
    order by created_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  -- A mailing's figures stay, anonymously.
  update public.mailing_recipients set subscription_id = null where id in (
    select r.id from public.mailing_recipients r join public.mailings m on m.id = r.mailing_id
    where r.subscription_id is not null and m.state = 'sent'
      and m.ended_at < (select public.expired_before('e-mails sent or given up'))
    limit p_limit for update of r skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object('e-mails sent or given up', greatest(v_rows, v_parcels));

  delete from public.stock_alerts where id in (
    select id from public.stock_alerts
    where asked_at < (select public.expired_before('stock alerts'))
      and (ended_at is null or ended_at < (select public.expired_before('stock alerts')))
    order by asked_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('stock alerts', v_rows);

  delete from public.complaints where id in (
    select id from public.complaints
    where answered_at < (select public.expired_before('complaints that were answered'))
    order by answered_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('complaints that were answered', v_rows);

  delete from public.edits where (staff_id, form) in (
    select staff_id, form from public.edits
    where changed_at < (select public.expired_before('unsaved input of the studio'))
    order by changed_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('unsaved input of the studio', v_rows);

  -- The next sweep of Storage deletes the pictures (stray_return_photos).
  delete from public.return_photos where id in (
    select p.id
    from public.return_photos p join public.returns r on r.id = p.return_id
    where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    limit p_limit for update of p skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('photos of a return', v_rows);

  delete from public.shopper_notes where order_id in (
    select order_id from public.shopper_notes
    where changed_at < (select public.expired_before('notes and gift messages of shoppers'))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('notes and gift messages of shoppers', v_rows);

  delete from public.merges where id in (
    select id from public.merges where asked_at < now() - interval '7 days' limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('merges not accepted', v_rows);

  with erased as (
    update public.billing_infos set email = '', phone = '' where id in (
      select id from public.billing_infos b
      where user_id is null and (email <> '' or phone <> '')
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id
            and c.created_at >= (select public.expired_before('e-mail and phone in the orders of a closed account')))
      limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  update public.order_words w set words = public.order_words_of(w.order_id)
  from public.orders o where o.id = w.order_id and o.billing_info_id = any (v_erased);
  update public.checkouts set delivery = delivery - 'phone' where id in (
    select id from public.checkouts
    where user_id is null and delivery ? 'phone'
      and created_at < (select public.expired_before('e-mail and phone in the orders of a closed account'))
    limit p_limit for update skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object(
    'e-mail and phone in the orders of a closed account', greatest(v_rows, v_parcels));

  with erased as (
    update public.billing_infos set name = '', address = '', email = '', phone = '', erased_at = now() where id in (
      select id from public.billing_infos b
      where erased_at is null and saved_at < (select public.expired_before('name and address in orders'))
        and not exists (
          select from public.checkouts c
          where c.billing_info_id = b.id
            and c.created_at >= (select public.expired_before('name and address in orders')))
      order by saved_at limit p_limit for update skip locked)
    returning id
  )
  select coalesce(array_agg(id), '{}'), count(*) into v_erased, v_rows from erased;
  update public.checkouts set delivery = jsonb_build_object('name', '', 'line1', '', 'country', country) where id in (
    select id from public.checkouts
    where delivery ->> 'line1' <> '' and created_at < (select public.expired_before('name and address in orders'))
    limit p_limit for update skip locked);
  get diagnostics v_parcels = row_count;
  v_done := v_done || jsonb_build_object('name and address in orders', greatest(v_rows, v_parcels));
  -- Notes about the order and its search words also contain names and addresses.
  update public.orders set label = null where billing_info_id = any (v_erased) and label is not null;
  update public.returns r set reason = null
  from public.orders o where o.id = r.order_id and o.billing_info_id = any (v_erased) and r.reason is not null;
  update public.order_events e set detail = '{}'
  from public.checkouts c
  where c.id = e.checkout_id and c.billing_info_id = any (v_erased) and e.detail <> '{}';
  update public.order_words w set words = public.order_words_of(w.order_id)
  from public.orders o where o.id = w.order_id and o.billing_info_id = any (v_erased);

  delete from public.rate_limits where ctid in (
    select ctid from public.rate_limits where expires_at < now()
    order by expires_at limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('counts of attempts', v_rows);

  -- A live login may enter the studio by its code.
  delete from public.second_factor_codes where id in (
    select id from public.second_factor_codes c
    where tried_at < now() - interval '1 day'
      and (outcome is distinct from 'accepted' or not exists (select from auth.sessions where id = c.session_id))
    limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('codes of authenticator apps', v_rows);

  with old as (
    select id from public.login_codes where asked_at < now() - interval '1 day'
    order by asked_at limit p_limit for update skip locked),
  -- Their e-mails wait in a project that sends none.
  unsent as (
    delete from public.mail_outbox
    where kind = 'login_code' and status = 'due' and subject in (select id::text from old))
  delete from public.login_codes where id in (select id from old);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('login codes', v_rows);

  -- Kept until two years can be compared month by month.
  delete from public.counts where (day, kind, key) in (
    select day, kind, key from public.counts where day < public.uk_day(now() - interval '25 months')
    order by day limit p_limit for update skip locked);
  get diagnostics v_rows = row_count;
  v_done := v_done || jsonb_build_object('counts of visits', v_rows);
  return v_done || public.prune_guests(p_limit);
end
$$;
comment on function public.prune_personal_data is
  'Erases expired data (retention_periods), at most p_limit rows of each kind, and returns the counts. Call it until '
  'all are below p_limit; a repeat is safe. Security definer, because it erases in auth.';

-- supabase/schemas/confirmation_mails.sql

-- E-mails to unconfirmed addresses: at most one a day to each.

create function public.may_mail_account(p_email text, p_limits jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.account_of_email(p_email);
begin
  if v_user is null then
    return false;
  end if;
  return exists (select from public.profiles where user_id = v_user and email_confirmed_at is not null)
    or public.take_attempt(p_limits) = 0;
end
$$;
comment on function public.may_mail_account is
  'Whether an e-mail may go to an account''s address: always if confirmed; else it counts against p_limits (see '
  'take_attempt). False when the account does not exist.';

create function public.account_email_state() returns table (email text, confirmed boolean)
language sql stable set search_path = ''
as $$
  select public.account_email(me), exists (
    select from public.profiles where user_id = me and email_confirmed_at is not null)
  from public.require_session() me
$$;
comment on function public.account_email_state is
  'The caller''s own address, and whether a link mailed to it was ever used: one row. Errors: PT401 session_ended.';

create function public.owe_confirm_email(p_limits jsonb) returns table (mail uuid, wait integer)
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.require_session();
begin
  wait := 0;
  if not exists (select from public.profiles where user_id = v_user and email_confirmed_at is not null) then
    wait := public.take_attempt(p_limits);
    if wait = 0 then
      insert into public.mail_outbox (kind, user_id) values ('confirm_email', v_user)
      on conflict do nothing returning id into mail;
    end if;
  end if;
  return next;
end
$$;
comment on function public.owe_confirm_email is
  'Owes an e-mail with the link that confirms the account''s address, in one row: mail, null when one is already due '
  'or the address is confirmed; wait, in seconds, above 0 when p_limits are used up. Errors: PT401 session_ended.';

create function public.confirm_email(p_mail uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.require_session();
  v_mailed uuid;
begin
  select user_id into v_mailed from public.mail_outbox
  where id = p_mail and kind = 'confirm_email' and created_at > now() - interval '7 days';
  if not found then
    return false;
  elsif v_mailed <> v_user then
    raise sqlstate 'PT409' using hint = 'link_of_other_account';
  end if;
  perform public.prove_address(v_user, public.caller_session());
  return true;
end
$$;
comment on function public.confirm_email is
  'Confirms the address of the caller''s account by the e-mail whose link was used, which the first time ends its '
  'other logins (prove_address); false when that e-mail is unknown or older than 7 days. The mailbox alone is not '
  'enough: anybody can register any address, and its owner must not vouch for their login. Errors: PT401 '
  'session_ended; PT409 link_of_other_account.';

create function public.subscribe(p_email text, p_limits jsonb, p_from text default 'launch page') returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_subscription public.subscriptions;
  v_mail uuid;
begin
  if public.is_suppressed(p_email, 'bounced') then
    return null;
  end if;
  insert into public.subscriptions (email, asked_from) values (p_email, p_from)
  on conflict (lower(email)) do update set asked_at = now()
  returning * into v_subscription;
  if v_subscription.confirmed_at is null and public.take_attempt(p_limits) = 0 then
    insert into public.mail_outbox (kind, subscription_id) values ('confirm_subscription', v_subscription.id)
    on conflict do nothing returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.subscribe is
  'Records a request for news, and returns the e-mail that asks the address for consent. Null when none is sent: the '
  'address is already subscribed, has used up p_limits (see take_attempt), or bounced or complained. The caller '
  'responds identically, so that subscriptions are not revealed.';

-- supabase/schemas/guests.sql

-- Guests: anonymous users of Supabase Auth, who check out without an account (docs/decisions/0051-guests.md).

create function public.prove_address(p_user uuid, p_session uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email_confirmed_at = now() where user_id = p_user and email_confirmed_at is null;
  if not found then
    return false;
  end if;
  delete from auth.sessions where user_id = p_user and id is distinct from p_session;
  delete from auth.identities where user_id = p_user and provider <> 'email';
  delete from auth.mfa_factors
  where user_id = p_user and not exists (select from public.staff where user_id = p_user and until is null);
  return true;
end
$$;
comment on function public.prove_address is
  'Records the first use of a link or code mailed to the account''s address, and ends what a stranger who registered '
  'the address may have left behind: all sessions but p_session, other identities, and factors that are not a staff '
  'member''s. The caller is logged in to the account, or ends or replaces its password next. Returns whether it was '
  'the first use; later ones change nothing. Security definer, because it writes auth.';

create type public.claim_state as enum ('guest', 'account', 'kept');
comment on type public.claim_state is
  'guest: the order''s address has no account. account: it has one, which the order joins after a login. kept: the '
  'order is in an account.';

create function public.claimable_order(p_checkout uuid) returns table (
  "order" bigint, email text, state public.claim_state)
language sql stable set search_path = ''
as $$
  select o.id, b.email, (case
    when not public.is_guest(o.user_id) then 'kept'
    when public.account_of_email(b.email) is not null then 'account'
    else 'guest' end)::public.claim_state
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  where o.checkout_id = p_checkout and o.user_id is not null
$$;
comment on function public.claimable_order is
  'The order behind the link by which a guest keeps it, and its address. No row without an order, and once its guest '
  'was deleted (prune_guests).';

create function public.move_orders(p_checkouts uuid[], p_account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_form public.billing_infos;
  v_same bigint;
  v_with uuid[];
begin
  for v_form in
    select b.* from public.billing_infos b
    where b.id in (select billing_info_id from public.checkouts where id = any (p_checkouts)) order by b.id
  loop
    v_with := array(
      select id from public.checkouts where id = any (p_checkouts) and billing_info_id = v_form.id);
    insert into public.billing_infos (user_id, name, address, email, phone, saved_at)
    values (p_account, v_form.name, v_form.address, v_form.email, v_form.phone, v_form.saved_at)
    on conflict (user_id, content_hash) do update set saved_at = greatest(billing_infos.saved_at, excluded.saved_at)
    returning id into v_same;
    -- Rows name their shopper together with what they refer to, so the shopper goes first and comes back last.
    update public.orders set user_id = null where checkout_id = any (v_with);
    update public.payments set user_id = null where checkout_id = any (v_with);
    update public.checkouts set user_id = p_account, billing_info_id = v_same where id = any (v_with);
    update public.payments set user_id = p_account, billing_info_id = v_same where checkout_id = any (v_with);
    update public.orders set user_id = p_account, billing_info_id = v_same where checkout_id = any (v_with);
    delete from public.billing_infos
    where id = v_form.id and not exists (select from public.checkouts where billing_info_id = v_form.id);
  end loop;
end
$$;
comment on function public.move_orders is
  'Moves completed checkouts, with their payments, orders and billing forms, into an account. The caller has locked '
  'them and checked that their shopper wants it.';

create function public.claim_order(p_checkout uuid, p_user uuid default null) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_account uuid := coalesce(p_user, public.require_session());
  v_order public.orders;
  v_form public.billing_infos;
  v_checkouts uuid[];
begin
  select * into v_order from public.orders where checkout_id = p_checkout;
  if v_order.user_id = v_account then
    return v_order.id;
  elsif not coalesce(public.is_guest(v_order.user_id), false) then
    raise sqlstate 'PT404' using hint = 'order_not_claimable';
  end if;
  select * into v_form from public.billing_infos where id = v_order.billing_info_id;
  if lower(v_form.email) <> lower(public.account_email(v_account)) then
    raise sqlstate 'PT409' using hint = 'claim_of_other_address',
      detail = jsonb_build_object('email', v_form.email)::text;
  end if;

  -- With the form go all orders of this guest that were made with it. Lock order: checkouts by id.
  select array_agg(id order by id) into v_checkouts from (
    select c.id from public.checkouts c join public.orders o on o.checkout_id = c.id
    where c.billing_info_id = v_form.id and c.user_id = v_order.user_id
    order by c.id for update of c) locked;
  if v_checkouts is null then
    return public.claim_order(p_checkout, v_account);
  end if;
  perform public.move_orders(v_checkouts, v_account);

  perform public.prove_address(v_account, case when p_user is null then public.caller_session() end);
  return v_order.id;
end
$$;
comment on function public.claim_order is
  'Moves a guest''s order, and others made with the same form, into the account of its address; returns the order. The '
  'caller has checked a link mailed to that address, which is thereby proved. p_user: an account that was just created '
  'for it; null for the caller. Repeats return the same. Errors: PT401 session_ended; PT403 account_required; PT404 '
  'order_not_claimable; PT409 claim_of_other_address (detail: email).';

create function public.prune_guests(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_guests uuid[];
  v_guest uuid;
  v_settled integer := 0;
begin
  select array_agg(id) into v_guests from (
    select u.id from auth.users u
    where u.is_anonymous and u.created_at < (select public.expired_before('guests without a checkout'))
      and not exists (select from public.checkouts c where c.user_id = u.id)
    order by u.created_at limit p_limit for update skip locked) gone;
  delete from public.billing_infos where user_id = any (v_guests);
  delete from auth.users where id = any (v_guests);

  for v_guest in
    select u.id from auth.users u
    where u.is_anonymous
      and exists (select from public.checkouts c where c.user_id = u.id)
      and not exists (
        select from public.checkouts c
        where c.user_id = u.id and (
          c.status in ('open', 'awaiting_payment', 'review', 'refund_due')
          or c.created_at >= (select public.expired_before('guests with a checkout'))))
    order by u.created_at limit p_limit
  loop
    begin
      perform public.close_account(v_guest);
      v_settled := v_settled + 1;
    exception when sqlstate 'PT409' then
      -- A payment has begun since; the next night decides.
    end;
  end loop;
  return jsonb_build_object(
    'guests without a checkout', coalesce(cardinality(v_guests), 0), 'guests with a checkout', v_settled);
end
$$;
comment on function public.prune_guests is
  'Deletes expired guests (retention_periods), at most p_limit of each kind, and returns the counts. Settled orders '
  'stay as those of closed accounts (close_account). Security definer, because it deletes in auth.';

-- supabase/schemas/back_in_stock.sql

-- Back in stock, from request to e-mail (docs/decisions/0031-back-in-stock.md).

create function public.ask_stock_alert(p_product bigint, p_variant bigint, p_email text, p_limits jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
  v_user uuid;
begin
  if v_wait > 0 then
    return v_wait;
  end if;
  begin
    v_user := public.require_session();
  exception when sqlstate 'PT401' then
    -- No login needed.
  end;
  -- Stock cannot rise between this check and the insert: a transaction that raises it waits, then finds the request.
  perform 1 from public.color_variants where id = p_variant for share;
  if not exists (select from public.colours_on_sale where id = p_variant and product_id = p_product) then
    raise sqlstate 'PT404' using hint = 'colour_missing';
  end if;
  if exists (select from public.free_units(array[p_variant], v_user) where free > 0) then
    raise sqlstate 'PT409' using hint = 'in_stock';
  end if;

  if public.is_suppressed(p_email, 'refused_alerts') then
    -- Only the owner of an address can undo its refusal, and only if the address has not bounced or complained.
    if public.is_suppressed(p_email, 'bounced') or not exists (
      select from public.profiles
      where user_id = v_user and email_confirmed_at is not null
        and lower(public.account_email(v_user)) = lower(p_email))
    then
      return 0;
    end if;
    delete from public.suppressions where address_hash = public.address_hash(p_email) and reason = 'refused_alerts';
  end if;
  insert into public.stock_alerts (variant_id, email, user_id) values (p_variant, p_email, v_user)
  on conflict do nothing;
  return 0;
end
$$;
comment on function public.ask_stock_alert is
  'Puts an address in the queue of a sold-out colour, once, with the caller''s account if their session is live. '
  'Counts against p_limits and returns the seconds to wait, as take_attempt does. An address that refused all alerts '
  'is left out, with the same response. Errors: PT404 colour_missing; PT409 in_stock.';

create function public.address_confirmed(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Auth stores addresses in lower case and indexes them.
  select exists (
      select from auth.users u join public.profiles p on p.user_id = u.id
      where u.email = lower(p_email) and p.email_confirmed_at is not null)
    or exists (select from public.subscriptions where lower(email) = lower(p_email) and confirmed_at is not null)
$$;
comment on function public.address_confirmed is
  'Whether a link mailed to the address was ever used, for an account or for news. Security definer, because it reads '
  'auth.';

create function public.owe_stock_alerts(p_variant bigint, p_units bigint) returns void
language sql set search_path = ''
as $$
  -- E-mails due at the same time are sent in queue order.
  insert into public.mail_outbox (kind, subject, stock_alert_id, due_at)
  select 'back_in_stock', id::text, id, now() + place * interval '1 microsecond'
  from (
    select a.id, row_number() over (order by public.address_confirmed(a.email) desc, a.asked_at, a.id) as place
    from public.stock_alerts a
    where a.variant_id = p_variant and a.ended_at is null
      and not exists (select from public.mail_outbox m where m.stock_alert_id = a.id)
  ) queue
  order by place
  limit 3 * p_units
$$;
comment on function public.owe_stock_alerts is
  'Owes an e-mail to the three longest-waiting addresses per new unit, because not everyone who is notified buys. '
  'Confirmed addresses come first, so that made-up ones cannot crowd shoppers out. The caller has locked the colour.';

create function public.owe_stock_alerts_of_restock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Cheap check first: most colours of an import have no alerts. An archived product cannot be bought; its return to
  -- sale counts all units.
  if exists (select from public.stock_alerts where variant_id = new.id and ended_at is null)
    and exists (
      select from public.products
      where id = new.product_id and archived_at is null and (visible_from is null or visible_from <= now()))
  then
    perform public.owe_stock_alerts(new.id, case
      when old.archived_at is null then new.quantity - old.quantity else new.quantity end);
  end if;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_restock is
  'Notifies the queue of a colour when units arrive: by an import, a return, a cancelled order, or a return to sale. '
  'The end of a hold does not count.';

create trigger owe_stock_alerts after update on public.color_variants
  for each row when (
    new.archived_at is null
    and (new.quantity > old.quantity or (old.archived_at is not null and new.quantity > 0)))
  execute function public.owe_stock_alerts_of_restock();

create function public.owe_stock_alerts_of_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_stock_alerts(id, quantity)
  from public.color_variants where product_id = new.id and archived_at is null and quantity > 0;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_product is 'Notifies the queues of a product that is on sale again.';

create trigger owe_stock_alerts after update of archived_at on public.products
  for each row when (old.archived_at is not null and new.archived_at is null)
  execute function public.owe_stock_alerts_of_product();

create function public.drop_stale_stock_alerts() returns void
language sql set search_path = ''
as $$
  with due as (
    select m.id, a.variant_id, a.ended_at
    from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
    where m.status = 'due' and m.kind = 'back_in_stock' and m.due_at <= now()
  ), free as (
    select f.variant_id
    from public.free_units(array(select distinct variant_id from due)) f
    join public.colours_on_sale v on v.id = f.variant_id
    where f.free > 0
  ), stale as (
    select id from public.mail_outbox
    where id in (
      select id from due where ended_at is not null or variant_id not in (select variant_id from free))
    order by id for update skip locked
  )
  delete from public.mail_outbox where id in (select id from stale)
$$;
comment on function public.drop_stale_stock_alerts is
  'Drops unsent e-mails about colours that have sold out again or left the shop, whose addresses keep their place in '
  'the queue, and those of alerts that have ended.';

create function public.claim_stock_alert_batch(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_batch uuid;
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_stock_alert_batch', 0));
  perform public.drop_stale_stock_alerts();
  -- A retried batch keeps its recipients, because the provider identifies it by its idempotency key.
  select batch into v_batch from public.mail_outbox
  where kind = 'back_in_stock' and status = 'due' and batch is not null and due_at <= now()
    and attempts < public.mail_attempts_allowed()
  order by due_at limit 1;
  if not found then
    v_batch := gen_random_uuid();
    with next as (
      select id from public.mail_outbox
      where kind = 'back_in_stock' and status = 'due' and batch is null and due_at <= now()
      order by due_at limit p_limit
      for update skip locked
    )
    update public.mail_outbox m set batch = v_batch from next where m.id = next.id;
  end if;
  update public.mail_outbox
  set claim = v_claim, attempts = attempts + 1, due_at = now() + make_interval(secs => p_lease_seconds)
  where batch = v_batch and status = 'due';
  if not found then
    return null;
  end if;
  return jsonb_build_object('batch', v_batch, 'claim', v_claim, 'mails', (
    select jsonb_agg(jsonb_build_object(
      'id', m.id, 'claim', m.claim, 'kind', m.kind, 'about', public.mail_about(m), 'content', public.mail_content(m.id))
      order by a.asked_at, a.id)
    from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
    where m.batch = v_batch and m.status = 'due'));
end
$$;
comment on function public.claim_stock_alert_batch is
  'Leases up to p_limit due stock e-mails, oldest request first, for p_lease_seconds; null when none are due. Claims '
  'are serialised, so that a batch stays whole. batch is the idempotency key of the call that sends them.';

create function public.record_mail_batch(p_results jsonb) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox m
  set status = (case when g.error is null then 'sent' else 'parked' end)::public.mail_status,
      sent_at = case when g.error is null then now() end,
      provider_id = g.provider_id, last_error = left(g.error, 500)
  from jsonb_to_recordset(p_results) as g(id uuid, provider_id text, error text)
  where m.id = g.id and m.status <> 'sent'
$$;
comment on function public.record_mail_batch is
  'Records the provider''s response to each e-mail of a batch: [{id, provider_id, error}]. error is set for permanent '
  'rejections only; these are parked.';

create function public.record_mail_batch_failure(
  p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null
) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set last_error = left(p_error, 500),
      attempts = attempts - (p_wait_seconds is not null)::integer,
      due_at = now() + coalesce(
        make_interval(secs => p_wait_seconds), interval '5 minutes' * power(2, attempts - 1))
  where batch = p_batch and claim = p_claim and status = 'due'
$$;
comment on function public.record_mail_batch_failure is
  'Reschedules a batch that the provider did not take, with backoff that doubles from 5 minutes, or after the '
  'provider''s own p_wait_seconds. claim_mails parks e-mails that have used up their attempts.';

create function public.settle_stock_alert() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.stock_alerts
  set ended_at = now(),
      ended_why = case when new.status = 'sent' then 'told'::public.stock_alert_end else 'undeliverable' end
  where id = new.stock_alert_id and (ended_at is null or (ended_why = 'undeliverable' and new.status = 'sent'));
  return null;
end
$$;
comment on function public.settle_stock_alert is 'Ends an alert once its e-mail is sent: one e-mail per alert.';

create trigger settle_stock_alert after update of status on public.mail_outbox
  for each row when (new.kind = 'back_in_stock' and new.status in ('sent', 'parked') and old.status <> new.status)
  execute function public.settle_stock_alert();

create function public.suppress_address(p_email text, p_reason public.suppression_reason) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.suppressions (address_hash, reason) values (public.address_hash(p_email), p_reason)
  on conflict do nothing;
  if p_reason <> 'refused_alerts' then
    delete from public.subscriptions where lower(email) = lower(p_email);
  end if;
  if p_reason <> 'unsubscribed' then
    -- E-mails before alerts: the sender's lock order.
    delete from public.mail_outbox
    where status = 'due' and stock_alert_id in (
      select id from public.stock_alerts where lower(email) = lower(p_email) and ended_at is null);
    update public.stock_alerts
    set ended_at = now(),
        ended_why = case when p_reason = 'bounced' then 'undeliverable'::public.stock_alert_end else 'refused' end
    where lower(email) = lower(p_email) and ended_at is null;
  end if;
end
$$;
comment on function public.suppress_address is
  'Suppresses mail to an address by p_reason: unsubscribed ends the news, refused_alerts the stock alerts, bounced '
  'and complained both. Repeating it is not an error.';

create function public.end_stock_alerts(p_alert uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  select email into v_email from public.stock_alerts where id = p_alert;
  if not found then
    return;
  end if;
  perform public.suppress_address(v_email, 'refused_alerts');
  update public.stock_alerts set ended_why = 'refused' where id = p_alert;
end
$$;
comment on function public.end_stock_alerts is
  'Ends all alerts to the address of this one, and refuses further ones. Repeating it is not an error, nor is an '
  'erased alert.';

create view public.stock_alert_counts with (security_invoker = true) as
select
  p.slug, p.name as product_name, v.color_name, v.quantity,
  v.archived_at is not null or p.archived_at is not null as archived,
  count(*) as waiting, min(a.asked_at) as since
from public.stock_alerts a
join public.color_variants v on v.id = a.variant_id
join public.products p on p.id = v.product_id
where a.ended_at is null
group by p.id, v.id;
comment on view public.stock_alert_counts is
  'Number of alerts waiting for each colour, and since when; without addresses.';

-- supabase/schemas/jobs.sql

-- Scheduled jobs: one function of the site asks every minute for those that are due (netlify/functions/jobs.ts).

create type public.job as enum (
  'release-sweep', 'mailing-sweep', 'site-build', 'mail-sweep', 'checkout-sweep', 'refund-sweep', 'data-prune',
  'invariants', 'stock-report', 'cart-sweep');
comment on type public.job is
  'release-sweep: publishes scheduled releases. mailing-sweep: sends newsletters. site-build: purges the CDN and '
  'requests builds. mail-sweep: sends due e-mails and stock alerts. checkout-sweep: finishes abandoned checkouts. '
  'refund-sweep: carries out withdrawals, reads Stripe''s events, makes refunds. data-prune: erases expired data. '
  'invariants: looks for contradictions in the data. stock-report: the weekly e-mail about low stock. cart-sweep: '
  'reminds of carts that were left.';

create type public.job_outcome as enum ('done', 'unfinished', 'failed', 'died');
comment on type public.job_outcome is
  'done: all that was due. unfinished: out of time, resumed in the next minute. failed: an error, in the log. died: '
  'the process ended without a report; resumed in the next minute.';

create table public.jobs (
  name public.job primary key,
  every interval not null,
  first_at timestamptz not null,
  looked_at timestamptz not null default now(),
  again_at timestamptz,
  ok_at timestamptz not null default now(),
  constraint jobs_every_positive check (every >= interval '1 minute')
);
comment on table public.jobs is 'Schedule and progress of each job.';
comment on column public.jobs.first_at is 'One of its times; the others follow at intervals of every.';
comment on column public.jobs.looked_at is 'When it was last due.';
comment on column public.jobs.again_at is
  'When it is due besides its schedule, because the last run did not complete; null for never. Set it to now() to run '
  'a job in the next minute.';
comment on column public.jobs.ok_at is 'When it last had nothing left to do.';
alter table public.jobs enable row level security;

create table public.job_runs (
  id uuid primary key default gen_random_uuid(),
  job public.job not null references public.jobs (name),
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  ended_at timestamptz,
  outcome public.job_outcome,
  counts jsonb not null default '{}',
  constraint job_runs_ended_has_outcome check ((ended_at is null) = (outcome is null)),
  constraint job_runs_counts_form check (jsonb_typeof(counts) = 'object')
);
comment on table public.job_runs is
  'Runs of jobs of the last 30 days. A job that is due with nothing to do only moves jobs.ok_at.';
comment on column public.job_runs.lease_until is
  'When the run counts as dead unless it has ended: later than the platform''s limit of 30 seconds.';
comment on column public.job_runs.counts is
  'Work done, e.g. {"mails": 3}; for the job invariants, the number of violations of each.';
create unique index job_runs_one_at_a_time on public.job_runs (job) where ended_at is null;
create index job_runs_by_job on public.job_runs (job, started_at desc);
alter table public.job_runs enable row level security;

create function public.job_has_work(p_job public.job) returns boolean
language sql stable set search_path = ''
as $$
  select case p_job
    when 'release-sweep' then exists (
      select from public.releases where state = 'scheduled' and scheduled_for <= now())
    when 'mailing-sweep' then exists (
        select from public.mailings m where public.mailing_is_due(m))
      or exists (
        select from public.mailing_batches b join public.mailings m on m.id = b.mailing_id
        where m.state = 'sending' and b.ended_at is null and b.due_at <= now())
    when 'site-build' then exists (select from public.stale_answers)
      or exists (select from public.catalogue_changes)
      or exists (select from public.site_content where build_due_at <= now())
      or public.last_unnoted_moment() is not null
    when 'mail-sweep' then exists (select from public.mail_outbox where status = 'due' and due_at <= now())
    when 'checkout-sweep' then exists (
      select from public.checkouts where status in ('open', 'awaiting_payment', 'refund_due'))
    when 'cart-sweep' then exists (select from public.left_carts())
    when 'stock-report' then exists (select from public.stock_levels where is_low)
    -- Stripe's events, the rows of auth and Storage, and contradictions: known only after a look.
    else true end
$$;
comment on function public.job_has_work is
  'Whether a job might find work: cheap conditions that hold whenever it would (tests/database/jobs.test.ts).';

create function public.take_due_jobs(p_lease_seconds integer, p_job public.job default null)
returns table (run uuid, job public.job)
language plpgsql set search_path = ''
as $$
declare
  v_due public.job[];
  v_idle public.job[];
begin
  with dead as (
    update public.job_runs r set ended_at = now(), outcome = 'died'
    where r.ended_at is null and r.lease_until <= now()
    returning r.job
  )
  update public.jobs j set again_at = now() from dead where j.name = dead.job;

  with next as (
    select j.name from public.jobs j
    where case when p_job is null
        then date_bin(j.every, now(), j.first_at) > j.looked_at or j.again_at <= now()
        else j.name = p_job end
      and not exists (select from public.job_runs r where r.job = j.name and r.ended_at is null)
    -- Another scheduler is taking it.
    for update skip locked
  ), taken as (
    update public.jobs j set looked_at = now(), again_at = null from next where j.name = next.name returning j.name
  )
  select array_agg(taken.name) into v_due from taken;

  with idle as (
    update public.jobs j set ok_at = now()
    where j.name = any (v_due) and p_job is null and not public.job_has_work(j.name)
    returning j.name
  )
  select coalesce(array_agg(idle.name), '{}') into v_idle from idle;

  return query
    insert into public.job_runs as r (job, lease_until)
    select name, now() + make_interval(secs => p_lease_seconds) from unnest(v_due) as name
    where name <> all (v_idle)
    on conflict do nothing
    returning r.id, r.job;
end
$$;
comment on function public.take_due_jobs is
  'Begins a run of each job that is due and might have work, or of p_job in any case; none of a job that is running. '
  'A run without end_job_run within p_lease_seconds is dead: its job is due at once. One call, whatever is due, so '
  'that an idle minute costs one round trip.';

create function public.end_job_run(p_run uuid, p_outcome public.job_outcome, p_counts jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  v_job public.job;
begin
  update public.job_runs set ended_at = now(), outcome = p_outcome, counts = p_counts
  where id = p_run and coalesce(outcome, 'died') = 'died'
  returning job into v_job;
  update public.jobs
  set ok_at = case when p_outcome = 'done' then now() else ok_at end,
      again_at = case p_outcome when 'unfinished' then now() when 'failed' then now() + interval '15 minutes' end
  where name = v_job;
  delete from public.job_runs where job = v_job and started_at < now() - interval '30 days' and id <> p_run;
end
$$;
comment on function public.end_job_run is
  'Ends a run, even if late. A failed one is tried again after 15 minutes, if its schedule does not come first.';

-- supabase/schemas/invariants.sql

-- Invariants of the shop's database: true at every moment, during sales as well.
--
-- Read-only, one statement, so it looks at one moment and may be run on the live database at any time:
--   psql "$DATABASE_URL" -c 'set statement_timeout = 0; select * from public.violations()'

create function public.violations() returns table (invariant text, "row" text, found text)
language sql stable set search_path = '' set statement_timeout = '10min'
-- Compiling a plan of this size takes longer than it saves.
set jit = off
as $$
with
-- Units that live holds set aside, by variant.
held as (
  select * from public.free_units(array(select id from public.color_variants))
),
-- Each looked up once for all that compare it.
units as (
  select * from public.order_units
),
balances as (
  select * from public.payment_balances
),
-- Sums of the frozen lines of each checkout.
frozen as (
  select checkout_id, sum(unit_pence::bigint * quantity) as pence, sum(quantity) as units
  from public.checkout_lines group by checkout_id
),
-- The half of a day from which each order's promises count: they change at London's midnight and at noon UTC.
counted as (
  select o.id, o.counts_from, o.leaves_by, o.arrives_from, o.arrives_by, s.express, s.min_business_days,
         s.max_business_days, d.day, o.counts_from < (d.day + time '12:00') at time zone 'UTC' as before_noon
  from public.orders o
  join public.checkout_shipping_options s
    on s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
  cross join lateral public.uk_day(o.counts_from) d (day)
),
-- Materialized: merged into the query that reads it, it would ask for the promise of each order.
promised as materialized (
  select halves.*, p.leaves_by, p.arrives_from, p.arrives_by
  from (
    select day, before_noon, express, min_business_days, max_business_days, min(counts_from) as counts_from
    from counted group by 1, 2, 3, 4, 5) halves
  cross join public.order_promise(counts_from, express, min_business_days, max_business_days) p
),
-- Payment status for each checkout status; checkouts of other statuses have no payment.
paid_as (checkout_status, payment_status) as (
  values ('completed', 'paid'), ('completed', 'refunded'), ('review', 'review'), ('refund_due', 'refund_due'),
    ('refunded', 'refunded')
)

-- Catalogue

select 'products are in a category, which is not archived while they are not' as invariant,
       'products ' || p.id as "row", c.kind || ' ' || c.slug as found
from public.products p join public.categories c on c.id = p.category_id
where c.kind <> 'category' or c.archived_at is not null and p.archived_at is null

union all
-- Stock

select 'stock is never negative' as invariant, 'color_variants ' || v.id as "row", v.quantity::text as found
from public.color_variants v where v.quantity < 0

union all
select 'stock is the sum of its movements', 'color_variants ' || v.id, v.quantity || ', moved ' || coalesce(m.moved, 0)
from public.color_variants v
left join (select variant_id, sum(moved) as moved from public.stock_movements group by variant_id) m
  on m.variant_id = v.id
where v.quantity <> coalesce(m.moved, 0)

union all
select 'no more is held than there is', 'color_variants ' || v.id, h.held || ' held of ' || v.quantity
from held h join public.color_variants v on v.id = h.variant_id where h.held > v.quantity

union all
select 'only unfinished checkouts hold stock', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id, c.status::text
from public.stock_holds h left join public.checkouts c on c.id = h.checkout_id
where c.id is null or c.status not in ('open', 'awaiting_payment', 'review')

union all
select 'a hold is as large as its line', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id,
  h.quantity || ' held for ' || coalesce(l.quantity, 0)
from public.stock_holds h
left join public.checkout_lines l on l.checkout_id = h.checkout_id and l.variant_id = h.variant_id
where h.quantity is distinct from l.quantity

union all
select 'every line of an open checkout is held beyond its payment page',
       'checkout_lines ' || c.id || ' ' || l.variant_id,
  coalesce('held until ' || h.expires_at, 'not held')
from public.checkouts c
join public.checkout_lines l on l.checkout_id = c.id
left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
where c.status = 'open' and (h.expires_at > c.session_expires_at) is not true

-- Checkouts

union all
select 'a shopper has one unpaid checkout', 'checkouts of ' || user_id, count(*) || ' are open or awaited'
from public.checkouts where status in ('open', 'awaiting_payment') and not by_link
group by user_id having count(*) > 1

union all
select 'an unpaid checkout holds at most 10 of a colour and 30 units', 'checkouts ' || c.id,
  max(l.quantity) || ' of a colour, ' || sum(l.quantity) || ' units'
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
where c.status in ('open', 'awaiting_payment') and not c.by_link
group by c.id having max(l.quantity) > 10 or sum(l.quantity) > 30

union all
select 'a network holds at most 60 units without paying', 'checkouts from ' || c.network_hash,
  sum(h.quantity) || ' units'
from public.checkouts c join public.stock_holds h on h.checkout_id = c.id
where h.expires_at > now() and c.network_hash is not null group by c.network_hash having sum(h.quantity) > 60

union all
select 'a closed checkout has forgotten its network', 'checkouts ' || id, network_hash
from public.checkouts where closed_at is not null and network_hash is not null

union all
select 'closed_at is set when and only when a checkout is closed', 'checkouts ' || id,
       status || ', ' || coalesce(closed_at::text, 'no time')
from public.checkouts where (status in ('open', 'awaiting_payment')) <> (closed_at is null)

union all
select 'a checkout has lines', 'checkouts ' || c.id, 'none'
from public.checkouts c where not exists (select from public.checkout_lines l where l.checkout_id = c.id)

union all
select 'a checkout asks for the sum of its lines', 'checkouts ' || c.id, c.subtotal_pence || ' for ' || f.pence
from public.checkouts c join frozen f on f.checkout_id = c.id where c.subtotal_pence <> f.pence

union all
select 'the tax is the frozen rate of the goods less the discount, half a penny up', 'checkouts ' || id,
  tax_pence || ' at ' || tax_basis_points || ' of ' || subtotal_pence || ' - ' || discount_pence
from public.checkouts where tax_pence <> public.tax_on(subtotal_pence - discount_pence, tax_basis_points)

union all
select 'the discount of a checkout is that of its lines', 'checkouts ' || c.id,
  c.discount_pence || ' for ' || sum(l.discount_pence)
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
group by c.id having c.discount_pence <> sum(l.discount_pence)

union all
select 'what is taken off has a code, and a code takes something off', 'checkouts ' || c.id,
  coalesce('code ' || d.code, 'no code') || ', ' || c.discount_pence || ' and ' || coalesce(o.waived, 0)
from public.checkouts c
left join public.checkout_discounts d on d.checkout_id = c.id
left join (
  select checkout_id, max(waived_pence) as waived from public.checkout_shipping_options group by 1) o
  on o.checkout_id = c.id
where (d.checkout_id is not null) <> (c.discount_pence + coalesce(o.waived, 0) > 0)

union all
select 'a code is used no more often than allowed', 'discounts ' || d.id, count(*) || ' of ' || d.max_uses
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
group by d.id having count(*) > d.max_uses

union all
select 'a single-use code is used once', 'discount_codes ' || u.code, count(*)::text
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
where d.single_use group by u.code having count(*) > 1

union all
select 'a code for one order of each person is used once by each', 
  'discounts ' || d.id || ' of billing form ' || min(b.id),
  count(*)::text
from public.discounts d
join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
join public.checkouts c on c.id = u.checkout_id
join public.billing_infos b on b.id = c.billing_info_id
where d.once_per_person and b.email <> ''
group by d.id, public.mail_person(b.email) having count(*) > 1

union all
select 'a code is given back when and only when its checkout ends without an order', 'checkouts ' || c.id,
  c.status || ', ' || coalesce('given back ' || d.given_back_at, 'used')
from public.checkout_discounts d join public.checkouts c on c.id = d.checkout_id
where case
  when c.status in ('released', 'refund_due', 'refunded') then d.given_back_at is null
  -- Used up by somebody else before its late payment.
  when c.status = 'review' then false
  else d.given_back_at is not null end

union all
select 'tax comes on top of prices or is in them, never both', 'checkouts ' || id,
  tax_basis_points || ' on top and ' || included_basis_points || ' inside, ' || tax_display
from public.checkouts
where case tax_display when 'added' then included_basis_points <> 0 else tax_basis_points <> 0 or tax_pence <> 0 end

union all
select 'one payment session is of one checkout', 'checkouts with ' || stripe_session_id, count(*)::text
from public.checkouts where stripe_session_id is not null group by stripe_session_id having count(*) > 1

union all
select 'what was paid or is awaited has its payment session', 'checkouts ' || id, status::text
from public.checkouts where status not in ('open', 'released') and stripe_session_id is null

union all
select 'an expired payment page is settled within a day', 'checkouts ' || id, 'open since ' || session_expires_at
from public.checkouts where status = 'open' and session_expires_at < now() - interval '1 day'

union all
select 'a refund that is due is at Stripe within a day', 'checkouts ' || c.id, 'due since ' || c.closed_at
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join balances b on b.payment_id = p.id
where c.status = 'refund_due' and c.closed_at < now() - interval '1 day' and b.refunded_pence < p.charged_pence

union all
select 'what belongs to no account is settled', 'checkouts ' || id, status::text
from public.checkouts where user_id is null and not by_link and status not in ('completed', 'refund_due', 'refunded')

union all
select 'a billing form is of the account of its checkouts, or of none as they are', 'checkouts ' || c.id,
  coalesce(b.user_id::text, case when b.id is null then 'no form' else 'a form of nobody' end)
from public.checkouts c left join public.billing_infos b on b.id = c.billing_info_id
where b.id is null
  -- An unpaid link has no shopper yet.
  or b.user_id is distinct from c.user_id and not (c.by_link and c.user_id is null)

-- Payments

union all
select 'a checkout and its payment tell the same story', 'checkouts ' || c.id,
  c.status || ', its payment ' || coalesce(p.status::text, 'missing')
from public.checkouts c
left join public.payments p on p.checkout_id = c.id
where case
  when p.id is null then exists (select from paid_as a where a.checkout_status = c.status::text)
  else not exists (select from paid_as a where (a.checkout_status, a.payment_status) = (c.status::text, p.status::text))
end

union all
select 'a payment is of a checkout', 'payments ' || p.id, p.checkout_id::text
from public.payments p where not exists (select from public.checkouts c where c.id = p.checkout_id)

union all
select 'a checkout has one payment', 'payments of ' || checkout_id, count(*)::text
from public.payments group by checkout_id having count(*) > 1

union all
select 'a payment has the session, shopper and billing data of its checkout', 'payments ' || p.id, 'checkout ' || c.id
from public.payments p join public.checkouts c on c.id = p.checkout_id
where (p.stripe_session_id, p.user_id, p.billing_info_id)
  is distinct from (c.stripe_session_id, c.user_id, c.billing_info_id)

union all
select 'a payment is for the goods of its checkout', 'payments ' || p.id, p.amount_pence || ' for ' || c.subtotal_pence
from public.payments p join public.checkouts c on c.id = p.checkout_id where p.amount_pence <> c.subtotal_pence

union all
select 'a payment is refunded when and only when all of it went back', 'payments ' || p.id,
  p.status || ', ' || b.returned_pence || ' of ' || p.charged_pence
from public.payments p join balances b on b.payment_id = p.id
where case p.status
  when 'refunded' then b.returned_pence < p.charged_pence
  else p.charged_pence > 0 and b.returned_pence >= p.charged_pence
end

-- Refunds and disputes

union all
-- The studio shows an over-refund at Stripe, which stays recorded.
select 'no more is refunded than was charged', 'payments ' || p.id, b.refunded_pence || ' of ' || p.charged_pence
from public.payments p join balances b on b.payment_id = p.id
where b.refunded_pence > p.charged_pence and not exists (select from public.order_events e
  where e.checkout_id = p.checkout_id and e.kind = 'refund_surplus')

union all
select 'a refund is of a payment', 'refunds ' || r.id, r.payment_id::text
from public.refunds r where not exists (select from public.payments p where p.id = r.payment_id)

union all
select 'one attempt at a refund is under way', 'refunds of payment ' || payment_id, count(*)::text
from public.refunds where state = 'requested' group by payment_id having count(*) > 1

union all
select 'one refund at Stripe is one row of the ledger', 'refunds ' || stripe_refund_id, count(*)::text
from public.refunds where stripe_refund_id is not null group by stripe_refund_id having count(*) > 1

union all
select 'a refund that Stripe has not heard of moved no money', 'refunds ' || id, source || ', ' || state
from public.refunds
where stripe_refund_id is null and not (source = 'shop' and state in ('requested', 'failed') or source = 'outside'
  and state = 'succeeded')

union all
select 'a refund has its time when and only when it is settled', 'refunds ' || id,
       state || ', ' || coalesce(settled_at::text, 'no time')
from public.refunds where (state in ('succeeded', 'failed', 'cancelled')) <> (settled_at is not null)

union all
select 'the shop refunds by itself only what has no order', 'refunds ' || r.id, 'order ' || o.id
from public.refunds r join public.orders o on o.payment_id = r.payment_id
where r.source = 'shop' and r.reason in ('sold_out', 'review')

union all
select 'a dispute is of a payment', 'disputes ' || d.stripe_dispute_id, d.payment_id::text
from public.disputes d where not exists (select from public.payments p where p.id = d.payment_id)

-- Orders

union all
select 'an order comes of a completed checkout and of nothing else', 'checkouts ' || c.id,
  c.status || ', ' || count(o.id) || ' orders'
from public.checkouts c left join public.orders o on o.checkout_id = c.id
group by c.id having count(o.id) <> (c.status = 'completed')::integer

union all
select 'an order is of a checkout', 'orders ' || o.id, o.checkout_id::text
from public.orders o where not exists (select from public.checkouts c where c.id = o.checkout_id)

union all
select 'an order is paid, by the payment of its own checkout', 'orders ' || o.id,
  coalesce('payment ' || p.id || ' ' || p.status || ' of ' || p.checkout_id, 'no payment')
from public.orders o left join public.payments p on p.id = o.payment_id
where (p.checkout_id = o.checkout_id and p.status in ('paid', 'refunded')) is not true

union all
select 'an order has the shopper, billing data, country and amounts of its checkout', 'orders ' || o.id,
       'checkout ' || c.id
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (
  o.user_id, o.billing_info_id, o.country, o.subtotal_pence, o.discount_pence, o.tax_pence, o.included_basis_points)
  is distinct from (
    c.user_id, c.billing_info_id, c.country, c.subtotal_pence, c.discount_pence, c.tax_pence, c.included_basis_points)

union all
select 'the discount of an order is that of its items', 'orders ' || o.id,
  o.discount_pence || ' for ' || sum(i.discount_pence)
from public.orders o join public.order_items i on i.order_id = o.id
group by o.id having o.discount_pence <> sum(i.discount_pence)

union all
select 'an order costs goods less discount, tax and delivery, and that was charged in the checkout''s currency',
  'orders ' || o.id,
  o.order_amount_pence || ' for ' || o.subtotal_pence - o.discount_pence || ' + ' || o.tax_pence || ' + '
    || o.shipping_pence || ' + ' || o.adjustment_pence
    || ', charged ' || p.charged_pence || ' ' || p.currency
from public.orders o
join public.payments p on p.id = o.payment_id
join public.checkouts c on c.id = o.checkout_id
where (
  o.subtotal_pence - o.discount_pence + o.tax_pence + o.shipping_pence + o.adjustment_pence, o.order_amount_pence,
  p.currency)
  is distinct from (o.order_amount_pence, p.charged_pence::integer, c.currency)

union all
select 'the delivery of an order was offered for its checkout', 'orders ' || o.id,
       o.shipping_name || ' at ' || o.shipping_pence
from public.orders o
where not exists (
  select from public.checkout_shipping_options s
  where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence)

union all
select 'an order is promised what the clock says', 'orders ' || o.id,
  o.leaves_by || ', ' || o.arrives_from || ' to ' || o.arrives_by || ' instead of '
    || p.leaves_by || ', ' || p.arrives_from || ' to ' || p.arrives_by
from counted o
join promised p on (p.day, p.before_noon, p.express, p.min_business_days, p.max_business_days)
  = (o.day, o.before_noon, o.express, o.min_business_days, o.max_business_days)
where (o.leaves_by, o.arrives_from, o.arrives_by) <> (p.leaves_by, p.arrives_from, p.arrives_by)
  -- A bank holiday may have been proclaimed since.
  and not exists (select from public.bank_holidays h where h.day between o.day and p.arrives_by)

union all
select 'an order leaves by the day it was promised', 'orders ' || l.id,
  l.units_to_send || ' units to send, promised for ' || l.leaves_by
from public.orders_leaving l
where l.leaves_by < public.uk_day(now())
  -- An order that came to light after its promised day was late from the start.
  and public.uk_day(l.created_at) <= l.leaves_by

union all
select 'the parcel of an order goes to the country that set its postage', 'orders ' || o.id, c.delivery ->> 'country'
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (c.delivery ->> 'country') is distinct from o.country

union all
select 'the items of an order are the lines of its checkout, as swapped since',
  'orders ' || coalesce(i.order_id, l.order_id),
  'variant ' || coalesce(i.variant_id, l.variant_id)
from (
  select o.id as order_id, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence as pence, l.quantity
  from public.orders o join public.checkout_lines l on l.checkout_id = o.checkout_id
  where not exists (select from public.swapped_items where order_id = o.id)
  union all
  -- Lines as bought, with their swaps. The product and its price stay.
  select u.order_id, u.variant_id, l.product_id, l.product_name, coalesce(b.color_name, i.color_name),
    l.unit_pence, sum(u.quantity)::integer
  from (
    select o.id as order_id, l.variant_id, l.variant_id as of_variant_id, l.quantity
    from public.orders o join public.checkout_lines l on l.checkout_id = o.checkout_id
    where exists (select from public.swapped_items where order_id = o.id)
    union all
    select order_id, from_variant_id, from_variant_id, -quantity from public.swapped_items
    union all
    select order_id, to_variant_id, from_variant_id, quantity from public.swapped_items) u
  join public.orders o on o.id = u.order_id
  join public.color_variants v on v.id = u.of_variant_id
  cross join lateral (
    select product_id, product_name, unit_pence from public.checkout_lines
    where checkout_id = o.checkout_id and product_id = v.product_id limit 1) l
  left join public.checkout_lines b on b.checkout_id = o.checkout_id and b.variant_id = u.variant_id
  left join public.order_items i on i.order_id = o.id and i.variant_id = u.variant_id
  group by 1, 2, 3, 4, 5, 6 having sum(u.quantity) <> 0) l
full join (
  select order_id, variant_id, product_id, product_name, color_name, product_price_pence as pence, quantity
  from public.order_items where quantity > 0) i
  on i.order_id = l.order_id and i.variant_id = l.variant_id
where (i.order_id, i.product_id, i.product_name, i.color_name, i.pence, i.quantity)
  is distinct from (l.order_id, l.product_id, l.product_name, l.color_name, l.pence, l.quantity)

union all
select 'an order keeps name and address for six years', 'orders ' || o.id, coalesce('erased ' || b.erased_at, 'empty')
from public.orders o join public.billing_infos b on b.id = o.billing_info_id
where o.created_at > now() - interval '6 years' and (b.name = '' or b.address = '')

union all
select 'an order counts its units', 'orders ' || o.id, o.total_items || ' for ' || coalesce(sum(i.quantity), 0)
from public.orders o left join public.order_items i on i.order_id = o.id
group by o.id having o.total_items is distinct from sum(i.quantity)

union all
select 'as many units were ordered as were sold', 'color_variants ' || variant_id,
       sum(ordered) || ' ordered, ' || sum(sold) || ' sold'
from (
  select variant_id, quantity as ordered, 0 as sold from public.order_items
  union all
  select l.variant_id, 0, l.quantity
  from public.checkout_lines l join public.checkouts c on c.id = l.checkout_id where c.status = 'completed'
  union all
  select from_variant_id, 0, -quantity from public.swapped_items
  union all
  select to_variant_id, 0, quantity from public.swapped_items) units
group by variant_id having sum(ordered) <> sum(sold)

-- Order history

union all
select 'the status of an order and its units to send are what happened to it', 'orders ' || o.id,
  concat_ws(', ', o.status, o.goods_status, o.money_status, o.units_to_send) || ' to send, instead of '
    || concat_ws(', ', f.status, f.goods_status, f.money_status, coalesce(f.units_to_send, 0))
from public.orders o
left join public.order_states f on f.order_id = o.id
where (o.status, o.goods_status, o.money_status, o.units_to_send)
  is distinct from (f.status, f.goods_status, f.money_status, f.units_to_send)

union all
select 'a withdrawal is carried out within a day, and of what has not left', 'orders ' || id,
  cancels_at || ', ' || units_to_send || ' to send'
from public.orders where cancels_at < now() - interval '1 day' or (cancels_at is not null and units_to_send = 0)

union all
select 'replacements, exchanges and gifts charge nothing, and nothing else is free of Stripe', 'orders ' || o.id,
  p.method || ', ' || p.charged_pence || ' charged'
from public.orders o
join public.payments p on p.id = o.payment_id
left join public.replacements r on r.order_id = o.id
left join public.exchanges e on e.order_id = o.id
left join public.gifts g on g.order_id = o.id
where (num_nonnulls(r.order_id, e.order_id, g.order_id) = 1) <> (p.method = 'none')
  or p.method = 'none' and p.charged_pence > 0

union all
select 'an exchange gives a unit for each that its return brings', 'exchanges ' || order_id || ' ' || side,
  'variant ' || variant_id || ': ' || sum(units)
from (
  select order_id, 'given' as side, to_variant_id as variant_id, quantity as units from public.exchanged_items
  union all
  select i.order_id, 'given', i.variant_id, -i.quantity
  from public.exchanges e join public.order_items i on i.order_id = e.order_id
  union all
  select order_id, 'back', from_variant_id, quantity from public.exchanged_items
  union all
  select e.order_id, 'back', i.variant_id, -i.quantity
  from public.exchanges e join public.return_items i on i.return_id = e.return_id) x
group by order_id, side, variant_id having sum(units) <> 0

union all
select 'an order waits only for what is still to come', 'orders ' || o.id, o.waits_for::text
from public.orders o
left join public.exchanges e on e.order_id = o.id
left join public.returns r on r.id = e.return_id
where o.waits_for = 'return' and o.units_to_send > 0 and r.state is distinct from 'asked'
    and r.state is distinct from 'received'
  or o.waits_for = 'payment' and not exists (
    select from public.payment_links l join public.checkouts c on c.id = l.checkout_id
    where l.order_id = o.id and c.status in ('open', 'awaiting_payment'))

union all
select 'no more is replaced than was sent', 'orders ' || r.replaces_order_id,
  r.variant_id || ': ' || r.units || ' of ' || coalesce(u.sent, 0)
from (
  select r.replaces_order_id, u.variant_id, sum(u.ordered - u.cancelled) as units
  from public.replacements r join units u on u.order_id = r.order_id group by 1, 2) r
left join units u on u.order_id = r.replaces_order_id and u.variant_id = r.variant_id
where r.units > coalesce(u.sent, 0)

union all
select 'no more is sent and cancelled than was ordered', 'order_items ' || order_id || ' ' || variant_id,
  sent || ' sent, ' || cancelled || ' cancelled of ' || ordered
from units where to_send < 0

union all
select 'no more comes back than was sent', 'order_items ' || order_id || ' ' || variant_id,
  return_asked || ' asked for, ' || returned || ' back of ' || sent
from units where return_asked + returned > sent

union all
select 'a unit goes back into stock once, and only if it was cancelled or came back', b.fact,
       b.restocked || ' of ' || b.quantity
from (
  select 'cancelled_items ' || event_id || ' ' || variant_id as fact, restocked, quantity from public.cancelled_items
  union all
  select 'return_items ' || i.return_id || ' ' || i.variant_id, i.restocked + i.written_off,
    case when r.state in ('received', 'settled') then i.quantity else 0 end
  from public.return_items i join public.returns r on r.id = i.return_id) b
where b.restocked > b.quantity

union all
select 'the price of a unit goes back once', 'order_items ' || u.order_id || ' ' || u.variant_id,
       u.refunded || ' of ' || u.ordered
from units u join public.orders o on o.id = u.order_id
where u.refunded > u.ordered and not exists (select from public.order_events e where e.checkout_id = o.checkout_id
  and e.kind = 'refund_surplus')

union all
select 'an order gives back no more goods, tax and delivery than it had', 'orders ' || o.id,
  f.goods || ' + ' || f.tax || ' + ' || f.shipping
from public.orders o
join (
  select order_id, sum(goods_pence) as goods, sum(tax_pence) as tax, sum(shipping_pence) as shipping
  from public.order_refunds where given_up_at is null group by order_id) f on f.order_id = o.id
where (f.goods > o.subtotal_pence - o.discount_pence or f.tax > o.tax_pence or f.shipping > o.shipping_pence)
  and not exists (select from public.order_events e where e.checkout_id = o.checkout_id and e.kind = 'refund_surplus')

union all
-- A refund being requested may overlap one made at the dashboard; Stripe refuses it then.
select 'no more is refunded and owed of an order than was charged', 'orders ' || o.id,
  b.refunded_pence || ' refunded, ' || f.owed || ' owed of ' || p.charged_pence
from public.orders o
join public.payments p on p.id = o.payment_id
join balances b on b.payment_id = p.id
cross join lateral (
  select coalesce(sum(amount_pence), 0) as owed from public.order_refunds r
  where r.order_id = o.id and r.taken_at is null and r.given_up_at is null
    and not exists (select from public.refunds where order_refund_id = r.id and state = 'requested')) f
where b.refunded_pence + f.owed > p.charged_pence and f.owed > 0

union all
select 'a refund of an order is at Stripe within a day, or fails, waits for a dispute or is given up',
       'order_refunds ' || f.id,
  'due since ' || f.asked_at
from public.order_refunds f
join public.order_refund_states s on s.id = f.id
join public.orders o on o.id = f.order_id
where s.state = 'due' and f.asked_at < now() - interval '1 day' and not public.refunds_wait_for_dispute(o.payment_id)

union all
select 'what Stripe has taken of an order''s refunds is what the ledger says', 'order_refunds ' || f.id,
  coalesce('taken ' || f.taken_at, 'not taken') || coalesce(', given up ' || f.given_up_at, '') || ', ' || a.attempts
from public.order_refunds f
cross join lateral (
  select count(*) as attempts from public.refunds
  where order_refund_id = f.id and state in ('pending', 'requires_action', 'succeeded')) a
where (f.taken_at is not null) <> (a.attempts > 0) or a.attempts > 1
  or (f.taken_at is not null and f.given_up_at is not null)

union all
select 'what the shop refunds of an order was decided for that order', 'refunds ' || r.id,
       coalesce('order_refunds ' || f.id, 'nothing')
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
left join public.order_refunds f on f.id = r.order_refund_id
where r.source = 'shop' and f.order_id is distinct from o.id

union all
select 'whatever moves money has an event that says who decided it', e.fact,
       coalesce(e.kind || ' by ' || e.actor, 'no event')
from (
  select 'order_refunds ' || f.id as fact, e.kind, e.actor,
    o.checkout_id = e.checkout_id and (e.kind, e.actor) in (
      ('refund_asked', 'staff'), ('return_settled', 'staff'), ('cancelled', 'staff'),
      ('cancelled', 'shopper')) as allowed
  from public.order_refunds f
  join public.orders o on o.id = f.order_id
  left join public.order_events e on e.id = f.id
  union all
  select 'refunds ' || r.id, e.kind, e.actor, p.checkout_id = e.checkout_id and e.kind = 'refund_settled_outside'
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  left join public.order_events e on e.id = r.id
  where r.source = 'outside'
  union all
  select 'order_events ' || id, kind, actor,
    case
      when kind in ('refund_asked', 'refund_retried', 'refund_settled_outside', 'surplus_closed', 'return_settled',
        'review_accepted', 'review_refunded') then actor = 'staff'
      when kind = 'refund_surplus' then actor = 'stripe'
      when kind = 'refund_given_up' then actor in ('staff', 'shop')
      when kind = 'cancelled' then actor in ('staff', 'shopper')
      else true end
    and (actor = 'staff') = (staff_id is not null)
  from public.order_events) e
where e.allowed is not true

union all
select 'an order can be looked for', 'orders ' || o.id, 'no words'
from public.orders o where not exists (select from public.order_words w where w.order_id = o.id)

-- Photos

union all
select 'only a fault has photos, five at the most', 'returns ' || r.id, count(*) || ' of a ' || r.kind
from public.return_photos p join public.returns r on r.id = p.return_id
where p.removed_at is null
group by r.id having count(*) > 5 or r.kind <> 'fault'

-- E-mails

union all
select 'a cause owes one e-mail of a kind', 'mail_outbox ' || kind || ' ' || subject, count(*)::text
from public.mail_outbox group by kind, subject having count(*) > 1

union all
select 'a new order owes its shopper one confirmation', 'orders ' || o.id, count(m.id)::text
from public.orders o left join public.mail_outbox m on m.checkout_id = o.checkout_id and m.kind = 'order'
where o.created_at > now() - interval '3 days' and o.waits_for is null
group by o.id having count(m.id) <> 1

union all
select 'a payment that went back without an order owes its shopper one e-mail', 'checkouts ' || c.id, count(m.id)::text
from public.checkouts c
join public.billing_infos b on b.id = c.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.checkout_id = c.id and m.kind in ('refund', 'sold_out_refund')
where c.status = 'refunded' and c.closed_at > now() - interval '3 days'
group by c.id having count(m.id) <> 1

union all
select 'a parcel owes its shopper one e-mail when it leaves, and one when it arrives', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.delivered
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'delivered') as delivered
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text and kind in ('dispatched', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is null
  and (owed.dispatched, owed.delivered) <> (1, (p.delivered_at is not null)::integer)

union all
select 'a dispatch taken back owes a correction when and only when its e-mail may have left', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.undone
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'dispatch_undone') as undone,
         count(*) filter (where kind = 'delivered' or kind = 'dispatched' and status = 'due') as false_news
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text
    and kind in ('dispatched', 'dispatch_undone', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is not null
  and (owed.dispatched <> owed.undone or owed.false_news > 0)

union all
select 'a refund of an order that Stripe has taken owes its shopper one e-mail', 'refunds ' || r.id, count(m.id)::text
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.kind = 'order_refund' and m.subject = coalesce(r.order_refund_id, r.id)::text
where r.state in ('pending', 'requires_action', 'succeeded') and r.created_at > now() - interval '3 days'
group by r.id having count(m.id) <> 1

-- Accounts

union all
select 'a filed quarter is the sum of its movements',
       'filed_sums ' || concat_ws(' ', quarter, country, rate_basis_points),
       'off by ' || sum(amount) || ', tax ' || sum(tax) || ', movements ' || sum(number)
from (
  select quarter, currency, country, rate_basis_points, amount_pence as amount, tax_pence as tax, 1 as number
  from public.filed_movements
  union all
  select quarter, currency, country, rate_basis_points, -amount_pence, -tax_pence, -movements from public.filed_sums) x
group by quarter, currency, country, rate_basis_points
having sum(amount) <> 0 or sum(tax) <> 0 or sum(number) <> 0

union all
select 'quarters are filed one after the other, and what is filed counts on their days', 'filed_quarters ' || q.quarter,
       coalesce(m.key || ' on ' || m.counts_on, 'none before')
from public.filed_quarters q
left join public.filed_movements m
  on m.quarter = q.quarter and m.counts_on not between q.quarter and public.quarter_end(q.quarter)
where m.key is not null
  or q.quarter > (select min(quarter) from public.filed_quarters)
    and not exists (select from public.filed_quarters where public.quarter_end(quarter) + 1 = q.quarter)

union all
select 'money of filed quarters is filed, or counts in the open one', 'payments ' || l.payment_id,
       l.key || ' ' || l.amount_pence || ', tax ' || l.tax_pence
from (select min(filed_at) as since from public.filed_quarters) first
cross join lateral public.late_movements(
  array(select id from public.payments where first.since is not null and created_at < first.since)) l
where l.payment_id <> all (public.moved_since_filing())

union all
select 'credit notes are numbered without gaps', 'credit_notes', max(number) || ', but ' || count(*)
from public.credit_notes having max(number) <> count(*)

union all
select 'a refund has a credit note for its amount, which is cancelled if it failed', 'refunds ' || r.id,
       r.state || ', ' || coalesce('credit note ' || n.number || ' of ' || n.amount_pence, 'none')
         || coalesce(', cancelled by ' || x.number, '')
from public.refunds r
left join public.credit_notes n on n.refund_id = r.id and n.cancels is null
left join public.credit_notes x on x.cancels = n.number
where (r.stripe_refund_id is not null or r.source = 'outside') <> (n.number is not null)
  or n.amount_pence <> r.amount_pence
  or n.number is not null and (r.state in ('failed', 'cancelled')) <> (x.number is not null)

-- News and stock alerts

union all
select 'a mailing goes to each person once', 'mailings ' || mailing_id, subscription_id || ' ' || count(*)
from public.mailing_recipients where subscription_id is not null
group by mailing_id, subscription_id having count(*) > 1

union all
select 'nobody is on the list who is to get no news', 'subscriptions ' || s.id, x.reason::text
from public.subscriptions s
join public.suppressions x on x.address_hash = public.address_hash(s.email) and x.reason <> 'refused_alerts'
where s.confirmed_at is not null

union all
select 'nobody waits for a colour who is to get no stock alerts', 'stock_alerts ' || a.id, x.reason::text
from public.stock_alerts a
join public.suppressions x on x.address_hash = public.address_hash(a.email) and x.reason <> 'unsubscribed'
where a.ended_at is null

union all
select 'a mailing is sent when nobody is owed it any more', 'mailings ' || m.id, m.state::text
from public.mailings m
where (m.state = 'sent' and exists (
    select from public.mailing_recipients where mailing_id = m.id and state = 'owed'))
  or (m.state = 'sending' and not exists (
    select from public.mailing_batches where mailing_id = m.id and ended_at is null))

-- Releases

union all
select 'a release is undone once, after it was published', 'releases ' || u.id, u.undoes::text
from public.releases u join public.releases r on r.id = u.undoes
where r.state <> 'published' or u.published_at < r.published_at

union all
select 'who published a release is in its history', 'releases ' || r.id, count(e.id)::text
from public.releases r
left join public.release_events e on e.release_id = r.id and e.what in ('published', 'published_differently')
where r.state = 'published'
group by r.id having count(e.id) <> 1

union all
select 'what is put in ahead belongs to a scheduled release, and is hidden until its minute',
       'products ' || p.id, r.id::text
from public.products p join public.releases r on r.id = p.comes_with
where r.ahead is null or p.visible_from is null or p.visible_from < r.scheduled_for

-- Personal data

union all
select 'what is past its time is erased within a week', past."row", 'past since ' || past.since
from (
  select 'checkouts ' || id as "row", closed_at as since from public.checkouts
  where status = 'released'
    and closed_at < (select public.expired_before('checkouts without a payment')) - interval '7 days'
  union all
  select 'return_photos ' || p.id, coalesce(r.closed_at, r.received_at, r.asked_at)
  from public.return_photos p join public.returns r on r.id = p.return_id
  where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    - interval '7 days'
  union all
  select 'orders ' || o.id, o.created_at from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  where b.erased_at is null
    and b.saved_at < (select public.expired_before('name and address in orders')) - interval '7 days'
    and not exists (
      select from public.checkouts c where c.billing_info_id = b.id
        and c.created_at >= (select public.expired_before('name and address in orders')) - interval '7 days')
) past

order by 1, 2
$$;
comment on function public.violations is
  'One row for each violation: the invariant, the row that violates it, and what was found there.';

create function public.check_invariants(p_run uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '10min'
as $$
declare
  v_counts jsonb;
begin
  -- One check at a time: the one that a dead run began may still be at work.
  if not pg_try_advisory_xact_lock(hashtextextended('check_invariants', 0)) then
    return null;
  end if;
  select coalesce(jsonb_object_agg(invariant, number), '{}') into v_counts
  from (
    select invariant, count(*) as number from public.violations()
    -- Work for packers, and listed for them as late.
    where invariant <> 'an order leaves by the day it was promised'
    group by invariant) found;
  perform public.end_job_run(p_run, 'done', v_counts);
  return v_counts;
end
$$;
comment on function public.check_invariants is
  'Stores the number of violations of each invariant with the run p_run and ends it; the caller need not wait. Returns '
  'the numbers; null if a check is running.';

-- supabase/schemas/health.sql

-- Health of the shop, for monitors and managers (GET /api/health).

create type public.health_reason as enum (
  'job_late', 'mail_late', 'checkout_unfinished', 'refund_owed', 'change_unbuilt', 'build_late', 'data_contradictory');
comment on type public.health_reason is
  'job_late: a job has not completed for three intervals, a nightly one for 26 hours. mail_late: an e-mail has been '
  'due for 30 minutes. checkout_unfinished: no order, and not released, 45 minutes after it opened. refund_owed: for '
  'an hour. '
  'change_unbuilt: no build requested two hours after a change. build_late: requested two hours ago. '
  'data_contradictory: an invariant was violated at the last nightly check.';

create function public.health() returns table (reason public.health_reason, about text, since timestamptz)
language sql stable set search_path = ''
as $$
  select 'job_late'::public.health_reason, name::text, ok_at from public.jobs
  where ok_at < now() - least(3 * every, every + interval '2 hours')
  union all
  select 'mail_late', null, min(since)
  from (
    -- After a failed attempt, due_at is the next one.
    select case attempts when 0 then due_at else coalesce(resent_at, created_at) end as since
    from public.mail_outbox where status = 'due') due
  where since < now() - interval '30 minutes' having count(*) > 0
  union all
  select 'checkout_unfinished', null, min(created_at) from public.checkouts
  where status = 'open' and created_at < now() - interval '45 minutes'
    -- Slow payment methods take up to 14 days.
    or status = 'awaiting_payment' and created_at < now() - interval '15 days'
  having count(*) > 0
  union all
  select 'refund_owed', null, min(owed.since)
  from (
    select closed_at as since from public.checkouts where status = 'refund_due'
    union all
    select f.asked_at from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.taken_at is null and f.given_up_at is null and not public.refunds_wait_for_dispute(o.payment_id)) owed
  where owed.since < now() - interval '1 hour' having count(*) > 0
  union all
  select 'change_unbuilt', null, min(changed_at) from public.catalogue_changes
  where urgent and changed_at < now() - interval '2 hours' having count(*) > 0
  union all
  select 'build_late', null, asked_at from public.last_site_build where asked_at < now() - interval '2 hours'
  union all
  select 'data_contradictory', counts.key, last.started_at
  from (
    select started_at, counts from public.job_runs
    where job = 'invariants' and outcome = 'done' order by started_at desc limit 1) last
  cross join lateral jsonb_each(last.counts) counts
$$;
comment on function public.health is
  'Troubles of the shop, without personal data; about is the job or the invariant. build_late is included whenever the '
  'last build was requested over two hours ago: the caller knows which build is live.';

create function public.staff_health() returns table (reason public.health_reason, about text, since timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('move_money');
  return query select h.reason, h.about, h.since from public.health() h;
end
$$;
comment on function public.staff_health is 'health() for those who can act on it. Errors: those of require_staff.';

-- supabase/schemas/migration_history.sql

-- Migration status for the operator's check (npm run doctor).

create function public.applied_migrations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_versions jsonb;
begin
  -- The Supabase CLI creates this table; a database made without the CLI lacks it.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_versions;
  return v_versions;
end
$$;
comment on function public.applied_migrations is
  'Versions of the migrations that ran here, oldest first; null without a record of them. Secret key only.';
