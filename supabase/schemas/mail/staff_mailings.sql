-- Subscribers and mailings in the studio.

create function public.staff_subscribers(
  p_search text default '', p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'pending', (select count(*) from public.subscriptions where confirmed_at is null),
    'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object('week', week, 'joined', joined, 'gone', gone) order by week), '[]')
      from (
        select date_trunc('week', day)::date as week, sum(joined) as joined, sum(gone) as gone
        from public.subscriber_days where day > public.uk_day(now()) - 84 group by 1) weeks),
    'subscribers', (
      select coalesce(jsonb_agg(to_jsonb(subscriber) order by subscriber.email), '[]')
      from (
        select id, email, confirmed_at, asked_from, confirmed_text
        from public.subscriptions
        where confirmed_at is not null and public.has_words(email, p_search)
          and (p_after is null or email > p_after)
        order by email limit p_limit) subscriber));
end
$$;
comment on function public.staff_subscribers is
  'Counts of subscribers and of unconfirmed ones, gains and losses in each of twelve weeks, and p_limit subscribers '
  'by address, after p_after, with p_search in the address. Errors: those of require_staff.';

create function public.staff_remove_subscriber(p_subscription uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
begin
  perform 1 from public.subscriptions where id = p_subscription for update;
  if found then
    perform public.unsubscribe(p_subscription);
    perform public.log_act(v_staff, 'mailing', 'subscriber_removed', 'subscribers');
  end if;
end
$$;
comment on function public.staff_remove_subscriber is
  'Removes a subscriber who asked for it in another way. Repeating it is not an error. Errors: those of require_staff.';

create function public.mailing_facts(p_mailing public.mailings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_mailing.id, 'version', p_mailing.version, 'state', p_mailing.state, 'content', p_mailing.content,
    'send_at', p_mailing.send_at, 'when_open', p_mailing.when_open,
    'opens_at', public.mailing_opens_at(p_mailing.content), 'started_at', p_mailing.started_at,
    'ended_at', p_mailing.ended_at,
    'changed_at', p_mailing.changed_at,
    'changed_by', (select name from public.staff where id = p_mailing.changed_by),
    'released_by', (select name from public.staff where id = p_mailing.released_by),
    'people', case when p_mailing.started_at is null then public.mailing_audience(p_mailing.content) end,
    'products', case when p_mailing.state in ('draft', 'scheduled') then
      public.mailing_products(p_mailing.content, true) else '[]' end,
    'dead_links', case when p_mailing.state in ('draft', 'scheduled') then
      (select coalesce(jsonb_agg(link), '[]') from public.dead_mailing_links(p_mailing.content) link) else '[]' end,
    'owed', count(*) filter (where r.state = 'owed'),
    'sent', count(*) filter (where r.state = 'sent'),
    'failed', count(*) filter (where r.state = 'failed'),
    'unsubscribed', count(*) filter (where r.left_why in ('unsubscribed', 'complained')))
  from public.mailing_recipients r where r.mailing_id = p_mailing.id
$$;
comment on function public.mailing_facts is
  'A mailing with its figures: owed, sent, failed, unsubscribed and complained since it began; for a draft or a '
  'scheduled one also its products and dead_mailing_links, and until it starts its number of recipients.';

create function public.staff_mailings(p_mailing uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'mailings', (
      select coalesce(jsonb_agg(public.mailing_facts(m) order by m.changed_at desc), '[]')
      from (
        select * from public.mailings where p_mailing is null or id = p_mailing
        order by changed_at desc limit 100) m));
end
$$;
comment on function public.staff_mailings is
  'The latest hundred mailings with their figures, or one; and the number of subscribers. Errors: those of '
  'require_staff.';

create function public.mailing_to_preview(p_mailing uuid, p_user uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select content, public.mailing_products(content, true) as products
    from public.mailings
    where id = p_mailing and exists (
      select from public.staff
      where user_id = p_user and until is null and public.staff_may(id, 'send_mailings'))) entry
$$;
comment on function public.mailing_to_preview is
  'Content of a mailing with its products, including unopened ones, for those who may send it. Null when it does not '
  'exist, or p_user may not send it or is no longer staff. The caller has checked a signed address or a login.';

create function public.log_mailing(
  p_staff bigint, p_what public.logged_act, p_mailing uuid, p_content jsonb
) returns void
language sql set search_path = ''
as $$
  select public.log_act(p_staff, 'mailing', p_what, 'mailing', p_mailing::text, p_content ->> 'subject')
  -- A draft is saved as it is typed.
  where p_what <> 'mailing_saved' or not exists (
    select from public.staff_log
    where staff_id = p_staff and area = 'mailing' and what = 'mailing_saved' and about_id = p_mailing::text
      and at > now() - interval '1 hour')
$$;
comment on function public.log_mailing is
  'Records an act about a mailing; saving it once an hour for each writer. The caller has authorised it.';

create function public.staff_save_mailing(p_mailing uuid, p_version integer, p_content jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
  v_mailing public.mailings;
begin
  if p_version = 0 then
    insert into public.mailings (id, content, changed_by) values (p_mailing, p_content, v_staff)
    on conflict (id) do nothing;
    if found then
      perform public.log_mailing(v_staff, 'mailing_saved', p_mailing, p_content);
      return 1;
    end if;
  end if;
  select * into v_mailing from public.mailings where id = p_mailing for update;
  -- A tab that still saves a discarded draft must not restore it.
  if not found then
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost response.
  if v_mailing.content = p_content then
    return v_mailing.version;
  end if;
  if v_mailing.state <> 'draft' then
    raise sqlstate 'PT409' using hint = 'mailing_released';
  end if;
  if v_mailing.version <> p_version then
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
  update public.mailings
  set content = p_content, version = version + 1, changed_at = now(), changed_by = v_staff
  where id = p_mailing returning version into v_mailing.version;
  perform public.log_mailing(v_staff, 'mailing_saved', p_mailing, p_content);
  return v_mailing.version;
end
$$;
comment on function public.staff_save_mailing is
  'Makes or replaces a draft; p_version is the replaced version, 0 for a new one. Returns the new version. Errors: '
  'PT404 mailing_missing; PT409 mailing_released, mailing_changed; those of require_staff.';

create function public.staff_release_mailing(
  p_mailing uuid, p_version integer, p_people integer, p_at timestamptz default null,
  p_when_open boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
  v_mailing public.mailings;
  v_people bigint;
begin
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost response.
  if v_mailing.state in ('scheduled', 'sending', 'sent') and v_mailing.version = p_version then
    return;
  end if;
  if v_mailing.state <> 'draft' or v_mailing.version <> p_version then
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
  if p_at < now() - interval '1 minute' or p_at > now() + interval '1 year' then
    raise sqlstate 'PT400' using hint = 'time_past';
  end if;
  if p_when_open and not public.mailing_waits(v_mailing.content) then
    raise sqlstate 'PT409' using hint = 'nothing_opens';
  end if;
  v_people := public.mailing_audience(v_mailing.content);
  -- The recipients of a later one are found when it goes out.
  if v_people = 0 and p_at is null and not p_when_open then
    raise sqlstate 'PT409' using hint = 'to_nobody';
  end if;
  if abs(v_people - p_people) > greatest(20, p_people / 10) then
    raise sqlstate 'PT409' using hint = 'audience_changed', detail = jsonb_build_object('people', v_people)::text;
  end if;
  update public.mailings
  set state = 'scheduled', send_at = case when not p_when_open then coalesce(p_at, now()) end, when_open = p_when_open,
      people = p_people, released_by = v_staff
  where id = p_mailing;
  perform public.log_mailing(
    v_staff, case when p_when_open or p_at > now() then 'mailing_scheduled' else 'mailing_sent' end::public.logged_act,
    p_mailing, v_mailing.content);
end
$$;
comment on function public.staff_release_mailing is
  'Releases a draft: at once, at p_at, or with p_when_open once all of its products are on sale. p_people is the '
  'number of recipients shown to the sender. Errors: PT404 mailing_missing; PT409 mailing_changed, nothing_opens, '
  'to_nobody, audience_changed (by more than a tenth and 20); PT400 time_past; those of require_staff.';

create function public.staff_halt_mailing(p_mailing uuid, p_do text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
  v_mailing public.mailings;
begin
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    if p_do = 'discard' then
      return;
    end if;
    raise sqlstate 'PT404' using hint = 'mailing_missing';
  end if;
  if p_do = 'discard' and v_mailing.started_at is null then
    delete from public.mailings where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.started_at is null then
    update public.mailings set state = 'draft', send_at = null, when_open = false where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.state in ('sending', 'stopped') then
    update public.mailings set state = 'stopped' where id = p_mailing;
  elsif p_do = 'resume' and v_mailing.state in ('sending', 'stopped') and v_mailing.started_at is not null then
    update public.mailings set state = 'sending' where id = p_mailing;
    perform public.end_mailing_if_done(p_mailing);
  else
    raise sqlstate 'PT409' using hint = 'mailing_changed';
  end if;
  if p_do = 'discard' or v_mailing.state <> (select state from public.mailings where id = p_mailing) then
    perform public.log_mailing(v_staff, case p_do
      when 'discard' then 'mailing_discarded' when 'stop' then 'mailing_stopped' else 'mailing_resumed'
    end::public.logged_act, p_mailing, v_mailing.content);
  end if;
end
$$;
comment on function public.staff_halt_mailing is
  'p_do: stop (a scheduled one becomes a draft again, one being sent pauses), resume, or discard one that has not '
  'started. Errors: PT404 mailing_missing; PT409 mailing_changed; those of require_staff.';

create function public.staff_own_address() returns text
language sql stable set search_path = ''
as $$
  select public.require_staff('send_mailings');
  select public.account_email(public.caller_user())
$$;
comment on function public.staff_own_address is
  'The caller''s address, for a test of a mailing. Errors: those of require_staff.';
