-- Reviews in the studio: staff may hide one for a stated reason, show it again and answer it, and nothing else.

create function public.staff_reviews(
  p_filter jsonb default '{}', p_before bigint default null, p_limit integer default 30
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_state text := p_filter ->> 'state';
  v_q text := nullif(btrim(p_filter ->> 'q'), '');
begin
  perform public.require_staff('answer_reviews');
  return (
    with found as (
      select r.id, r.revision, r.order_id as order, r.product_id as product, p.name as product_name, r.stars, r.fit,
        r.words, r.name, r.given, r.written_at, r.changed_at, r.answer, r.answered_at, a.name as answered_by,
        h.reason as hidden, h.words as hidden_because, h.hidden_at, s.name as hidden_by,
        coalesce(h.revision < r.revision, false) as changed_since,
        array(
          select f.id from public.review_photos f
          where f.review_id = r.id and f.removed_at is null order by f.added_at, f.id) as photos
      from public.product_reviews r
      join public.products p on p.id = r.product_id
      left join public.hidden_reviews h on h.review_id = r.id
      left join public.staff s on s.id = h.staff_id
      left join public.staff a on a.id = r.answered_by
      where r.stars is not null and (p_before is null or r.id < p_before)
        and case v_state
          when 'unanswered' then r.answer is null and h.review_id is null
          when 'hidden' then h.review_id is not null
          when 'changed' then h.revision < r.revision
          else true end
        and (v_q is null or public.has_words(concat_ws(' ', p.name, r.name, r.words, r.order_id), v_q))
      order by r.id desc limit p_limit + 1
    ), page as (select * from found order by id desc limit p_limit)
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(to_jsonb(g) order by g.id desc), '[]') from page g),
      'next', case when (select count(*) from found) > p_limit then (select min(id) from page) end,
      'changed', (
        select count(*) from public.hidden_reviews h join public.product_reviews r on r.id = h.review_id
        where h.revision < r.revision and r.stars is not null)));
end
$$;
comment on function public.staff_reviews is
  'A page of reviews in order of arrival, newest first: {rows, next, changed}. p_filter: state (unanswered, hidden, '
  'changed: hidden ones that were changed since), q (product, name, words, order). changed: number of those. Errors: '
  'those of require_staff.';

create function public.lock_review(p_review bigint, p_seen integer) returns public.product_reviews
language plpgsql set search_path = ''
as $$
declare
  v_review public.product_reviews;
begin
  -- Checkouts first, as in write_review.
  perform 1 from public.checkouts where id = (
    select o.checkout_id from public.orders o join public.product_reviews r on r.order_id = o.id where r.id = p_review)
  for update;
  select * into v_review from public.product_reviews where id = p_review;
  if not found or v_review.stars is null then
    raise sqlstate 'PT404' using hint = 'review_gone';
  end if;
  if v_review.revision <> p_seen then
    raise sqlstate 'PT409' using hint = 'review_changed_since';
  end if;
  return v_review;
end
$$;
comment on function public.lock_review is
  'Locks a review for staff. p_seen: the revision that they saw. Errors: PT404 review_gone; PT409 '
  'review_changed_since.';

create function public.review_product_name(p_review public.product_reviews) returns text
language sql stable set search_path = ''
as $$ select name from public.products where id = p_review.product_id $$;
comment on function public.review_product_name is 'The product of a review, for the log.';

create function public.staff_hide_review(
  p_review bigint, p_seen integer, p_reason public.hiding_reason, p_words text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_reviews');
  v_review public.product_reviews := public.lock_review(p_review, p_seen);
  v_at timestamptz;
begin
  insert into public.hidden_reviews as h (review_id, reason, words, revision, staff_id)
  values (p_review, p_reason, p_words, p_seen, v_staff)
  on conflict (review_id) do update
    set reason = excluded.reason, words = excluded.words, revision = excluded.revision, staff_id = excluded.staff_id,
        hidden_at = clock_timestamp()
    where (h.reason, h.words, h.revision) is distinct from (excluded.reason, excluded.words, excluded.revision)
  returning hidden_at into v_at;
  if v_at is null then
    return;
  end if;
  perform public.log_act(
    v_staff, 'reviews', 'review_hidden', 'reviews', p_review::text,
    p_reason || ', ' || public.review_product_name(v_review));
  perform public.owe_mail(
    'review_hidden', (select checkout_id from public.orders where id = v_review.order_id),
    p_review || ' ' || extract(epoch from v_at));
end
$$;
comment on function public.staff_hide_review is
  'Hides a review for a reason, or corrects the reason; logged, and its writer is told. Errors: those of require_staff '
  'and lock_review.';

create function public.staff_show_review(p_review bigint, p_seen integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_reviews');
  v_review public.product_reviews := public.lock_review(p_review, p_seen);
begin
  delete from public.hidden_reviews where review_id = p_review;
  if found then
    delete from public.mail_outbox
    where kind = 'review_hidden' and status = 'due' and attempts = 0 and subject like p_review || ' %';
    perform public.log_act(
      v_staff, 'reviews', 'review_shown', 'reviews', p_review::text, public.review_product_name(v_review));
  end if;
end
$$;
comment on function public.staff_show_review is
  'Shows a hidden review again; logged. Errors: those of require_staff and lock_review.';

create function public.staff_answer_review(p_review bigint, p_seen integer, p_answer text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_reviews');
  v_review public.product_reviews := public.lock_review(p_review, p_seen);
  v_answer constant text := nullif(p_answer, '');
begin
  if v_review.answer is not distinct from v_answer then
    return;
  end if;
  update public.product_reviews
  set answer = v_answer, answered_at = case when v_answer is not null then now() end,
      answered_by = case when v_answer is not null then v_staff end
  where id = p_review;
  perform public.log_act(
    v_staff, 'reviews',
    case when v_answer is null then 'review_answer_removed' else 'review_answered' end::public.logged_act, 'reviews',
    p_review::text, public.review_product_name(v_review));
end
$$;
comment on function public.staff_answer_review is
  'Answers a review for all to read, changes the answer, or removes it (empty); logged. Errors: those of require_staff '
  'and lock_review.';
