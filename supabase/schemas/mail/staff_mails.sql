-- E-mails to managers about pending decisions, and to marketers about a failed release, owed by their cause. The
-- subject holds the reason and an id, so that each is owed once.

create function public.owe_review_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.id, 'review ' || new.id);
  return null;
end
$$;
comment on function public.owe_review_mail is 'Notifies managers of a payment under review.';

create trigger owe_review_mail after update of status on public.checkouts
  for each row when (new.status = 'review' and old.status <> 'review') execute function public.owe_review_mail();

create function public.owe_failed_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, concat_ws(' ',
    'refund_failed', coalesce(new.order_refund_id, p.checkout_id),
    -- Stripe's repeated refusals are not news; a refund returned by the bank is.
    case when old.state <> 'requested' then new.id end))
  from public.payments p where p.id = new.payment_id;
  return null;
end
$$;
comment on function public.owe_failed_refund_mail is
  'Notifies managers when Stripe first refuses a refund, and whenever a bank returns it; the shop keeps retrying, at '
  'growing intervals.';

create trigger owe_failed_refund_mail after update of state on public.refunds
  for each row when (new.source = 'shop' and new.state in ('failed', 'cancelled'))
  execute function public.owe_failed_refund_mail();

create function public.owe_given_up_refund_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', checkout_id, 'refund_given_up ' || new.id)
  from public.orders where id = new.order_id;
  return null;
end
$$;
comment on function public.owe_given_up_refund_mail is
  'Notifies managers of a refund given up by the shop because the payment has less left. Staff''s own decision needs '
  'no e-mail.';

create trigger owe_given_up_refund_mail after update of given_up_by on public.order_refunds
  for each row when (new.given_up_by = 'shop' and old.given_up_by is null)
  execute function public.owe_given_up_refund_mail();

create function public.owe_dispute_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', p.checkout_id, 'dispute ' || new.stripe_dispute_id)
  from public.payments p where p.id = new.payment_id;
  delete from public.mail_outbox m using public.payments p
  where p.id = new.payment_id and m.checkout_id = p.checkout_id and m.kind = 'staff_decision'
    and m.subject = 'review ' || p.checkout_id
    and m.status = 'due' and m.attempts = 0 and m.resent_at is null;
  return null;
end
$$;
comment on function public.owe_dispute_mail is
  'Notifies managers of a dispute, in time to respond. It replaces the e-mail about a review of the same payment that '
  'no sender has taken yet.';

create trigger owe_dispute_mail after insert on public.disputes
  for each row when (new.closed_at is null) execute function public.owe_dispute_mail();

create function public.owe_parked_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.owe_mail('staff_decision', new.checkout_id, 'mail_parked ' || new.id);
  return null;
end
$$;
comment on function public.owe_parked_mail is 'Notifies managers of an e-mail that did not reach a shopper.';

create trigger owe_parked_mail after update of status on public.mail_outbox
  for each row when (
    new.status = 'parked' and old.status <> 'parked'
    and new.checkout_id is not null and not public.mail_goes_to_staff(new.kind))
  execute function public.owe_parked_mail();

create function public.owe_failed_release_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, subject, release_id)
  select 'staff_release', new.id || ' ' || new.version, new.id
  where public.staff_addresses('staff_release') <> '{}'
  on conflict (kind, subject) do nothing;
  return null;
end
$$;
comment on function public.owe_failed_release_mail is
  'Notifies marketers and managers of a release that could not be published at its time; again only if it was '
  'rescheduled and failed again.';

create trigger owe_failed_release_mail after update of state on public.releases
  for each row when (new.state = 'failed' and old.state <> 'failed')
  execute function public.owe_failed_release_mail();
