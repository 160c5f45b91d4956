import { imagePath } from '../catalogue/image.ts';
import { statedColour } from '../names/only-colour.ts';
import { plainText } from '../site-content/plain-text.ts';
import type { ColourVariant, Product } from '../catalogue/product.ts';
import { company } from '#brand/company.ts';

/** Identifies one colour of a product in structured data and in the merchant feed. */
export function skuOf(product: Product, variant: ColourVariant): string {
  return `${product.id}-${variant.id}`;
}

/** Title of one colour of a product, in structured data and feeds. */
export function titleOf(product: Product, variant: ColourVariant): string {
  const colour = statedColour(variant);
  return colour === '' ? product.name : `${product.name} – ${colour}`;
}

/** The distinct pictures of some colours, without placeholders and invalid URLs. */
export function picturesOf(variants: readonly ColourVariant[]): string[] {
  const pictures = variants.flatMap(({ images }) => images.filter(({ image }) => image.trim()));
  const paths = pictures.map((image) => imagePath(image, ''));
  return [...new Set(paths)].filter((path) => URL.canParse(path, 'https://localhost'));
}

/** A product's description as plain text, or a generic sentence if it has none. */
export function descriptionOf({ name, description }: Product): string {
  return plainText(description) || `${name} by ${company.brand}.`;
}
