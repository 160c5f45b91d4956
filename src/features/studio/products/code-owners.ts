import type { EditedColour, EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import { codeFields, codeOf } from './product-faults.ts';
import type { TypedColour, TypedProduct } from './typed-product.ts';

/** A colour of another product that has a code, perhaps an archived one. */
export interface CodeOwner {
  /** The product's slug. */
  slug: string;
  /** Names of the product and the colour. */
  name: string;
}

function codesOf({ sku, gtin }: EditedColour): string[] {
  return [sku, gtin ?? ''];
}

/** Codes in a form that its product does not have in the shop, in their stored form. */
export function newCodes({ was, colours }: TypedProduct): string[] {
  const own = new Set(was?.colours.flatMap(codesOf));
  const typed = colours.flatMap((colour) => codeFields.map((field) => codeOf(colour, field) ?? ''));
  return [...new Set(typed)].filter((code) => code !== '' && !own.has(code));
}

/** The other product of the shop that has a colour's code; undefined if none has. */
export function codeOwner(
  colour: TypedColour,
  field: (typeof codeFields)[number],
  { typed, products }: { typed: TypedProduct; products: readonly EditedProduct[] },
): CodeOwner | undefined {
  const code = codeOf(colour, field);
  if (code === undefined) return undefined;
  for (const { slug, name, colours } of products) {
    const found = slug !== typed.now.slug && colours.find((one) => codesOf(one).includes(code));
    if (found) return { slug, name: `${name}, ${found.color_name}` };
  }
  return undefined;
}
