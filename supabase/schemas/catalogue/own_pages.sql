-- Pages that marketers make (about, size guide, journal), and redirects from addresses without a page: parts of
-- releases.

create type public.shop_route as enum (
  '.netlify', '.well-known', '404.html', '_astro', '_redirects', 'accessibility', 'account', 'admin', 'all-products',
  'api', 'apple-touch-icon.png', 'arrivals', 'billing', 'brand', 'build.json', 'buy', 'cart', 'catalogue',
  'check-draw.mjs', 'complaint', 'confirm-email', 'confirm-subscription', 'contact-us', 'contact-us.md', 'draw',
  'end-review-mails', 'end-stock-alerts', 'faqs', 'faqs.md', 'favicon.svg', 'feeds', 'forgot-password', 'gift-card',
  'icons', 'index.html', 'journal', 'keep-order', 'launch', 'llms.txt', 'login', 'merchant-feed.xml', 'order',
  'order-terms', 'pages', 'part.html', 'placeholder.jpg', 'privacypolicy', 'privacypolicy.md', 'product-details',
  'productlisting', 'reset-password', 'returnpolicy', 'returnpolicy.md', 'review', 'reviewpolicy', 'robots.txt',
  'search', 'search.json', 'share', 'site.webmanifest', 'sitemap.xml', 'stripesuccess', 'studio',
  'termsandconditions', 'termsandconditions.md', 'unsubscribe', 'what-we-count', 'withdraw'
);
comment on type public.shop_route is
  'First segments, in lower case, of the paths that the shop itself uses: pages, files, rules of netlify.toml, calls. '
  'tests/site/own-pages.test.ts compares them.';

