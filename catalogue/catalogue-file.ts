/** The target state of a colour. Fields that are `undefined` keep their value in the shop. */
interface CatalogueColour {
  /** Its position in the file, for error messages. */
  place: string;
  colour: string;
  /** #RRGGBB */
  swatch: string | undefined;
  /** Physical units, including those held for open checkouts. */
  stock: number | undefined;
  /** File names, or addresses of pictures already in the shop. */
  pictures: readonly string[] | undefined;
}

/** The target state of a product. Fields that are `undefined` keep their value in the shop. */
export interface CatalogueProduct {
  slug: string;
  name: string;
  description: string | undefined;
  /** Pence. */
  price: number;
  /** The category's slug. */
  category: string;
  /** ISO 8601 date or date-time. */
  added: string | undefined;
  colours: CatalogueColour[];
}

/** The content of a checked file. */
export interface Catalogue {
  categories: { slug: string; name: string }[];
  products: CatalogueProduct[];
}
