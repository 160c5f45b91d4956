/** What the catalogue's texts and prices may be. The database has the same as constraints. */
import { pence } from './money.ts';

/** The name that addresses and files know a product or category by, such as `boss-beanie`. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The most that a piece may cost. */
export const MAX_PRICE = pence(9_999_999);

/** The most that each text may have, in characters. */
export const LONGEST = {
  slug: 100,
  name: 120,
  category: 60,
  description: 5000,
  material: 200,
  colour: 60,
} as const;
