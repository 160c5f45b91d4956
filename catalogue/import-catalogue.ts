import { z } from 'zod';
import { dataOf } from '#server/database.ts';
import type { GivenCatalogue } from './changes.ts';
import type { Shop } from './shop.ts';

const Product = z.object({ slug: z.string() });
const Colour = Product.extend({ colour: z.string() });
/** `colour` is null where the product as a whole is meant. */
const Either = Product.extend({ colour: z.string().nullable() });

/** A field before and after, by the database's names and in its units. */
const Change = z.object({ field: z.string(), was: z.json(), now: z.json() });
export type Change = z.infer<typeof Change>;

/** What an import changes, as reported by the database. */
const Summary = z.object({
  renamed: z.array(Either.extend({ now: z.string() })),
  categories: z.object({
    added: z.array(z.string()),
    changed: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
  products: z.object({
    added: z.array(z.string()),
    changed: z.array(Product.extend({ changes: z.array(Change) })),
  }),
  colours: z.object({
    added: z.array(Colour),
    changed: z.array(Colour.extend({ changes: z.array(Change) })),
  }),
  archived: z.object({ products: z.array(z.string()), colours: z.array(Colour) }),
  /** Changed in the file and in the shop since the file was exported; left as the shop has it. */
  conflicts: z.array(
    Either.extend({ field: z.string(), seen: z.json(), shop: z.json(), file: z.json() }),
  ),
  /** Archived in the shop since the file was exported. */
  stay_archived: z.array(Either),
  /** Renamed in the shop since the file was exported; left aside. */
  gone: z.array(Either),
  /** Prices to half or less, or to double or more, in pence. */
  price_jumps: z.array(Product.extend({ was: z.int(), now: z.int() })),
  /** How many products are archived, when that is more than a fifth of the shop; else 0. */
  mass_archive: z.int(),
  /** Colours of which open checkouts hold more than is now in stock. */
  oversold: z.array(Colour.extend({ quantity: z.int(), held: z.int() })),
});
export type ImportSummary = z.infer<typeof Summary>;

export interface ImportOptions {
  archive_missing: boolean;
  /** Conflicts are decided for the file. */
  overwrite: boolean;
  /** What was archived since the export comes back. */
  restore: boolean;
  allow_price_jumps: boolean;
  /** How many products may be archived at once. */
  allow_archiving: number;
}

function argumentsOf(given: GivenCatalogue, options: ImportOptions) {
  // JSON leaves out what is undefined: it stays as it is in the shop.
  return { p_catalogue: JSON.parse(JSON.stringify(given)), p_options: { ...options } };
}

/** What `importCatalogue` would do at this moment. Nothing is changed, and nothing needs to be allowed. */
export async function previewCatalogue(
  { client }: Shop,
  given: GivenCatalogue,
  options: ImportOptions,
): Promise<ImportSummary> {
  return Summary.parse(dataOf(await client.rpc('preview_catalogue', argumentsOf(given, options))));
}

/**
 * Updates the shop in one transaction.
 * @throws DatabaseRefusal `price_jumps` or `mass_archive` for what is not allowed by the options.
 */
export async function importCatalogue(
  { client }: Shop,
  given: GivenCatalogue,
  options: ImportOptions,
): Promise<ImportSummary> {
  return Summary.parse(dataOf(await client.rpc('import_catalogue', argumentsOf(given, options))));
}
