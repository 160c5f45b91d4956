import type { Sql } from 'postgres';

/**
 * Runs a test with a product added after the build and removed afterwards: "Lone Picture Cap", in the colours
 * Pictured (one picture) and Unpictured (none).
 */
export async function withOwnProduct(sql: Sql, run: (id: number) => Promise<void>): Promise<void> {
  const [product] = await sql<{ id: string }[]>`
    insert into products (slug, name, description, price_pence, category_id, created_at)
    values ('lone-' || gen_random_uuid(), 'Lone Picture Cap', 'One of one.', 3900, 4, '2020-01-01')
    returning id`;
  const id = Number(product?.id);
  try {
    await sql`
      insert into color_variants (product_id, color_name, quantity, position)
      values (${id}, 'Pictured', 3, 1), (${id}, 'Unpictured', 3, 2)`;
    await sql`
      insert into variant_images (variant_id, path, position)
      select id, '/catalogue/headline-trucker/signal-red-1.jpg', 1 from color_variants
      where product_id = ${id} and color_name = 'Pictured'`;
    await run(id);
  } finally {
    await sql`delete from color_variants where product_id = ${id}`;
    await sql`delete from products where id = ${id}`;
  }
}
