-- Back in stock, from request to e-mail (docs/decisions/0031-marketing-emails.md).

create function public.ask_stock_alert(p_product bigint, p_variant bigint, p_email text, p_limits jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
  v_user uuid;
begin
  if v_wait > 0 then
    return v_wait;
  end if;
  begin
    v_user := public.require_session();
  exception when sqlstate 'PT401' then
    -- No login needed.
  end;
  -- Stock cannot rise between this check and the insert: a transaction that raises it waits, then finds the request.
  perform 1 from public.color_variants where id = p_variant for share;
  if not exists (select from public.colours_on_sale where id = p_variant and product_id = p_product) then
    raise sqlstate 'PT404' using hint = 'colour_missing';
  end if;
  if exists (select from public.free_units(array[p_variant], v_user) where free > 0) then
    raise sqlstate 'PT409' using hint = 'in_stock';
  end if;

  if public.is_suppressed(p_email, 'refused_alerts') then
    -- Only the owner of an address can undo its refusal, and only if the address has not bounced or complained.
    if public.is_suppressed(p_email, 'bounced') or not (
      public.address_proved(v_user) and lower(public.account_email(v_user)) = lower(p_email))
    then
      return 0;
    end if;
    delete from public.suppressions where address_hash = public.address_hash(p_email) and reason = 'refused_alerts';
  end if;
  insert into public.stock_alerts (variant_id, email, user_id) values (p_variant, p_email, v_user)
  on conflict do nothing;
  return 0;
end
$$;
comment on function public.ask_stock_alert is
  'Puts an address in the queue of a sold-out colour, once, with the caller''s account if their session is live. '
  'Counts against p_limits and returns the seconds to wait, as take_attempt does. An address that refused all alerts '
  'is left out, with the same response. Errors: PT404 colour_missing; PT409 in_stock.';

create function public.address_confirmed(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- Auth stores addresses in lower case and indexes them.
  select exists (
      select from auth.users u where u.email = lower(p_email) and public.address_proved(u.id))
    or exists (select from public.subscriptions where lower(email) = lower(p_email) and confirmed_at is not null)
$$;
comment on function public.address_confirmed is
  'Whether a link mailed to the address was ever used, for an account or for news. Security definer, because it reads '
  'auth.';

create function public.owe_stock_alerts(p_variant bigint, p_units bigint) returns void
language sql set search_path = ''
as $$
  -- E-mails due at the same time are sent in queue order.
  insert into public.mail_outbox (kind, subject, stock_alert_id, due_at)
  select 'back_in_stock', id::text, id, now() + place * interval '1 microsecond'
  from (
    select a.id, row_number() over (order by public.address_confirmed(a.email) desc, a.asked_at, a.id) as place
    from public.stock_alerts a
    where a.variant_id = p_variant and a.ended_at is null
      and not exists (select from public.mail_outbox m where m.stock_alert_id = a.id)
  ) queue
  order by place
  limit 3 * p_units
$$;
comment on function public.owe_stock_alerts is
  'Owes an e-mail to the three longest-waiting addresses per new unit, because not everyone who is notified buys. '
  'Confirmed addresses come first, so that made-up ones cannot crowd shoppers out. The caller has locked the colour.';

create function public.owe_stock_alerts_of_restock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Cheap check first: most colours of an import have no alerts. An archived product cannot be bought; its return to
  -- sale counts all units.
  if exists (select from public.stock_alerts where variant_id = new.id and ended_at is null)
    and exists (
      select from public.products
      where id = new.product_id and archived_at is null and (visible_from is null or visible_from <= now()))
  then
    perform public.owe_stock_alerts(new.id, case
      when old.archived_at is null then new.quantity - old.quantity else new.quantity end);
  end if;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_restock is
  'Notifies the queue of a colour when units arrive: by an import, a return, a cancelled order, or a return to sale. '
  'The end of a hold does not count.';

create trigger owe_stock_alerts after update on public.color_variants
  for each row when (
    new.archived_at is null
    and (new.quantity > old.quantity or (old.archived_at is not null and new.quantity > 0)))
  execute function public.owe_stock_alerts_of_restock();

create function public.owe_stock_alerts_of_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_stock_alerts(id, quantity)
  from public.color_variants where product_id = new.id and archived_at is null and quantity > 0;
  return null;
end
$$;
comment on function public.owe_stock_alerts_of_product is 'Notifies the queues of a product that is on sale again.';

create trigger owe_stock_alerts after update of archived_at on public.products
  for each row when (old.archived_at is not null and new.archived_at is null)
  execute function public.owe_stock_alerts_of_product();

create function public.drop_stale_stock_alerts() returns void
language sql set search_path = ''
as $$
  with due as (
    select m.id, a.variant_id, a.ended_at
    from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
    where m.status = 'due' and m.kind = 'back_in_stock' and m.due_at <= now()
  ), free as (
    select f.variant_id
    from public.free_units(array(select distinct variant_id from due)) f
    join public.colours_on_sale v on v.id = f.variant_id
    where f.free > 0
  ), stale as (
    select id from public.mail_outbox
    where id in (
      select id from due where ended_at is not null or variant_id not in (select variant_id from free))
    order by id for update skip locked
  )
  delete from public.mail_outbox where id in (select id from stale)
$$;
comment on function public.drop_stale_stock_alerts is
  'Drops unsent e-mails about colours that have sold out again or left the shop, whose addresses keep their place in '
  'the queue, and those of alerts that have ended.';

create function public.claim_stock_alert_batch(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_batch uuid;
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_stock_alert_batch', 0));
  perform public.drop_stale_stock_alerts();
  -- A retried batch keeps its recipients, because the provider identifies it by its idempotency key.
  select batch into v_batch from public.mail_outbox
  where kind = 'back_in_stock' and status = 'due' and batch is not null and due_at <= now()
    and attempts < public.mail_attempts_allowed()
  order by due_at limit 1;
  if not found then
    v_batch := gen_random_uuid();
    with next as (
      select id from public.mail_outbox
      where kind = 'back_in_stock' and status = 'due' and batch is null and due_at <= now()
      order by due_at limit p_limit
      for update skip locked
    )
    update public.mail_outbox m set batch = v_batch from next where m.id = next.id;
  end if;
  update public.mail_outbox
  set claim = v_claim, attempts = attempts + 1, due_at = now() + make_interval(secs => p_lease_seconds)
  where batch = v_batch and status = 'due';
  if not found then
    return null;
  end if;
  return jsonb_build_object('batch', v_batch, 'claim', v_claim, 'mails', (
    select jsonb_agg(entry) from (
      select m.id, m.claim, m.kind, public.mail_about(m) as about, public.mail_content(m.id) as content
      from public.mail_outbox m join public.stock_alerts a on a.id = m.stock_alert_id
      where m.batch = v_batch and m.status = 'due'
      order by a.asked_at, a.id) entry));
end
$$;
comment on function public.claim_stock_alert_batch is
  'Leases up to p_limit due stock e-mails, oldest request first, for p_lease_seconds; null when none are due. Claims '
  'are serialised, so that a batch stays whole. batch is the idempotency key of the call that sends them.';

create function public.record_mail_batch(p_results jsonb) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox m
  set status = (case when g.error is null then 'sent' else 'parked' end)::public.mail_status,
      sent_at = case when g.error is null then now() end,
      provider_id = g.provider_id, last_error = left(g.error, 500)
  from jsonb_to_recordset(p_results) as g(id uuid, provider_id text, error text)
  where m.id = g.id and m.status <> 'sent'
$$;
comment on function public.record_mail_batch is
  'Records the provider''s response to each e-mail of a batch: [{id, provider_id, error}]. error is set for permanent '
  'rejections only; these are parked.';

create function public.record_mail_batch_failure(
  p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null
) returns void
language sql set search_path = ''
as $$
  update public.mail_outbox
  set last_error = left(p_error, 500),
      attempts = attempts - (p_wait_seconds is not null)::integer,
      due_at = now() + coalesce(
        make_interval(secs => p_wait_seconds), interval '5 minutes' * power(2, attempts - 1))
  where batch = p_batch and claim = p_claim and status = 'due'
$$;
comment on function public.record_mail_batch_failure is
  'Reschedules a batch that the provider did not take, with backoff that doubles from 5 minutes, or after the '
  'provider''s own p_wait_seconds. claim_mails parks e-mails that have used up their attempts.';

create function public.settle_stock_alert() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.stock_alerts
  set ended_at = now(),
      ended_why = case when new.status = 'sent' then 'told'::public.stock_alert_end else 'undeliverable' end
  where id = new.stock_alert_id and (ended_at is null or (ended_why = 'undeliverable' and new.status = 'sent'));
  return null;
end
$$;
comment on function public.settle_stock_alert is 'Ends an alert once its e-mail is sent: one e-mail per alert.';

create trigger settle_stock_alert after update of status on public.mail_outbox
  for each row when (new.kind = 'back_in_stock' and new.status in ('sent', 'parked') and old.status <> new.status)
  execute function public.settle_stock_alert();

create function public.suppress_address(p_email text, p_reason public.suppression_reason) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.suppressions (address_hash, reason) values (public.address_hash(p_email), p_reason)
  on conflict do nothing;
  if p_reason not in ('refused_alerts', 'refused_reviews') then
    delete from public.subscriptions where lower(email) = lower(p_email);
  end if;
  if p_reason not in ('unsubscribed', 'refused_reviews') then
    -- E-mails before alerts: the sender's lock order.
    delete from public.mail_outbox
    where status = 'due' and stock_alert_id in (
      select id from public.stock_alerts where lower(email) = lower(p_email) and ended_at is null);
    update public.stock_alerts
    set ended_at = now(),
        ended_why = case when p_reason = 'bounced' then 'undeliverable'::public.stock_alert_end else 'refused' end
    where lower(email) = lower(p_email) and ended_at is null;
  end if;
end
$$;
comment on function public.suppress_address is
  'Suppresses mail to an address by p_reason: unsubscribed ends the news, refused_alerts the stock alerts, '
  'refused_reviews requests for reviews, bounced and complained all. Repeating it is not an error.';

create function public.end_stock_alerts(p_alert uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  select email into v_email from public.stock_alerts where id = p_alert;
  if not found then
    return;
  end if;
  perform public.suppress_address(v_email, 'refused_alerts');
  update public.stock_alerts set ended_why = 'refused' where id = p_alert;
end
$$;
comment on function public.end_stock_alerts is
  'Ends all alerts to the address of this one, and refuses further ones. Repeating it is not an error, nor is an '
  'erased alert.';

create view public.stock_alert_counts with (security_invoker = true) as
select
  p.slug, p.name as product_name, v.color_name, v.quantity,
  v.archived_at is not null or p.archived_at is not null as archived,
  count(*) as waiting, min(a.asked_at) as since
from public.stock_alerts a
join public.color_variants v on v.id = a.variant_id
join public.products p on p.id = v.product_id
where a.ended_at is null
group by p.id, v.id;
comment on view public.stock_alert_counts is
  'Number of alerts waiting for each colour, and since when; without addresses.';
