/** Type guards in place of the schemas in product.ts, so that browsers need not load zod. */
import { isPrice } from '../money/money.ts';
import type { Category, ColourVariant, Product, VariantImage } from './product.ts';
import { isInteger, isText, listOf, nullish, shape } from '../basics/shape.ts';

/** Whether a value from storage or the network is a complete colour variant. */
export const isColourVariant = shape<ColourVariant>({
  id: isInteger,
  color_name: isText,
  hex: nullish(isText),
  quantity: isInteger,
  // Only the path: carts show no more, and every page waits for each byte here.
  images: listOf(shape<Pick<VariantImage, 'image'>>({ image: isText })),
});

/**
 * Guards for every field of a product except its colours. The price must be parseable. Facts are named
 * one by one, because browsers load this and not the table (product-facts.ts). Sale, draw and attributes
 * are not checked: every byte here is in many pages, and none affects what a shopper is charged.
 */
export const productFields = {
  id: isInteger,
  name: isText,
  description: isText,
  material: nullish(isText),
  price: isPrice,
  category_name: isText,
  created_at: isText,
};

/** Whether a value from storage or the network is a complete product. */
export const isProduct = shape<Omit<Product, 'sale' | 'drawn' | 'attributes'>>({
  ...productFields,
  color_variants: listOf(isColourVariant),
});

/** Whether a value from the network is a category. */
export const isCategory = shape<Category>({ id: isInteger, name: isText });
