import { eachOf } from '#domain/basics/each-of.ts';
import { factNames } from '#domain/catalogue/product-facts.ts';
import { noSearchWords } from '#domain/catalogue/search-words.ts';
import type { EditedColour, EditedProduct } from '#domain/contracts/staff-catalogue.ts';

/** A product without any values. */
export const emptyProduct: EditedProduct = {
  id: 0,
  slug: '',
  name: '',
  description: '',
  ...eachOf(factNames, () => null),
  hs_code: null,
  origin_country: null,
  ...noSearchWords,
  price_pence: 0,
  sale_price_pence: 0,
  sale_from: '-infinity',
  sale_until: 'infinity',
  was_is_lawful: false,
  regular_since: null,
  reduced_since: null,
  visible_from: null,
  category: '',
  archived: false,
  colours: [],
};

/** A colour without any values but its name. */
export function emptyColour(color_name: string): EditedColour {
  return {
    color_name,
    sku: '',
    gtin: null,
    hex: null,
    quantity: 0,
    position: 0,
    archived: false,
    images: [],
    worn: null,
    film: null,
    alts: [],
  };
}
