import { slugOf } from '#domain/names/slug-of.ts';
import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import type { SheetCell } from './platform-sheet.ts';

/** A picture by its address on the platform. */
export interface Picture {
  address: string;
  alt: string;
  cell: SheetCell;
}

interface Colour {
  name: string;
  /** The one picture that the platform shows for it. */
  own: Picture | undefined;
}

/** Index of the colour that a picture's file name or alt text names; the longest name wins: “Light Blue”. */
function namedColour({ address, alt }: Picture, colours: readonly Colour[]): number {
  const words = `-${slugOf(`${pictureFileName(address)} ${alt}`)}-`;
  const named = colours
    .map(({ name }, index) => ({ slug: slugOf(name), index }))
    .filter(({ slug }) => slug !== '' && words.includes(`-${slug}-`));
  return named.toSorted((a, b) => b.slug.length - a.slug.length)[0]?.index ?? -1;
}

/**
 * Divides a product's gallery among its colours. A platform knows one picture of a colour; the others go to the colour
 * that they name, else to the one whose own picture they follow, else to the first.
 */
export function picturesByColour(
  gallery: readonly Picture[],
  colours: readonly Colour[],
): Picture[][] {
  const found = new Map(gallery.map((picture) => [picture.address, picture]));
  const divided = colours.map(({ own }) => (own ? [found.get(own.address) ?? own] : []));
  let last = 0;
  for (const picture of found.values()) {
    const owner = colours.findIndex(({ own }) => own?.address === picture.address);
    if (owner >= 0) last = owner;
    else {
      const named = namedColour(picture, colours);
      divided[named < 0 ? last : named]?.push(picture);
    }
  }
  return divided;
}
