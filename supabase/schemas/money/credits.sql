-- The life of a gift card beside the checkout: issue, balance, expiry, store credit by staff.

create function public.gift_card_life() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 months' $$;
comment on function public.gift_card_life is 'Validity of a new gift card, as in the terms and on the page /gift-card.';

create function public.issue_gift_card(
  p_card public.gift_cards, p_pence bigint, p_refund uuid default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_code text := public.random_gift_code();
begin
  p_card.code_hash := public.gift_card_hash(v_code);
  p_card.code_end := right(v_code, 4);
  p_card.unsent_code := v_code;
  p_card.expires_at := now() + public.gift_card_life();
  p_card.created_at := now();
  insert into public.gift_cards select p_card.*;
  insert into public.credits (gift_card_id, kind, amount_pence, refund_id)
  values (p_card.id, 'issued', p_pence, p_refund);
  insert into public.mail_outbox (id, kind, subject, gift_card_id)
  values (p_card.id, 'gift_card', p_card.id::text, p_card.id);
end
$$;
comment on function public.issue_gift_card is
  'Makes a gift card of p_pence, with a new code, and owes the e-mail with it, whose id is the card''s. p_card: id, '
  'origin, email, and reason, checkout and staff as its origin needs them.';

create function public.refund_as_credit(
  p_payment public.payments, p_order_refund uuid, p_pence bigint, p_reason text, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_refund uuid;
  v_card public.gift_cards;
begin
  select b.email into v_card.email from public.billing_infos b where b.id = p_payment.billing_info_id and b.email <> '';
  if not found then
    raise sqlstate 'PT409' using hint = 'no_address';
  end if;
  insert into public.refunds (payment_id, order_refund_id, amount_pence, reason, state, source, method, settled_at)
  values (p_payment.id, p_order_refund, p_pence, p_reason, 'succeeded', 'credit', 'credit', clock_timestamp())
  returning id into v_refund;
  v_card.id := gen_random_uuid();
  v_card.origin := 'refund';
  v_card.checkout_id := p_payment.checkout_id;
  v_card.staff_id := p_staff;
  perform public.issue_gift_card(v_card, p_pence, v_refund);
end
$$;
comment on function public.refund_as_credit is
  'Gives p_pence of a refund as store credit, mailed to the buyer. The caller has locked the checkout, and checked '
  'that as much is left of its payment. PT409 no_address.';

create function public.gift_card_page(p_card uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select g.id, g.code_end, g.origin, g.expires_at, g.expires_at <= now() as expired,
      public.credit_balance(g.id) as balance_pence,
      public.credit_balance(g.id) - public.credit_free(g.id) as held_pence,
      (
        select jsonb_agg(jsonb_build_object('at', c.at, 'kind', c.kind, 'amount_pence', c.amount_pence) order by c.id)
        from public.credits c where c.gift_card_id = g.id) as entries
    from public.gift_cards g where g.id = p_card) entry
$$;
comment on function public.gift_card_page is
  'The facts of a gift card for the holder of its code or mailed link: balance, the part that unpaid checkouts hold, '
  'end and ledger; null if there is none. No names: a card may be passed on.';

create function public.counted_gift_card(p_limits jsonb, p_code text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
  v_card uuid;
begin
  if v_wait > 0 then
    return jsonb_build_object('wait', v_wait);
  end if;
  select id into v_card from public.gift_cards where code_hash = public.gift_card_hash(p_code);
  -- Only guesses count.
  if found then
    perform public.give_back_attempt(p_limits);
  end if;
  return jsonb_build_object('wait', 0, 'card', public.gift_card_page(v_card));
end
$$;
comment on function public.counted_gift_card is
  'gift_card_page by code, counted as take_attempt does if there is no such card: {wait, card}.';

create function public.end_gift_cards(p_limit integer) returns table (warned integer, expired integer)
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, subject, gift_card_id)
  select 'gift_card_ends', g.id || ' ' || public.uk_day(g.expires_at), g.id
  from public.gift_cards g
  where g.expires_at between now() and now() + interval '1 month' and g.email <> ''
    and public.credit_balance(g.id) > 0
  order by g.expires_at limit p_limit
  on conflict (kind, subject) do nothing;
  get diagnostics warned = row_count;
  with ended as (
    select id from public.gift_cards g
    -- A hold of an unpaid checkout ends within the hour.
    where g.expires_at <= now() and public.credit_balance(g.id) > 0 and public.credit_free(g.id)
      = public.credit_balance(g.id)
    order by g.expires_at limit p_limit for no key update skip locked)
  insert into public.credits (gift_card_id, kind, amount_pence)
  select id, 'expired', -public.credit_balance(id) from ended where public.credit_balance(id) > 0;
  get diagnostics expired = row_count;
  return next;
end
$$;
comment on function public.end_gift_cards is
  'Owes an e-mail a month before a card ends with money on it, and expires those that have ended, at most p_limit of '
  'each. A repeat does nothing.';

create function public.staff_give_credit(p_id uuid, p_email text, p_pence bigint, p_reason text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_card public.gift_cards;
begin
  perform pg_advisory_xact_lock(hashtextextended('give_credit ' || p_id::text, 0));
  select * into v_card from public.gift_cards where id = p_id;
  if found then
    if (v_card.origin, v_card.staff_id) is distinct from ('given'::public.gift_card_origin, v_staff) then
      raise sqlstate 'PT409' using hint = 'action_used';
    end if;
    return p_id;
  end if;
  if p_pence is null or p_pence not between 1 and 100000 then
    raise sqlstate 'PT400' using hint = 'credit_out_of_range';
  end if;
  v_card.id := p_id;
  v_card.origin := 'given';
  v_card.email := btrim(p_email);
  v_card.reason := btrim(p_reason);
  v_card.staff_id := v_staff;
  perform public.issue_gift_card(v_card, p_pence);
  perform public.log_act(
    v_staff, 'discounts', 'credit_given', 'gift_cards', p_id::text,
    '£' || to_char(p_pence / 100.0, 'FM999990.00') || ', ' || btrim(p_reason));
  return p_id;
end
$$;
comment on function public.staff_give_credit is
  'Mails store credit of p_pence, up to £1,000, to an address, for a reason that staff read. p_id: made in the '
  'browser; the same again changes nothing. Errors: those of require_staff; PT400 credit_out_of_range; PT409 '
  'action_used.';

create function public.staff_renew_gift_card(p_card uuid, p_mail uuid, p_email text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_code text := public.random_gift_code();
begin
  perform 1 from public.gift_cards where id = p_card for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'gift_card_unknown';
  end if;
  insert into public.mail_outbox (id, kind, subject, gift_card_id)
  values (p_mail, 'gift_card', p_card || ' ' || p_mail, p_card)
  on conflict do nothing;
  if found then
    delete from public.mail_outbox
    where gift_card_id = p_card and kind = 'gift_card' and status in ('due', 'parked') and id <> p_mail;
    update public.gift_cards
    set code_hash = public.gift_card_hash(v_code), code_end = right(v_code, 4), unsent_code = v_code,
        email = btrim(p_email)
    where id = p_card;
    perform public.log_act(v_staff, 'discounts', 'gift_card_renewed', 'gift_cards', p_card::text, right(v_code, 4));
  end if;
end
$$;
comment on function public.staff_renew_gift_card is
  'Gives a card a new code, mailed to p_email, in place of one that was lost or went to a wrong address: the earlier '
  'code ends. p_mail: made in the browser; the same again changes nothing. Errors: those of require_staff; PT404 '
  'gift_card_unknown.';

create function public.staff_gift_cards(p_q text default null, p_after uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_q text := nullif(btrim(p_q), '');
  v_limit constant integer := 30;
  v_after public.gift_cards;
begin
  perform public.require_staff('move_money');
  select * into v_after from public.gift_cards where id = p_after;
  if p_after is not null and v_after.id is null then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;
  return (
    with page as materialized (
      select g.* from public.gift_cards g
      where (v_q is null
          or g.code_hash = public.gift_card_hash(v_q) or g.code_end = upper(v_q) or lower(g.email) = lower(v_q)
          or g.checkout_id in (select o.checkout_id from public.orders o where o.id::text = v_q)
          or exists (
            select from public.credits c join public.orders o on o.checkout_id = c.checkout_id
            where c.gift_card_id = g.id and o.id::text = v_q))
        and (p_after is null or (g.created_at, g.id) < (v_after.created_at, v_after.id))
      order by g.created_at desc, g.id desc limit v_limit + 1
    ), shown as (
      select * from page order by created_at desc, id desc limit v_limit
    )
    select jsonb_build_object(
      'owed_pence', (select coalesce(sum(amount_pence), 0) from public.credits),
      'next', case when (select count(*) from page) > v_limit then (
        select id from shown order by created_at, id limit 1) end,
      'cards', (
        select coalesce(jsonb_agg(entry), '[]') from (
          select g.id, g.code_end, g.origin, g.email, g.reason, s.name as by, g.created_at, g.expires_at,
            public.credit_balance(g.id) as balance_pence,
            public.credit_balance(g.id) - public.credit_free(g.id) as held_pence,
            (select max(m.sent_at) from public.mail_outbox m where m.gift_card_id = g.id and m.kind = 'gift_card')
              as mailed_at,
            (
              select jsonb_agg(jsonb_build_object(
                'at', c.at, 'kind', c.kind, 'amount_pence', c.amount_pence, 'order', o.id) order by c.id)
              from public.credits c
              left join public.refunds r on r.id = c.refund_id
              left join public.orders o on o.checkout_id = c.checkout_id or o.payment_id = r.payment_id
              where c.gift_card_id = g.id) as entries
          from shown g left join public.staff s on s.id = g.staff_id
          order by g.created_at desc, g.id desc) entry)));
end
$$;
comment on function public.staff_gift_cards is
  'A page of gift cards and store credit, newest first, all or those with a code, its end, a recipient''s address or '
  'an order''s number; owed_pence: the balance of all together. p_after: next of the previous page. Errors: those of '
  'require_staff; PT400 page_unknown.';

create function public.forget_gift_code() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.gift_cards set unsent_code = null where id = new.gift_card_id and unsent_code is not null;
  return null;
end
$$;
comment on function public.forget_gift_code is 'Forgets the code of a gift card once it is mailed: its hash stays.';
create trigger forget_gift_code after update of status on public.mail_outbox
  for each row when (new.kind = 'gift_card' and new.status = 'sent' and old.status <> 'sent')
  execute function public.forget_gift_code();

create function public.forget_gift_cards(p_email text) returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where gift_card_id in (
    select id from public.gift_cards where lower(email) = lower(p_email)) and kind = 'gift_card_ends';
  update public.gift_cards set email = ''
  where lower(email) = lower(p_email) and unsent_code is null
$$;
comment on function public.forget_gift_cards is
  'Forgets who got gift cards at an address. The code stays good; one that is not mailed yet keeps its recipient until '
  'it is.';

-- Invariants

create view invariants.expired_credit_ends (invariant, "row", found) as
select 'a gift card that ended has no money left after two days', 'gift_cards ' || id,
       public.credit_balance(id) || ' since ' || expires_at
from public.gift_cards where expires_at < now() - interval '2 days' and public.credit_balance(id) > 0;

create view invariants.liability_in_accounts (invariant, "row", found) as
select 'the accounts owe to gift cards what is on them', 'credits', moved.pence || ' moved, ' || owed.pence || ' owed'
from (select coalesce(-sum(amount_pence), 0) as pence from public.money_movements where method = 'credit') moved
cross join (select coalesce(sum(amount_pence), 0) as pence from public.credits) owed
where moved.pence <> owed.pence;
