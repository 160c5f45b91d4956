-- The team: invitations to the studio, and changes to colleagues' access, made in the studio or by npm run staff.

create table public.staff_invitations (
  id uuid primary key,
  email text not null,
  role public.staff_role not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  at timestamptz not null default now(),
  constraint staff_invitations_email_form check (
    email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(email) <= 254)
);
comment on table public.staff_invitations is
  'Invitations to work in the studio. Deleted once accepted, withdrawn, replaced or expired; team_events keeps the '
  'fact.';
comment on column public.staff_invitations.id is
  'Idempotency key, made in the browser. Its e-mailed link is signed with a key that is not in the database.';
comment on column public.staff_invitations.staff_id is 'The manager who invites.';
create unique index staff_invitations_one_per_address on public.staff_invitations (lower(email));
create index staff_invitations_by_staff on public.staff_invitations (staff_id);
create index staff_invitations_oldest on public.staff_invitations (at);
alter table public.staff_invitations enable row level security;

create view public.open_invitations with (security_invoker = true) as
select i.*
from public.staff_invitations i
join public.staff then_manager on then_manager.id = i.staff_id
join public.staff s on s.user_id = then_manager.user_id and s.until is null and public.staff_may(s.id, 'manage_staff')
where i.at > now() - interval '7 days';
comment on view public.open_invitations is
  'Invitations that can still be accepted: a week old at most, as their e-mails say, by someone who still manages '
  'staff.';

create type public.team_event_kind as enum (
  'invited', 'withdrawn', 'joined', 'employed', 'role_changed', 'logged_out', 'app_removed', 'left');
comment on type public.team_event_kind is
  'withdrawn: an invitation. joined: by an invitation. employed: by npm run staff. logged_out: all logins of a '
  'colleague ended. app_removed: their authenticator app, which also ends their logins. left: their access ended.';

create table public.team_events (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  staff_id bigint references public.staff (id) on delete restrict,
  kind public.team_event_kind not null,
  about_id bigint references public.staff (id) on delete restrict,
  invitation uuid,
  role public.staff_role not null,
  constraint team_events_about_someone check ((about_id is null) = (kind in ('invited', 'withdrawn'))),
  constraint team_events_with_invitation check (
    (invitation is not null) = (kind in ('invited', 'withdrawn', 'joined')))
);
comment on table public.team_events is 'Permanent history of access to the studio: who changed whose, and when.';
comment on column public.team_events.id is 'Idempotency key, made in the browser for a change in the studio.';
comment on column public.team_events.staff_id is 'Null: by npm run staff.';
comment on column public.team_events.invitation is 'Id in staff_invitations, which forgets it.';
comment on column public.team_events.role is 'Offered, or held afterwards; of one who leaves, until then.';
create index team_events_newest on public.team_events (at desc);
create index team_events_by_staff on public.team_events (staff_id);
create index team_events_by_colleague on public.team_events (about_id);
create index team_events_by_invitation on public.team_events (invitation) where invitation is not null;
alter table public.team_events enable row level security;

create function public.lock_team() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('team', 0)) $$;
comment on function public.lock_team is 'Serialises changes to the team, so that each sees the one before.';

