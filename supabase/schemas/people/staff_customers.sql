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
  where starts_with(public.search_form(p.username), btrim(public.search_form(p_search)))
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
      select jsonb_agg(entry) from (
        select c.id as customer, c.user_id is not null as account, public.customer_name(c) as name,
          public.customer_email(c) as email, nullif(c.last_order_at, '-infinity') as last_order_at, m.orders,
          case when v_money then m.charged_pence - m.refunded_pence end as spent_pence
        from jsonb_array_elements_text(v_rows - p_limit) with ordinality as given (id, place)
        join public.customers c on c.id = given.id::bigint
        cross join lateral public.customer_sums(c.id) m
        order by place) entry), '[]'),
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
        select jsonb_agg(entry) from (
          select o.checkout_id as checkout, o.id as order, b.name, b.email,
            public.mail_trouble(b.email) as mail_trouble
          from jsonb_array_elements(v_rows - p_limit) with ordinality as given (item, place)
          join public.orders o on o.id = (item ->> 'order')::bigint
          join public.billing_infos b on b.id = o.billing_info_id
          where b.email <> ''
          order by place) entry), '[]'),
      'returns', coalesce((
        select jsonb_agg(entry) from (
          select r.id, r.order_id as order, r.code, r.kind, r.state, r.asked_at,
            (select sum(quantity) from public.return_items where return_id = r.id) as units
          from public.returns r join public.orders o on o.id = r.order_id where o.customer_id = p_customer
          order by r.asked_at desc, r.id desc) entry), '[]'),
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
        select to_jsonb(entry) from (
          select g.asked_at as at, t.id as into
          from public.open_merges g join public.customers t on t.user_id = g.into_user
          where g.customer_id = p_customer order by g.asked_at desc limit 1) entry),
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
  v_email text;
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
    v_email := public.customer_email(v_customer);
    perform public.close_account(v_customer.user_id, p_callers);
    perform public.forget_address(v_email);
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
  'Erases a customer who asked for it from their address, as they could themselves (close_account), even if they never '
  'confirmed it, and records it. A guest''s orders keep address and phone as those of a closed account do '
  '(retention_periods). The same event again changes nothing. Errors: those of require_staff; PT404 customer_unknown; '
  'PT409 customer_works_here, payment_under_way, checkout_open, action_used.';

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
  if p_from.user_id is not null and not public.address_proved(p_from.user_id) then
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
    raise sqlstate 'PT409' using hint = 'merge_into_other';
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
  'account_required; PT404 merge_over; PT409 merge_into_other, those of refuse_merge.';
