-- The course of a draw: its job seals it, records the seed, offers pieces, and ends it. Each step may be repeated.

create function public.seal_draws() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_draw public.draws;
  v_sealed integer := 0;
begin
  for v_draw in
    select * from public.draws where sealed_at is null and closes_at <= now() order by id for update skip locked
  loop
    delete from public.draw_entries where draw_id = v_draw.id and confirmed_at is null;
    update public.draws
    set sealed_at = now(),
        entries = (select count(*) from public.draw_entries where draw_id = v_draw.id),
        root = public.draw_root(v_draw.id),
        -- The root must be public before the seed exists, even if the job was late.
        seed_round = greatest(seed_round, public.beacon_round_at(now() + interval '5 minutes'))
    where id = v_draw.id;
    v_sealed := v_sealed + 1;
  end loop;
  return v_sealed;
end
$$;
comment on function public.seal_draws is 'Publishes the root of each draw that has closed; returns their number.';

create function public.draws_to_draw() returns table (id uuid, seed_round bigint, entries integer)
language sql stable set search_path = ''
as $$
  select d.id, d.seed_round, d.entries from public.draws d
  where d.sealed_at is not null and d.drawn_at is null and (d.entries = 0 or public.beacon_time(d.seed_round) <= now())
  order by d.id
$$;
comment on function public.draws_to_draw is 'Sealed draws whose seed exists, or that need none.';

