import * as z from 'zod';
import { SLUG } from '../catalogue/catalogue-rules.ts';
import { catalogueSorts, catalogueStates, catalogueStocks } from '../enums.ts';
import { productCodeText } from './product-code-text.ts';
import { rowIdText, searchText } from './staff-fields.ts';
import { reads } from './staff-call.ts';
import { eachFact } from '../catalogue/product-facts.ts';
import { searchWordsSchema } from '../catalogue/search-words-schema.ts';

/** A colour as marketers see it; `images` are addresses. */
export const EditedColour = z.object({
  color_name: z.string(),
  /** `''` of a new colour: the shop makes one. */
  sku: z.string(),
  gtin: z.string().nullable(),
  hex: z.string().nullable(),
  quantity: z.int(),
  /** Place among the colours; several may have the same one. */
  position: z.int(),
  archived: z.boolean(),
  images: z.array(z.string()),
  /** The one of them that shows it worn; shoppers see it second. */
  worn: z.string().nullable(),
  /** URL of a silent film that plays in its place. */
  film: z.string().nullable(),
  /** Alt texts; '' if missing. It may be shorter than `images`. */
  alts: z.array(z.string()),
});
export type EditedColour = z.infer<typeof EditedColour>;

/** A product as marketers see it, in the units of the database. */
export const EditedProduct = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  ...eachFact(
    () => z.string().nullable(),
    () => z.int().nullable(),
  ),
  hs_code: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  origin_country: z.string().nullable(),
  ...searchWordsSchema.shape,
  price_pence: z.int(),
  /** 0 without a sale. */
  sale_price_pence: z.int(),
  /** ISO 8601; '-infinity' for at once. */
  sale_from: z.string(),
  /** ISO 8601; 'infinity' for until further notice. */
  sale_until: z.string(),
  /** Whether the price may lawfully be shown as the former one beside the sale's. */
  was_is_lawful: z.boolean(),
  /** Since when every shopper has paid the price without a break; null while none can. */
  regular_since: z.string().nullable(),
  /** Since when it has been reduced; null while it is not. */
  reduced_since: z.string().nullable(),
  /** ISO 8601; null for at once. */
  visible_from: z.string().nullable(),
  /** The category's slug. */
  category: z.string(),
  archived: z.boolean(),
  /** Includes archived ones. */
  colours: z.array(EditedColour),
});
export type EditedProduct = z.infer<typeof EditedProduct>;

/** A product in the studio's list. */
export const ListedProduct = EditedProduct.extend({
  state: z.enum(catalogueStates),
  stock: z.enum(catalogueStocks),
  /** Units of all colours on sale. */
  units: z.int(),
  /** Last change other than stock. ISO 8601. */
  changed_at: z.string(),
  /** The person whose release made it; null for changes outside releases. */
  changed_by: z.string().nullable(),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

/** Maximum number of slugs in `GET /api/staff/catalogue`. */
const mostSlugs = 50;

/** Maximum number of codes: two of each colour of a large product. */
const mostCodes = 200;

/** `GET /api/staff/catalogue?q=…&after=…&slugs=…&codes=…&category=…&state=…&stock=…&sort=…`: fifty products. */
export const StaffCatalogue = z.object({
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  products: z.array(ListedProduct),
  next: z.int().nullable(),
});
export type StaffCatalogue = z.infer<typeof StaffCatalogue>;

const CatalogueQuery = z.object({
  q: searchText.transform((text) => text.trim()).default(''),
  after: rowIdText.optional(),
  /** Comma-separated. */
  slugs: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().regex(SLUG, 'Not a valid slug.')).max(mostSlugs))
    .optional(),
  /** SKUs and GTINs of which a product has one, comma-separated. */
  codes: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(productCodeText).max(mostCodes))
    .optional(),
  /** A category's slug. */
  category: z.string().regex(SLUG, 'Not a valid category.').optional(),
  state: z.enum(catalogueStates, 'There is no such state.').optional(),
  stock: z.enum(catalogueStocks, 'There is no such stock.').optional(),
  sort: z.enum(catalogueSorts, 'There is no such order.').default('newest'),
});

/** A page of the catalogue, or the products of some slugs or codes. */
export const getCatalogue = reads('/api/staff/catalogue', CatalogueQuery, StaffCatalogue);
