-- ----------------------------------------------------------------------------------------------------
-- suppressions
-- ----------------------------------------------------------------------------------------------------

-- Addresses to which no news or stock alerts may go, as fingerprints: so an erased address stays left alone.

create type public.suppression_reason as enum ('unsubscribed', 'refused_alerts', 'bounced', 'complained');
comment on type public.suppression_reason is
  'unsubscribed: no news. refused_alerts: no stock alerts. bounced: the mailbox does not exist. complained: its owner called an e-mail spam. The last two end both.';

create table public.suppressions (
  address_hash text not null,
  reason public.suppression_reason not null,
  since timestamptz not null default now(),
  primary key (address_hash, reason),
  constraint suppressions_hash_form check (address_hash ~ '^[0-9a-f]{64}$')
);
comment on table public.suppressions is
  'Addresses that get no news or no stock alerts, and why. E-mails about an order go to them all the same.';
comment on column public.suppressions.address_hash is 'See address_hash.';
alter table public.suppressions enable row level security;

create function public.address_hash(p_email text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to('suppressed address ' || lower(btrim(p_email)), 'UTF8')), 'hex')
$$;
comment on function public.address_hash is
  'The fingerprint of an e-mail address, ignoring case: 64 hexadecimal digits. Whoever has the address can find it; nobody can read the address from it.';

create function public.is_suppressed(p_email text, p_reason public.suppression_reason) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.suppressions
    where address_hash = public.address_hash(p_email) and reason in (p_reason, 'bounced', 'complained'))
$$;
comment on function public.is_suppressed is
  'Whether an address gets no e-mails of a kind: p_reason is unsubscribed for news, refused_alerts for stock alerts.';


-- ----------------------------------------------------------------------------------------------------
-- subscriptions
-- ----------------------------------------------------------------------------------------------------

-- Who asked on the launch page for news by e-mail. Nobody is on the list before a link mailed to the address was used.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  asked_at timestamptz not null default now(),
  asked_from text not null default 'launch page',
  confirmed_at timestamptz,
  confirmed_text text,
  constraint subscriptions_confirmed_with_text check ((confirmed_at is null) = (confirmed_text is null)),
  constraint subscriptions_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254)
);
comment on table public.subscriptions is
  'E-mail addresses from the launch page, unique ignoring case. Send news only to those with confirmed_at, each with its own link to unsubscribe.';
comment on column public.subscriptions.id is 'Random: the links to confirm and to unsubscribe carry it, with a signature.';
comment on column public.subscriptions.asked_at is 'When somebody last entered the address. Not confirmed within 30 days, it is forgotten.';
comment on column public.subscriptions.asked_from is 'Where in the shop the address was entered.';
comment on column public.subscriptions.confirmed_at is 'When the link mailed to the address was used: the consent.';
comment on column public.subscriptions.confirmed_text is 'What stood above the button that was pressed: what the consent is to (UK GDPR, article 7(1)).';
create unique index subscriptions_email_key on public.subscriptions (lower(email));
create index subscriptions_pending on public.subscriptions (asked_at) where confirmed_at is null;
alter table public.subscriptions enable row level security;

