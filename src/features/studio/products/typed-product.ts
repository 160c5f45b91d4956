import * as z from 'zod';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import { pence, poundsText } from '#domain/money/money.ts';
import { numberFacts } from '#domain/catalogue/product-facts.ts';
import { EditedProduct, type EditedColour } from '#domain/contracts/staff-catalogue.ts';

/** A picture in a form. */
const TypedPicture = z.object({
  id: z.string(),
  /** URL in the shop's storage; null until it is uploaded. */
  address: z.string().nullable(),
  /** Name of the file; `''` for a picture of the shop. */
  file: z.string(),
  alt: z.string(),
  /** Whether it shows the piece worn; at most one picture of a colour does. */
  worn: z.boolean().default(false),
});
export type TypedPicture = z.infer<typeof TypedPicture>;

/** A colour in a form. */
const TypedColour = z.object({
  id: z.string(),
  /** The colour's name in the shop; null if it is new. */
  was: z.string().nullable(),
  name: z.string(),
  // Kept forms of an earlier version have no codes.
  sku: z.string().default(''),
  gtin: z.string().default(''),
  /** #RRGGBB; `''` if none. */
  swatch: z.string(),
  stock: z.string(),
  archived: z.boolean(),
  pictures: z.array(TypedPicture),
  /** URL of the film in place of the picture worn. */
  film: z.string().nullable(),
});
export type TypedColour = z.infer<typeof TypedColour>;

const ProductFields = EditedProduct.omit({ colours: true }).extend(
  // A text while it is not a plain number.
  eachOf(numberFacts, () => z.union([z.int(), z.string()]).nullable()),
);
export type ProductFields = z.infer<typeof ProductFields>;

/** Input of a product's form. */
export const TypedProduct = z.object({
  /** The product when editing began; null for a new one. */
  was: EditedProduct.nullable(),
  now: ProductFields,
  /** Whether the slug was typed, so that it does not follow the name. */
  hasOwnSlug: z.boolean(),
  /** Typed prices in pounds. */
  price: z.string(),
  salePrice: z.string(),
  colours: z.array(TypedColour),
  form: z.object({
    /** Id of the draft release: its idempotency key. */
    release: z.string(),
    /** Idempotency key of its stock movement. */
    stock: z.string(),
    /** Version of the saved draft; 0 before the first save. */
    version: z.int(),
    /** Title of the saved draft; `''` before the first save. */
    title: z.string(),
  }),
});
export type TypedProduct = z.infer<typeof TypedProduct>;

/** The slug made of a name. @param ending makes it differ from another product's. */
export function slugFrom(name: string, ending = ''): string {
  return (
    (slugOf(name) || (name.trim() && 'product'))
      .slice(0, LONGEST.slug - ending.length)
      .replace(/-$/, '') + ending
  );
}

/** A new, empty colour. */
export function newColour(): TypedColour {
  return {
    id: crypto.randomUUID(),
    was: null,
    name: '',
    sku: '',
    gtin: '',
    swatch: '',
    stock: '',
    archived: false,
    pictures: [],
    film: null,
  };
}

/** A picture that the shop has, or one of a chosen file, which has no address yet. */
export function newPicture(fields: Partial<TypedPicture>): TypedPicture {
  return { id: crypto.randomUUID(), address: null, file: '', alt: '', worn: false, ...fields };
}

/** A colour as a form shows it. */
export function typedColour(colour: EditedColour, was: string | null): TypedColour {
  const { color_name, sku, gtin, hex, quantity, archived, images, worn, film, alts } = colour;
  return {
    id: crypto.randomUUID(),
    was,
    name: color_name,
    sku,
    gtin: gtin ?? '',
    swatch: hex ?? '',
    stock: String(quantity),
    archived,
    pictures: images.map((address, index) =>
      newPicture({ address, alt: alts[index] ?? '', worn: address === worn }),
    ),
    film,
  };
}

export function newForm(): TypedProduct['form'] {
  return { release: crypto.randomUUID(), stock: crypto.randomUUID(), version: 0, title: '' };
}

/**
 * A product as a form shows it.
 * @param was the product in the shop; null if it is new.
 */
export function typedProduct(
  was: EditedProduct | null,
  { colours, ...now }: EditedProduct,
  form = newForm(),
): TypedProduct {
  const { price_pence, sale_price_pence } = now;
  return {
    was,
    now,
    hasOwnSlug: was !== null,
    price: price_pence === 0 ? '' : poundsText(pence(price_pence)),
    salePrice: sale_price_pence === 0 ? '' : poundsText(pence(sale_price_pence)),
    colours: colours.map((colour) => typedColour(colour, was && colour.color_name)),
    form,
  };
}
