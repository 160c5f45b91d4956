import { productOfListed } from '#domain/catalogue/product-of-listed.ts';
import type { ListedProduct } from '#domain/catalogue/listed-product.ts';
import type { ProductReviews } from '#domain/catalogue/product-reviews.ts';
import type { Category, Product } from '#domain/catalogue/product.ts';
import { noSearchWords, type SearchWords } from '#domain/catalogue/search-words.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { dataOf, database } from '../database.ts';
import type { LeftProduct } from '../listing/left-product.ts';
import { readById } from '../newest-ids.ts';

/** A product on sale, and what else its page shows. */
export interface ShownProduct {
  product: Product;
  /** The product with its attributes. */
  described: Product;
  category: Category;
  /** Title, description and picture in search results and shared links. */
  search: SearchWords;
  /** Null without any. */
  reviews: ProductReviews | null;
  /** Other products, in order. */
  related: Product[];
}

/** Answer to a product's address. */
interface ReadPage {
  shown: ShownProduct | null;
  /** A product that once had a page there. */
  left: LeftProduct | null;
  /** Valid until (ISO 8601); null for no end. */
  until: string | null;
}

/** A row as the build reads it, whose times have milliseconds. */
const productOf = (listed: ListedProduct): Product => ({
  ...productOfListed(listed),
  created_at: new Date(listed.created_at).toISOString(),
});

/** Reads the product of an address, by the id in it. */
export async function readProductPage(id: string): Promise<ReadPage> {
  const number = rowNumber(id);
  const none = { shown: null, left: null, until: null };
  if (number === null) return none;
  return readById<ReadPage>('products', number, () => readKnown(number), {
    none,
    isShown: ({ shown, left }) => shown !== null || left !== null,
  });
}

async function readKnown(number: number): Promise<ReadPage> {
  const read = dataOf(await database().rpc('product_page', { p_product: number }));
  const { product: listed, attributes, search, reviews, related, left, until } = read;
  if (listed === null) return { shown: null, left, until };
  const product = productOf(listed);
  const category = { id: listed.category_id, name: listed.category_name };
  const shown = {
    product,
    described: { ...product, attributes },
    category,
    search: search ?? noSearchWords,
    reviews,
    related: related.map(productOf),
  };
  return { shown, left, until };
}
