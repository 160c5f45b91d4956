import { nameKey } from '#domain/names/name-key.ts';
import type { Catalogue, CatalogueProduct } from './catalogue-file.ts';
import type { Rename } from './changes.ts';
import type { Exported } from './exported-catalogue.ts';
import type { Memory } from './memory.ts';

/** Something in the file that may be new, or renamed. */
export interface RenameQuestion extends Rename {
  /** The row or path in the file, for messages. */
  place: string;
}

/** Key of a question's answer: `boss-beanie`, or `boss-beanie/Bone White`. */
export function questionKey({ colour, slug, now }: Rename): string {
  return colour === null ? now : `${slug}/${now}`;
}

const words = (name: string) => new Set(nameKey(name).split(/[^\p{L}\p{N}]+/u));

/** Whether two colours' names share a word: Bone, Bone White. */
function alike(one: string, other: string): boolean {
  const others = words(other);
  return [...words(one)].some((word) => others.has(word));
}

/** The one product missing from the file that this new one may be: by the row's memory, or by its name. */
function formerProduct(
  product: CatalogueProduct,
  shop: Exported,
  memory: Memory | null,
  inFile: ReadonlySet<string>,
): string | undefined {
  const remembered = product.colours
    .map(({ line }) => (line === undefined ? undefined : memory?.rows.get(line)?.slug))
    .find((slug) => slug !== undefined && slug !== product.slug);
  const inShop = (slug: string) => shop.products.some((other) => other.slug === slug);
  if (remembered !== undefined) {
    return inFile.has(remembered) || !inShop(remembered) ? undefined : remembered;
  }
  const sameName = shop.products.filter(
    ({ slug, name }) => !inFile.has(slug) && nameKey(name) === nameKey(product.name ?? ''),
  );
  return sameName.length === 1 ? sameName[0]?.slug : undefined;
}

/** Colours of a product that may be new names of ones that the shop has and the file lacks. */
function formerColours(
  product: CatalogueProduct,
  shopColours: readonly string[],
  memory: Memory | null,
): RenameQuestion[] {
  const inFile = new Set(product.colours.map(({ colour }) => nameKey(colour)));
  const inShop = new Set(shopColours.map(nameKey));
  const missing = shopColours.filter((colour) => !inFile.has(nameKey(colour)));
  const unknown = product.colours.filter(({ colour }) => !inShop.has(nameKey(colour)));
  return unknown.flatMap(({ colour: now, line, place }) => {
    const seen = line === undefined ? undefined : memory?.rows.get(line)?.colour;
    const candidates = missing.filter((colour) => seen === undefined || seen === colour);
    const only = unknown.length === 1 && inFile.size > 1 ? candidates : [];
    const [was, ...more] =
      seen === undefined ? candidates.filter((colour) => alike(colour, now)) : candidates;
    const former = was ?? (only.length === 1 ? only[0] : undefined);
    return former === undefined || more.length > 0
      ? []
      : [{ slug: product.slug, colour: former, now, place }];
  });
}

/**
 * Possible renames in a file: a product or colour that the shop does not have, where the
 * file lacks one that the shop has. The memory of an exported row knows its old name; without it, a
 * colour is asked about when it shares a word with the missing one or is the only one of both.
 */
export function renameQuestions(
  { products }: Catalogue,
  shop: Exported,
  memory: Memory | null,
): RenameQuestion[] {
  const inFile = new Set(products.map(({ slug }) => slug));
  const bySlug = new Map(shop.products.map((product) => [product.slug, product]));
  return products.flatMap((product) => {
    const { slug, colours } = product;
    const known = bySlug.get(slug);
    if (known) {
      const names = known.color_variants.map(({ color_name }) => color_name);
      return formerColours(product, names, memory);
    }
    const former = formerProduct(product, shop, memory, inFile);
    if (former === undefined) return [];
    return [{ slug: former, colour: null, now: slug, place: colours[0]?.place ?? '' }];
  });
}
