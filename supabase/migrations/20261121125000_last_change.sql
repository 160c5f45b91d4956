-- When what a product's page shows last changed, for the site map. Not when it was made, and not each sale.

alter table public.products add column updated_at timestamptz;
alter table public.products alter column updated_at set default now();
alter table public.color_variants add column updated_at timestamptz;
alter table public.color_variants alter column updated_at set default now();
comment on column public.products.updated_at is
  'Last change of the product, its colours or their pictures; null where that was before anyone noted it.';
comment on column public.color_variants.updated_at is
  'When the colour was last added, sold out or came back into stock; null where that was before anyone noted it. '
  'On its own row: a sale that had to change the product''s row, too, could wait for another sale that waits for it.';

create function public.note_last_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function public.note_last_change is 'Dates the row that changes.';

create function public.note_change_of_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.products
  set updated_at = now()
  where id in (new.product_id, old.product_id) and updated_at is distinct from now();
  return null;
end
$$;
comment on function public.note_change_of_product is 'Dates the product whose colour changes.';

create function public.note_change_of_picture() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.products
  set updated_at = now()
  where updated_at is distinct from now() and id in (
    select product_id from public.color_variants where id in (new.variant_id, old.variant_id));
  return null;
end
$$;
comment on function public.note_change_of_picture is 'Dates the product whose picture changes.';

create trigger note_last_change before update on public.products
  for each row when (old.* is distinct from new.*) execute function public.note_last_change();
create trigger note_sold_out_or_back before update on public.color_variants
  for each row when ((old.quantity > 0) is distinct from (new.quantity > 0))
  execute function public.note_last_change();
create trigger note_new_colour_of_product after insert or delete on public.color_variants
  for each row execute function public.note_change_of_product();
-- All columns but the stock, whichever there will be.
create trigger note_changed_colour_of_product after update on public.color_variants
  for each row when (
    (to_jsonb(old) - array['quantity', 'updated_at']) is distinct from
    (to_jsonb(new) - array['quantity', 'updated_at']))
  execute function public.note_change_of_product();
create trigger note_new_picture_of_product after insert or delete on public.variant_images
  for each row execute function public.note_change_of_picture();
create trigger note_changed_picture_of_product after update on public.variant_images
  for each row when (old.* is distinct from new.*) execute function public.note_change_of_picture();

revoke execute on function
  public.note_last_change, public.note_change_of_product, public.note_change_of_picture
  from public, anon, authenticated;
grant execute on function
  public.note_last_change, public.note_change_of_product, public.note_change_of_picture
  to service_role;
