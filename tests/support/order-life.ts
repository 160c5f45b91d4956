import type { FreshDatabase } from './fresh-database.ts';

/**
 * Inserts the whole history of an order of two units, handled by a member of staff: one unit is dispatched,
 * returned and refunded, the other is cancelled.
 */
export async function liveThrough(
  { sql }: Pick<FreshDatabase, 'sql'>,
  checkout: string,
  staffUser: string,
): Promise<void> {
  await sql`
    with person as (
      insert into staff (user_id, name, role) values (${staffUser}, 'packing', 'packer')
      on conflict (user_id) where until is null do update set role = excluded.role
      returning id
    ), line as (
      select i.* from order_items i join orders o on o.id = i.order_id
      where o.checkout_id = ${checkout} limit 1
    ), event as (
      insert into order_events (checkout_id, kind, actor, staff_id, detail)
      select ${checkout}, 'dispatched', 'staff', id, '{"carrier": "Royal Mail"}' from person
      returning id
    ), cancelling as (
      insert into order_events (checkout_id, kind, actor) values (${checkout}, 'cancelled', 'shopper')
      returning id
    ), asking as (
      insert into order_events (checkout_id, kind, actor) values (${checkout}, 'return_asked', 'shopper')
      returning id
    ), settling as (
      insert into order_events (checkout_id, kind, actor, staff_id)
      select ${checkout}, 'return_settled', 'staff', id from person
      returning id
    ), parcel as (
      insert into parcels (order_id, event_id, carrier, tracking_number, delivered_at)
      select line.order_id, event.id, 'Royal Mail', 'AB123456789GB', now() from line, event
      returning id
    ), sent as (
      insert into parcel_items (parcel_id, order_id, variant_id, quantity)
      select parcel.id, line.order_id, line.variant_id, 1 from parcel, line
    ), cancelled as (
      insert into cancelled_items (event_id, order_id, variant_id, quantity, restocked)
      select cancelling.id, line.order_id, line.variant_id, 1, 0 from cancelling, line
    ), returned as (
      insert into returns (order_id, event_id, kind, state, code, reason, received_at, closed_at)
      select line.order_id, asking.id, 'fault', 'settled',
        'R-' || lpad(line.order_id::text, 8, '0'), 'A seam is open', now(), now()
      from line, asking
      returning id
    ), shown as (
      insert into return_photos (id, return_id) select gen_random_uuid(), id from returned
    ), owed as (
      insert into order_refunds (
        id, act_id, order_id, return_id, reason, goods_pence, deduction_pence, deduction_reason, given_up_at,
        given_up_because, given_up_by)
      select settling.id, settling.id, line.order_id, returned.id, 'return', 1, 1, 'Worn by Ada', now(),
        'decided'::give_up_reason, 'staff'::actor
      from settling, line, returned
      returning id
    )
    insert into order_refund_items (order_refund_id, order_id, variant_id, quantity)
    select owed.id, line.order_id, line.variant_id, 1 from owed, line`;
  // Replaced, before it was found and came back.
  await sql`
    select make_replacement(gen_random_uuid(), i.order_id,
      jsonb_build_array(jsonb_build_object('variant_id', i.variant_id, 'quantity', 1)), 'lost', (
        select id from staff where user_id = ${staffUser} and until is null))
    from order_items i join orders o on o.id = i.order_id where o.checkout_id = ${checkout} limit 1`;
  await sql`
    insert into return_items (return_id, order_id, variant_id, quantity, written_off)
    select r.id, i.order_id, i.variant_id, 1, 1
    from returns r join order_items i on i.order_id = r.order_id join orders o on o.id = r.order_id
    where o.checkout_id = ${checkout} limit 1`;
  // Swapped for another colour, and back.
  await sql`
    with line as (
      select i.* from order_items i join orders o on o.id = i.order_id where o.checkout_id = ${checkout} limit 1
    ), other as (
      insert into color_variants (product_id, color_name, quantity)
      select product_id, 'Rust ' || gen_random_uuid(), 0 from line returning id
    ), swap as (
      insert into order_events (checkout_id, kind, actor)
      select ${checkout}, 'swapped', 'shop' from generate_series(1, 2) returning id
    )
    insert into swapped_items (event_id, order_id, from_variant_id, to_variant_id, quantity)
    select swap.id, line.order_id,
      case row_number() over () when 1 then line.variant_id else other.id end,
      case row_number() over () when 1 then other.id else line.variant_id end, 1
    from line, other, swap`;
  // Exchanged for another of its kind.
  await sql`
    with line as (
      select i.* from order_items i join orders o on o.id = i.order_id where o.checkout_id = ${checkout} limit 1
    ), made as (
      select place_free_order(gen_random_uuid(), like_order(o), chosen_option(o), jsonb_build_array(
        to_jsonb(line) || jsonb_build_object('unit_pence', line.product_price_pence, 'quantity', 1)),
        'exchanged', null) as id
      from line join orders o on o.id = line.order_id
    ), exchanged as (
      insert into exchanges (order_id, from_order_id, return_id, event_id, at_once)
      select made.id, line.order_id, r.id, r.event_id, true
      from made, line join returns r on r.order_id = line.order_id limit 1
      returning order_id
    )
    insert into exchanged_items (order_id, from_variant_id, to_variant_id, quantity)
    select exchanged.order_id, line.variant_id, line.variant_id, 1 from exchanged, line`;
  await sql`
    insert into labels (order_id, orders, contents, state, carrier, quote, service, posted_with, tracker, staff_id,
      wanted_at, purchase, bought_at)
    select o.id, array[o.id], '', 'bought', 'shippo', '', 'Tracked 48', 'Royal Mail', '', s.id, now(), 'p', now()
    from orders o, staff s where o.checkout_id = ${checkout} and s.user_id = ${staffUser} and s.until is null`;
  // Reviewed, and hidden.
  await sql`
    with asking as (
      insert into review_requests (order_id) select id from orders where checkout_id = ${checkout} returning order_id
    ), written as (
      insert into product_reviews (order_id, product_id, stars, words, name, given)
      select i.order_id, i.product_id, 2, 'It scratches', 'Ada', false
      from asking join order_items i on i.order_id = asking.order_id limit 1
      returning id
    ), shown as (
      insert into review_photos (id, review_id) select gen_random_uuid(), id from written
    )
    insert into hidden_reviews (review_id, reason, words, revision, staff_id)
    select written.id, 'abuse', 'It insults the packer', 1, s.id
    from written, staff s where s.user_id = ${staffUser} and s.until is null`;
  // Opened by staff, and followed by a gift.
  await sql`
    insert into payment_links (checkout_id, event_id, staff_id)
    select ${checkout}, gen_random_uuid(), id from staff where user_id = ${staffUser} and until is null`;
  await sql`
    with line as (
      select i.* from order_items i join orders o on o.id = i.order_id where o.checkout_id = ${checkout} limit 1
    ), event as (
      insert into order_events (checkout_id, kind, actor) values (${checkout}, 'gift_made', 'shop') returning id
    )
    insert into gifts (order_id, event_id, reason)
    select place_free_order(event.id, like_order(o), chosen_option(o), jsonb_build_array(
      to_jsonb(line) || jsonb_build_object('unit_pence', line.product_price_pence, 'quantity', 1)), 'given', null),
      event.id, 'Press'
    from event, line join orders o on o.id = line.order_id`;
  await sql`
    select owe_mail(kind::mail_kind, o.checkout_id, p.id::text)
    from parcels p join orders o on o.id = p.order_id
    cross join unnest(array['dispatched', 'delivered']) kind
    where o.checkout_id = ${checkout}`;
  await sql`select settle_order(id) from orders where checkout_id = ${checkout}`;
}
