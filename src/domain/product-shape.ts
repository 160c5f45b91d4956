/** Guards in place of the schemas of product.ts, which would weigh a phone down with zod. */
import { isPrice } from './money.ts';
import type { Category, ColourVariant, Product, VariantImage } from './product.ts';
import { isInteger, isText, listOf, nullish, shape } from './shape.ts';

/** Whether a value from storage or the network is a whole colour variant. */
export const isColourVariant = shape<ColourVariant>({
  id: isInteger,
  color_name: isText,
  hex: nullish(isText),
  quantity: isInteger,
  images: listOf(shape<VariantImage>({ image: isText })),
});

/** The guards of every field of a product but its colours. The price must be one that can be read. */
export const productFields = {
  id: isInteger,
  name: isText,
  description: isText,
  material: nullish(isText),
  price: isPrice,
  category_name: isText,
  created_at: isText,
};

/** Whether a value from storage or the network is a whole product. */
export const isProduct = shape<Product>({
  ...productFields,
  color_variants: listOf(isColourVariant),
});

/** Whether a value from the network is a category. */
export const isCategory = shape<Category>({ id: isInteger, name: isText });
