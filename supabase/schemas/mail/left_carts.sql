-- Reminders of carts that were left at checkout (docs/decisions/0031-marketing-emails.md).

create table public.cart_reminders (
  only_row boolean primary key default true,
  after_hours integer not null,
  since timestamptz not null default now(),
  turned_on_by bigint references public.staff (id),
  constraint cart_reminders_single check (only_row),
  constraint cart_reminders_hours_in_range check (after_hours between 1 and 48)
);
comment on table public.cart_reminders is 'One row while reminders are on. Off by default.';
comment on column public.cart_reminders.since is 'When they were turned on: carts left before are not reminded of.';
create index cart_reminders_by_staff on public.cart_reminders (turned_on_by);
alter table public.cart_reminders enable row level security;

create function public.left_cart_lines(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select v.id as variant, p.name as product_name, v.color_name, least(l.quantity, f.free, 10) as quantity,
           public.main_picture(v.id) as image
    from public.checkout_lines l
    join public.colours_on_sale s on s.id = l.variant_id
    join public.color_variants v on v.id = s.id
    join public.products p on p.id = v.product_id
    join public.free_units(array(
      select variant_id from public.checkout_lines where checkout_id = p_checkout)) f on f.variant_id = l.variant_id
    where l.checkout_id = p_checkout and f.free > 0
    order by p.name, v.color_name) entry
$$;
comment on function public.left_cart_lines is
  'Goods of a checkout''s basket that can still be bought: [{variant, product_name, color_name, quantity, image}], '
  'quantity as a link to the cart takes it.';

create function public.cart_subscription(p_user uuid) returns uuid
language sql stable set search_path = ''
as $$
  select s.id
  from public.profiles p
  join public.subscriptions s on lower(s.email) = lower(public.account_email(p.user_id))
  where p.user_id = p_user and p.email_confirmed_at is not null and s.confirmed_at is not null
    -- The text agreed to (src/domain/news-consent.ts); older ones do not mention carts.
    and strpos(s.confirmed_text, 'cart') > 0
    and not public.is_suppressed(s.email, 'unsubscribed')
$$;
comment on function public.cart_subscription is
  'The subscription by which an account''s owner agreed to be reminded of a cart; null without one. The account''s and '
  'the subscription''s address were confirmed by mailed links.';

create function public.cart_is_left(p_checkout public.checkouts) returns boolean
language sql stable set search_path = ''
as $$
  select p_checkout.status = 'released' and p_checkout.user_id is not null
    and public.cart_subscription(p_checkout.user_id) is not null
    -- Came back since: a newer checkout has its own turn, and a purchase ends it.
    and not exists (
      select from public.checkouts c
      where c.user_id = p_checkout.user_id and c.id <> p_checkout.id
        and (c.created_at > p_checkout.created_at or c.status in ('open', 'awaiting_payment', 'review', 'refund_due')))
    -- Bought as a guest, or with another account.
    and not exists (
      select from public.orders o join public.billing_infos b on b.id = o.billing_info_id
      where o.created_at > p_checkout.created_at
        and public.mail_person(b.email) = public.mail_person(public.account_email(p_checkout.user_id)))
    and public.left_cart_lines(p_checkout.id) <> '[]'
$$;
comment on function public.cart_is_left is
  'Whether a checkout was given up by somebody who agreed to be reminded, who has not come back or bought since, and '
  'whose goods can still be had.';

create function public.left_carts() returns setof public.checkouts
language sql stable set search_path = ''
as $$
  select c.*
  from public.cart_reminders r
  join public.checkouts c on c.status = 'released'
    -- A cart of last week is forgotten, also when e-mails could not be sent meanwhile.
    and c.created_at >= greatest(r.since, now() - interval '3 days')
    and c.closed_at >= greatest(r.since, now() - interval '3 days')
    and c.created_at <= now() - make_interval(hours => r.after_hours)
  where not exists (
      -- Once for each cart: an unpaid checkout is forgotten after 30 days, and its e-mail with it.
      select from public.mail_outbox m join public.checkouts other on other.id = m.checkout_id
      where m.kind = 'cart_left' and other.user_id = c.user_id
        and not exists (
          select from public.orders o where o.user_id = c.user_id and o.created_at > m.created_at))
    and public.cart_is_left(c)
$$;
comment on function public.left_carts is
  'Checkouts whose shopper is now to be reminded: none while reminders are off; one for each shopper until they buy, '
  'or until the checkout is erased.';

create function public.owe_cart_mails() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_rows integer;
begin
  insert into public.mail_outbox (kind, subject, checkout_id)
  select 'cart_left', c.id::text, c.id from public.left_carts() c
  on conflict (kind, subject) do nothing;
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;
comment on function public.owe_cart_mails is 'Owes the reminders of carts that are due, and returns their number.';

create function public.drop_stale_cart_mails() returns void
language sql set search_path = ''
as $$
  delete from public.mail_outbox where id in (
    select m.id
    from public.mail_outbox m join public.checkouts c on c.id = m.checkout_id
    where m.kind = 'cart_left' and m.status = 'due' and m.due_at <= now()
      and (not exists (select from public.cart_reminders) or not public.cart_is_left(c))
    for update of m skip locked)
$$;
comment on function public.drop_stale_cart_mails is
  'Drops reminders that are no longer true: bought, unsubscribed, sold out or turned off since. Called before sending.';

create function public.left_cart_mail_content(p_mail public.mail_outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'email', public.account_email(c.user_id), 'subscription', public.cart_subscription(c.user_id),
    'left_on', public.uk_day(c.created_at), 'lines', public.left_cart_lines(c.id))
  from public.checkouts c where c.id = p_mail.checkout_id
$$;
comment on function public.left_cart_mail_content is
  '{email, subscription, left_on, lines} of a cart that was left, as left_cart_lines.';

create function public.staff_cart_reminders() returns table (
  after_hours integer, since timestamptz, turned_on_by text, sent bigint, bought bigint)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('send_mailings');
  return query
    select r.after_hours, r.since, s.name, m.sent, m.bought
    from (
      select count(*) as sent,
             count(*) filter (where exists (
               select from public.checkouts c
               join public.orders o on o.user_id = c.user_id
               where c.id = mail.checkout_id and o.created_at between mail.sent_at and mail.sent_at + interval '7 days'
             )) as bought
      from public.mail_outbox mail
      where mail.kind = 'cart_left' and mail.status = 'sent' and mail.sent_at > now() - interval '30 days') m
    left join public.cart_reminders r on true
    left join public.staff s on s.id = r.turned_on_by;
end
$$;
comment on function public.staff_cart_reminders is
  'Always one row: hours after which carts are reminded of, null while that is off; the reminders of the last 30 days, '
  'and how many were followed by an order within a week. Errors: those of require_staff.';

create function public.staff_remind_of_carts(p_after_hours integer default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('send_mailings');
begin
  if p_after_hours is null then
    delete from public.cart_reminders where only_row;
    if found then
      perform public.log_act(v_staff, 'mailing', 'reminders_turned_off', 'reminders');
    end if;
    return;
  end if;
  insert into public.cart_reminders as r (after_hours, turned_on_by) values (p_after_hours, v_staff)
  on conflict (only_row) do update set after_hours = excluded.after_hours where r.after_hours <> excluded.after_hours;
  if found then
    perform public.log_act(
      v_staff, 'mailing', 'reminders_turned_on', 'reminders', null, 'after ' || p_after_hours || ' h');
  end if;
end
$$;
comment on function public.staff_remind_of_carts is
  'Turns reminders on, changes their hours, or turns them off (null). Errors: those of require_staff.';
