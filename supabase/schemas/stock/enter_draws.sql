-- Entering a draw, the receipt of an entry, and the published record. Security definer: no key reads entries.

create function public.open_draw(p_draw uuid, p_variant bigint default null) returns public.draws
language plpgsql set search_path = ''
as $$
declare
  v_draw public.draws;
begin
  -- Sealing waits for entries that are being confirmed.
  select * into v_draw from public.draws where id = p_draw for share;
  if not found or not exists (
    select from public.colours_on_sale v join public.draw_pieces d on d.variant_id = v.id and d.draw_id = p_draw
    where v.product_id = v_draw.product_id and (p_variant is null or v.id = p_variant))
  then
    raise sqlstate 'PT404' using hint = 'colour_missing';
  elsif v_draw.opens_at > clock_timestamp() or v_draw.closes_at <= clock_timestamp()
    or v_draw.sealed_at is not null
  then
    raise sqlstate 'PT409' using hint = 'draw_closed',
      detail = jsonb_build_object('opens_at', v_draw.opens_at, 'closes_at', v_draw.closes_at)::text;
  end if;
  return v_draw;
end
$$;
comment on function public.open_draw is
  'A draw that takes entries, for a colour of it. Errors: PT404 colour_missing; PT409 draw_closed (detail: opens_at, '
  'closes_at).';

