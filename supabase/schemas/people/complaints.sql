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
  'Complaints, without a login. The complainant gets an e-mail at once, and so do the managers, who answer by e-mail '
  'and note the outcome.';
comment on column public.complaints.id is
  'Made by the browser when the form opens: a retry after a lost response adds no second row.';
comment on column public.complaints.outcome is 'The manager''s note on the answer; null until then.';
create index complaints_open on public.complaints (received_at) where answered_at is null;
create index complaints_by_address on public.complaints (lower(email));
create index complaints_by_answer on public.complaints (answered_at) where answered_at is not null;
create index complaints_by_staff on public.complaints (answered_by) where answered_by is not null;
alter table public.complaints enable row level security;

create function public.complaint_due(p_received_at timestamptz) returns date
language sql stable set search_path = ''
as $$ select public.uk_day(p_received_at) + 30 $$;
comment on function public.complaint_due is
  'Day by which a complaint must be answered: 30 days, the statutory limit for acknowledging it. '
  'https://www.legislation.gov.uk/ukpga/2025/18/section/103';

create function public.complain(
  p_complaint uuid, p_name text, p_email text, p_words text, p_limits jsonb
) returns table (mail uuid, due_by date)
language plpgsql set search_path = ''
as $$
declare
  v_received timestamptz;
  v_mail uuid;
begin
  insert into public.complaints (id, name, email, words) values (p_complaint, p_name, p_email, p_words)
  on conflict (id) do nothing returning received_at into v_received;
  if found then
    -- The address may belong to someone else, so e-mails to it are limited.
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
  return query select v_mail, public.complaint_due(v_received);
end
$$;
comment on function public.complain is
  'Stores a complaint about personal data and owes its acknowledgement and an e-mail to managers: one row. '
  'mail is null for a repeated complaint, or when the address has used up p_limits (see take_attempt).';

create function public.staff_complaints() returns table (
  id uuid, name text, email text, words text, received_at timestamptz, due_by date, answered_at timestamptz,
  answered_by text, outcome text
)
language sql stable set search_path = ''
as $$
  select public.require_staff('answer_complaints');

  select c.id, c.name, c.email, c.words, c.received_at, public.complaint_due(c.received_at), c.answered_at, s.name,
         c.outcome
  from public.complaints c left join public.staff s on s.id = c.answered_by
  order by c.answered_at desc nulls first, c.received_at, c.id limit 200
$$;
comment on function public.staff_complaints is
  'Complaints about personal data, unanswered ones first, by due date: at most 200. Errors: those of require_staff.';

create function public.staff_answer_complaint(p_complaint uuid, p_outcome text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_complaints');
begin
  update public.complaints
  set answered_at = now(), answered_by = v_staff, outcome = p_outcome
  where id = p_complaint and answered_at is null;
  if not found and not exists (select from public.complaints where id = p_complaint) then
    raise sqlstate 'PT404' using hint = 'complaint_missing';
  end if;
end
$$;
comment on function public.staff_answer_complaint is
  'Records that a complaint was answered, and how. The first note stays. Errors: PT404 complaint_missing; those of '
  'require_staff.';
