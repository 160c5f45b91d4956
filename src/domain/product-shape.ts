import { isPrice } from './money.ts';
import type { Category, ColourVariant, Product, VariantImage } from './product.ts';
import { isRecord } from './record.ts';

function isImage(value: unknown): value is VariantImage {
  return isRecord(value) && typeof value.image === 'string';
}

/** Whether a value from storage or the network is a whole colour variant. */
export function isColourVariant(value: unknown): value is ColourVariant {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    typeof value.color_name === 'string' &&
    Number.isSafeInteger(value.quantity) &&
    Array.isArray(value.images) &&
    value.images.every(isImage)
  );
}

/** Whether a value has every field of a product but its colours, with a price that can be read. */
export function isProductWithoutColours(
  value: unknown,
): value is Omit<Product, 'color_variants'> & Record<string, unknown> {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    typeof value.name === 'string' &&
    typeof value.description === 'string' &&
    isPrice(value.price) &&
    typeof value.category_name === 'string' &&
    typeof value.created_at === 'string'
  );
}

/** Whether a value from storage or the network is a whole product. */
export function isProduct(value: unknown): value is Product {
  return (
    isProductWithoutColours(value) &&
    Array.isArray(value.color_variants) &&
    value.color_variants.every(isColourVariant)
  );
}

/** Whether a value from the network is a category. */
export function isCategory(value: unknown): value is Category {
  return isRecord(value) && Number.isSafeInteger(value.id) && typeof value.name === 'string';
}
