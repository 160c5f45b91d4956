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
