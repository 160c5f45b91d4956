import type { ShippingZone, TaxDisplay } from '#domain/enums.ts';
import { productOfListed } from '#domain/catalogue/product-of-listed.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { missingCaching } from '../answer.ts';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { readById } from '../newest-ids.ts';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { callMessages } from '../messages/calls.ts';

/** Products, complete until a moment (ISO 8601); null for no end. */
export interface HeldListing {
  products: Product[];
  until: string | null;
}

/** All categories in menu order, and until when that holds. */
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
 * The given products that are on sale, in the shape of the listing calls.
 * @param described whether to include the attributes that only their own pages show.
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

/** Answer to an unknown category, which the CDN keeps as it keeps listings. */
export function noCategory(): HttpError {
  return new HttpError(404, callMessages.categoryUnknown, missingCaching());
}

/**
 * The products of a category in its order: newest first if marketers set none.
 * @param first maximum number of products.
 * @throws HttpError 404 when there is no such category.
 */
export async function readCategoryProducts(category: number, first?: number): Promise<HeldListing> {
  const asked = { p_category: category, ...limitedTo(first) };
  const { products, until } = await readById(
    'categories',
    category,
    async () => dataOf(await database().rpc('listing_until', asked)),
    { none: { products: null, until: null }, isShown: (found) => found.products !== null },
  );
  if (products === null) throw noCategory();
  return { products: products.map(productOfListed), until };
}

/** Longest gap between builds for which opened products stay in the files that builds write. */
const longestWithoutBuild = '7 days';

/** Recently opened products, newest first, and when the next ones open. */
export async function readOpened(): Promise<HeldListing> {
  const asked = { p_since: longestWithoutBuild };
  const { products, until } = dataOf(await database().rpc('opened_until', asked));
  return { products: products.map(productOfListed), until };
}

/** The tax on a basket. */
export interface Taxes {
  display: TaxDisplay;
  /** Per cent added to the prices; 0 if they include the tax. */
  tax: number;
  /** Per cent included in the prices; 0 if the tax is added. */
  inside: number;
}

/** The tax on goods sent to a zone. */
export async function readTaxes(zone: ShippingZone): Promise<Taxes> {
  const taxes = await database()
    .from('zone_taxes')
    .select('display, tax_basis_points, included_basis_points')
    .eq('zone', zone)
    .single()
    // The generated types treat every column of a view as nullable.
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
