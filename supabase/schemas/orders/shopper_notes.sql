-- A shopper's gift message and note to the packer, written on the thank-you page until the order leaves.

create table public.shopper_notes (
  order_id bigint primary key references public.orders (id) on delete cascade,
  gift_message text,
  note text,
  changed_at timestamptz not null default now(),
  constraint shopper_notes_gift_message_length check (char_length(gift_message) between 1 and 300),
  constraint shopper_notes_note_length check (char_length(note) between 1 and 300)
);
comment on table public.shopper_notes is
  'Words of shoppers about their orders. gift_message: printed for the recipient. note: for the packer.';
create index shopper_notes_oldest on public.shopper_notes (changed_at);
alter table public.shopper_notes enable row level security;

create function public.shopper_note(p_order bigint) returns table (gift_message text, note text, open boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session(p_guests => true);
begin
  if not exists (select from public.orders where id = p_order and user_id = v_shopper) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return query
  select n.gift_message, n.note, o.goods_status = 'to_send' and o.units_to_send > 0
  from public.orders o left join public.shopper_notes n on n.order_id = o.id where o.id = p_order;
end
$$;
comment on function public.shopper_note is
  'The shopper''s words about their own order, and whether they can still be changed. Errors: PT401 session_ended; '
  'PT404 order_unknown.';

create function public.shopper_save_note(p_order bigint, p_gift_message text, p_note text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session(p_guests => true);
  v_order public.orders;
begin
  if not exists (select from public.orders where id = p_order and user_id = v_shopper) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  v_order := public.lock_order(p_order);
  if length(p_gift_message) > 300 or length(p_note) > 300 then
    raise sqlstate 'PT400' using hint = 'shopper_note_length';
  end if;
  if v_order.goods_status <> 'to_send' or v_order.units_to_send = 0 then
    raise sqlstate 'PT409' using hint = 'packed_already';
  end if;
  if coalesce(p_gift_message, '') = '' and coalesce(p_note, '') = '' then
    delete from public.shopper_notes where order_id = p_order;
  else
    insert into public.shopper_notes (order_id, gift_message, note)
    values (p_order, nullif(p_gift_message, ''), nullif(p_note, ''))
    on conflict (order_id) do update
    set gift_message = excluded.gift_message, note = excluded.note, changed_at = now();
  end if;
end
$$;
comment on function public.shopper_save_note is
  'Saves the shopper''s words about their own order; empty ones remove them. Errors: PT401 session_ended; PT404 '
  'order_unknown; PT400 shopper_note_length; PT409 packed_already.';
