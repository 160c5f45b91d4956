/**
 * Products as the listing calls answer them, the build reads them and islands keep them (spec, section
 * 3). Islands import only the types, so that zod stays on the server; their guards are in
 * product-shape.ts.
 */
import { z } from 'zod';
import { listedFacts, pageFacts } from './product-facts.ts';
import { eachOf } from './each-of.ts';

const VariantImage = z.object({
  /** Absolute URL, or a path on the API's host. */
  image: z.string(),
  /** What it shows, where the shop was told. */
  alt: z.string().nullish(),
});
export type VariantImage = z.infer<typeof VariantImage>;

const ColourVariant = z.object({
  id: z.int(),
  color_name: z.string(),
  /** The swatch's colour, #RRGGBB, where one is set. */
  hex: z.string().nullish(),
  /** Units in stock at the time the catalogue was read. */
  quantity: z.int(),
  images: z.array(VariantImage),
});

/** One colour of a product: the unit of choice, purchase and stock. */
export type ColourVariant = z.infer<typeof ColourVariant>;

/** A sale that is on at the time the catalogue was read. */
const Sale = z.object({
  /** Price without the sale, in pounds. */
  regular: z.number(),
  /** Whether that may be shown as the former price (docs/decisions/0037-sale-prices.md). */
  was: z.boolean(),
  /** ISO 8601 date-times; from or until further notice without them. */
  from: z.string().nullish(),
  until: z.string().nullish(),
});

/** What only a product's own page tells of it (docs/decisions/0042-product-facts.md). What is unknown is null or missing. */
export const ProductAttributes = z.object({
  ...eachOf(pageFacts, () => z.string().nullish()),
  /** Where it was made, ISO 3166-1 alpha-2. */
  origin_country: z.string().nullish(),
  /** Of one unit, without the parcel. */
  weight_grams: z.int().nullish(),
});
export type ProductAttributes = z.infer<typeof ProductAttributes>;

/** A product as the listing calls send it. */
export const Product = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  // Null or missing where unknown, as in carts that browsers stored before a fact was there.
  ...eachOf(listedFacts, () => z.string().nullish()),
  /** Pounds: a number, or text that may carry `£` or `Rs`. Parse it with `parsePrice`. */
  price: z.union([z.number(), z.string()]),
  /** Where the price is a sale's. */
  sale: Sale.nullish(),
  category_name: z.string(),
  /** ISO 8601 date-time; orders the "Newest" sort. */
  created_at: z.string(),
  color_variants: z.array(ColourVariant),
  /** Only where the product's own page is drawn. */
  attributes: ProductAttributes.nullish(),
});
export type Product = z.infer<typeof Product>;

/** A category as `/api/listing/categories` sends it. */
export const Category = z.object({ id: z.int(), name: z.string() });
export type Category = z.infer<typeof Category>;
