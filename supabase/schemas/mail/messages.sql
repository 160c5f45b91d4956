-- Messages from staff to shoppers about an order, and their templates. A sent message is an event of its order.

create table public.message_templates (
  id uuid primary key,
  title text not null,
  subject text not null,
  text text not null,
  changed_at timestamptz not null default now(),
  changed_by bigint references public.staff (id) on delete restrict,
  constraint message_templates_title_form check (public.is_plain_line(title, 80)),
  constraint message_templates_subject_form check (public.is_plain_line(subject, 150)),
  constraint message_templates_text_length check (char_length(text) between 1 and 5000)
);
comment on table public.message_templates is
  'Texts to begin a message with. Placeholders: src/domain/message-placeholders.ts.';
comment on column public.message_templates.id is
  'Made by the browser when the form opens: a retry after a lost response adds no second row.';
comment on column public.message_templates.changed_by is 'Null for those that the shop starts with.';
create index message_templates_by_staff on public.message_templates (changed_by);
alter table public.message_templates enable row level security;

create function public.staff_templates() returns table (
  id uuid, title text, subject text, text text, changed_at timestamptz, changed_by text
)
language sql stable set search_path = ''
as $$
  select public.require_staff('answer_shoppers');

  select t.id, t.title, t.subject, t.text, t.changed_at, s.name
  from public.message_templates t left join public.staff s on s.id = t.changed_by
  order by lower(t.title), t.id limit 200
$$;
comment on function public.staff_templates is
  'Templates of messages by title, at most 200. Errors: those of require_staff.';

create function public.staff_save_template(
  p_template uuid, p_title text, p_subject text, p_text text, p_seen timestamptz default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_now public.message_templates;
begin
  insert into public.message_templates (id, title, subject, text, changed_by)
  select p_template, p_title, p_subject, p_text, v_staff
  where p_seen is null
  on conflict (id) do nothing;
  if found then
    perform public.log_act(v_staff, 'customers', 'template_saved', 'templates', null, p_title);
    return;
  end if;
  select * into v_now from public.message_templates where id = p_template for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'template_unknown';
  end if;
  -- The repeat of a save whose response was lost.
  if (v_now.title, v_now.subject, v_now.text) = (p_title, p_subject, p_text) then
    return;
  end if;
  if v_now.changed_at is distinct from p_seen then
    raise sqlstate 'PT409' using hint = 'template_changed';
  end if;
  update public.message_templates
  set title = p_title, subject = p_subject, text = p_text, changed_at = now(), changed_by = v_staff
  where id = p_template;
  perform public.log_act(v_staff, 'customers', 'template_saved', 'templates', null, p_title);
end
$$;
comment on function public.staff_save_template is
  'Adds a template (p_seen null), or changes the version of that time. Errors: those of require_staff; PT404 '
  'template_unknown; PT409 template_changed, by a colleague since.';

create function public.staff_remove_template(p_template uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_title text;
begin
  delete from public.message_templates where id = p_template returning title into v_title;
  if found then
    perform public.log_act(v_staff, 'customers', 'template_removed', 'templates', null, v_title);
  end if;
end
$$;
comment on function public.staff_remove_template is
  'Removes a template, if it is there. Errors: those of require_staff.';

create function public.event_words(p_event public.order_events) returns text
language sql immutable set search_path = ''
as $$ select nullif(concat_ws(E'\n\n', p_event.detail ->> 'subject', p_event.detail ->> 'text'), '') $$;
comment on function public.event_words is 'Text of a note or message about an order; null once erased.';

create function public.mail_trouble(p_email text) returns public.suppression_reason
language sql stable set search_path = ''
as $$
  select reason from public.suppressions
  where address_hash = public.address_hash(p_email) and reason in ('bounced', 'complained')
  order by since desc limit 1
$$;
comment on function public.mail_trouble is
  'Why e-mails to an address may not arrive: it bounced, or its owner reported spam. Null otherwise.';

create function public.staff_message(p_event uuid, p_checkout uuid, p_subject text, p_text text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  if not public.is_plain_line(p_subject, 150) or p_text is null or p_text !~ '\S' or length(p_text) > 5000 then
    raise sqlstate 'PT400' using hint = 'message_length';
  end if;
  if public.add_order_event(p_event, p_checkout, 'message', 'staff', v_staff, jsonb_build_object(
    'subject', p_subject, 'text', p_text))
  then
    if not exists (
      select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
      where c.id = p_checkout and b.email <> '')
    then
      raise sqlstate 'PT409' using hint = 'address_erased';
    end if;
    perform public.owe_mail('message', p_checkout, p_event::text);
  end if;
  return p_checkout;
end
$$;
comment on function public.staff_message is
  'Writes to the shopper about an order, or a paid checkout without one; the history keeps the text. Owes one e-mail; '
  'the same event again changes nothing. Returns the checkout. Errors: those of require_staff; PT404 order_unknown; '
  'PT400 message_length; PT409 address_erased, action_used.';
