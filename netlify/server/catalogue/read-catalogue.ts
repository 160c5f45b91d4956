import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';

/** All categories in the order of the menu. */
export async function readCategories() {
  return dataOf(
    await database().from('categories').select('id, name').order('position').order('id'),
  );
}

/** A listing, or with a number only its newest so many products. */
function firstOf(first: number | undefined) {
  return first === undefined ? {} : { p_first: first };
}

/**
 * All products, newest first, as the listing calls answer them.
 * @param first only so many of them.
 */
export async function readProducts(first?: number) {
  return dataOf(await database().rpc('product_listing', firstOf(first)));
}

/** Those of the products that are in the shop, as the listing calls answer them. */
export async function readProductsById(ids: number[]) {
  return dataOf(await database().rpc('product_listing', { p_products: ids }));
}

/**
 * The products of a category, newest first.
 * @param first only so many of them.
 * @throws HttpError 404 when there is no such category.
 */
export async function readCategoryProducts(category: number, first?: number) {
  const products = dataOf(
    await database().rpc('category_listing', { p_category: category, ...firstOf(first) }),
  );
  if (products === null) throw new HttpError(404, 'There is no such category.');
  return products;
}

/** Tax in per cent; 6 where the setting is missing (spec, section 7). */
export async function readTaxPercent(): Promise<number> {
  const setting = await database().from('tax_settings').select('tax_basis_points').maybeSingle();
  return (dataOf(setting)?.tax_basis_points ?? 600) / 100;
}

/** Which colour of which product, as the stock check names it. */
export interface StockQuestion {
  productId: number;
  selectedColorId: number;
}

/** Units of each that this shopper could buy now, in the order asked; 0 for what does not exist. */
export async function readStock(items: StockQuestion[], shopper: string | null) {
  const stock = await database().rpc('current_stock', {
    p_items: items.map((item) => ({ ...item })),
    ...(shopper && { p_user: shopper }),
  });
  return dataOf(stock);
}
