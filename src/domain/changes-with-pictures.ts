import type { CatalogueReading } from './wire/catalogue-reading.ts';
import type { ReleaseChanges } from './wire/staff-releases.ts';

/**
 * Replaces picture names in a spreadsheet's changes by their URLs.
 * @param pictures stored pictures; those without an address keep their names.
 */
export function changesWithPictures(
  given: NonNullable<CatalogueReading['given']>,
  order: CatalogueReading['order'],
  pictures: readonly { slug: string; name: string; address?: string | undefined }[],
): ReleaseChanges {
  const addresses = new Map(
    pictures.flatMap(({ slug, name, address }) =>
      address === undefined ? [] : [[`${slug}/${name}`, address] as const],
    ),
  );
  const colours = given.colours.map((colour) => {
    if (!colour.images) return colour;
    const images = colour.images.map((name) => addresses.get(`${colour.slug}/${name}`) ?? name);
    // Identical files share one URL.
    return Object.assign(structuredClone(colour), { images: [...new Set(images)] });
  });
  const products = given.products.map((product) => {
    const { slug, share_picture } = product;
    const address = addresses.get(`${slug}/${String(share_picture)}`);
    return address === undefined
      ? product
      : Object.assign(structuredClone(product), { share_picture: address });
  });
  return {
    catalogue: { ...given, products, colours },
    ...(Object.keys(order).length > 0 && { order }),
  };
}
