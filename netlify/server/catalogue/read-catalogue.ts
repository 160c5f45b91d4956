import { productOfListed } from '#domain/product-of-listed.ts';
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
  const listed = await database().rpc('product_listing', firstOf(first));
  return dataOf(listed).map(productOfListed);
}

/** Those of the products that are in the shop, as the listing calls answer them. */
export async function readProductsById(ids: number[]) {
  const listed = await database().rpc('product_listing', { p_products: ids });
  return dataOf(listed).map(productOfListed);
}

/**
 * The products of a category, newest first.
 * @param first only so many of them.
 * @throws HttpError 404 when there is no such category.
 */
export async function readCategoryProducts(category: number, first?: number) {
  const listed = await database().rpc('category_listing', {
    p_category: category,
    ...firstOf(first),
  });
  const products = dataOf(listed);
  if (products === null) throw new HttpError(404, 'There is no such category.');
  return products.map(productOfListed);
}

/** Tax in per cent. */
export async function readTaxPercent(): Promise<number> {
  const tax = await database()
    .from('current_tax')
    .select('tax_basis_points')
    .single()
    // The generated types take every column of a view for nullable.
    .overrideTypes<{ tax_basis_points: number }, { merge: false }>();
  return dataOf(tax).tax_basis_points / 100;
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
