import type { VariantImage } from './product.ts';

/**
 * A picture's alt text, or the shop's own for one that shows the piece worn; `''` if neither.
 * @param subject the piece and its colour, such as "Boss Beanie in Rust".
 */
export function pictureAlt({ alt, worn }: VariantImage, subject: string): string {
  return alt || (worn ? `${subject}, worn` : '');
}
