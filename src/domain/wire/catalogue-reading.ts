import * as z from 'zod';
import { SLUG } from '../catalogue-rules.ts';
import { reads, takesFile } from './staff-call.ts';
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
const PictureAnswer = z.object({ address: z.string() });

/** `GET /api/staff/catalogue-export?format=…` */
export const ExportedFile = z.object({ name: z.string(), base64: z.string() });
export type ExportedFile = z.infer<typeof ExportedFile>;

/** The most bytes of a spreadsheet or a picture, below the 6 MB that Netlify takes in base64. */
export const mostFileBytes = 4_000_000;

const ExportFormat = z.enum(['xlsx', 'csv'], 'There is no such format.');

/** The whole catalogue as a spreadsheet. */
export const getCatalogueFile = reads(
  '/api/staff-files/catalogue-export',
  z.object({ format: ExportFormat }),
  ExportedFile,
);

/** All subscribers with their consent, as a spreadsheet. */
export const getSubscribersFile = reads(
  '/api/staff-files/subscribers',
  z.object({ format: ExportFormat }),
  ExportedFile,
);

const keys = z.union([z.array(z.string()), z.string().transform((key) => [key])]).default([]);

/** Reads a spreadsheet, and changes nothing. `renamed` and `new` are the questions answered so. */
export const readCatalogueFile = takesFile(
  '/api/staff-files/catalogue-read',
  z.object({ name: z.string().min(1).max(300), renamed: keys, new: keys }),
  CatalogueReading,
);

/** A product's picture is shown 4:5, a page's across the screen. */
const PictureKind = z.enum(['product', 'page']);
export type PictureKind = z.infer<typeof PictureKind>;

/** Keeps a picture in the shop's storage, made ready for the web; shown nowhere until it is published. */
export const keepPicture = takesFile(
  '/api/staff-files/catalogue-picture',
  z.object({
    /** Product's or page's: part of the address. */
    slug: z.string().max(100).regex(SLUG, 'Not a valid slug.'),
    name: z.string().min(1).max(300),
    /** `page`: landscape, at least 1600 × 900. */
    kind: PictureKind.default('product'),
  }),
  PictureAnswer,
);