create function public.is_shop_route(p_segment text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select lower(p_segment) in (
    select enumlabel::text from pg_catalog.pg_enum where enumtypid = 'public.shop_route'::regtype)
$$;
comment on function public.is_shop_route is 'Whether a first segment of a path is the shop''s own; null for null.';

create function public.is_reserved_slug(p_slug text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select p_slug in (
    select regexp_replace(enumlabel, '^[._]|(?<=.)\..*$', '', 'g')
    from pg_catalog.pg_enum where enumtypid = 'public.shop_route'::regtype)
$$;
comment on function public.is_reserved_slug is
  'Whether an own page may not have a slug, because it would look like one of the shop''s own paths: robots like '
  'robots.txt, netlify like .netlify.';

create table public.own_pages (
  id uuid primary key,
  slug text generated always as (value ->> 'slug') stored,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  -- Two pages may swap theirs in one release.
  constraint own_pages_slug_key unique (slug) deferrable initially deferred,
  constraint own_pages_slug_form check (
    slug is not null and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60
      and not public.is_reserved_slug(slug)),
  constraint own_pages_length_in_range check (length(value::text) <= 200000)
);
comment on table public.own_pages is
  'Pages that marketers make, at /{slug}; their shape is OwnPage in src/domain/site-content/own-page.ts.';
comment on column public.own_pages.id is 'Made by the studio, so that a page stays the same when its slug changes.';
comment on column public.own_pages.changed_at is 'Last change, for the sitemap.';
alter table public.own_pages enable row level security;
create policy "everyone reads the own pages" on public.own_pages for select to anon, authenticated using (true);
grant select on public.own_pages to anon, authenticated;

create function public.is_redirect_path(p_path text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select p_path ~ '^(/([^[:space:][:cntrl:]%?#/\\*]|%(25|23|3F))+)+$'
    and p_path !~ '/(:|\.{1,2}(/|$))'
    and p_path !~ '[\u0080-\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]'
$$;
comment on function public.is_redirect_path is
  'Whether a path can be part of a redirect: decoded except for %, ? and #, without what Netlify''s rules give a '
  'meaning (spaces, *, a segment that begins with a colon), dot segments, control and invisible characters. Stricter: '
  'src/domain/site-content/redirect.ts.';

create function public.plain_path(p_path text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select lower(normalize(regexp_replace(p_path, '[?#].*$', ''), nfc))
$$;
comment on function public.plain_path is
  'A path as redirects compare it: without query, in lower case, composed (é as one character).';

create table public.redirects (
  from_path text primary key,
  to_path text not null,
  constraint redirects_from_form check (public.is_redirect_path(from_path) and length(from_path) <= 200),
  constraint redirects_to_form check (
    (to_path ~ '^/([?#]|$)' or public.is_redirect_path(regexp_replace(to_path, '[?#].*$', '')))
    and to_path ~ '^[^?#]*([?#][!-\[\]-~]*)?$' and length(to_path) <= 300)
);
comment on table public.redirects is 'Permanent redirects from paths without a page. Without regard to case.';
create unique index redirects_from_key on public.redirects (public.plain_path(from_path));
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
    when p.parts[4] is null and p.parts[3] in ('index.html', 'part.html') then exists (
      select from public.own_pages where slug = p.parts[2])
    else false end
  from (select string_to_array(public.plain_path(p_path), '/') as parts) p
$$;
comment on function public.is_shop_page is
  'Whether a path, whatever its query, has a page or file now: the shop''s own, an own page, a product or category '
  'that is not archived.';

create function public.dead_links_in(p_value jsonb) returns setof text
language sql stable set search_path = ''
as $$
  select distinct x.link
  from (
    select v #>> '{}' as link from jsonb_path_query(p_value, '$.**.link') v
    union all
    -- Links and definitions in Markdown.
    select m[1] from jsonb_path_query(p_value, '$.** ? (@.type() == "string")') s
    cross join lateral
      regexp_matches(s #>> '{}', '(?:\]\(|^ {0,3}\[[^]]+\]:)\s*<?(/[^)>\s]*)', 'gn') m) x
  cross join lateral (select regexp_replace(public.plain_path(x.link), '(.)/+$', '\1') as path) p
  cross join lateral (select split_part(p.path, '/', 2) as first) f
  where x.link ~ '^/(?!/)' and not public.is_shop_page(p.path)
    and (f.first in ('product-details', 'productlisting') or not public.is_shop_route(f.first))
    and not exists (select from public.redirects where public.plain_path(from_path) = p.path)
$$;
comment on function public.dead_links_in is
  'Links in a document, its fields called link and those in Markdown, to paths where the shop has no page and no '
  'redirect now. Below the shop''s own routes only pages of products and categories are checked.';

create function public.dead_links() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(distinct jsonb_strip_nulls(jsonb_build_object('at', t.at, 'to', t.link, 'mailing', t.mailing)))
    from (
      select key as at, null::uuid as mailing, public.dead_links_in(value) as link from public.site_content
      union all
      select '/' || slug, null, public.dead_links_in(value) from public.own_pages
      union all
      select '/productListing/' || id, null, public.dead_links_in(jsonb_build_array(intro, tile))
      from public.categories where archived_at is null
      union all
      select content ->> 'subject', id, public.dead_mailing_links(content) from public.mailings
      where state = 'scheduled') t), '[]');
end
$$;
comment on function public.dead_links is
  'Links (dead_links_in) of page content, own pages, listings and scheduled mailings: [{at, to, mailing}], at being a '
  'key of site_content, the path of a page or listing, or the subject of the mailing with the id in mailing.';

create function public.refuse_redirects(p_changed jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_found record;
  v_facts text;
begin
  select r.from_path, r.to_path, n.to_path as further, f.fault into v_found
  from public.redirects r
  cross join lateral (select public.plain_path(r.from_path) as start, public.plain_path(r.to_path) as target) t
  left join public.redirects n on public.plain_path(n.from_path) = t.target
  cross join lateral (select case
    when t.target = t.start or public.plain_path(n.to_path) = t.start then 'loop'
    when n.from_path is not null then 'chain'
    -- Below the shop's own paths, only pages of products and categories that are gone.
    when public.is_shop_page(r.from_path) or (public.is_shop_route(split_part(t.start, '/', 2))
      and t.start !~ '^/(product-details|productlisting)/[1-9][0-9]*$') then 'hides'
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
  'Raises PT409 redirect_loop, redirect_chain (leads to another redirect), redirect_hides (the shop uses the path) or, '
  'for those in p_changed, a list of paths, redirect_nowhere (leads to no page); detail: {from, to, further}. Part of '
  'apply_changes.';

create function public.import_pages(p_pages jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_merged jsonb;
  v_taken text;
begin
  select coalesce(jsonb_agg(entry), '[]') into v_merged from (
    select g.key as id, w.value as was, g.item -> 'now' as now, coalesce(g.item -> 'seen', 'null') as seen,
      g.item ? 'seen' and w.value <> g.item -> 'seen' and not v_overwrite as conflict
    from jsonb_each(p_pages) as g (key, item)
    left join public.own_pages p on p.id = g.key::uuid
    cross join lateral (select coalesce(p.value, 'null') as value) w
    where w.value <> g.item -> 'now'
    order by g.key) entry;

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

  return public.values_report(v_merged, 'id');
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
  select coalesce(jsonb_agg(entry), '[]') into v_merged from (
    select g.key as from, r.to_path as was, g.item -> 'now' as now,
      coalesce(g.item -> 'seen', 'null') as seen,
      g.item ? 'seen' and to_jsonb(r.to_path) is distinct from nullif(g.item -> 'seen', 'null')
        and not v_overwrite as conflict
    from jsonb_each(p_redirects) as g (key, item)
    left join public.redirects r on public.plain_path(r.from_path) = public.plain_path(g.key)
    where to_jsonb(r.to_path) is distinct from nullif(g.item -> 'now', 'null')
    order by g.key) entry;

  delete from public.redirects r using jsonb_array_elements(v_merged) g
  where public.plain_path(r.from_path) = public.plain_path(g ->> 'from') and g -> 'conflict' = 'false';
  insert into public.redirects (from_path, to_path)
  select g ->> 'from', g ->> 'now' from jsonb_array_elements(v_merged) g
  where g -> 'conflict' = 'false' and g -> 'now' <> 'null';

  return public.values_report(v_merged, 'from');
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
      select coalesce(jsonb_agg(entry), '[]') from (
        select id, slug, name from public.categories where archived_at is null order by position, id) entry),
    'pages', (select coalesce(jsonb_object_agg(id, value), '{}') from public.own_pages),
    'redirects', (select coalesce(jsonb_object_agg(from_path, to_path), '{}') from public.redirects));
end
$$;
comment on function public.staff_content is
  'All current content; own pages by id; redirects, {from: to}; and the categories and collections that tiles can link '
  'to. Errors: those of require_staff.';

create function public.staff_dead_links(p_value jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_catalogue');
  return array(select link from public.dead_links_in(p_value) link order by link);
end
$$;
comment on function public.staff_dead_links is
  'Dead links (dead_links_in) of what is being typed. Errors: those of require_staff.';

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
