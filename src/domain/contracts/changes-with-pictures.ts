import type { CatalogueReading } from './catalogue-reading.ts';
import type { ReleaseChanges } from './staff-releases.ts';

type GivenColour = NonNullable<CatalogueReading['given']>['colours'][number];

/**
 * A colour with the pictures that are there, each with its alt text. Without any it keeps those of the shop.
 * @param addressOf undefined for a picture that is missing.
 */
function withPictures(colour: GivenColour, addressOf: (name: string) => string | undefined) {
  const { images, worn, alts, ...rest } = structuredClone(colour);
  if (!images) return colour;
  const texts = Array.isArray(alts) ? alts.map(String) : null;
  const found = images.flatMap((name, at) => {
    const address = addressOf(name);
    return address === undefined ? [] : [[address, texts?.[at] ?? ''] as const];
  });
  const changed: GivenColour = rest;
  const shown = typeof worn === 'string' ? addressOf(worn) : undefined;
  if (shown !== undefined) changed['worn'] = shown;
  if (found.length === 0 && images.length > 0) return changed;
  // Identical files share one URL.
  const pictures = new Map(found.toReversed());
  changed.images = [...new Set(found.map(([address]) => address))];
  if (texts) changed['alts'] = changed.images.map((address) => pictures.get(address) ?? '');
  return changed;
}

/**
 * Replaces picture names in a spreadsheet's changes by their URLs.
 * @param pictures pictures without an address are missing, and left out.
 */
export function changesWithPictures(
  given: NonNullable<CatalogueReading['given']>,
  order: CatalogueReading['order'],
  pictures: readonly { slug: string; name: string; address?: string | undefined }[],
): ReleaseChanges {
  const needed = new Map<string, string | undefined>(
    pictures.map(({ slug, name, address }) => [`${slug}/${name}`, address]),
  );
  // Names that are not files are addresses of the shop.
  const addressOf = (slug: string, name: string) => {
    const key = `${slug}/${name}`;
    return needed.has(key) ? needed.get(key) : name;
  };
  const colours = given.colours.map((colour) =>
    withPictures(colour, (name) => addressOf(colour.slug, name)),
  );
  const products = given.products.map((product) => {
    const changed = structuredClone(product);
    const name = changed['share_picture'];
    const address = typeof name === 'string' ? addressOf(product.slug, name) : name;
    if (address === undefined) delete changed['share_picture'];
    else changed['share_picture'] = address;
    return changed;
  });
  return {
    catalogue: { ...given, products, colours },
    ...(Object.keys(order).length > 0 && { order }),
  };
}
