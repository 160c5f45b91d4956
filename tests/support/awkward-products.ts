import type postgres from 'postgres';
import { facts, textFacts } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';

/** Text that would end a script, an element, a CDATA section or an attribute if not escaped. */
export const hostileText = `</script><script>alert(1)</script> <!-- ]]> "quoted" 'single' & &amp; <b>`;

/** Inserts valid products that pages and feeds may stumble over. */
export async function awkwardProducts(sql: postgres.Sql): Promise<void> {
  const products = [
    {
      slug: 'hostile',
      name: `Hat ${hostileText}`,
      description: `${hostileText}\t\r\n`,
      facts: sql.json(eachOf(textFacts, (fact) => hostileText.slice(0, facts[fact].longest))),
    },
    { slug: 'bare', name: 'Bare', description: '' },
    { slug: 'endless', name: 'Endless'.repeat(17), description: 'Very long. '.repeat(450) },
    { slug: 'foreign', name: '帽子 Καπέλο Żółć', description: 'Ein Hut.\nZwei Zeilen.' },
  ];
  for (const product of products) {
    await sql`
      with product as (
        insert into products ${sql({ ...product, price_pence: 1999, category_id: 3 })} returning id
      ), colour as (
        insert into color_variants (product_id, color_name, quantity)
        select id, ${`Red / ${product.name}`.slice(0, 60)}, 0 from product returning id
      )
      insert into variant_images (variant_id, path)
      select id, '/catalogue/100%/]]>&b=<2>.jpg' from colour`;
  }
  await sql`
    with product as (
      insert into products (slug, name, price_pence, category_id)
      values ('unseen', 'Without a picture', 1, 3) returning id
    )
    insert into color_variants (product_id, color_name, quantity) select id, 'None', 1 from product`;
  await sql`
    with product as (
      insert into products (slug, name, price_pence, category_id, archived_at)
      values ('archived', 'Not in the shop any more', 1999, 3, now()) returning id
    )
    insert into color_variants (product_id, color_name, quantity) select id, 'Gone', 5 from product`;
  await sql`
    insert into products (slug, name, price_pence, category_id)
    values ('colourless', 'Without a colour', 9999999, 3)`;
}
