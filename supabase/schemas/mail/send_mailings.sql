-- Sending of mailings: leased batches, so that nobody gets a mailing twice, even after a crash.

create function public.mailing_people(p_content jsonb) returns setof public.subscriptions
language sql stable set search_path = ''
as $$
  with segment as (
    select coalesce(p_content #>> '{segment,bought}', '') as bought,
           (p_content #>> '{segment,category}')::bigint as category,
           coalesce(p_content #>> '{segment,country}', '') as country
  ), buyers as (
    select distinct public.mail_person(b.email) as person
    from segment, public.orders o join public.billing_infos b on b.id = o.billing_info_id
    where (segment.country = '' or segment.country = o.country)
      and (segment.category is null or exists (
        select from public.order_items i join public.products p on p.id = i.product_id
        where i.order_id = o.id and p.category_id = segment.category))
  )
  select s.*
  from segment, public.subscriptions s
  where s.confirmed_at is not null and not public.is_suppressed(s.email, 'unsubscribed')
    and case segment.bought
      when 'yes' then public.mail_person(s.email) in (select person from buyers)
      when 'no' then public.mail_person(s.email) not in (select person from buyers)
      else true end
$$;
comment on function public.mailing_people is
  'Current recipients of a mailing: all subscribers, or those of its segment: bought (yes, no) anything, or from a '
  'category or in a country, by the addresses of their orders (mail_person).';

create function public.mailing_audience(p_content jsonb default '{}') returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.mailing_people(p_content)
$$;
comment on function public.mailing_audience is 'Number of current recipients of a mailing (mailing_people).';

create function public.mailing_products(p_content jsonb, p_hidden_too boolean default false) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select p.id, p.name,
      coalesce((select price_pence from public.running_sales where product_id = p.id), p.price_pence) as price_pence,
      (select tax_basis_points from public.current_tax) as tax_basis_points,
      (
        select i.path from public.color_variants v join public.variant_images i on i.variant_id = v.id
        where v.product_id = p.id and v.archived_at is null
        order by v.position, v.id, i.position, i.id limit 1) as picture
    from jsonb_array_elements_text(p_content -> 'products') with ordinality as chosen (id, place)
    join public.products p on p.id = chosen.id::bigint
    where p_hidden_too or exists (select from public.colours_on_sale where product_id = p.id)
    order by chosen.place) entry
$$;
comment on function public.mailing_products is
  'A mailing''s products as they are now, in its order: id, name, price in pence, tax added to it in the United '
  'Kingdom, path of the first picture or null. Those not on sale are left out, unless p_hidden_too, for the authors.';

create function public.dead_mailing_links(p_content jsonb) returns setof text
language sql stable set search_path = ''
as $$
  select public.dead_links_in(jsonb_build_object(
    'text', p_content -> 'text', 'button', jsonb_build_object('link', p_content ->> 'buttonHref'),
    'products', (
      select jsonb_agg(entry) from (
        select '/product-details/' || id as link from jsonb_array_elements_text(p_content -> 'products') id) entry)))
$$;
comment on function public.dead_mailing_links is
  'Links (dead_links_in) of a mailing: in its text, of its button, and to its products.';

create function public.mailing_opens_at(p_content jsonb) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(p.visible_from)
  from jsonb_array_elements_text(p_content -> 'products') chosen
  join public.products p on p.id = chosen::bigint
  where p.visible_from > now()
$$;
comment on function public.mailing_opens_at is
  'When the last product of a mailing opens, as currently set; null when all are open.';

create function public.mailing_waits(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements_text(p_content -> 'products') chosen
    where not exists (select from public.colours_on_sale where product_id = chosen::bigint))
$$;
comment on function public.mailing_waits is
  'Whether a product of a mailing is not on sale: unopened, archived or removed.';

create function public.start_mailing(p_mailing uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  with people as (
    select id, (row_number() over (order by confirmed_at, id) - 1) / 100 as batch
    from public.mailing_people((select content from public.mailings where id = p_mailing))
  ), batches as (
    select batch, gen_random_uuid() as id from people group by batch
  ), made as (
    insert into public.mailing_batches (id, mailing_id, due_at)
    select id, p_mailing, now() + batch * interval '1 microsecond' from batches
  )
  insert into public.mailing_recipients (mailing_id, subscription_id, batch_id)
  select p_mailing, people.id, batches.id from people join batches using (batch);
  update public.mailings
  set started_at = now(),
      state = (case when found then 'sending' else 'sent' end)::public.mailing_state,
      ended_at = case when found then null else now() end
  where id = p_mailing;
end
$$;
comment on function public.start_mailing is
  'Owes a mailing to its current recipients (mailing_people), in batches of 100, the longest-waiting first. The '
  'caller has locked it.';

create function public.mailing_is_due(p_mailing public.mailings) returns boolean
language sql stable set search_path = ''
as $$
  select p_mailing.state = 'scheduled'
    and (p_mailing.send_at <= now() or p_mailing.when_open and not public.mailing_waits(p_mailing.content))
$$;
comment on function public.mailing_is_due is
  'Whether a mailing starts now: at its time, or once its products are on sale.';

create function public.start_due_mailings() returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing public.mailings;
  v_since timestamptz;
begin
  for v_mailing in
    select * from public.mailings m where public.mailing_is_due(m) order by send_at for update skip locked
  loop
    -- A product opened by hand is on sale since its last change, whatever its opening time.
    v_since := coalesce(v_mailing.send_at, (
      select max(greatest(p.visible_from, p.updated_at))
      from jsonb_array_elements_text(v_mailing.content -> 'products') chosen
      join public.products p on p.id = chosen::bigint));
    if v_since < now() - interval '3 hours' then
      update public.mailings set state = 'stopped' where id = v_mailing.id;
    else
      perform public.start_mailing(v_mailing.id);
    end if;
  end loop;
end
$$;
comment on function public.start_due_mailings is
  'Starts mailings that are due or whose products are all on sale. A mailing that could not start for three hours is '
  'stopped: yesterday''s news must not go out today unasked.';

create function public.end_mailing_if_done(p_mailing uuid) returns void
language sql set search_path = ''
as $$
  update public.mailings set state = 'sent', ended_at = now()
  where id = p_mailing and state in ('sending', 'stopped') and started_at is not null
    and not exists (select from public.mailing_batches where mailing_id = p_mailing and ended_at is null)
$$;
comment on function public.end_mailing_if_done is 'Marks a mailing as sent once all of its batches are done.';

create function public.give_up_mailing_batch(p_batch uuid, p_error text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing uuid;
begin
  update public.mailing_recipients set state = 'failed', error = left(p_error, 500)
  where batch_id = p_batch and state = 'owed';
  update public.mailing_batches set ended_at = now(), last_error = left(p_error, 500)
  where id = p_batch returning mailing_id into v_mailing;
  perform public.end_mailing_if_done(v_mailing);
end
$$;
comment on function public.give_up_mailing_batch is 'Ends a batch that may no longer be sent.';

create function public.claim_mailing_batch(p_lease_seconds integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_batch public.mailing_batches;
begin
  perform public.start_due_mailings();
  loop
    select b.* into v_batch
    from public.mailing_batches b join public.mailings m on m.id = b.mailing_id
    where m.state = 'sending' and b.ended_at is null and b.due_at <= now()
    order by b.due_at limit 1
    for update of b skip locked;
    if not found then
      return null;
    end if;
    if v_batch.first_tried_at < now() - interval '20 hours' then
      perform public.give_up_mailing_batch(v_batch.id,
        coalesce(v_batch.last_error, 'nobody knows whether it was sent'));
    elsif not exists (select from public.mailing_recipients where batch_id = v_batch.id and state = 'owed') then
      perform public.give_up_mailing_batch(v_batch.id, null);
    else
      exit;
    end if;
  end loop;
  update public.mailing_batches
  set claim = gen_random_uuid(), attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, now()),
      due_at = now() + make_interval(secs => p_lease_seconds)
  where id = v_batch.id returning * into v_batch;
  return jsonb_build_object(
    'batch', v_batch.id, 'claim', v_batch.claim, 'mailing', v_batch.mailing_id,
    'content', (select content from public.mailings where id = v_batch.mailing_id),
    'products', (select public.mailing_products(content) from public.mailings where id = v_batch.mailing_id),
    'people', (
      select jsonb_agg(entry) from (
        select r.id, s.id as subscription, s.email
        from public.mailing_recipients r join public.subscriptions s on s.id = r.subscription_id
        where r.batch_id = v_batch.id and r.state = 'owed'
        order by r.id) entry));
end
$$;
comment on function public.claim_mailing_batch is
  'Leases one batch of a mailing for p_lease_seconds, or null; that of a killed sender returns with the same id. The '
  'provider remembers that id for 24 hours and sends it once; after 20 the batch is given up, because a retry could '
  'send twice.';

create function public.record_mailing_batch(p_batch uuid, p_results jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing uuid;
begin
  update public.mailing_recipients r
  set state = (case when g.error is null then 'sent' else 'failed' end)::public.recipient_state,
      provider_id = g.provider_id, error = left(g.error, 500),
      sent_at = case when g.error is null then now() end
  from jsonb_to_recordset(p_results) as g(id uuid, provider_id text, error text)
  where r.id = g.id and r.batch_id = p_batch and r.state in ('owed', 'left');
  update public.mailing_batches set ended_at = now(), last_error = null
  where id = p_batch and ended_at is null returning mailing_id into v_mailing;
  perform public.end_mailing_if_done(v_mailing);
end
$$;
comment on function public.record_mailing_batch is
  'Records the provider''s response for each recipient, even if late or from an earlier sender: [{id, provider_id, '
  'error}], error for rejected ones only. Subscribers who left while it was on its way have received it.';

create function public.record_mailing_failure(
  p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_attempts integer;
begin
  update public.mailing_batches
  set last_error = left(p_error, 500),
      -- A provider that states a wait has not processed the batch.
      attempts = attempts - (p_wait_seconds is not null)::integer,
      due_at = now() + coalesce(
        make_interval(secs => p_wait_seconds), least(interval '1 minute' * power(2, attempts - 1), interval '2 hours'))
  where id = p_batch and claim = p_claim and ended_at is null
  returning attempts into v_attempts;
  if v_attempts >= 10 then
    perform public.give_up_mailing_batch(p_batch, p_error);
  end if;
end
$$;
comment on function public.record_mailing_failure is
  'Reschedules a batch that the provider did not take, with backoff that doubles from a minute to two hours, or after '
  'the provider''s own p_wait_seconds; gives it up after ten attempts.';

create index mailing_recipients_by_provider on public.mailing_recipients (provider_id) where provider_id is not null;

create function public.record_mail_event(
  p_provider_id text, p_email text, p_reason public.suppression_reason
) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients set error = p_reason where provider_id = p_provider_id;
  perform public.suppress_address(p_email, p_reason);
end
$$;
comment on function public.record_mail_event is
  'Records a bounce or complaint after an e-mail was accepted. The address gets no more news or stock alerts.';
