import { factNames } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { searchWordsOf } from '#domain/catalogue/search-words.ts';
import type { EditedColour, EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { differences, type Given, isSame, valuesOf } from '../catalogue/catalogue-differences.ts';

/** A colour after its edits. */
interface ColourNow extends EditedColour {
  /** The colour's name in the shop; null if it is new. */
  was: string | null;
}

/** A product after its edits. */
export type ProductNow = Omit<EditedProduct, 'colours'> & { colours: readonly ColourNow[] };

/** Alt texts up to the last one set, as the database returns them. */
function setAlts(alts: readonly string[]): string[] {
  return alts.slice(0, alts.findLastIndex((alt) => alt !== '') + 1);
}

/** Fields of a colour. Its place counts only among reordered ones: `import_colours` then needs every place. */
function colourFields({ alts, ...colour }: EditedColour) {
  const { sku, gtin, hex, quantity, archived, images, worn, film, position } = colour;
  return { sku, gtin, hex, quantity, archived, images, worn, film, alts: setAlts(alts), position };
}

/** Keeps the previous notation of an equal moment: 18:00Z and 18:00+00:00. */
function likeBefore<Moment extends string | null>(was: Moment, now: Moment): Moment {
  return was !== null && now !== null && Date.parse(was) === Date.parse(now) ? was : now;
}

type Fields = Omit<EditedProduct, 'colours'>;

function productFields(product: Fields, was = product) {
  const { name, description, price_pence, sale_price_pence, category, archived } = product;
  const { hs_code, origin_country } = product;
  return {
    name,
    description,
    ...eachOf(factNames, (fact) => product[fact]),
    hs_code,
    origin_country,
    ...searchWordsOf(product),
    price_pence,
    sale_price_pence,
    sale_from: likeBefore(was.sale_from, product.sale_from),
    sale_until: likeBefore(was.sale_until, product.sale_until),
    category,
    visible_from: likeBefore(was.visible_from, product.visible_from),
    archived,
  };
}

/** A new product with its colours. The database refuses it if its slug is taken. */
function newProduct({ colours, ...product }: ProductNow): Given {
  const { slug } = product;
  const { archived: _, sale_from, sale_until, ...fields } = productFields(product);
  const sale = product.sale_price_pence > 0 && { sale_from, sale_until };
  const { sale_price_pence, ...others } = fields;
  return {
    products: [
      { slug, new: true, ...valuesOf(others), ...(sale && { sale_price_pence, ...sale }) },
    ],
    colours: colours.map((colour, index) => {
      const { archived: _archived, ...values } = colourFields(colour);
      const { color_name } = colour;
      return { slug, color_name, ...valuesOf(values), position: index + 1 };
    }),
  };
}

/** Alt texts go along with changed pictures, or each would follow its picture to its new place. */
function withAlts(
  changed: ReturnType<typeof differences>,
  { alts: were }: EditedColour,
  { alts }: Pick<EditedColour, 'alts'>,
) {
  if (!changed || !('images' in changed) || alts.length + were.length === 0) return changed;
  return { ...changed, alts, seen: { ...Object(changed['seen']), alts: setAlts(were) } };
}

function isReordered(was: EditedProduct, { colours }: ProductNow): boolean {
  const before = was.colours.map(({ color_name }) => color_name);
  // A new colour is appended if only it is sent.
  return !isSame(colours.map((colour) => colour.was).slice(0, before.length), before);
}

function colourChanges(was: EditedProduct, now: ProductNow, form: string): Given['colours'] {
  const { slug } = now;
  const before = new Map(was.colours.map((colour) => [colour.color_name, colour]));
  const ordered = isReordered(was, now);
  return now.colours.flatMap((colour, index) => {
    const { color_name } = colour;
    const shop = colour.was === null ? undefined : before.get(colour.was);
    const place = ordered ? { position: index + 1 } : {};
    if (!shop) {
      const { archived: _archived, position: _position, ...values } = colourFields(colour);
      return [{ slug, color_name, ...valuesOf(values), ...place }];
    }
    const after = { ...colourFields(colour), position: shop.position, ...place };
    const changed = withAlts(differences(colourFields(shop), after), shop, after);
    if (!changed && !ordered) return [];
    const stock = changed && 'quantity' in changed && { export: form };
    return [{ slug, color_name, seen: {}, ...changed, ...place, ...stock }];
  });
}

/**
 * Changes of a product's form, for a release; null if none.
 * @param was the product in the shop; null if it is new.
 * @param form idempotency key of the form's stock movement.
 */
export function changesOfProduct(
  was: EditedProduct | null,
  now: ProductNow,
  form: string,
): ReleaseChanges | null {
  if (!was) return { catalogue: newProduct(now) };
  const { slug } = now;
  const product = differences(productFields(was), productFields(now, was));
  const colours = colourChanges(was, now, form);
  const renames = now.colours.flatMap(({ color_name, was: colour }) =>
    colour === null || colour === color_name ? [] : [{ slug, colour, now: color_name }],
  );
  const moves = slug === was.slug ? [] : [{ slug: was.slug, colour: null, now: slug }];
  if (!product && colours?.length === 0 && renames.length + moves.length === 0) return null;
  return {
    catalogue: {
      ...(renames.length + moves.length > 0 && { renames: [...moves, ...renames] }),
      products: product ? [{ slug, ...product }] : [],
      colours,
    },
  };
}
