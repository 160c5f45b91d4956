/**
 * Products as returned by the listing calls, read by the build and kept by islands (spec, section 3).
 * Islands import only the types, so that zod stays on the server; their guards are in product-shape.ts.
 */
import { z } from 'zod';
import { eachFact, listedFacts, numberFacts, pageTexts } from './product-facts.ts';
import { eachOf } from '../basics/each-of.ts';

const VariantImage = z.object({
  /** Absolute URL, or a path on the API's host. */
  image: z.string(),
  /** The picture's alt text, if known. */
  alt: z.string().nullish(),
  /** Whether it shows the piece worn. */
  worn: z.boolean().nullish(),
  /** Silent film that plays in its place in the gallery. */
  film: z.string().nullish(),
});
export type VariantImage = z.infer<typeof VariantImage>;

const ColourVariant = z.object({
  id: z.int(),
  color_name: z.string(),
  /** The swatch's colour, #RRGGBB, if set. */
  hex: z.string().nullish(),
  /** Units in stock at the time the catalogue was read. */
  quantity: z.int(),
  images: z.array(VariantImage),
});

/** One colour of a product: the unit of choice, purchase and stock. */
export type ColourVariant = z.infer<typeof ColourVariant>;

/** A sale running at the time the catalogue was read. */
const Sale = z.object({
  /** Price without the sale, in pounds. */
  regular: z.number(),
  /** Whether that may be shown as the former price (docs/decisions/0037-sale-prices.md). */
  was: z.boolean(),
  /** ISO 8601 date-times; without them the sale has no start or end. */
  from: z.string().nullish(),
  until: z.string().nullish(),
});

/** A product's optional facts (`products.facts`); unknown ones become null. */
export const ProductFacts = z.object(
  eachFact(
    () => z.string().nullable().default(null),
    () => z.int().nullable().default(null),
  ),
);

/**
 * Facts shown only on a product's own page (docs/decisions/0042-product-facts.md); null or missing if
 * unknown.
 */
export const ProductAttributes = z.object({
  ...eachOf(pageTexts, () => z.string().nullish()),
  ...eachOf(numberFacts, () => z.int().nullish()),
  /** Country of origin, ISO 3166-1 alpha-2. */
  origin_country: z.string().nullish(),
  /** Times of its draw (ISO 8601), while only winners can buy it. */
  drawn: z.object({ opens_at: z.string(), closes_at: z.string() }).nullish(),
  /** Codes of its colours by their ids, for machines. */
  codes: z.record(z.string(), z.object({ sku: z.string(), gtin: z.string().nullish() })).nullish(),
});
export type ProductAttributes = z.infer<typeof ProductAttributes>;

/** A product as the listing calls send it. */
export const Product = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  // Null or missing if unknown, as in carts stored before a fact existed.
  ...eachOf(listedFacts, () => z.string().nullish()),
  /** Pounds: a number, or text that may carry `£` or `Rs`. Parse it with `parsePrice`. */
  price: z.union([z.number(), z.string()]),
  /** Set if the price is a sale price. */
  sale: Sale.nullish(),
  category_name: z.string(),
  /** ISO 8601 date-time; orders the "Newest" sort. */
  created_at: z.string(),
  color_variants: z.array(ColourVariant),
  /** Set while only winners of a draw can buy it. */
  drawn: z.literal(true).nullish(),
  /** Only when rendering the product's own page. */
  attributes: ProductAttributes.nullish(),
});
export type Product = z.infer<typeof Product>;

/** A category as `/api/listing/categories` sends it. */
export const Category = z.object({ id: z.int(), name: z.string() });
export type Category = z.infer<typeof Category>;
