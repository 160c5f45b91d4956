-- E-mails to unconfirmed addresses: at most one a day to each.

create function public.may_mail_account(p_email text, p_limits jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.account_of_email(p_email);
begin
  if v_user is null then
    return false;
  end if;
  return public.address_proved(v_user) or public.take_attempt(p_limits) = 0;
end
$$;
comment on function public.may_mail_account is
  'Whether an e-mail may go to an account''s address: always if confirmed; else it counts against p_limits (see '
  'take_attempt). False when the account does not exist.';

create function public.account_email_state() returns table (email text, confirmed boolean)
language sql stable set search_path = ''
as $$
  select public.account_email(me), public.address_proved(me)
  from public.require_session() me
$$;
comment on function public.account_email_state is
  'The caller''s own address, and whether a link mailed to it was ever used: one row. Errors: PT401 session_ended.';

create function public.owe_confirm_email(p_limits jsonb) returns table (mail uuid, wait integer)
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.require_session();
begin
  wait := 0;
  if not public.address_proved(v_user) then
    wait := public.take_attempt(p_limits);
    if wait = 0 then
      insert into public.mail_outbox (kind, user_id) values ('confirm_email', v_user)
      on conflict do nothing returning id into mail;
    end if;
  end if;
  return next;
end
$$;
comment on function public.owe_confirm_email is
  'Owes an e-mail with the link that confirms the account''s address, in one row: mail, null when one is already due '
  'or the address is confirmed; wait, in seconds, above 0 when p_limits are used up. Errors: PT401 session_ended.';

create function public.confirm_email(p_mail uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.require_session();
  v_mailed uuid;
begin
  select user_id into v_mailed from public.mail_outbox
  where id = p_mail and kind = 'confirm_email' and created_at > now() - interval '7 days';
  if not found then
    return false;
  elsif v_mailed <> v_user then
    raise sqlstate 'PT409' using hint = 'link_of_other_account';
  end if;
  perform public.prove_address(v_user, public.caller_session(), true);
  return true;
end
$$;
comment on function public.confirm_email is
  'Confirms the address of the caller''s account by the e-mail whose link was used, which the first time ends its '
  'other logins (prove_address); false when that e-mail is unknown or older than 7 days. The mailbox alone is not '
  'enough: anybody can register any address, and its owner must not vouch for their login. Errors: PT401 '
  'session_ended; PT409 link_of_other_account.';

create function public.subscribe(p_email text, p_limits jsonb, p_from public.news_place) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_subscription public.subscriptions;
  v_mail uuid;
begin
  if public.is_suppressed(p_email, 'bounced') then
    return null;
  end if;
  insert into public.subscriptions (email, asked_from) values (p_email, p_from)
  on conflict (lower(email)) do update set
    asked_at = now(),
    asked_from = case when subscriptions.confirmed_at is null then excluded.asked_from else subscriptions.asked_from end
  returning * into v_subscription;
  if v_subscription.confirmed_at is null and public.take_attempt(p_limits) = 0 then
    insert into public.mail_outbox (kind, subscription_id) values ('confirm_subscription', v_subscription.id)
    on conflict do nothing returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.subscribe is
  'Records a request for news, and returns the e-mail that asks the address for consent. Null when none is sent: the '
  'address is already subscribed, has used up p_limits (see take_attempt), or bounced or complained. The caller '
  'responds identically, so that subscriptions are not revealed.';
