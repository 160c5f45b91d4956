/** A colour as it is to be in the shop. What is `undefined` stays as it is there. */
interface CatalogueColour {
  /** Where the file has it. */
  place: string;
  colour: string;
  /** #RRGGBB */
  swatch: string | undefined;
  /** Units in the stockroom, those held for open checkouts among them. */
  stock: number | undefined;
  /** Files, or addresses of pictures that the shop has already. */
  pictures: readonly string[] | undefined;
}

/** A product as it is to be in the shop. What is `undefined` stays as it is there. */
export interface CatalogueProduct {
  slug: string;
  name: string;
  description: string | undefined;
  /** Pence. */
  price: number;
  /** The category's slug. */
  category: string;
  /** ISO 8601 day or date-time. */
  added: string | undefined;
  colours: CatalogueColour[];
}

/** A file that has been checked. */
export interface Catalogue {
  categories: { slug: string; name: string }[];
  products: CatalogueProduct[];
}