create function public.is_last_manager(p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select bool_or(user_id = p_user) and bool_and(user_id = p_user)
  from public.staff where until is null and public.staff_may(id, 'manage_staff')
$$;
comment on function public.is_last_manager is 'Whether nobody else can give access to the studio.';

create function public.add_team_event(
  p_event uuid, p_staff bigint, p_kind public.team_event_kind, p_about bigint, p_invitation uuid,
  p_role public.staff_role
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.team_events (id, staff_id, kind, about_id, invitation, role)
  values (coalesce(p_event, gen_random_uuid()), p_staff, p_kind, p_about, p_invitation, p_role)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  if not exists (
    select from public.team_events
    where id = p_event and staff_id = p_staff and kind = p_kind and about_id is not distinct from p_about)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.add_team_event is
  'Records a change; false if p_event has already recorded it. PT409 action_used if it was something else.';

create function public.last_login_of(p_user uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$ select last_sign_in_at from auth.users where id = p_user $$;
comment on function public.last_login_of is 'Time of a user''s last login. Security definer, because it reads auth.';

create function public.end_logins(p_user uuid) returns void
language sql security definer set search_path = ''
as $$ delete from auth.sessions where user_id = p_user $$;
comment on function public.end_logins is
  'Ends all logins of a user at once (require_session). Security definer, because it writes auth.';

create function public.employ(p_user uuid, p_name text, p_role public.staff_role) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint;
begin
  update public.staff set until = now() where user_id = p_user and until is null;
  insert into public.staff (user_id, name, role) values (p_user, p_name, p_role) returning id into v_staff;
  return v_staff;
end
$$;
comment on function public.employ is
  'Gives a user a role. It ends the old one, whose row stays, because the history refers to it.';

create function public.add_staff(p_email text, p_role public.staff_role) returns text
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_name text := (select username from public.staff_candidate(p_email));
  v_role public.staff_role;
begin
  perform public.lock_team();
  select role into v_role from public.staff where user_id = v_user and until is null;
  if v_role = p_role then
    return 'unchanged';
  end if;
  perform public.add_team_event(
    null, null, case when v_role is null then 'employed' else 'role_changed' end::public.team_event_kind,
    public.employ(v_user, v_name, p_role), null, p_role);
  return case when v_role is null then 'added' else 'changed' end;
end
$$;
comment on function public.add_staff is
  'Employs the owner of an account (employ): added, changed or unchanged. PT404 account_unknown; PT409 '
  'email_unconfirmed, because the account may be a stranger''s. Used by npm run staff.';

create function public.remove_staff(p_email text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := public.staff_account(p_email);
  v_gone public.staff;
begin
  perform public.lock_team();
  update public.staff set until = now() where user_id = v_user and until is null returning * into v_gone;
  if not found then
    return false;
  end if;
  perform public.end_logins(v_user);
  return public.add_team_event(null, null, 'left', v_gone.id, null, v_gone.role);
end
$$;
comment on function public.remove_staff is
  'Ends an employment and all logins, at once. False when there was none. PT404 account_unknown. Used by npm run '
  'staff.';

create function public.reset_second_factor(p_email text) returns boolean
language sql set search_path = ''
as $$ select public.remove_second_factor(public.staff_account(p_email)) $$;
comment on function public.reset_second_factor is
  'remove_second_factor for the account with an address. PT404 account_unknown. Used by npm run staff.';

create function public.staff_team() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('manage_staff');
  return jsonb_build_object(
    'people', (
      select jsonb_agg(entry) from (
        select s.id as staff, s.name, public.account_email(s.user_id) as email, s.role, s.since,
          public.last_login_of(s.user_id) as last_login_at,
          public.second_factor_of(s.user_id) is not null as has_second_factor,
          s.user_id = public.caller_user() as own
        from public.staff s where s.until is null
        order by lower(s.name), s.id) entry),
    'invitations', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select i.id as invitation, i.email, i.role, i.at, s.name as by,
          public.mail_trouble(i.email) is not null or exists (
            select from public.mail_outbox where invitation_id = i.id and status = 'parked') as is_undelivered
        from public.open_invitations i join public.staff s on s.id = i.staff_id
        order by i.at desc) entry));
end
$$;
comment on function public.staff_team is
  'The team, {people, invitations}: everyone at work, own is the caller, and open invitations, of which is_undelivered '
  'means that its e-mail was refused or bounced. Errors: those of require_staff.';

create function public.staff_invite(p_event uuid, p_email text, p_role public.staff_role) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('manage_staff', true);
  v_mail uuid;
begin
  perform public.lock_team();
  if public.add_team_event(p_event, v_staff, 'invited', null, p_event, p_role) then
    if exists (select from public.staff where user_id = public.account_of_email(p_email) and until is null) then
      raise sqlstate 'PT409' using hint = 'works_here';
    end if;
    delete from public.staff_invitations where lower(email) = lower(p_email);
    insert into public.staff_invitations (id, email, role, staff_id) values (p_event, p_email, p_role, v_staff);
    insert into public.mail_outbox (kind, subject, invitation_id) values ('staff_invitation', p_event, p_event)
    returning id into v_mail;
  end if;
  return v_mail;
end
$$;
comment on function public.staff_invite is
  'Invites somebody to work in the studio, in place of an earlier invitation to the address, and owes the e-mail with '
  'its link, whose id is returned; null for a repeat. p_event: idempotency key. Errors: those of require_staff, with '
  'p_fresh; PT409 works_here, action_used.';

create function public.staff_withdraw_invitation(p_event uuid, p_invitation uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('manage_staff', true);
  v_role public.staff_role;
begin
  perform public.lock_team();
  delete from public.staff_invitations where id = p_invitation returning role into v_role;
  if found then
    perform public.add_team_event(p_event, v_staff, 'withdrawn', null, p_invitation, v_role);
  elsif not exists (select from public.team_events where id = p_event and invitation = p_invitation) then
    raise sqlstate 'PT404' using hint = 'invitation_over';
  end if;
end
$$;
comment on function public.staff_withdraw_invitation is
  'Makes an invitation''s link useless. p_event: idempotency key. Errors: those of require_staff, with p_fresh; PT404 '
  'invitation_over.';

create function public.staff_change_colleague(
  p_event uuid, p_staff bigint, p_kind public.team_event_kind, p_role public.staff_role default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_caller bigint := public.require_staff('manage_staff', true);
  v_one public.staff;
begin
  perform public.lock_team();
  -- Two managers who end each other's access: the second one has none left, so that one manager always remains.
  v_caller := public.require_staff('manage_staff', true);
  select * into v_one from public.staff where id = p_staff;
  if not found then
    raise sqlstate 'PT404' using hint = 'colleague_left';
  end if;
  if not public.add_team_event(p_event, v_caller, p_kind, p_staff, null, coalesce(p_role, v_one.role)) then
    return;
  end if;
  if v_one.until is not null then
    raise sqlstate 'PT404' using hint = 'colleague_left';
  elsif v_one.user_id = public.caller_user() then
    raise sqlstate 'PT409' using hint = 'own_access';
  end if;
  case p_kind
    when 'role_changed' then
      if v_one.role = p_role then
        raise sqlstate 'PT409' using hint = 'role_unchanged';
      end if;
      perform public.employ(v_one.user_id, v_one.name, p_role);
    when 'logged_out' then
      perform public.end_logins(v_one.user_id);
    when 'app_removed' then
      perform public.remove_second_factor(v_one.user_id);
    when 'left' then
      update public.staff set until = now() where id = p_staff;
      perform public.end_logins(v_one.user_id);
  end case;
end
$$;
comment on function public.staff_change_colleague is
  'Changes a colleague''s role (p_role), ends their logins, removes their authenticator app, or ends their access, at '
  'once. Nobody changes their own access here, so that a manager always remains. p_event: idempotency key. Errors: '
  'those of require_staff, with p_fresh; PT404 colleague_left; PT409 own_access, role_unchanged, action_used.';

create function public.invitation_offer(p_invitation uuid) returns table (
  email text, role public.staff_role, has_account boolean)
language sql stable set search_path = ''
as $$
  select i.email, i.role, public.account_of_email(i.email) is not null
  from public.open_invitations i where i.id = p_invitation
$$;
comment on function public.invitation_offer is
  'The role that a mailed invitation offers, and whether its address has an account. No row once it is over.';

create function public.accept_invitation(p_invitation uuid, p_user uuid default null) returns public.staff_role
language plpgsql set search_path = ''
as $$
declare
  v_user uuid := coalesce(p_user, public.require_session());
  v_invitation public.open_invitations;
  v_staff bigint;
begin
  perform public.lock_team();
  select * into v_invitation from public.open_invitations where id = p_invitation;
  if not found then
    -- Pressed again after a lost response.
    select s.role into v_invitation.role
    from public.team_events e join public.staff s on s.id = e.about_id
    where e.invitation = p_invitation and e.kind = 'joined' and s.user_id = v_user and s.until is null;
    if not found then
      raise sqlstate 'PT404' using hint = 'invitation_over';
    end if;
    return v_invitation.role;
  end if;
  if lower(public.account_email(v_user)) is distinct from lower(v_invitation.email) then
    raise sqlstate 'PT409' using hint = 'invitation_of_other';
  end if;
  perform public.prove_address(v_user, case when p_user is null then public.caller_session() end, true);
  v_staff := public.employ(
    v_user, (select username from public.profiles where user_id = v_user), v_invitation.role);
  perform public.add_team_event(null, v_staff, 'joined', v_staff, p_invitation, v_invitation.role);
  delete from public.staff_invitations where id = p_invitation;
  return v_invitation.role;
end
$$;
comment on function public.accept_invitation is
  'Employs the caller by the invitation mailed to their account''s address, which it proves (prove_address). p_user: '
  'instead, the account just made with that address. Errors: PT401 session_ended; PT404 invitation_over; PT409 '
  'invitation_of_other.';
