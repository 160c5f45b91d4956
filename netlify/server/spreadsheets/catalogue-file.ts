import type { ColourCells, ProductCells } from './fields.ts';
import type { FileCategory } from './file-rows.ts';

/** A colour as it is to be in the shop. What is `undefined` stays as it is there. */
interface CatalogueColour extends ColourCells {
  /** Where the file has it. */
  place: string;
  /** Row of the spreadsheet; absent in JSON. */
  line?: number | undefined;
}

/** A product as it is to be in the shop; its category is a slug. What is `undefined` stays as it is there. */
export interface CatalogueProduct extends ProductCells {
  colours: CatalogueColour[];
}

/** The content of a checked file. */
export interface Catalogue {
  categories: FileCategory[];
  products: CatalogueProduct[];
}
