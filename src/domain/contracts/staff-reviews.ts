/** Reviews of products in the studio (supabase/schemas/orders/staff_reviews.sql). */
import * as z from 'zod';
import { hidingReasons, reviewFits } from '../enums.ts';
import { rowId, severalLines } from './fields.ts';
import { acts, reads } from './staff-call.ts';
import { counter, rowIdText, searchText } from './staff-fields.ts';

const StaffReview = z.object({
  id: z.int(),
  /** Goes up with each change by the writer. */
  revision: z.int(),
  order: z.int(),
  product: z.int(),
  product_name: z.string(),
  stars: z.int(),
  fit: z.enum(reviewFits).nullable(),
  words: z.string(),
  /** Empty for no name. */
  name: z.string(),
  given: z.boolean(),
  written_at: z.string(),
  changed_at: z.string().nullable(),
  answer: z.string().nullable(),
  answered_by: z.string().nullable(),
  hidden: z.enum(hidingReasons).nullable(),
  hidden_because: z.string().nullable(),
  hidden_at: z.string().nullable(),
  hidden_by: z.string().nullable(),
  /** Whether the writer has changed it since it was hidden. */
  changed_since: z.boolean(),
  /** Photos, with addresses that work for a few minutes. */
  photos: z.array(z.object({ id: z.uuid(), small: z.url(), large: z.url() })),
});
export type StaffReview = z.output<typeof StaffReview>;

/** Parts of the list. */
export const reviewStates = ['all', 'unanswered', 'hidden', 'changed'] as const;

/** A page of reviews in order of arrival, newest first. */
export const getReviews = reads(
  '/api/staff/reviews',
  z.object({
    state: z.enum(reviewStates, 'There is no such list.').default('all'),
    q: searchText.default(''),
    /** `next` of the previous page. */
    after: rowIdText.optional(),
  }),
  z.object({
    rows: z.array(StaffReview),
    next: z.int().nullable(),
    /** Hidden ones that were changed since. */
    changed: z.int(),
  }),
);

/** The review, as the caller saw it. */
const which = { review: rowId, seen: counter };
const done = z.object({ done: z.literal(true) });

/** Hides a review for a reason; its writer is told. @throws 404, 409 */
export const hideReview = acts(
  '/api/staff/reviews/hide',
  z.object({
    ...which,
    reason: z.enum(hidingReasons, 'Choose a reason.'),
    words: severalLines(1000),
  }),
  done,
);

/** Shows a hidden review again. @throws 404, 409 */
export const showReview = acts('/api/staff/reviews/show', z.object(which), done);

/** Answers a review, or removes the answer. @throws 404, 409 */
export const answerReview = acts(
  '/api/staff/reviews/answer',
  z.object({ ...which, answer: severalLines(2000).nullable() }),
  done,
);
