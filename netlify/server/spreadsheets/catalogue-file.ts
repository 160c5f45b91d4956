import type { FileCollection } from './check-collections.ts';
import type { ColourCells, ProductCells } from './fields.ts';
import type { FileCategory } from './file-rows.ts';

/** A colour's target state. Fields that are `undefined` stay as they are in the shop. */
interface CatalogueColour extends ColourCells {
  /** The row or path in the file, for messages. */
  place: string;
  /** Row of the spreadsheet; absent in JSON. */
  line?: number | undefined;
}

/** A product's target state; its category and collections are slugs. Fields that are `undefined` stay as they are in the shop. */
export interface CatalogueProduct extends ProductCells {
  colours: CatalogueColour[];
}

/** The content of a checked file. */
export interface Catalogue {
  categories: FileCategory[];
  collections: FileCollection[];
  products: CatalogueProduct[];
}
