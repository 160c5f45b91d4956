import type { CatalogueReading } from '#domain/wire/catalogue-reading.ts';
import type { ReleaseChanges } from '#domain/wire/staff-releases.ts';
import type { NeededPicture } from './use-pictures.ts';

/** Changes of a spreadsheet, with picture names replaced by their URLs. */
export function changesWithPictures(
  given: NonNullable<CatalogueReading['given']>,
  order: CatalogueReading['order'],
  pictures: readonly NeededPicture[],
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
