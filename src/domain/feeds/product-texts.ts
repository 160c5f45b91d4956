import { imagePath } from '../address/image.ts';
import type { ColourVariant, Product } from '../product.ts';
import { company } from '#company';

/** Identifies one colour of a product in structured data and in the merchant feed. */
export function skuOf(product: Product, variant: ColourVariant): string {
  return `${product.id}-${variant.id}`;
}

/** The distinct pictures of some colours, without placeholders and invalid URLs. */
export function picturesOf(variants: readonly ColourVariant[]): string[] {
  const pictures = variants.flatMap(({ images }) => images.filter(({ image }) => image.trim()));
  const paths = pictures.map((image) => imagePath(image, ''));
  return [...new Set(paths)].filter((path) => URL.canParse(path, 'https://localhost'));
}

/** A product's description, or a generic sentence if it has none. */
export function descriptionOf({ name, description }: Product): string {
  return description.trim() || `${name} by ${company.brand}.`;
}
