import * as z from 'zod';
import { GivenCatalogue } from './staff-releases.ts';

/** Mistakes of one kind in a column: a thousand equal ones are one. */
export const KindOfMistake = z.object({
  /** As the sheet names it; null for the file as a whole. */
  column: z.string().nullable(),
  /** What is wrong and how to correct it, as of the first one. */
  message: z.string(),
  many: z.int(),
  /** The first thousand: their cell, or row, and what stands there. */
  cells: z.array(z.object({ cell: z.string(), found: z.string().nullable() })),
});
export type KindOfMistake = z.infer<typeof KindOfMistake>;

/** Something that the shop may have under another name. */
export const RenameQuestion = z.object({
  /** Answers name it by this: the product's slug, or `slug/colour`. */
  key: z.string(),
  slug: z.string(),
  /** The colour's present name; null where the product itself is meant. */
  colour: z.string().nullable(),
  /** The name in the file. */
  now: z.string(),
  place: z.string(),
});
export type RenameQuestion = z.infer<typeof RenameQuestion>;

/**
 * `POST /api/staff/catalogue-read?name=…&renamed=…&new=…`: what a spreadsheet says, its bytes being the body.
 * `renamed` and `new` are keys of questions, each repeatable.
 */
export const CatalogueReading = z.object({
  counts: z.object({ products: z.int(), colours: z.int(), pictures: z.int() }),
  mistakes: z.array(KindOfMistake),
  notes: z.array(z.string()),
  questions: z.array(RenameQuestion),
  /** Files that it names and that the shop does not have by an address. */
  pictures: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Null while there are mistakes or open questions. In `images` of colours, files stand by their names. */
  given: GivenCatalogue.nullable(),
  /** Whether it remembers an export, so that only what was changed in it counts. */
  remembers: z.boolean(),
});
export type CatalogueReading = z.infer<typeof CatalogueReading>;

/** `POST /api/staff/catalogue-picture?slug=…&name=…&kind=product|page`, the picture's bytes being the body: where the shop keeps it. */
export const PictureAnswer = z.object({ address: z.string() });

/** `GET /api/staff/catalogue-export?format=…` */
export const ExportedFile = z.object({ name: z.string(), base64: z.string() });
export type ExportedFile = z.infer<typeof ExportedFile>;

/** The most bytes of a spreadsheet or a picture, below the 6 MB that Netlify takes in base64. */
export const mostFileBytes = 4_000_000;
