import type { Words } from './messages.ts';

/** Refusals about reviews of products. */
export const reviews = {
  review_changed:
    'This review was changed in another window. Please load the page again before you change it.',
  review_changed_since:
    'The writer has changed this review since. Load it again, and read it first.',
  review_gone: 'The writer has withdrawn this review.',
  review_not_possible: 'This link cannot be used for a review of this product.',
  too_many_review_photos: 'A review has at most three photos.',
} satisfies Words;
