/** Limits of the catalogue's texts and prices. The database enforces the same ones as constraints. */
import { pence } from './money.ts';

/** The short name of a product or category in URLs and files, such as `boss-beanie`. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Maximum price of one unit. */
export const MAX_PRICE = pence(9_999_999);

/** Maximum weight of one unit, in grams: carriers take no heavier parcel. */
export const HEAVIEST_GRAMS = 30_000;

/** A commodity code for customs: of all countries (6 digits), for exports (8) or imports (10). */
export const HS_CODE = /^\d{6}(?:\d{2}){0,2}$/;

/** Maximum lengths, in characters; those of a product's facts are in product-facts.ts. */
export const LONGEST = {
  slug: 100,
  name: 120,
  category: 60,
  description: 5000,
  colour: 60,
  alt: 200,
} as const;