create function public.confirm_subscription(p_subscription uuid, p_text text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  update public.subscriptions
  set confirmed_at = coalesce(confirmed_at, now()), confirmed_text = coalesce(confirmed_text, p_text)
  where id = p_subscription and (confirmed_at is not null or asked_at > now() - interval '30 days')
    and not public.is_suppressed(email, 'bounced')
  returning email into v_email;
  if not found then
    return false;
  end if;
  delete from public.suppressions where address_hash = public.address_hash(v_email) and reason = 'unsubscribed';
  return true;
end
$$;
comment on function public.confirm_subscription is
  'Puts a subscription on the list, as often as its link is used; false when it has ended or nobody confirmed it for 30 days. '
  'p_text: what the button said. Whoever had unsubscribed consents anew.';

create function public.unsubscribe(p_subscription uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text;
begin
  select email into v_email from public.subscriptions where id = p_subscription for update;
  if not found then
    return;
  end if;
  insert into public.suppressions (address_hash, reason) values (public.address_hash(v_email), 'unsubscribed')
  on conflict do nothing;
  delete from public.subscriptions where id = p_subscription;
end
$$;
comment on function public.unsubscribe is
  'Forgets a subscription, and keeps the fingerprint of its address, so that no list that is put together elsewhere brings it back. Doing so twice is not an error.';


-- ----------------------------------------------------------------------------------------------------
-- stock_alerts
-- ----------------------------------------------------------------------------------------------------

-- Who wants one e-mail when a sold-out colour is back.

create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  email text not null,
  user_id uuid references auth.users (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  ended_why text,
  constraint stock_alerts_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint stock_alerts_ended_with_reason check ((ended_at is null) = (ended_why is null)),
  constraint stock_alerts_ended_why_known check (ended_why in ('told', 'refused', 'undeliverable'))
);
comment on table public.stock_alerts is
  'Requests for one e-mail when a sold-out colour is back: waiting while ended_at is null. An e-mail that is owed is in mail_outbox.';
comment on column public.stock_alerts.id is 'Random: the link that ends all alerts to its address carries it, with a signature.';
comment on column public.stock_alerts.user_id is 'Who was logged in when it was asked for; null for anyone. The address may be another than the account''s.';
comment on column public.stock_alerts.asked_at is 'By the clock, because the oldest is told first.';
comment on column public.stock_alerts.ended_why is
  'told: the provider accepted the e-mail. refused: the address wants no such e-mails (suppressions has it). undeliverable: the e-mail was given up.';
create unique index stock_alerts_one_waiting on public.stock_alerts (variant_id, lower(email)) where ended_at is null;
create index stock_alerts_queue on public.stock_alerts (variant_id, asked_at, id) where ended_at is null;
create index stock_alerts_by_address on public.stock_alerts (lower(email));
create index stock_alerts_by_account on public.stock_alerts (user_id);
create index stock_alerts_by_age on public.stock_alerts (asked_at);
alter table public.stock_alerts enable row level security;


-- ----------------------------------------------------------------------------------------------------
-- mailings
-- ----------------------------------------------------------------------------------------------------

-- News by e-mail to all subscribers: what is written, and who was told (docs/decisions/0036-the-list.md).

create type public.mailing_state as enum ('draft', 'scheduled', 'sending', 'stopped', 'sent');
comment on type public.mailing_state is
  'draft: being written. scheduled: goes out at send_at, or when its products open. sending: its e-mails are on their way. stopped: a person stopped it, or its time passed unused. sent: nobody is owed it any more.';

create type public.recipient_state as enum ('owed', 'sent', 'failed', 'left');
comment on type public.recipient_state is
  'sent: the provider accepted it. failed: it refused it, or nobody knows whether it took it. left: off the list before it was sent.';

create table public.mailings (
  id uuid primary key,
  version integer not null default 1,
  content jsonb not null,
  state public.mailing_state not null default 'draft',
  send_at timestamptz,
  when_open boolean not null default false,
  people integer,
  changed_at timestamptz not null default now(),
  changed_by bigint references public.staff (id),
  released_by bigint references public.staff (id),
  started_at timestamptz,
  ended_at timestamptz,
  constraint mailings_content_is_object check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 40000),
  constraint mailings_scheduled_has_time check (state <> 'scheduled' or when_open <> (send_at is not null)),
  constraint mailings_released_by_somebody check (state = 'draft' or released_by is not null),
  constraint mailings_sent_has_times check (state <> 'sent' or (started_at is not null and ended_at is not null))
);
comment on table public.mailings is 'E-mails to all subscribers, written in the studio.';
comment on column public.mailings.id is 'Made in the browser when the form opens: saving again after a lost answer makes no second one.';
comment on column public.mailings.content is 'MailingContent in src/domain/wire/staff-mailings.ts.';
comment on column public.mailings.when_open is
  'Scheduled for when all of its products are on sale, whenever that is, instead of send_at: a drop that moves takes it along.';
comment on column public.mailings.people is 'How many subscribers whoever released it was told of.';
create index mailings_by_age on public.mailings (changed_at desc);
create index mailings_by_writer on public.mailings (changed_by);
create index mailings_by_releaser on public.mailings (released_by);
create index mailings_due on public.mailings (send_at) where state = 'scheduled';
alter table public.mailings enable row level security;

create table public.mailing_batches (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claim uuid,
  first_tried_at timestamptz,
  ended_at timestamptz,
  last_error text,
  constraint mailing_batches_attempts_not_negative check (attempts >= 0)
);
comment on table public.mailing_batches is 'Up to 100 recipients of a mailing, who stay together: one call to the provider.';
comment on column public.mailing_batches.id is 'The provider''s idempotency key.';
comment on column public.mailing_batches.due_at is 'When it may be tried next; while it is being sent, when the lease on it ends.';
create index mailing_batches_open on public.mailing_batches (mailing_id, due_at) where ended_at is null;
alter table public.mailing_batches enable row level security;

create table public.mailing_recipients (
  id uuid primary key default gen_random_uuid(),
  mailing_id uuid not null references public.mailings (id) on delete cascade,
  subscription_id uuid references public.subscriptions (id) on delete set null,
  batch_id uuid not null references public.mailing_batches (id) on delete cascade,
  state public.recipient_state not null default 'owed',
  provider_id text,
  error text,
  sent_at timestamptz,
  left_at timestamptz,
  left_why public.suppression_reason,
  constraint mailing_recipients_told_once unique (mailing_id, subscription_id),
  constraint mailing_recipients_sent_has_time check ((state = 'sent') = (sent_at is not null))
);
comment on table public.mailing_recipients is 'Who is owed a mailing or was sent it. Who leaves the list stays as a figure, of nobody.';
comment on column public.mailing_recipients.left_at is 'When they left the list after the mailing began; left_why is null for a closed account.';
create index mailing_recipients_by_subscription on public.mailing_recipients (subscription_id);
create index mailing_recipients_by_batch on public.mailing_recipients (batch_id);
alter table public.mailing_recipients enable row level security;

create table public.subscriber_days (
  day date primary key,
  joined integer not null default 0,
  gone integer not null default 0
);
comment on table public.subscriber_days is 'How many joined and left the list on each day in London. Figures only.';
alter table public.subscriber_days enable row level security;

create function public.count_subscriber() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_joined integer := (tg_op <> 'DELETE')::integer;
begin
  insert into public.subscriber_days as d (day, joined, gone)
  values ((now() at time zone 'Europe/London')::date, v_joined, 1 - v_joined)
  on conflict (day) do update set joined = d.joined + excluded.joined, gone = d.gone + excluded.gone;
  return null;
end
$$;
comment on function public.count_subscriber is 'Counts who joins the list and who leaves it.';

create trigger count_new_subscriber after insert on public.subscriptions
  for each row when (new.confirmed_at is not null) execute function public.count_subscriber();
create trigger count_subscriber_joined after update of confirmed_at on public.subscriptions
  for each row when (new.confirmed_at is not null and old.confirmed_at is null) execute function public.count_subscriber();
create trigger count_subscriber_gone after delete on public.subscriptions
  for each row when (old.confirmed_at is not null) execute function public.count_subscriber();

create function public.leave_mailings() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients
  set state = (case when state = 'owed' then 'left' else state::text end)::public.recipient_state,
      left_at = now(),
      left_why = (
        select reason from public.suppressions
        where address_hash = public.address_hash(old.email) and reason <> 'refused_alerts'
        order by since desc, reason desc limit 1)
  where subscription_id = old.id;
  return old;
end
$$;
comment on function public.leave_mailings is 'Whoever leaves the list is owed nothing more.';

create trigger leave_mailings before delete on public.subscriptions
  for each row execute function public.leave_mailings();


-- ----------------------------------------------------------------------------------------------------
-- send_mailings
-- ----------------------------------------------------------------------------------------------------

-- The sending of mailings: batches under lease, so that each person is told at most once, whatever crashes.

create function public.mailing_audience() returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.subscriptions
  where confirmed_at is not null and not public.is_suppressed(email, 'unsubscribed')
$$;
comment on function public.mailing_audience is 'How many a mailing would go to now.';

create function public.mailing_products(p_content jsonb, p_hidden_too boolean default false) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'name', p.name,
    'price_pence', coalesce((select price_pence from public.running_sales where product_id = p.id), p.price_pence),
    'tax_basis_points', (select tax_basis_points from public.current_tax),
    'picture', (
      select i.path from public.color_variants v join public.variant_images i on i.variant_id = v.id
      where v.product_id = p.id and v.archived_at is null order by v.position, v.id, i.position, i.id limit 1)
    ) order by chosen.place), '[]')
  from jsonb_array_elements_text(p_content -> 'products') with ordinality as chosen (id, place)
  join public.products p on p.id = chosen.id::bigint
  where p_hidden_too or exists (select from public.colours_on_sale where product_id = p.id)
