import { productAddress } from '#domain/address/product-address.ts';
import { merchantItem } from '#domain/feeds/merchant-item.ts';
import { picturesOf } from '#domain/feeds/product-texts.ts';
import { sitemapUrl } from '#domain/feeds/sitemap-url.ts';
import type { Product } from '#domain/product.ts';
import { database, dataOf } from '../database.ts';
import { readTaxes } from './read-listing.ts';

/** The delivery within the United Kingdom that the payment page preselects. */
async function readDomesticRate() {
  const rates = await database()
    .from('shipping_rates')
    .select('name, amount_pence, min_business_days, max_business_days')
    .eq('zone', 'domestic')
    .order('position')
    .order('id')
    .limit(1);
  return dataOf(rates)[0];
}

/** Rules for extending a built file that lists all products. */
interface OpenedEntries {
  /** Text that follows its last entry. */
  end: string;
  /** Text that the file contains only if it knows the product. */
  sign: (product: Product) => string;
  write: (products: readonly Product[], site: URL) => string[] | Promise<string[]>;
}

/** The files that search engines and shopping services fetch, by their names. */
export const openedEntries: Readonly<Record<string, OpenedEntries>> = {
  'sitemap.xml': {
    end: '</urlset>',
    sign: (product) => `${productAddress(product)}</loc>`,
    write: (products, site) =>
      products.map((product) =>
        sitemapUrl(
          new URL(productAddress(product), site).href,
          new Date(product.created_at).toISOString(),
          picturesOf(product.color_variants).map((picture) => new URL(picture, site).href),
        ),
      ),
  },
  'merchant-feed.xml': {
    end: '</channel>',
    sign: ({ id }) => `<g:item_group_id>${id}</g:item_group_id>`,
    async write(products, site) {
      const [{ tax }, delivery] = await Promise.all([readTaxes('domestic'), readDomesticRate()]);
      return products.flatMap((product) =>
        product.color_variants.flatMap(
          (variant) => merchantItem(product, variant, { site, tax, delivery }) ?? [],
        ),
      );
    },
  },
};
