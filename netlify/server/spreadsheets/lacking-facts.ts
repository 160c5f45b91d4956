import { type SoldProduct, productProblems } from '#domain/launch-check/product-problems.ts';
import type { ProductGroup } from '#domain/contracts/catalogue-reading.ts';
import type { Catalogue } from './catalogue-file.ts';
import type { Exported } from './exported-catalogue.ts';

/** Groups the products of a file that lack a required fact, which neither the file nor the shop has. */
export function lackingFacts({ products, categories }: Catalogue, shop: Exported): ProductGroup[] {
  const known = new Map(shop.products.map((product) => [product.slug, product]));
  const names = new Map([
    ...shop.categories.map(({ id, name }) => [id, name] as const),
    ...categories.map(({ slug, name }) => [slug, name] as const),
  ]);
  const sold = products.map((product): SoldProduct => {
    const before = known.get(product.slug);
    return {
      name: product.name,
      category_name: names.get(product.category) ?? '',
      material: product.material ?? before?.material ?? null,
      safety: product.safety ?? before?.safety ?? null,
      customs: {
        weight_grams: product.weight_grams ?? before?.weight_grams ?? null,
        hs_code: product.hs_code ?? before?.hs_code ?? null,
        origin_country: product.origin_country ?? before?.origin_country ?? null,
      },
    };
  });
  return productProblems(sold).map(({ fact, column, remedy, products: lacking }) => ({
    why: `No ${fact}: add a column “${column}”. ${remedy}`,
    products: lacking,
  }));
}
