import { isRecord } from '#domain/basics/record.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { facts, numberFacts, textFacts } from '#domain/catalogue/product-facts.ts';
import type { KeptKind } from '../releases/edits/kept-kind.ts';
import type { Fields } from '../releases/edits/three-way.ts';
import { slugFrom, type TypedColour, type TypedPicture, TypedProduct } from './typed-product.ts';

/** Fields of the product that are not typed. */
const derived = new Set([
  'id',
  'price_pence',
  'sale_price_pence',
  'was_is_lawful',
  'regular_since',
  'reduced_since',
]);

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  price: 'Price in pounds',
  salePrice: 'Sale price in pounds',
  sale_from: 'Sale from',
  sale_until: 'Sale until',
  visible_from: 'Visible from',
  category: 'Category',
  archived: 'Archived',
  hs_code: 'Customs code',
  origin_country: 'Country of origin',
  colours: 'Order of the colours',
  ...Object.fromEntries([...textFacts, ...numberFacts].map((fact) => [fact, facts[fact].label])),
};

/** Stable names of a form's colours: by their name in the shop, new ones by what was typed. */
function colourKeys(colours: readonly TypedColour[]): string[] {
  const keys: string[] = [];
  for (const { was, name } of colours) {
    const key = was === null ? `New ${nameKey(name)}` : `Colour ${was}`;
    const before = keys.filter((other) => other === key || other.startsWith(`${key} (`)).length;
    keys.push(before === 0 ? key : `${key} (${before + 1})`);
  }
  return keys;
}

/** Typed stock as a movement from the shop's, which sales change all the time. */
function stockField({ was }: TypedProduct, colour: TypedColour): unknown {
  const before = was?.colours.find(({ color_name }) => color_name === colour.was)?.quantity;
  const now = /^\d+$/.test(colour.stock.trim()) ? Number(colour.stock) : null;
  return before !== undefined && now !== null ? now - before : colour.stock;
}

function stockOf({ was }: TypedProduct, colour: string | null, field: unknown): string {
  const before = was?.colours.find(({ color_name }) => color_name === colour)?.quantity ?? 0;
  return typeof field === 'number' ? String(Math.max(0, before + field)) : String(field);
}

/** A picture's values; the id counts while it has no address. */
function pictureField({ id, address, ...others }: TypedPicture) {
  return address === null ? { id, ...others } : { address, ...others };
}

function fieldsOf(typed: TypedProduct): Fields {
  const { now, price, salePrice, colours } = typed;
  const keys = colourKeys(colours);
  const fields = new Map<string, unknown>(
    Object.entries(now).filter(([field]) => !derived.has(field)),
  );
  // Made from the name until one is typed.
  if (!typed.hasOwnSlug) fields.delete('slug');
  fields.set('price', price).set('salePrice', salePrice).set('colours', keys);
  for (const [at, colour] of colours.entries()) {
    const { id: _id, pictures, ...values } = colour;
    const ofColour = { ...values, stock: stockField(typed, colour) };
    for (const [field, value] of Object.entries(ofColour))
      fields.set(`${keys[at]}: ${field}`, value);
    fields.set(`${keys[at]}: pictures`, pictures.map(pictureField));
  }
  return fields;
}

function picturesFrom(field: unknown, known: ReadonlyMap<unknown, string>): object[] {
  const pictures = Array.isArray(field) ? field.filter(isRecord) : [];
  return pictures.map((picture) => {
    const id = known.get(picture['address']) ?? crypto.randomUUID();
    return Object.assign({ address: null, id }, picture);
  });
}

function withFields(theirs: TypedProduct, fields: Fields, mine: TypedProduct): TypedProduct {
  const ordered = fields.get('colours');
  const named = [...fields.keys()].flatMap(
    (field) => /^(?<key>.+): name$/.exec(field)?.groups?.['key'] ?? [],
  );
  const keys = new Set([...(Array.isArray(ordered) ? ordered.map(String) : []), ...named]);
  const ids = new Map(colourKeys(mine.colours).map((key, at) => [key, mine.colours[at]?.id]));
  const known = new Map(
    mine.colours.flatMap(({ pictures }) =>
      pictures.map(({ address, id }) => [address, id] as const),
    ),
  );
  const colours = [...keys]
    .filter((key) => named.includes(key))
    .map((key) => {
      const start = `${key}: `;
      const values = new Map(
        [...fields].flatMap(([field, value]) =>
          field.startsWith(start) ? [[field.slice(start.length), value] as const] : [],
        ),
      );
      const was = values.get('was') ?? null;
      return Object.assign(Object.fromEntries(values), {
        id: ids.get(key) ?? crypto.randomUUID(),
        stock: stockOf(theirs, was === null ? null : String(was), values.get('stock') ?? ''),
        pictures: picturesFrom(values.get('pictures'), known),
      });
    });
  const now = Object.fromEntries([...fields].filter(([field]) => field in theirs.now));
  const name = String(fields.get('name'));
  const slug = name === theirs.now.name ? theirs.now.slug : slugFrom(name);
  return TypedProduct.parse({
    ...theirs,
    // A typed slug is one of the fields.
    now: { ...theirs.now, slug, ...now },
    hasOwnSlug: theirs.hasOwnSlug || mine.hasOwnSlug,
    price: fields.get('price'),
    salePrice: fields.get('salePrice'),
    colours,
  });
}

/** A product's form. */
export const productKind: KeptKind<TypedProduct> = {
  schema: TypedProduct,
  subjects: ({ was, now, form }) => {
    const slug = was?.slug ?? (form.version > 0 ? now.slug : '');
    return slug === '' ? [] : [`product/${slug}`];
  },
  title: ({ now }) => now.name.trim() || 'New product',
  fields: fieldsOf,
  withFields,
  label: (field) => labels[field] ?? field.replace(/^Colour /, ''),
  keepers: new Map(),
};
