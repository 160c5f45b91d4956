import { factNames } from '#domain/product-facts.ts';
import { eachOf } from '#domain/each-of.ts';
import type { EditedColour, EditedProduct } from '#domain/wire/staff-catalogue.ts';
import type { ReleaseChanges } from '#domain/wire/staff-releases.ts';

type Given = NonNullable<ReleaseChanges['catalogue']>;

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Changed fields of `now` with their previous values, as `import_catalogue` takes them; null if none changed. `archived`
 * has no previous value there: it is a decision, not a difference.
 */
function differences(was: object, now: object): Record<string, unknown> | null {
  const before = new Map<string, unknown>(Object.entries(was));
  const changed = Object.entries(now).filter(([field, value]) => !isSame(before.get(field), value));
  if (changed.length === 0) return null;
  const seen = changed.filter(([field]) => field !== 'archived').map(([field]) => field);
  const clears = changed.flatMap(([field, value]) => (value === null ? [field] : []));
  return {
    ...Object.fromEntries(changed.filter(([, value]) => value !== null)),
    ...(clears.length > 0 && { clears }),
    seen: Object.fromEntries(seen.map((field) => [field, before.get(field)])),
  };
}

function colourFields({ quantity, archived, images }: EditedColour) {
  return { quantity, archived, images };
}

/** Keeps the previous notation of an equal moment: 18:00Z and 18:00+00:00. */
function likeBefore<Moment extends string | null>(was: Moment, now: Moment): Moment {
  return was !== null && now !== null && Date.parse(was) === Date.parse(now) ? was : now;
}

function productFields(product: EditedProduct, was = product) {
  const { name, description, price_pence, sale_price_pence, category, archived } = product;
  const { hs_code, origin_country } = product;
  return {
    name,
    description,
    ...eachOf(factNames, (fact) => product[fact]),
    hs_code,
    origin_country,
    price_pence,
    sale_price_pence,
    sale_from: likeBefore(was.sale_from, product.sale_from),
    sale_until: likeBefore(was.sale_until, product.sale_until),
    category,
    visible_from: likeBefore(was.visible_from, product.visible_from),
    archived,
  };
}

/**
 * Changes of a product's form, for a release; null if none.
 * @param form idempotency key of the form's stock movement.
 */
export function changesOfProduct(
  was: EditedProduct,
  now: EditedProduct,
  form: string,
): ReleaseChanges | null {
  const { slug } = was;
  const product = differences(productFields(was), productFields(now, was));
  const colours = now.colours.flatMap((colour, index) => {
    const before = was.colours[index];
    const changed = before && differences(colourFields(before), colourFields(colour));
    if (!changed) return [];
    const { color_name } = colour;
    return [{ slug, color_name, ...changed, ...('quantity' in changed && { export: form }) }];
  });
  if (!product && colours.length === 0) return null;
  const given: Given = { products: product ? [{ slug, ...product }] : [], colours };
  return { catalogue: given };
}

/** A list with the item at `index` moved one place. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list];
  const [item] = next.splice(index, 1);
  if (item !== undefined) next.splice(index + by, 0, item);
  return next;
}
