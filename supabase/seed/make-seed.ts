/**
 * Writes catalogue.sql from catalogue.json, both beside this file. Run it after a change of the
 * catalogue: `npm run seed`. A test fails while the two differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { parsePrice } from '#domain/money/money.ts';
import { ListingTile } from '#domain/site-content/listing-tile.ts';
import { factNames } from '#domain/catalogue/product-facts.ts';
import { ProductFacts } from '#domain/catalogue/product.ts';

const catalogueFile = new URL('catalogue.json', import.meta.url);
const seedFile = new URL('catalogue.sql', import.meta.url);

const SeedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  ...ProductFacts.shape,
  hs_code: z.string().nullish(),
  origin_country: z.string().nullish(),
  price: z.union([z.number(), z.string()]),
  category: z.string(),
  created_at: z.iso.date(),
  color_variants: z.array(
    z.object({
      color_name: z.string(),
      hex: z.string().nullable(),
      quantity: z.int().min(0),
      images: z.array(z.string()),
      worn: z.string().optional(),
    }),
  ),
});
type SeedProduct = z.infer<typeof SeedProduct>;

const Catalogue = z.object({
  /** Tile of the listing of all products. */
  tile: ListingTile,
  categories: z.array(z.object({ id: z.string(), name: z.string(), tile: ListingTile.optional() })),
  products: z.array(SeedProduct),
});

type Catalogue = z.infer<typeof Catalogue>;

type Value = string | number | null;

/** One SQL literal. */
function literal(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** The rows of a VALUES list, one a line. */
function rows(values: Value[][]): string {
  return values.map((row) => `  (${row.map(literal).join(', ')})`).join(',\n');
}

function categoryRow({ id, name, tile }: Catalogue['categories'][number], index: number): Value[] {
  return [id, name, tile ? JSON.stringify(tile) : null, index + 1];
}

function productRow(product: SeedProduct, index: number): Value[] {
  return [
    index + 1,
    product.slug,
    product.name,
    product.description,
    JSON.stringify(Object.fromEntries(factNames.map((name) => [name, product[name] ?? undefined]))),
    product.hs_code ?? null,
    product.origin_country ?? null,
    parsePrice(product.price),
    product.category,
    `${product.created_at}T00:00:00Z`,
  ];
}

/** Address of a picture of the catalogue folder: `images/a/b.jpg` → `/catalogue/a/b.jpg`. */
function servedPath(path: string): string {
  return path.replace(/^images\//, '/catalogue/');
}

/**
 * The seed as SQL. Every statement leaves rows alone that are there already.
 * @throws ZodError when the catalogue is not of the documented form.
 */
export function seedSql(catalogueJson: string): string {
  const { tile, categories, products } = Catalogue.parse(JSON.parse(catalogueJson));
  const variants = products.flatMap((product) =>
    product.color_variants.map((variant, position) => ({ product, variant, position })),
  );
  return `-- Made by supabase/seed/make-seed.ts from catalogue.json: change that and run "npm run seed".

insert into public.categories (slug, name, tile, position) values
${rows(categories.map(categoryRow))}
on conflict do nothing;

insert into public.products (
  slug, name, description, facts, hs_code, origin_country, price_pence, category_id, created_at)
select p.slug, p.name, p.description, p.facts::jsonb, p.hs_code, p.origin_country, p.price_pence, c.id,
       p.created_at::timestamptz
from (values
${rows(products.map(productRow))}
) as p (
  position, slug, name, description, facts, hs_code, origin_country, price_pence, category, created_at)
join public.categories c on c.slug = p.category
order by p.position
on conflict do nothing;

insert into public.color_variants (product_id, color_name, hex, quantity, position, worn)
select p.id, v.color_name, v.hex, v.quantity, v.position, v.worn
from (values
${rows(
  variants.map(({ product, variant, position }) => [
    product.slug,
    variant.color_name,
    variant.hex,
    variant.quantity,
    position + 1,
    variant.worn === undefined ? null : servedPath(variant.worn),
  ]),
)}
) as v (slug, color_name, hex, quantity, position, worn)
join public.products p on p.slug = v.slug
order by p.id, v.position
on conflict do nothing;

insert into public.variant_images (variant_id, path, position)
select v.id, i.path, i.position
from (values
${rows(
  variants.flatMap(({ product, variant }) =>
    variant.images.map((path, index) => [
      product.slug,
      variant.color_name,
      servedPath(path),
      index + 1,
    ]),
  ),
)}
) as i (slug, color_name, path, position)
join public.products p on p.slug = i.slug
join public.color_variants v on v.product_id = p.id and v.color_name = i.color_name
order by v.id, i.position
on conflict do nothing;

update public.site_content set value = ${literal(JSON.stringify({ tile }))}
where key = 'listing' and value = '{"tile": null}';
`;
}

if (import.meta.main) writeFileSync(seedFile, seedSql(readFileSync(catalogueFile, 'utf8')));
