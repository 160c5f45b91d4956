-- Asking buyers for reviews, once per order, and what the link in that e-mail may do. The rules follow the Digital
-- Markets, Competition and Consumers Act 2024, schedule 20, and the CMA's guidance on fake reviews (CMA208, April
-- 2025): every buyer who got the goods is asked, whatever became of them, and nobody else can write.

alter table public.product_reviews
  add constraint product_reviews_of_order foreign key (order_id) references public.orders (id) on delete cascade,
  add constraint product_reviews_answered_by_staff foreign key (answered_by) references public.staff (id)
    on delete restrict;
alter table public.hidden_reviews
  add constraint hidden_reviews_by_staff foreign key (staff_id) references public.staff (id) on delete restrict;

create table public.review_requests (
  order_id bigint primary key references public.orders (id) on delete cascade,
  asked_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table public.review_requests is
  'Orders whose shopper was asked for reviews, and may write them by the link.';
comment on column public.review_requests.ended_at is
  'When the shopper''s data was erased: the link no longer works, and nobody is asked again.';
alter table public.review_requests enable row level security;

create function public.wants_no_review_mail(p_email text) returns boolean
language sql stable set search_path = ''
as $$
  select public.is_suppressed(p_email, 'refused_reviews') or public.is_suppressed(p_email, 'unsubscribed')
$$;
comment on function public.wants_no_review_mail is
  'Whether an address is not to be asked for reviews. Nor is one that refused news.';

create function public.review_requests_due() returns table (order_id bigint, checkout_id uuid)
language sql stable set search_path = ''
as $$
  select o.id, o.checkout_id
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  cross join lateral public.return_window(o.id) w
  where o.id in (
      -- Older parcels have been asked about, or their shopper wants no such e-mail.
      select p.order_id from public.parcels_out p where p.sent_at > now() - interval '90 days')
    and not exists (select from public.review_requests r where r.order_id = o.id)
    -- An answer to an open return comes first. A settled one is a reason to ask, like any other.
    and not exists (select from public.returns r where r.order_id = o.id and r.state in ('asked', 'received'))
    and b.email <> '' and not public.wants_no_review_mail(b.email)
    and w.delivered_on + (public.return_periods()).review_days <= public.uk_day(now())
$$;
comment on function public.review_requests_due is
  'Orders that have wholly arrived, as the carrier says or by estimate (return_window), and whose shopper is now to be '
  'asked. Returned and refunded pieces are not left out: asking only content buyers would mislead.';

create function public.owe_review_mails() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_due record;
  v_count integer := 0;
begin
  for v_due in select d.order_id, d.checkout_id from public.review_requests_due() d loop
    insert into public.review_requests (order_id) values (v_due.order_id) on conflict do nothing;
    if found then
      perform public.owe_mail('review_request', v_due.checkout_id, v_due.checkout_id::text);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;
comment on function public.owe_review_mails is 'Owes the e-mails of review_requests_due, and returns their number.';

create function public.drop_refused_review_mails() returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where id in (
    select m.id
    from public.mail_outbox m
    join public.checkouts c on c.id = m.checkout_id
    join public.billing_infos b on b.id = c.billing_info_id
    where m.kind = 'review_request' and m.status = 'due' and m.due_at <= now()
      and public.wants_no_review_mail(b.email)
    for update of m skip locked)
$$;
comment on function public.drop_refused_review_mails is
  'Drops requests to addresses that refused them since. Called before sending.';

create function public.end_review_mails(p_checkout uuid) returns void
language sql set search_path = ''
as $$
  insert into public.suppressions (address_hash, reason)
  select public.address_hash(b.email), 'refused_reviews'
  from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
  where c.id = p_checkout and b.email <> ''
  on conflict do nothing
$$;
comment on function public.end_review_mails is
  'Ends requests for reviews to the address of a checkout. The caller has checked the link.';

create function public.was_given(p_order bigint, p_product bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.gifts where order_id = p_order)
    or exists (select from public.replacements where order_id = p_order)
    or not exists (
      select from public.order_items
      where order_id = p_order and product_id = p_product and discount_pence < product_price_pence::bigint * quantity)
$$;
comment on function public.was_given is
  'Whether a product of an order was free: a gift, a replacement, or with a discount of all of its price.';

create function public.order_to_review(p_checkout uuid) returns bigint
language sql stable set search_path = ''
as $$
  select o.id from public.orders o join public.review_requests r on r.order_id = o.id
  where o.checkout_id = p_checkout and r.ended_at is null
$$;
comment on function public.order_to_review is
  'The order that a mailed link may review; null if nobody was asked, or once the shopper''s data is erased.';

create function public.lock_order_to_review(p_checkout uuid, p_product bigint) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_order bigint;
begin
  -- The order's lock order: checkouts first.
  perform 1 from public.checkouts where id = p_checkout for update;
  v_order := public.order_to_review(p_checkout);
  if v_order is null or not exists (
    -- Returned pieces were in the shopper's hands; cancelled ones never were.
    select from public.order_units u join public.color_variants v on v.id = u.variant_id
    where u.order_id = v_order and v.product_id = p_product and u.sent > 0)
  then
    raise sqlstate 'PT404' using hint = 'review_not_possible';
  end if;
  return v_order;
end
$$;
comment on function public.lock_order_to_review is
  'Locks the order of a link for a review of a product in it. PT404 review_not_possible.';

create function public.order_reviews(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select p.id as product, p.name, c.name as category, public.main_picture(min(u.variant_id)) as image,
      coalesce(r.revision, 0) as revision, r.id as review, r.stars, r.fit, r.words, coalesce(r.name, '') as shown_name,
      h.reason as hidden, h.words as hidden_because, r.answer,
      coalesce(bool_or(u.product_listed), false) as listed
    from (
      select t.variant_id, v.product_id, exists (
        select from public.listed_products l where l.id = v.product_id) as product_listed
      from public.order_units t join public.color_variants v on v.id = t.variant_id
      where t.order_id = public.order_to_review(p_checkout) and t.sent > 0) u
    join public.products p on p.id = u.product_id
    join public.categories c on c.id = p.category_id
    left join public.product_reviews r
      on r.order_id = public.order_to_review(p_checkout) and r.product_id = p.id
    left join public.hidden_reviews h on h.review_id = r.id and r.stars is not null
    group by p.id, p.name, c.name, r.id, h.review_id
    order by p.name, p.id) entry
$$;
comment on function public.order_reviews is
  'Products of a link''s order that can be reviewed, with the review if there is one: [{product, name, category, '
  'image, revision, review, stars, fit, words, shown_name, hidden, hidden_because, answer, listed}]. revision: 0 '
  'without a review. listed: whether the product has a page now.';

create function public.write_review(p_checkout uuid, p_product bigint, p_seen integer, p_review jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint := public.lock_order_to_review(p_checkout, p_product);
  v_old public.product_reviews;
  v_new constant public.product_reviews := jsonb_populate_record(null::public.product_reviews, p_review);
begin
  select * into v_old from public.product_reviews where order_id = v_order and product_id = p_product;
  if (v_old.stars, v_old.fit, v_old.words, v_old.name) is not distinct from
    (v_new.stars, v_new.fit, v_new.words, v_new.name)
  then
    -- A double click, or a retry after a lost response.
    return;
  end if;
  if coalesce(v_old.revision, 0) <> p_seen then
    raise sqlstate 'PT409' using hint = 'review_changed';
  end if;
  if v_old.id is null then
    insert into public.product_reviews (order_id, product_id, stars, fit, words, name, given)
    values (v_order, p_product, v_new.stars, v_new.fit, v_new.words, v_new.name, public.was_given(v_order, p_product));
    return;
  end if;
  update public.product_reviews
  set revision = revision + 1, stars = v_new.stars, fit = v_new.fit, words = v_new.words, name = v_new.name,
      given = public.was_given(v_order, p_product),
      written_at = case when stars is null then now() else written_at end,
      changed_at = case when stars is not null then now() end
  where id = v_old.id;
end
$$;
comment on function public.write_review is
  'Publishes a review {stars, fit, words, name}, or changes it. p_seen: the revision that the writer saw, 0 for none. '
  'A hidden review stays hidden: staff look at its changes. The caller has checked the link. Errors: PT404 '
  'review_not_possible; PT409 review_changed.';

create function public.withdraw_review(p_checkout uuid, p_product bigint) returns table (id uuid, folder bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  v_order bigint := public.lock_order_to_review(p_checkout, p_product);
begin
  return query
    update public.review_photos set removed_at = now()
    where removed_at is null
      and review_id in (select id from public.product_reviews where order_id = v_order and product_id = p_product)
    returning id, review_id;
  update public.product_reviews
  set revision = revision + 1, stars = null, fit = null, words = null, name = '', changed_at = null, answer = null,
      answered_at = null, answered_by = null
  where order_id = v_order and product_id = p_product and stars is not null;
end
$$;
comment on function public.withdraw_review is
  'Withdraws a review; again changes nothing. Returns its photos, whose pictures the caller, or the next sweep, '
  'deletes. The caller has checked the link. Errors: PT404 review_not_possible.';

create function public.forget_reviews(p_checkouts uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.mail_outbox where kind in ('review_request', 'review_hidden') and checkout_id = any (p_checkouts);
  delete from public.product_reviews
  where order_id in (select id from public.orders where checkout_id = any (p_checkouts));
  insert into public.review_requests (order_id, ended_at)
  select id, now() from public.orders where checkout_id = any (p_checkouts)
  on conflict (order_id) do update set ended_at = now();
end
$$;
comment on function public.forget_reviews is
  'Erases the reviews of orders, and ends their links. The next sweep of Storage deletes the photos.';

-- Photos

create function public.review_photo_is_known(p_photo uuid, p_review bigint, p_checkout uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_of bigint;
begin
  if not exists (
    select from public.product_reviews
    where id = p_review and order_id = public.order_to_review(p_checkout) and stars is not null)
  then
    raise sqlstate 'PT404' using hint = 'review_not_possible';
  end if;
  select review_id into v_of from public.review_photos where id = p_photo;
  if v_of <> p_review then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  if v_of is null
    and (select count(*) from public.review_photos where review_id = p_review and removed_at is null) >= 3
  then
    raise sqlstate 'PT409' using hint = 'too_many_review_photos';
  end if;
  return v_of is not null;
end
$$;
comment on function public.review_photo_is_known is
  'Whether a review has had this photo already, removed or not; false if it may be added. The caller has checked the '
  'link. Errors: PT404 review_not_possible; PT409 action_used, too_many_review_photos.';

create function public.add_review_photo(p_photo uuid, p_review bigint, p_checkout uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not public.review_photo_is_known(p_photo, p_review, p_checkout) then
    insert into public.review_photos (id, review_id) values (p_photo, p_review);
  end if;
end
$$;
comment on function public.add_review_photo is
  'Adds a photo, already in Storage, to a review. Idempotent. Errors: those of review_photo_is_known.';

create function public.remove_review_photo(p_photo uuid, p_review bigint, p_checkout uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.review_photos p set removed_at = coalesce(p.removed_at, now())
  from public.product_reviews r
  where p.id = p_photo and r.id = p.review_id and r.id = p_review
    and r.order_id = public.order_to_review(p_checkout);
  if not found then
    raise sqlstate 'PT404' using hint = 'photo_unknown';
  end if;
end
$$;
comment on function public.remove_review_photo is
  'Removes a photo from a review; again changes nothing. The caller has checked the link, and deletes the pictures. '
  'Error: PT404 photo_unknown.';

create function public.photos_of_own_review(p_review bigint, p_checkout uuid) returns table (id uuid)
language sql stable set search_path = ''
as $$
  select p.id
  from public.review_photos p join public.product_reviews r on r.id = p.review_id
  where r.id = p_review and r.order_id = public.order_to_review(p_checkout) and p.removed_at is null
  order by p.added_at, p.id
$$;
comment on function public.photos_of_own_review is
  'Photos of a review by the buyer of a checkout, oldest first. The caller has checked the link.';

create function public.published_photo(p_photo uuid) returns bigint
language sql stable set search_path = ''
as $$
  select r.id from public.published_reviews r where p_photo = any (r.photos) and r.id = (
    select review_id from public.review_photos where id = p_photo)
$$;
comment on function public.published_photo is
  'The published review that has a photo; null for a hidden or removed one.';

-- Invariants

create view invariants.reviews_of_received_goods (invariant, "row", found) as
select 'a review is by a buyer who was asked, of something that was sent', 'product_reviews ' || r.id,
  'order ' || r.order_id
from public.product_reviews r
where not exists (select from public.review_requests q where q.order_id = r.order_id and q.ended_at is null)
  or not exists (
    select from public.order_units u join public.color_variants v on v.id = u.variant_id
    where u.order_id = r.order_id and v.product_id = r.product_id and u.sent > 0);
