-- Photos of faults (return_photos) and their pictures in Storage, with those of reviews (review_photos), open to the
-- secret key only. People view photos of faults by signed URLs, valid for a few minutes, and published photos of
-- reviews by a function of the site.

do $$
begin
  -- A database without Storage in front of it lacks this schema.
  if to_regclass('storage.objects') is null then
    return;
  end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  select bucket, bucket, false, 3 * 1024 * 1024, array['image/jpeg']
  from unnest(array['return-photos', 'review-photos']) bucket
  on conflict (id) do update set
    public = excluded.public, file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;
  -- Without a permissive policy everything is refused. This restrictive one also overrules a policy made for all
  -- buckets.
  drop policy if exists "photos of shoppers are for the secret key alone" on storage.objects;
  create policy "photos of shoppers are for the secret key alone" on storage.objects
    as restrictive for all to anon, authenticated
    using (bucket_id not in ('return-photos', 'review-photos'))
    with check (bucket_id not in ('return-photos', 'review-photos'));
exception when insufficient_privilege then
  -- Storage's own table: only its owner may add policies and, on hosted projects, through supautils, postgres.
  raise warning 'storage.objects gets no policy of its own for photos, which are private without it, too: %',
    sqlerrm;
end
$$;

create function public.photo_is_known(p_photo uuid, p_order bigint, p_return bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_return public.returns;
  v_of bigint;
begin
  select * into v_return from public.returns where id = p_return and order_id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  select return_id into v_of from public.return_photos where id = p_photo;
  if v_of = p_return then
    return true;
  end if;
  if v_of is not null then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if not (public.return_terms(v_return.kind)).takes_photos then
    raise sqlstate 'PT409' using hint = 'not_a_fault';
  end if;
  if (select count(*) from public.return_photos where return_id = p_return and removed_at is null) >= 5 then
    raise sqlstate 'PT409' using hint = 'too_many_photos';
  end if;
  return false;
end
$$;
comment on function public.photo_is_known is
  'Whether a return has had this photo already, removed or not; false if it may be added, checked before the picture '
  'is processed. The caller has authorised the shopper for the order. Errors: PT404 return_unknown; PT409 '
  'action_used, return_settled and the like, not_a_fault, too_many_photos.';

create function public.add_return_photo(p_photo uuid, p_order bigint, p_return bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Keeps two simultaneous photos from both becoming the fifth.
  perform public.lock_order(p_order);
  if not public.photo_is_known(p_photo, p_order, p_return) then
    insert into public.return_photos (id, return_id) values (p_photo, p_return);
  end if;
end
$$;
comment on function public.add_return_photo is
  'Adds a photo, already in Storage, to an open return. Idempotent. The caller has authorised the shopper for the '
  'order. Errors: those of photo_is_known; PT404 order_unknown.';

create function public.remove_return_photo(p_photo uuid, p_order bigint, p_return bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns;
begin
  perform public.lock_order(p_order);
  select r.* into v_return
  from public.returns r join public.return_photos p on p.return_id = r.id
  where r.id = p_return and r.order_id = p_order and p.id = p_photo;
  if not found then
    raise sqlstate 'PT404' using hint = 'photo_unknown';
  end if;
  -- The shop's decision was based on it.
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  update public.return_photos set removed_at = now() where id = p_photo and removed_at is null;
end
$$;
comment on function public.remove_return_photo is
  'Removes a shopper''s photo from an open return; the caller, or the next sweep, deletes its objects. The caller has '
  'authorised the shopper for the order. Errors: PT404 order_unknown, photo_unknown; PT409 return_settled and the '
  'like.';

create function public.photos_of_return(
  p_order bigint, p_return bigint default null
) returns table (id uuid, "return" bigint, added_at timestamptz)
language sql stable set search_path = ''
as $$
  select p.id, p.return_id, p.added_at
  from public.return_photos p join public.returns r on r.id = p.return_id
  where r.order_id = p_order and (p_return is null or r.id = p_return) and p.removed_at is null
  order by p.added_at, p.id
$$;
comment on function public.photos_of_return is
  'The photos of a return, or of all returns of an order, oldest first. The caller has authorised the reader.';

create function public.staff_return_photos(
  p_order bigint
) returns table (id uuid, "return" bigint, added_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('read_orders');
  if not exists (select from public.orders o where o.id = p_order) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return query select * from public.photos_of_return(p_order);
end
$$;
comment on function public.staff_return_photos is
  'The photos of an order''s returns (photos_of_return), for all staff. Errors: those of require_staff; PT404 '
  'order_unknown.';

create function public.stray_photos(p_bucket text, p_limit integer) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  if to_regclass('storage.objects') is null then
    return '{}';
  end if;
  return array(
    select o.name
    from storage.objects o
    left join (
      select 'return-photos' as bucket, return_id as folder, id, removed_at from public.return_photos
      union all
      select 'review-photos', review_id, id, removed_at from public.review_photos) p
      on p.bucket = p_bucket and p.folder::text = split_part(o.name, '/', 1)
        and p.id::text = left(split_part(o.name, '/', 2), 36)
    where o.bucket_id = p_bucket
      -- A picture is stored before its row is written.
      and (p.removed_at is not null or p.id is null and o.created_at < now() - interval '1 hour')
    order by o.created_at limit p_limit);
end
$$;
comment on function public.stray_photos is
  'Names of at most p_limit orphaned objects in the bucket return-photos or review-photos: removed by the shopper, '
  'past retention, or unrecorded for an hour or more. Storage deletes them, which a statement cannot.';
