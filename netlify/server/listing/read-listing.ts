import type { ShippingZone, TaxDisplay } from '#domain/enums.ts';
import { productOfListed } from '#domain/product-of-listed.ts';
import type { Product } from '#domain/product.ts';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';

/** Products with the time until which they are the whole answer (ISO 8601); null for no end. */
export interface HeldListing {
  products: Product[];
  until: string | null;
}

/** All categories in menu order, and until when. */
export async function readCategories() {
  return dataOf(await database().rpc('categories_until'));
}

/** Limits a listing to its `first` products, if given. */
function limitedTo(first: number | undefined) {
  return first === undefined ? {} : { p_first: first };
}

/**
 * All products, newest first, in the shape of the listing calls.
 * @param first maximum number of products.
 */
export async function readProducts(first?: number): Promise<HeldListing> {
  const { products, until } = dataOf(await database().rpc('listing_until', limitedTo(first)));
  return { products: products?.map(productOfListed) ?? [], until };
}

/** The ids of the products that have one of the given colours, whether they are on sale or not. */
export async function productsOfColours(variants: number[]): Promise<number[]> {
  const found = await database().from('color_variants').select('product_id').in('id', variants);
  return [...new Set(dataOf(found).map(({ product_id }) => product_id))];
}

/**
 * Those of the given products that are on sale, in the shape of the listing calls.
 * @param described with what only their own pages tell, too.
 * @throws HttpError 429 after too many attempts.
 */
export async function readProductsById(ids: number[], attempt: Attempt, described: boolean) {
  const asked = { p_limits: attempt, p_products: ids, p_attributes: described };
  const { wait, products, attributes } = dataOf(await database().rpc('counted_products', asked));
  if (!products) return refuseToWait(wait);
  return products.map((listed) =>
    Object.assign(productOfListed(listed), attributes && { attributes: attributes[listed.id] }),
  );
}

/**
 * The products of a category in their order: newest first where marketers have given none.
 * @param first maximum number of products.
 * @throws HttpError 404 when there is no such category.
 */
export async function readCategoryProducts(category: number, first?: number): Promise<HeldListing> {
  const asked = { p_category: category, ...limitedTo(first) };
  const { products, until } = dataOf(await database().rpc('listing_until', asked));
  if (products === null) throw new HttpError(404, 'There is no such category.');
  return { products: products.map(productOfListed), until };
}

/** How long a build may stay out before what has opened leaves the files that it writes. */
const longestWithoutBuild = '7 days';

/** The products that have opened lately, newest first, and when the next ones do. */
export async function readOpened(): Promise<HeldListing> {
  const asked = { p_since: longestWithoutBuild };
  const { products, until } = dataOf(await database().rpc('opened_until', asked));
  return { products: products.map(productOfListed), until };
}

/** How a basket is taxed. */
export interface Taxes {
  display: TaxDisplay;
  /** Per cent that come on top of the prices; 0 where they include the tax. */
  tax: number;
  /** Per cent that are in the prices; 0 where the tax comes on top. */
  inside: number;
}

/** How what goes to a zone is taxed. */
export async function readTaxes(zone: ShippingZone): Promise<Taxes> {
  const taxes = await database()
    .from('zone_taxes')
    .select('display, tax_basis_points, included_basis_points')
    .eq('zone', zone)
    .single()
    // The generated types take every column of a view for nullable.
    .overrideTypes<
      {
        display: Taxes['display'];
        tax_basis_points: number;
        included_basis_points: number;
      },
      { merge: false }
    >();
  const { display, tax_basis_points, included_basis_points } = dataOf(taxes);
  return { display, tax: tax_basis_points / 100, inside: included_basis_points / 100 };
}

/** A product's colour whose stock is asked for, in the spec's field names. */
export interface StockQuestion {
  productId: number;
  selectedColorId: number;
}

/**
 * Units of each item that this shopper can buy now, in the order asked; 0 for unknown ids.
 * @throws HttpError 429 after too many attempts.
 */
export async function readStock(items: StockQuestion[], attempt: Attempt, shopper?: string) {
  const counted = await database().rpc('counted_stock', {
    p_limits: attempt,
    p_items: items.map((item) => ({ ...item })),
    ...(shopper && { p_user: shopper }),
  });
  const { wait, stock } = dataOf(counted);
  return stock ?? refuseToWait(wait);
}
