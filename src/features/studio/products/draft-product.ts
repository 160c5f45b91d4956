import { nameKey } from '#domain/names/name-key.ts';
import type { EditedColour, EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { emptyColour, emptyProduct } from './empty-product.ts';
import type { Given } from '../catalogue/catalogue-differences.ts';
import { newForm, type TypedProduct, typedColour, typedProduct } from './typed-product.ts';

type Item = Readonly<Record<string, unknown>>;

function known(thing: object, values: unknown): object {
  const entries = Object.entries(Object(values));
  return Object.fromEntries(
    entries.filter(([field, value]) => field in thing && value !== null && value !== undefined),
  );
}

/** The shop's values, with those that an item's author saw in their place. */
function seenBy<Thing extends object>(shop: Thing, item: Item | undefined): Thing {
  const seen = Object.entries(Object(item?.['seen'])).filter(([field]) => field in shop);
  return { ...shop, ...Object.fromEntries(seen) };
}

/** An item's values over what its author saw. */
function changedBy<Thing extends object>(seen: Thing, item: Item | undefined): Thing {
  const { clears } = item ?? {};
  const cleared = Array.isArray(clears) ? clears.map((field) => [field, null]) : [];
  return { ...seen, ...known(seen, item), ...Object.fromEntries(cleared) };
}

function numberIn(value: unknown): number {
  return Number(value ?? 0);
}

/** A colour that the draft changes. Its stock stays a movement from the shop's present one. */
function colourPair(shop: EditedColour, item: Item | undefined) {
  const was = { ...seenBy(shop, item), quantity: shop.quantity };
  const after = changedBy(was, item);
  const moved = item && 'quantity' in item;
  const seen = Object(item?.['seen']);
  const quantity =
    moved && 'quantity' in seen
      ? Math.max(0, shop.quantity + numberIn(item['quantity']) - numberIn(seen.quantity))
      : after.quantity;
  return { was, now: { ...after, quantity } };
}

/** The form of a saved draft, as its author typed it. @param shop undefined if the product is new. */
export function typedDraft(
  shop: EditedProduct | undefined,
  given: Given,
  { id, version, title }: Pick<Release, 'id' | 'version' | 'title'>,
): TypedProduct {
  const { products = [], colours = [], renames = [] } = given;
  const [item] = products;
  const stock = colours.map((colour) => colour['export']).find((key) => typeof key === 'string');
  const form = { ...newForm(), release: id, version, title, ...(stock && { stock }) };
  const itemOf = (name: string) =>
    colours.find(({ color_name }) => nameKey(color_name) === nameKey(name));
  if (!shop) {
    const added = colours.map((colour) => changedBy(emptyColour(colour.color_name), colour));
    const slug = item?.slug ?? '';
    const now = { ...changedBy(emptyProduct, item), slug, colours: added };
    return { ...typedProduct(null, now, form), hasOwnSlug: true };
  }
  const moved = renames.find(({ colour }) => colour === null);
  const pairs = shop.colours.map((colour) => {
    const rename = renames.find((one) => one.colour === colour.color_name);
    const color_name = rename?.now ?? colour.color_name;
    const { was, now } = colourPair(colour, itemOf(color_name));
    return {
      was: { ...was, color_name: colour.color_name },
      now: { ...now, color_name },
      place: numberIn(itemOf(color_name)?.['position'] ?? now.position),
    };
  });
  const names = new Set(pairs.map(({ now }) => nameKey(now.color_name)));
  const added = colours
    .filter((colour) => !names.has(nameKey(colour.color_name)) && colour.seen === undefined)
    .map((colour) => ({
      now: changedBy(emptyColour(colour.color_name), colour),
      was: null,
      place: numberIn(colour['position'] ?? Infinity),
    }));
  const was = { ...seenBy(shop, item), slug: shop.slug, colours: pairs.map((pair) => pair.was) };
  const now = { ...changedBy(was, item), slug: moved?.now ?? shop.slug };
  return {
    ...typedProduct(was, now, form),
    colours: [...pairs, ...added]
      .toSorted((one, other) => one.place - other.place)
      .map((pair) => typedColour(pair.now, pair.was && pair.was.color_name)),
  };
}
