/** Reviews by the link in the e-mail that asks for them. The client imports only the types. */
import { z } from 'zod';
import { hidingReasons, reviewFits } from '../enums.ts';
import { oneLine, rowId, severalLines } from './fields.ts';
import { photo, picture } from './return-photos.ts';

const token = z.string('This field is required.').max(200);

/** `POST /api/review` */
export const ReviewBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('show'), token }),
  z.object({
    do: z.literal('write'),
    token,
    product: rowId,
    /** The revision shown, 0 for none: another tab's later change is not overwritten. */
    seen: z.int('Not a revision.').min(0, 'Not a revision.').max(1_000_000, 'Not a revision.'),
    stars: z.int('Choose the stars.').min(1, 'Choose the stars.').max(5, 'Choose the stars.'),
    fit: z.enum(reviewFits, 'Not a fit.').nullable(),
    words: severalLines(3000),
    name: z.union([z.literal(''), oneLine(40)]),
  }),
  z.object({ do: z.literal('withdraw'), token, product: rowId }),
  z.object({ do: z.literal('photos'), token, review: rowId }),
  z.object({ do: z.literal('remove_photo'), token, review: rowId, photo }),
]);
export type ReviewBody = z.input<typeof ReviewBody>;

/** `POST /api/review/photo` */
export const AddReviewPhotoBody = z.object({ token, review: rowId, photo, picture });
export type AddReviewPhotoBody = z.input<typeof AddReviewPhotoBody>;

/** A product of the order, with the buyer's review if there is one. */
export const OwnReview = z.object({
  product: z.int(),
  name: z.string(),
  /** Whether its fit can be told. */
  hat: z.boolean(),
  image: z.string().nullable(),
  /** 0 without a review. */
  revision: z.int(),
  review: z.int().nullable(),
  /** Null without a review, or once it is withdrawn, as are the next two. */
  stars: z.int().nullable(),
  fit: z.enum(reviewFits).nullable(),
  words: z.string().nullable(),
  shown_name: z.string(),
  hidden: z.enum(hidingReasons).nullable(),
  hidden_because: z.string().nullable(),
  answer: z.string().nullable(),
  /** Whether the product has a page now. */
  listed: z.boolean(),
});
export type OwnReview = z.infer<typeof OwnReview>;
