import { londonShort } from '#domain/basics/london-clock.ts';
import { eachFact } from '#domain/catalogue/product-facts.ts';
import type { Catalogue, CatalogueProduct } from './catalogue-file.ts';
import type { FileCollection } from './check-collections.ts';
import { colourKey, type Memory, type SeenColour, type SeenProduct } from './memory.ts';

/** A new name for an existing product (its slug), or for one of its colours. */
export interface Rename {
  slug: string;
  colour: string | null;
  now: string;
}

type Seen<T> = { [K in keyof T]?: T[K] };

/** A product as `import_catalogue` takes it. Fields left out stay as they are in the shop. */
type GivenProduct = {
  [K in keyof Omit<SeenProduct, 'collections'>]?: SeenProduct[K] | undefined;
} & {
  slug: string;
  seen?: Seen<SeenProduct>;
};

type GivenColour = { [K in keyof SeenColour]?: SeenColour[K] | undefined } & {
  slug: string;
  color_name: string;
  seen?: Seen<SeenColour>;
  export?: string;
};

interface GivenCategory extends Omit<FileCollection, 'seen'> {
  kind?: 'collection';
  seen?: object;
  clears?: 'rule'[];
}

/** Arguments of an import to the database. */
export interface GivenCatalogue {
  renames: Rename[];
  categories: GivenCategory[];
  products: GivenProduct[];
  colours: GivenColour[];
}

/** Treats a day as equal to the moment that was exported as that day. */
function sameMoment(day: string, seen: string): boolean {
  return day.length === 10 ? seen.startsWith(day) : Date.parse(day) === Date.parse(seen);
}

/** Fields that files give to the minute. */
const moments = new Set(['visible_from', 'sale_from', 'sale_until']);

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && !value.endsWith('infinity');
}

function same(field: string, given: unknown, seen: unknown): boolean {
  if (field === 'created_at') return sameMoment(String(given), String(seen));
  if (moments.has(field) && [given, seen].every(isMoment)) {
    return londonShort(String(given)) === londonShort(String(seen));
  }
  return JSON.stringify(given) === JSON.stringify(seen);
}

/**
 * The fields of a file that were changed since its export, with the values that the export saw. If the
 * export did not know the product or colour, all fields.
 */
function changed<T extends object>(given: T, seen: object | undefined): T & { seen?: object } {
  if (!seen) return given;
  const before = new Map<string, unknown>(Object.entries(seen));
  const fields = Object.entries(given).filter(
    ([field, value]) =>
      value !== undefined && (!before.has(field) || !same(field, value, before.get(field))),
  );
  const known = fields.filter(([field]) => before.has(field));
  const base = Object.fromEntries(known.map(([field]) => [field, before.get(field)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of what was given
  return { ...(Object.fromEntries(fields) as T), seen: base };
}

/** A collection for the import; nothing if its export has not been changed. */
function givenCollection({ slug, seen, ...fields }: FileCollection): GivenCategory[] {
  const { slug: _, ...known } = seen ?? { slug };
  const { rule, ...rest } = changed(fields, seen && known);
  if (seen && rule === undefined && Object.keys(rest).length === 1) return [];
  // An import leaves out nothing that is null.
  const ruled = rule === null ? { clears: ['rule' as const] } : rule && { rule };
  return [{ slug, kind: 'collection', ...rest, ...ruled }];
}

function productFields(product: CatalogueProduct) {
  const { name, description, category } = product;
  const told = eachFact(
    (fact) => product[fact],
    (fact) => product[fact],
  );
  const { hs_code, origin_country } = product;
  const { search_title, search_description, share_picture } = product;
  const searched = { search_title, search_description, share_picture };
  const { price, added, visible_from } = product;
  const { sale_price, sale_from, sale_until } = product;
  const sale = { sale_price_pence: sale_price, sale_from, sale_until };
  const texts = { name, description, ...told, hs_code, origin_country, category };
  return { ...texts, ...searched, price_pence: price, ...sale, created_at: added, visible_from };
}

/** Whether a product's colours were reordered in the file: their order counts only if it was changed. */
function isReordered(
  product: CatalogueProduct,
  oldKey: (colour: string) => string,
  memory: Memory,
) {
  const places = product.colours.map(
    ({ colour }) => memory.colours.get(oldKey(colour))?.seen.position,
  );
  const known = places.filter((place) => place !== undefined);
  return known.some((place, index) => index > 0 && place < (known[index - 1] ?? 0));
}

/**
 * The changes to make in the database for a file: with a memory, only those made since its export, and
 * stock as the difference from the exported number; for a file made by hand, everything in it. Pictures keep the names of the file.
 * @param renames answers to the rename questions (see renames.ts).
 */
export function changesOf(
  { categories, collections, products }: Catalogue,
  memory: Memory | null,
  renames: readonly Rename[],
): GivenCatalogue {
  const oldSlug = new Map(renames.filter((r) => r.colour === null).map((r) => [r.now, r.slug]));
  const oldColour = new Map(
    renames.flatMap(({ slug, colour, now }) =>
      colour === null ? [] : [[colourKey(slug, now), colour] as const],
    ),
  );
  const given: GivenCatalogue = {
    renames: [...renames],
    categories: [
      ...categories.map(({ slug, name }) => ({ slug, name })),
      ...collections.flatMap(givenCollection),
    ],
    products: [],
    colours: [],
  };
  for (const product of products) {
    const { slug } = product;
    const before = oldSlug.get(slug) ?? slug;
    const oldKey = (colour: string) =>
      colourKey(before, oldColour.get(colourKey(slug, colour)) ?? colour);
    given.products.push({
      slug,
      ...changed(productFields(product), memory?.products.get(before)),
    });
    const ordered = !memory || isReordered(product, oldKey, memory);
    for (const [
      index,
      { colour, sku, gtin, swatch, stock, pictures, worn, film, alts },
    ] of product.colours.entries()) {
      const seen = memory?.colours.get(oldKey(colour));
      const images = pictures && [...new Set(pictures)];
      given.colours.push({
        slug,
        color_name: colour,
        ...changed(
          {
            hex: swatch,
            sku,
            gtin,
            quantity: stock,
            images,
            worn,
            film,
            alts,
            position: ordered ? index + 1 : undefined,
          },
          seen?.seen,
        ),
        ...(seen && stock !== undefined && stock !== seen.seen.quantity && { export: seen.export }),
      });
    }
  }
  return given;
}