create function public.confirm_draw_entry(p_entry uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.draw_entries;
  v_salt constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  v_receipt bytea;
begin
  select * into v_entry from public.draw_entries where id = p_entry and email is not null for update;
  if not found then
    return false;
  elsif v_entry.confirmed_at is not null then
    return true;
  end if;
  perform public.open_draw(v_entry.draw_id, v_entry.variant_id);
  v_receipt := public.draw_receipt(p_entry, v_salt, v_entry.person);
  update public.draw_entries
  set confirmed_at = clock_timestamp(), salt = v_salt, receipt = v_receipt,
      leaf = public.draw_leaf(draw_id, variant_id, v_receipt)
  where id = p_entry;
  insert into public.mail_outbox (kind, subject, draw_entry_id) values ('draw_receipt', p_entry::text, p_entry)
  on conflict (kind, subject) do nothing;
  return true;
end
$$;
comment on function public.confirm_draw_entry is
  'Makes an entry count, by its mailed link; false when it is unknown or was withdrawn. Repeating it is not an error. '
  'Errors: those of open_draw.';

create function public.enter_draw(
  p_draw uuid, p_variant bigint, p_email text, p_limits jsonb, p_mail_limits jsonb, p_user uuid default null
) returns table (entry uuid, confirmed boolean, mail uuid, wait integer)
language plpgsql security definer set search_path = ''
as $$
declare
  v_entry public.draw_entries;
  v_own constant boolean := public.address_proved(p_user) and lower(public.account_email(p_user)) = lower(p_email);
begin
  confirmed := false;
  wait := public.take_attempt(p_limits);
  if wait > 0 then
    return next;
    return;
  end if;
  perform public.open_draw(p_draw, p_variant);
  insert into public.draw_entries as e (draw_id, variant_id, email, person, user_id)
  values (p_draw, p_variant, p_email, public.mail_person(p_email), case when v_own then p_user end)
  on conflict (draw_id, person) do update
    set variant_id = excluded.variant_id, email = excluded.email, user_id = excluded.user_id
    where e.confirmed_at is null
  returning * into v_entry;
  if v_own and not found then
    select * into v_entry from public.draw_entries
    where draw_id = p_draw and person = public.mail_person(p_email);
  end if;
  if v_own then
    entry := v_entry.id;
    confirmed := public.confirm_draw_entry(v_entry.id);
  elsif v_entry.id is not null and not public.is_suppressed(p_email, 'bounced')
    and public.take_attempt(p_mail_limits) = 0
  then
    insert into public.mail_outbox (kind, draw_entry_id) values ('draw_confirm', v_entry.id) returning id into mail;
  end if;
  return next;
end
$$;
comment on function public.enter_draw is
  'Enters an address in a draw, once for each person (mail_person), in one row. The confirmed address of the account '
  'p_user counts at once: entry. Any other is mailed a link, within p_mail_limits: mail; an address that has entered '
  'gets none, which its sender does not learn. wait: seconds, above 0 when p_limits are used up. Errors: those of '
  'open_draw.';

create function public.shopper_enter_draw(
  p_draw uuid, p_variant bigint, p_email text, p_limits jsonb, p_mail_limits jsonb
) returns table (entry uuid, confirmed boolean, mail uuid, wait integer)
language sql set search_path = ''
as $$
  select * from public.enter_draw(p_draw, p_variant, p_email, p_limits, p_mail_limits, public.require_session())
$$;
comment on function public.shopper_enter_draw is 'enter_draw for the caller. Errors: PT401 session_ended, and its own.';

create function public.leave_draw(p_entry uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.mail_outbox where draw_entry_id = p_entry and status = 'due';
  delete from public.draw_entries where id = p_entry and confirmed_at is null;
  if found then
    return true;
  end if;
  update public.draw_entries set email = null, person = null, user_id = null, salt = null where id = p_entry;
  return found;
end
$$;
comment on function public.leave_draw is
  'Withdraws an entry: it can no longer win, and what is left of it, in the published tree, names nobody.';

create function public.forget_draw_entries(p_email text, p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  select public.leave_draw(id) from public.draw_entries where lower(email) = lower(p_email) or user_id = p_user
$$;
comment on function public.forget_draw_entries is 'Withdraws the entries of an address or account, for its erasure.';

create function public.draw_facts(p_product bigint default null, p_draw uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select d.id as draw, p.id as product, p.name as product_name, d.opens_at, d.closes_at, d.seed_round,
      public.beacon_time(d.seed_round) as seed_at, d.sealed_at, d.entries, encode(d.root, 'hex') as root,
      encode(d.seed_signature, 'hex') as signature, d.drawn_at, d.ended_at,
      (
        select jsonb_agg(entry) from (
          select v.id as variant, v.color_name, n.pieces, public.main_picture(v.id) as image
          from public.draw_pieces n join public.color_variants v on v.id = n.variant_id
          where n.draw_id = d.id order by v.position, v.id) entry) as colours
    from public.draws d join public.listed_products p on p.id = d.product_id
    where (p_draw is null or d.id = p_draw) and (p_product is null or d.product_id = p_product)
      and (p_draw is not null or p_product is not null)
    order by d.planned_at desc limit 1) entry
$$;
comment on function public.draw_facts is
  'Public facts of a draw, by its id or of a product the last; null while shoppers cannot see the product.';

create function public.draw_record(p_draw uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.draw_facts(p_draw => p_draw) || jsonb_build_object('lists', (
    select jsonb_agg(jsonb_build_object(
      'variant', n.variant_id, 'pieces', n.pieces,
      'receipts', (
        select coalesce(jsonb_agg(encode(e.receipt, 'hex') order by e.leaf), '[]') from public.draw_entries e
        where e.draw_id = d.id and e.variant_id = n.variant_id and e.leaf is not null),
      'order', (
        select coalesce(jsonb_agg(encode(e.receipt, 'hex') order by w.place), '[]')
        from public.draw_places w join public.draw_entries e on e.id = w.entry_id
        where w.draw_id = d.id and w.variant_id = n.variant_id)) order by n.variant_id)
    from public.draw_pieces n where n.draw_id = d.id))
  from public.draws d where d.id = p_draw and d.sealed_at is not null
$$;
comment on function public.draw_record is
  'The published record of a sealed draw, from which anyone can compute its winners: draw_facts with each colour''s '
  'receipts in the order of their leaves, and once drawn in the order of their ranks. Null before.';

create function public.draw_entry(p_entry uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(entry) from (
    select e.id, e.draw_id as draw, d.product_id as product, p.name as product_name, e.variant_id as variant,
      v.color_name, e.email, e.person, e.confirmed_at, encode(e.salt, 'hex') as salt,
      encode(e.receipt, 'hex') as receipt, encode(e.leaf, 'hex') as leaf, d.closes_at, w.place, w.state, w.ends_at,
      n.pieces
    from public.draw_entries e
    join public.draws d on d.id = e.draw_id
    join public.products p on p.id = d.product_id
    join public.color_variants v on v.id = e.variant_id
    join public.draw_pieces n on n.draw_id = d.id and n.variant_id = v.id
    left join public.draw_places w on w.entry_id = e.id
    where e.id = p_entry) entry
$$;
comment on function public.draw_entry is 'An entry, for the holder of its mailed link; null for an unknown one.';

create function public.claim_draw_piece(p_entry uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := public.require_session(p_guests => true);
  v_variant bigint;
begin
  -- Claims of one draw wait for each other.
  perform 1 from public.draws where id = (select draw_id from public.draw_places where entry_id = p_entry) for update;
  if exists (
    select from public.draw_places w join public.draw_places o on o.draw_id = w.draw_id and o.entry_id <> w.entry_id
    where w.entry_id = p_entry and o.user_id = v_user and o.state in ('offered', 'bought'))
  then
    raise sqlstate 'PT409' using hint = 'draw_one_each';
  end if;
  update public.draw_places w set user_id = v_user
  where entry_id = p_entry and state = 'offered' and ends_at > now()
    -- A payment page that is open keeps its buyer.
    and (w.user_id is null or w.user_id = v_user or not public.draw_place_is_held(w))
  returning variant_id into v_variant;
  if not found then
    raise sqlstate 'PT409' using hint = 'draw_piece_gone';
  end if;
  return v_variant;
end
$$;
comment on function public.claim_draw_piece is
  'Lets the caller, a guest included, buy the piece that an entry has won, by its mailed link; returns the colour. One '
  'login claims one piece of a draw. Errors: PT401 session_ended; PT409 draw_one_each, draw_piece_gone.';

create function public.draw_place_is_held(p_place public.draw_places) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.checkouts c join public.stock_holds h on h.checkout_id = c.id
    where c.user_id = p_place.user_id and h.variant_id = p_place.variant_id and h.expires_at > now())
$$;
comment on function public.draw_place_is_held is 'Whether a winner''s piece is in an unfinished checkout.';

create function public.is_drawn_twice(p_checkout uuid, p_card text, p_delivery jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_place public.draw_places;
  v_card bytea;
  v_address bytea;
begin
  for v_place in
    select w.* from public.draw_places w
    join public.draws d on d.id = w.draw_id
    join public.checkouts c on c.user_id = w.user_id
    join public.checkout_lines l on l.checkout_id = c.id and l.variant_id = w.variant_id
    where c.id = p_checkout and w.state = 'offered' and d.ended_at is null
  loop
    -- Winners that pay at the same time wait here.
    perform 1 from public.draws where id = v_place.draw_id for update;
    v_card := sha256(uuid_send(v_place.draw_id) || convert_to(p_card, 'UTF8'));
    v_address := sha256(uuid_send(v_place.draw_id) || convert_to(public.draw_address(p_delivery), 'UTF8'));
    if exists (
      select from public.draw_places
      where draw_id = v_place.draw_id and state = 'bought' and entry_id <> v_place.entry_id
        and (card_hash = v_card or address_hash = v_address))
    then
      update public.draw_places set state = 'refused', refused_checkout = p_checkout where entry_id = v_place.entry_id;
      return true;
    end if;
    update public.draw_places set card_hash = v_card, address_hash = v_address where entry_id = v_place.entry_id;
  end loop;
  return false;
end
$$;
comment on function public.is_drawn_twice is
  'Whether another winner of the same draw has paid with this card, by Stripe''s fingerprint, or for this address: '
  'then the piece goes to the next. The caller has locked the checkout and its variants.';

create function public.unsupplied_reason(p_checkout uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when exists (select from public.draw_places where refused_checkout = p_checkout) then 'drawn_twice'
    else 'sold_out' end
$$;
comment on function public.unsupplied_reason is
  'Reason of the shop''s refund of a paid checkout that it cannot supply: drawn_twice (is_drawn_twice) or sold_out.';

create function public.settle_drawn_piece() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.draw_places w set state = 'bought'
  from public.orders o
  where o.id = new.order_id and w.user_id = o.user_id and w.variant_id = new.variant_id and w.state = 'offered';
  return null;
end
$$;
comment on function public.settle_drawn_piece is 'Records that a winner has bought the piece.';
create trigger settle_drawn_piece after insert on public.order_items
  for each row execute function public.settle_drawn_piece();

create function public.draw_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select public.draw_entry(p_mail.draw_entry_id) || jsonb_build_object(
    'picture', public.main_picture((public.draw_entry(p_mail.draw_entry_id) ->> 'variant')::bigint))
$$;
comment on function public.draw_mail_content is 'Contents of an e-mail about an entry of a draw.';