create function public.record_draw_seed(p_draw uuid, p_signature text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_draw public.draws;
begin
  select * into v_draw from public.draws where id = p_draw and drawn_at is null and sealed_at is not null for update;
  if not found then
    return;
  elsif v_draw.entries > 0 and public.beacon_time(v_draw.seed_round) > now() then
    raise exception using errcode = 'restrict_violation', message = 'The seed of this draw does not exist yet';
  end if;
  update public.draws
  set seed_signature = decode(p_signature, 'hex'), drawn_at = now() where id = p_draw returning * into v_draw;
  insert into public.draw_places (entry_id, draw_id, variant_id, place)
  select id, draw_id, variant_id, row_number() over (
    partition by variant_id order by public.draw_rank(v_draw.root, sha256(v_draw.seed_signature), leaf), leaf)
  from public.draw_entries where draw_id = p_draw;
  perform public.offer_drawn_pieces(p_draw);
  -- Winners' e-mails leave first.
  insert into public.mail_outbox (kind, subject, draw_entry_id, due_at)
  select 'draw_lost', w.entry_id::text, w.entry_id, now() + w.place * interval '1 microsecond'
  from public.draw_places w join public.draw_entries e on e.id = w.entry_id
  where w.draw_id = p_draw and w.state = 'waiting' and e.email is not null
  on conflict (kind, subject) do nothing;
  insert into public.stock_alerts (variant_id, email, user_id)
  select w.variant_id, e.email, e.user_id
  from public.draw_places w join public.draw_entries e on e.id = w.entry_id
  where w.draw_id = p_draw and w.state = 'waiting' and e.email is not null
    and not public.is_suppressed(e.email, 'refused_alerts')
  on conflict do nothing;
end
$$;
comment on function public.record_draw_seed is
  'Draws: ranks the entries by the seed, the hash of drand''s signature, which the caller has checked; offers the '
  'pieces, writes to everyone else once, and puts them in the queue of their colour. Null for a draw without entries.';

create function public.offer_drawn_pieces(p_draw uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_offered integer;
begin
  -- Lock order: colours, then the draw, as a payment.
  perform 1 from public.color_variants
  where id in (select variant_id from public.draw_pieces where draw_id = p_draw) order by id for update;
  perform 1 from public.draws where id = p_draw and drawn_at is not null and ended_at is null for update;
  if not found then
    return 0;
  end if;
  update public.draw_places w set state = 'lapsed'
  from public.draw_entries e
  where w.draw_id = p_draw and e.id = w.entry_id and w.state = 'offered' and (w.ends_at <= now() or e.email is null)
    and not public.draw_place_is_held(w);
  with next as (
    select w.entry_id
    from public.draw_pieces n
    cross join lateral (
      select w.entry_id from public.draw_places w join public.draw_entries e on e.id = w.entry_id
      where w.draw_id = n.draw_id and w.variant_id = n.variant_id and w.state = 'waiting' and e.email is not null
      order by w.place
      limit greatest(n.pieces - (
        select count(*) from public.draw_places t
        where t.draw_id = n.draw_id and t.variant_id = n.variant_id and t.state in ('offered', 'bought')), 0)) w
    where n.draw_id = p_draw
  ), offered as (
    update public.draw_places w set state = 'offered', ends_at = now() + interval '24 hours'
    from next where w.entry_id = next.entry_id returning w.entry_id
  )
  insert into public.mail_outbox (kind, subject, draw_entry_id)
  select 'draw_won', entry_id::text, entry_id from offered
  on conflict (kind, subject) do nothing;
  get diagnostics v_offered = row_count;
  -- Nobody is left to wait for: the rest is sold as usual.
  if not exists (select from public.draw_places where draw_id = p_draw and state = 'offered') then
    update public.draws set ended_at = now() where id = p_draw;
    perform public.show_draw(product_id) from public.draws where id = p_draw;
    perform public.owe_stock_alerts(v.id, v.quantity)
    from public.draw_pieces n join public.color_variants v on v.id = n.variant_id
    where n.draw_id = p_draw and v.archived_at is null and v.quantity > 0;
  end if;
  return v_offered;
end
$$;
comment on function public.offer_drawn_pieces is
  'Passes on what winners have left for 24 hours, or withdrawn from, to the next in order, and ends a draw without '
  'winners to wait for. Returns the number of offers.';

create function public.step_draws() returns integer
language sql set search_path = ''
as $$
  select coalesce(sum(public.offer_drawn_pieces(id)), 0)::integer
  from public.draws where drawn_at is not null and ended_at is null
$$;
comment on function public.step_draws is 'offer_drawn_pieces for all draws that run.';

create function public.draws_have_work() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.draws d
    where d.ended_at is null and d.closes_at <= now() and (
      d.sealed_at is null
      or d.drawn_at is null and (d.entries = 0 or public.beacon_time(d.seed_round) <= now())
      or d.drawn_at is not null and (
        exists (select from public.draw_places w where w.draw_id = d.id and w.state = 'offered' and w.ends_at <= now())
        or exists (select from public.draw_places w where w.draw_id = d.id and w.state = 'refused')
        or not exists (select from public.draw_places w where w.draw_id = d.id and w.state = 'offered'))))
$$;
comment on function public.draws_have_work is 'Whether draw-sweep might have work.';

create function public.draw_stuck_since() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(case when sealed_at is null then closes_at else public.beacon_time(seed_round) end) from public.draws
  where drawn_at is null and case when sealed_at is null then closes_at < now() - interval '10 minutes'
    else public.beacon_time(seed_round) < now() - interval '30 minutes' end
$$;
comment on function public.draw_stuck_since is
  'Since when a draw should have been sealed, or drawn because its seed exists; null if all are well.';

create function public.show_draw(p_product bigint) returns void
language sql set search_path = ''
as $$
  update public.products p set drawn = (
    select jsonb_build_object('opens_at', d.opens_at, 'closes_at', d.closes_at)
    from public.draws d where d.product_id = p.id and d.ended_at is null)
  where p.id = p_product
$$;
comment on function public.show_draw is 'Has the product''s page show its draw, or sell it again.';

create function public.staff_draw(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.require_staff('edit_catalogue');
  if not exists (select from public.products where slug = p_slug) then
    raise sqlstate 'PT404' using hint = 'product_unknown';
  end if;
  return (
    select to_jsonb(entry) from (
      select
        (
          select coalesce(jsonb_agg(entry), '[]') from (
            select v.id as variant, v.color_name, v.quantity
            from public.color_variants v where v.product_id = p.id and v.archived_at is null
            order by v.position, v.id) entry) as colours,
        (
          select to_jsonb(entry) from (
            select d.id as draw, d.opens_at, d.closes_at, public.beacon_time(d.seed_round) as seed_at, d.sealed_at,
              d.drawn_at, d.ended_at, s.name as planned_by,
              (
                select jsonb_object_agg(variant_id, pieces) from public.draw_pieces where draw_id = d.id) as pieces,
              (
                select count(*) from public.draw_entries
                where draw_id = d.id and confirmed_at is not null) as entries,
              (
                select coalesce(jsonb_agg(entry), '[]') from (
                  select v.color_name, w.place, w.state, w.ends_at,
                    regexp_replace(e.email, '(?<=^.)[^@]*', '…') as email
                  from public.draw_places w
                  join public.color_variants v on v.id = w.variant_id
                  join public.draw_entries e on e.id = w.entry_id
                  where w.draw_id = d.id and w.state <> 'waiting'
                  order by v.position, v.id, w.place limit 500) entry) as winners
            from public.draws d join public.staff s on s.id = d.staff_id
            where d.product_id = p.id order by d.planned_at desc limit 1) entry) as draw
      from public.products p where p.slug = p_slug) entry);
end
$$;
comment on function public.staff_draw is
  'Colours of a product and its last draw, for staff: how many have entered, and once drawn the winners by shortened '
  'address. Errors: those of require_staff; PT404 product_unknown.';

create function public.staff_plan_draw(
  p_slug text, p_opens timestamptz, p_closes timestamptz, p_pieces jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_product bigint;
  v_draw public.draws;
  v_short text;
begin
  select id into v_product from public.products where slug = p_slug and archived_at is null for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'product_unknown';
  end if;
  select * into v_draw from public.draws where product_id = v_product and ended_at is null for update;
  if v_draw.opens_at <= now() then
    raise sqlstate 'PT409' using hint = 'draw_running';
  elsif p_opens <= now() or p_closes < p_opens + interval '1 hour' or p_closes > p_opens + interval '30 days' then
    raise sqlstate 'PT409' using hint = 'draw_times';
  end if;
  select string_agg(coalesce(v.color_name, n.key), ', ' order by n.key) into v_short
  from jsonb_each_text(p_pieces) n
  left join public.color_variants v on v.id = n.key::bigint and v.product_id = v_product and v.archived_at is null
  where v.id is null or n.value::integer > v.quantity;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'draw_pieces', detail = jsonb_build_object('colours', v_short)::text;
  end if;
  if v_draw.id is null then
    insert into public.draws (product_id, opens_at, closes_at, seed_round, staff_id)
    values (v_product, p_opens, p_closes, public.beacon_round_at(p_closes + interval '10 minutes'), v_staff)
    returning * into v_draw;
  else
    update public.draws
    set opens_at = p_opens, closes_at = p_closes, seed_round = public.beacon_round_at(p_closes + interval '10 minutes')
    where id = v_draw.id;
    delete from public.draw_pieces where draw_id = v_draw.id;
  end if;
  insert into public.draw_pieces (draw_id, variant_id, pieces)
  select v_draw.id, key::bigint, value::integer from jsonb_each_text(p_pieces);
  perform public.show_draw(v_product);
  perform public.log_act(v_staff, 'catalogue', 'draw_planned', 'product', p_slug,
    (select name from public.products where id = v_product));
  return public.staff_draw(p_slug);
end
$$;
comment on function public.staff_plan_draw is
  'Plans a draw of a product, or changes the one that has not opened. p_pieces: {variant: pieces}. From now on the '
  'product is sold to winners only. Errors: those of require_staff; PT404 product_unknown; PT409 draw_running, '
  'draw_times, draw_pieces (detail: colours, more than in stock).';

create function public.staff_cancel_draw(p_slug text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_draw public.draws;
begin
  select d.* into v_draw from public.draws d join public.products p on p.id = d.product_id
  where p.slug = p_slug and d.ended_at is null for update of d;
  if v_draw.closes_at <= now() or exists (
    select from public.draw_entries where draw_id = v_draw.id and confirmed_at is not null)
  then
    raise sqlstate 'PT409' using hint = 'draw_running';
  end if;
  if v_draw.id is not null then
    delete from public.draws where id = v_draw.id;
    perform public.show_draw(v_draw.product_id);
    perform public.log_act(v_staff, 'catalogue', 'draw_cancelled', 'product', p_slug,
      (select name from public.products where id = v_draw.product_id));
  end if;
  return public.staff_draw(p_slug);
end
$$;
comment on function public.staff_cancel_draw is
  'Cancels a draw that nobody has entered, so that its product is sold as usual. Errors: those of require_staff; PT409 '
  'draw_running.';

-- Invariants

create view invariants.no_more_offered_than_drawn (invariant, "row", found) as
select 'a draw offers no more than its pieces', 'draws ' || w.draw_id || ' ' || w.variant_id,
  count(*) || ' of ' || max(n.pieces)
from public.draw_places w
join public.draw_pieces n on n.draw_id = w.draw_id and n.variant_id = w.variant_id
where w.state in ('offered', 'bought')
group by w.draw_id, w.variant_id having count(*) > max(n.pieces);

create view invariants.one_winner_per_card_and_address (invariant, "row", found) as
select 'a card and an address buy one piece of a draw', 'draws ' || draw_id, count(*)::text
from public.draw_places w
cross join lateral (values (card_hash), (address_hash)) same (hash)
where state = 'bought' and hash is not null group by draw_id, hash having count(*) > 1;
