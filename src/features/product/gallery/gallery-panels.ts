import { imagePath } from '#domain/catalogue/image.ts';
import { pictureAlt } from '#domain/catalogue/picture-alt.ts';
import { subjectOf } from '#domain/cart/product-view.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** The pictures of one colour. */
export interface GalleryPanel {
  /** The colour's id; omitted for a product without colours. */
  colour?: number;
  /** Fallback description of the pictures, e.g. "Boss Beanie in Rust". */
  subject: string;
  /** URLs of the pictures, in order; at least one. */
  pictures: string[];
  /** Alt texts; `''` if missing; omitted if none are set. */
  alts?: string[];
  /** A film in place of one of them. */
  film?: { place: number; address: string };
}

/**
 * A product's pictures, by colour.
 * @param apiHost origin for picture paths, or `''` for this site.
 */
export function galleryPanels(product: Product, apiHost: string): GalleryPanel[] {
  if (product.color_variants.length === 0)
    return [{ subject: product.name, pictures: [imagePath(undefined, apiHost)] }];
  return product.color_variants.map((colour) => {
    const subject = subjectOf(product, colour);
    const place = colour.images.findIndex(({ film }) => film);
    const address = colour.images[place]?.film;
    const alts = colour.images.map((image) => pictureAlt(image, subject));
    return {
      colour: colour.id,
      subject,
      pictures: (colour.images.length > 0 ? colour.images : [undefined]).map((image) =>
        imagePath(image, apiHost),
      ),
      ...(alts.some((alt) => alt !== '') && { alts }),
      ...(address && { film: { place, address } }),
    };
  });
}
