import { z } from 'zod';
import { reviewFits } from '../enums.ts';

/** A published review (the view `published_reviews`). */
const PublishedReview = z.object({
  id: z.int(),
  stars: z.int(),
  fit: z.enum(reviewFits).nullable(),
  words: z.string(),
  /** Empty for a writer who wants no name shown. */
  name: z.string(),
  /** Whether the writer paid nothing for the product. */
  given: z.boolean(),
  written_at: z.string(),
  changed_at: z.string().nullable(),
  /** By the shop. */
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
  photos: z.array(z.uuid()),
});
export type PublishedReview = z.infer<typeof PublishedReview>;

/** A product's reviews (the view `reviewed_products`). */
export const ProductReviews = z.object({
  /** The product's. */
  id: z.int(),
  count: z.int(),
  /** Mean of all published reviews, in hundredths of a star. */
  hundredths: z.int(),
  /** Number of reviews with one to five stars. */
  stars: z.array(z.int()),
  /** Number of reviews by fit, in the order of `reviewFits`. */
  fits: z.array(z.int()),
  /** The latest hundred, newest first. */
  reviews: z.array(PublishedReview),
});
export type ProductReviews = z.infer<typeof ProductReviews>;
