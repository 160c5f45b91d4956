import * as z from 'zod';
import { SLUG } from '../catalogue/catalogue-rules.ts';
import { acts, reads, takesFile } from './staff-call.ts';
import { isShopPicture } from '../paths/shop-picture.ts';
import { Focus } from '../site-content/content-fields.ts';
import { GivenCatalogue, NewOrder } from './staff-releases.ts';

/** Mistakes of one kind in a column: a thousand equal ones are one. */
export const KindOfMistake = z.object({
  /** The column's name in the sheet; null for the file as a whole. */
  column: z.string().nullable(),
  /** The problem and its correction, as worded for the first one. */
  message: z.string(),
  many: z.int(),
  /** The first thousand: their cell, or row, and its content. */
  cells: z.array(z.object({ cell: z.string(), found: z.string().nullable() })),
});
export type KindOfMistake = z.infer<typeof KindOfMistake>;

/** An item that the shop may have under another name. */
export const RenameQuestion = z.object({
  /** Key of the answer: the product's slug, or `slug/colour`. */
  key: z.string(),
  slug: z.string(),
  /** The colour's present name; null for the product itself. */
  colour: z.string().nullable(),
  /** The name in the file. */
  now: z.string(),
  place: z.string(),
});
export type RenameQuestion = z.infer<typeof RenameQuestion>;

/** A column of a spreadsheet with at least one value. */
export const ColumnUse = z.object({
  letters: z.string(),
  header: z.string(),
  /** The column here that its values became; null if they are left aside. */
  became: z.string().nullable(),
  /** Number of cells with a value. */
  filled: z.int(),
  /** The first value. */
  example: z.string(),
});
export type ColumnUse = z.infer<typeof ColumnUse>;

/** Products with something in common that the person must know, by their names. */
export const ProductGroup = z.object({
  /** The reason and the way out, as a sentence. */
  why: z.string(),
  products: z.array(z.string()),
});
export type ProductGroup = z.infer<typeof ProductGroup>;

/**
 * `POST /api/staff/catalogue-read?name=…&renamed=…&new=…`: the content of a spreadsheet, whose bytes are the body.
 * `renamed` and `new` are keys of questions, each repeatable.
 */
export const CatalogueReading = z.object({
  counts: z.object({ products: z.int(), colours: z.int(), pictures: z.int() }),
  mistakes: z.array(KindOfMistake),
  notes: z.array(z.string()),
  questions: z.array(RenameQuestion),
  /** Files that it names, other than addresses of the shop's own pictures. */
  pictures: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Null while there are mistakes or open questions. In `images` of colours, files appear by their names. */
  given: GivenCatalogue.nullable(),
  /** New products of collections by hand, by the collection's slug. */
  order: z.record(z.string(), NewOrder),
  /** Whether it remembers an export, so that only changes since then count. */
  remembers: z.boolean(),
  /** The platform whose export it is, such as Shopify; null for a file of this shop. */
  platform: z.string().nullable(),
  columns: z.array(ColumnUse),
  /** Products of the platform's file that are not imported. */
  leftOut: z.array(ProductGroup),
  /** Products of the platform's file without a fact required by law or customs, by fact. */
  lacking: z.array(ProductGroup),
});
export type CatalogueReading = z.infer<typeof CatalogueReading>;

/**
 * `POST /api/staff/catalogue-picture?slug=…&name=…&kind=product|page|film`, the picture's bytes being the body: its address
 * in the shop's storage.
 */
const PictureAnswer = z.object({ address: z.string() });

/** `GET /api/staff/catalogue-export?format=…` */
export const ExportedFile = z.object({ name: z.string(), base64: z.string() });
export type ExportedFile = z.infer<typeof ExportedFile>;

/** Maximum bytes of a spreadsheet or a picture, below the 6 MB that Netlify takes in base64. */
export const mostFileBytes = 4_000_000;

const ExportFormat = z.enum(['xlsx', 'csv'], 'There is no such format.');

/** The whole catalogue as a spreadsheet, in base64. @throws 403 */
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

/**
 * Reads a spreadsheet without changing anything. `renamed` and `new` are the keys of questions answered that way.
 * @throws 400 with `detail` if it is not one.
 */
export const readCatalogueFile = takesFile(
  '/api/staff-files/catalogue-read',
  z.object({ name: z.string().min(1).max(300), renamed: keys, new: keys }),
  CatalogueReading,
);

/** Product pictures are shown 4:5, page pictures across the screen; a film plays in place of a product picture. */
const PictureKind = z.enum(['product', 'page', 'film']);
export type PictureKind = z.infer<typeof PictureKind>;

/**
 * Keeps a picture in the shop's storage, prepared for the web; it is not shown until it is published.
 * @throws 400 with `detail` if it is damaged, too small or of the wrong shape.
 */
export const keepPicture = takesFile(
  '/api/staff-files/catalogue-picture',
  z.object({
    /** Slug of the product or page: part of the address. */
    slug: z.string().max(100).regex(SLUG, 'Not a valid slug.'),
    name: z.string().min(1).max(300),
    /** `page`: landscape, at least 1600 × 900. `film`: MP4 or WebM, see film.ts. */
    kind: PictureKind.default('product'),
  }),
  PictureAnswer,
);

/**
 * Crops a stored product picture to 4:5 around a focal point. The whole picture stays, so that it can be cropped again.
 * @throws 400 `picture_refused` if it is not in the shop's storage.
 */
export const focusPicture = acts(
  '/api/staff-files/picture-focus',
  z.object({
    /** URL of the whole picture, or of a crop of it. */
    address: z.string().max(500).refine(isShopPicture, 'Not a picture of the shop.'),
    focus: Focus,
  }),
  PictureAnswer,
);
