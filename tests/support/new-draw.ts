import type { FreshDatabase } from './fresh-database.ts';
import type { Sku } from './shop-database.ts';

/** A draw of a colour that takes entries. @param minutes until it closes; negative for one that has closed. @returns the draw's id. */
export async function newDraw(
  { sql }: Pick<FreshDatabase, 'sql'>,
  { product_id, variant_id }: Sku,
  pieces = 1,
  minutes = 60,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    with planner as (
      insert into staff (name, role, until) values ('Mary', 'marketer', now()) returning id),
    draw as (
      insert into draws (product_id, opens_at, closes_at, seed_round, staff_id)
      select ${product_id}, closes - interval '1 day', closes, beacon_round_at(closes + interval '10 minutes'), id
      from planner, lateral (select now() + make_interval(mins => ${minutes}) as closes) t returning id),
    of as (
      insert into draw_pieces (draw_id, variant_id, pieces) select id, ${variant_id}, ${pieces} from draw)
    select id from draw`;
  return id;
}

/** A confirmed entry. @returns the entry's id. */
export async function newEntry(
  { sql }: Pick<FreshDatabase, 'sql'>,
  draw: string,
  email: string,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into draw_entries (draw_id, variant_id, email, person)
    select draw_id, variant_id, ${email}, mail_person(${email}) from draw_pieces where draw_id = ${draw} returning id`;
  await sql`select confirm_draw_entry(${id})`;
  return id;
}