$$;
comment on function public.mailing_products is
  'The products of a mailing as they are now, in its order: id, name, price in pence, what tax is added to it in the United Kingdom, path of the first picture or null. Those not on sale are left out, unless p_hidden_too: for its writers.';

create function public.mailing_opens_at(p_content jsonb) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(p.visible_from)
  from jsonb_array_elements_text(p_content -> 'products') chosen
  join public.products p on p.id = chosen::bigint
  where p.visible_from > now()
$$;
comment on function public.mailing_opens_at is 'When the last product of a mailing opens, as it stands; null when none is to open.';

create function public.mailing_waits(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements_text(p_content -> 'products') chosen
    where not exists (select from public.colours_on_sale where product_id = chosen::bigint))
$$;
comment on function public.mailing_waits is 'Whether a product of a mailing is not on sale: to open yet, archived or taken out.';

create function public.start_mailing(p_mailing uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  with people as (
    select id, (row_number() over (order by confirmed_at, id) - 1) / 100 as batch
    from public.subscriptions
    where confirmed_at is not null and not public.is_suppressed(email, 'unsubscribed')
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
  'Owes a mailing to everybody who is on the list now, in batches of 100, who has waited longest first. The caller has locked it.';

create function public.start_due_mailings() returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing public.mailings;
  v_since timestamptz;
begin
  for v_mailing in
    select * from public.mailings
    where state = 'scheduled' and (send_at <= now() or when_open and not public.mailing_waits(content))
    order by send_at for update skip locked
  loop
    -- A product that was opened by hand is on sale since it was changed, whatever its opening says.
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
  'Starts mailings whose time has come or whose products are all on sale. One that could not start for three hours is stopped: yesterday''s news must not go out today unasked.';

create function public.end_mailing_if_done(p_mailing uuid) returns void
language sql set search_path = ''
as $$
  update public.mailings set state = 'sent', ended_at = now()
  where id = p_mailing and state in ('sending', 'stopped') and started_at is not null
    and not exists (select from public.mailing_batches where mailing_id = p_mailing and ended_at is null)
$$;
comment on function public.end_mailing_if_done is 'Calls a mailing sent once none of its batches is open.';

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
comment on function public.give_up_mailing_batch is 'Ends a batch whose people may not be told any more.';

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
      perform public.give_up_mailing_batch(v_batch.id, coalesce(v_batch.last_error, 'nobody knows whether it was sent'));
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
      select jsonb_agg(jsonb_build_object('id', r.id, 'subscription', s.id, 'email', s.email) order by r.id)
      from public.mailing_recipients r join public.subscriptions s on s.id = r.subscription_id
      where r.batch_id = v_batch.id and r.state = 'owed'));
