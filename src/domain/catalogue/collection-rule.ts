import * as z from 'zod';
import { MAX_PRICE, SLUG } from './catalogue-rules.ts';

/** Maximum number of products in a collection of the newest ones. */
const mostNewest = 999;

const pounds = z.int().min(1).max(MAX_PRICE).optional();

/** Conditions by which products belong to a collection; all must hold. `collection_products` in the database applies them. */
export const CollectionRule = z
  .strictObject({
    /** Slugs of categories, one of which a product must be in. */
    categories: z.array(z.string().regex(SLUG)).min(1).max(100).optional(),
    /** Pence; the current price with the domestic tax, as charged, must be lower. */
    price_under: pounds,
    /** Pence; the current price with the domestic tax must be higher. */
    price_over: pounds,
    on_sale: z.literal(true).optional(),
    /** Number of products that meet the other conditions, newest first. */
    newest: z.int().min(1).max(mostNewest).optional(),
  })
  .refine((rule) => Object.values(rule).some((part) => part !== undefined), 'Choose a condition.');
export type CollectionRule = z.infer<typeof CollectionRule>;
