-- Guests: anonymous users of Supabase Auth, who check out without an account (docs/decisions/0051-guests.md).

create function public.prove_address(p_user uuid, p_session uuid default null, p_keep_password boolean default false)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- Serialises simultaneous proofs, so that one is the first.
  perform from auth.users where id = p_user for update;
  if public.address_proved(p_user) then
    return false;
  end if;
  update public.profiles set email_confirmed_at = now() where user_id = p_user;
  delete from auth.sessions where user_id = p_user and id is distinct from p_session;
  delete from auth.identities where user_id = p_user and provider <> 'email';
  delete from auth.mfa_factors
  where user_id = p_user and not exists (select from public.staff where user_id = p_user and until is null);
  if not p_keep_password then
    update auth.users set encrypted_password = null where id = p_user;
  end if;
  return true;
end
$$;
comment on function public.prove_address is
  'Records the first use of a link or code mailed to the address of an account, and ends what a stranger who '
  'registered the address may have left behind: all sessions but p_session, the password, other identities, and '
  'factors that are not a staff member''s. p_keep_password: only for callers who are logged in besides, or who just '
  'chose it by the same link. Returns whether it was the first use; later ones change nothing. Security definer, '
  'because it writes auth.';

create function public.begin_password_reset(p_user uuid, p_session uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_username text;
begin
  if public.second_factor_of(p_user) is not null
    and exists (select from public.staff where user_id = p_user and until is null)
  then
    raise sqlstate 'PT409' using hint = 'second_factor_keeps_password';
  end if;
  perform public.prove_address(p_user, p_session);
  delete from auth.sessions where user_id = p_user and id <> p_session;
  -- Shoppers have no authenticator app: guard_session.
  delete from auth.mfa_factors where user_id = p_user;
  update public.profiles set password_until = now() + interval '1 minute' where user_id = p_user
  returning username into v_username;
  return v_username;
end
$$;
comment on function public.begin_password_reset is
  'Lets a password be replaced within a minute, because a link mailed to the account''s address began p_session; '
  'returns the username. Proves the address, and ends all other logins and factors. PT409 '
  'second_factor_keeps_password: a mailbox does not replace the password of a staff member with an authenticator app. '
  'Security definer, because it writes auth.';

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

create function public.claim_order(p_checkout uuid, p_email text, p_user uuid default null) returns bigint
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
  -- The address was corrected a moment ago: the link proves the earlier one.
  if lower(v_form.email) <> lower(p_email) then
    raise sqlstate 'PT404' using hint = 'order_not_claimable';
  end if;
  if lower(v_form.email) <> lower(public.account_email(v_account)) then
    raise sqlstate 'PT409' using hint = 'claim_of_other_address';
  end if;

  -- With the form go all orders of this guest that were made with it. Lock order: checkouts by id.
  select array_agg(id order by id) into v_checkouts from (
    select c.id from public.checkouts c join public.orders o on o.checkout_id = c.id
    where c.billing_info_id = v_form.id and c.user_id = v_order.user_id
    order by c.id for update of c) locked;
  if v_checkouts is null then
    return public.claim_order(p_checkout, p_email, v_account);
  end if;
  perform public.move_orders(v_checkouts, v_account);

  perform public.prove_address(v_account, case when p_user is null then public.caller_session() end, true);
  return v_order.id;
end
$$;
comment on function public.claim_order is
  'Moves a guest''s order, and others made with the same form, into the account of its address; returns the order. The '
  'caller has checked a link mailed to p_email, which is thereby proved. p_user: an account that was just created for '
  'it; null for the caller. Repeats return the same. Errors: PT401 session_ended; PT403 account_required; PT404 '
  'order_not_claimable; PT409 claim_of_other_address.';

create function public.prune_guests(p_limit integer) returns table (data text, rows integer)
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
  return query
  values ('guests without a checkout', coalesce(cardinality(v_guests), 0)), ('guests with a checkout', v_settled);
end
$$;
comment on function public.prune_guests is
  'Deletes expired guests (retention_periods), at most p_limit of each kind, and returns the counts. Settled orders '
  'stay as those of closed accounts (close_account). Security definer, because it deletes in auth.';