end
$$;
comment on function public.claim_mailing_batch is
  'Takes one batch of a mailing for p_lease_seconds, or null: no other sender gets it meanwhile, and that of a killed sender comes again with the same id. '
  'The provider remembers that id for 24 hours and sends it once; after 20 the batch is given up, because a repeated try could tell people twice.';

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
  'Records what the provider said of each recipient, whoever sent the batch and however late: [{id, provider_id, error}], error only of those refused. Whoever left while it was on its way has got it all the same.';

create function public.record_mailing_failure(p_batch uuid, p_claim uuid, p_error text, p_wait_seconds integer default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_attempts integer;
begin
  update public.mailing_batches
  set last_error = left(p_error, 500),
      -- A provider that says how long to wait has not looked at it.
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
  'Reschedules a batch that the provider did not take, with waits that double from a minute to two hours, or after p_wait_seconds where it said how long; gives it up after ten tries.';

create index mailing_recipients_by_provider on public.mailing_recipients (provider_id) where provider_id is not null;

create function public.record_mail_event(p_provider_id text, p_email text, p_reason public.suppression_reason) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.mailing_recipients set error = p_reason where provider_id = p_provider_id;
  perform public.suppress_address(p_email, p_reason);
end
$$;
comment on function public.record_mail_event is
  'What the provider learned after it had accepted an e-mail: bounced or complained. The address gets no more news or stock alerts.';


-- ----------------------------------------------------------------------------------------------------
-- complaints
-- ----------------------------------------------------------------------------------------------------

-- Complaints about how the shop uses personal data (Data Protection Act 2018, section 164A).

create table public.complaints (
  id uuid primary key,
  name text not null,
  email text not null,
  words text not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by bigint references public.staff (id),
  outcome text,
  constraint complaints_email_form check (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254),
  constraint complaints_name_length check (char_length(name) between 1 and 100),
  constraint complaints_words_length check (char_length(words) between 1 and 5000),
  constraint complaints_outcome_length check (char_length(outcome) between 1 and 2000),
  constraint complaints_answered_with_outcome check (
    (answered_at is null) = (answered_by is null) and (answered_at is null) = (outcome is null))
);
comment on table public.complaints is
  'What somebody complained of, without a login. Whoever complained gets an e-mail at once, and so do the managers, who answer by e-mail and note the outcome.';
comment on column public.complaints.id is 'Made by the browser when its form opens: sending again after a lost answer makes no second one.';
comment on column public.complaints.outcome is 'What a manager wrote about the answer; null until then.';
create index complaints_open on public.complaints (received_at) where answered_at is null;
create index complaints_by_address on public.complaints (lower(email));
create index complaints_by_answer on public.complaints (answered_at) where answered_at is not null;
create index complaints_by_staff on public.complaints (answered_by) where answered_by is not null;
alter table public.complaints enable row level security;

create function public.complaint_due(p_received_at timestamptz) returns date
language sql stable set search_path = ''
as $$ select public.uk_day(p_received_at) + 30 $$;
comment on function public.complaint_due is
  'The day by which a complaint is to be answered: 30 days, by which the law wants its receipt acknowledged at the latest. https://www.legislation.gov.uk/ukpga/2025/18/section/103';

create function public.complain(p_complaint uuid, p_name text, p_email text, p_words text, p_limits jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_received timestamptz;
  v_mail uuid;
begin
  insert into public.complaints (id, name, email, words) values (p_complaint, p_name, p_email, p_words)
  on conflict (id) do nothing returning received_at into v_received;
  if found then
    -- The address may be somebody else's, to whom only so many e-mails are sent.
    if public.take_attempt(p_limits) = 0 then
      insert into public.mail_outbox (kind, subject, complaint_id)
      values ('complaint_received', p_complaint, p_complaint) returning id into v_mail;
    end if;
    insert into public.mail_outbox (kind, subject, complaint_id)
    select 'staff_complaint', p_complaint, p_complaint
    where public.staff_addresses('staff_complaint') <> '{}';
  else
    select received_at into v_received from public.complaints where id = p_complaint;
  end if;
  return jsonb_build_object('mail', v_mail, 'due_by', public.complaint_due(v_received));
end
$$;
comment on function public.complain is
  'Stores a complaint about personal data and owes the e-mail that says it has arrived, and one to managers: {mail, due_by}. mail is null when the same was sent before, or the address has had its e-mails (p_limits, see take_attempt).';

create function public.staff_complaints(p_user uuid, p_auth_session uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'manager');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', c.id, 'name', c.name, 'email', c.email, 'words', c.words,
      'received_at', c.received_at, 'due_by', public.complaint_due(c.received_at),
      'answered_at', c.answered_at, 'answered_by', s.name, 'outcome', c.outcome)
      order by c.answered_at desc nulls first, c.received_at, c.id), '[]')
    from (
      select * from public.complaints order by answered_at desc nulls first, received_at, id limit 200) c
    left join public.staff s on s.id = c.answered_by);
end
$$;
comment on function public.staff_complaints is
  'Complaints about personal data, those to be answered first, by the day they are due: 200 at most. Errors as of require_staff.';

create function public.staff_answer_complaint(p_user uuid, p_auth_session uuid, p_complaint uuid, p_outcome text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, 'manager');
begin
  update public.complaints
  set answered_at = now(), answered_by = v_staff, outcome = p_outcome
  where id = p_complaint and answered_at is null;
  if not found and not exists (select from public.complaints where id = p_complaint) then
    raise sqlstate 'PT404' using message = 'No such complaint', hint = 'complaint_missing';
  end if;
end
$$;
comment on function public.staff_answer_complaint is
  'Notes that a complaint was answered, and how. Of one that has been answered the first note stays. Errors: PT404 complaint_missing; as of require_staff.';
