import type {
  AddReviewPhotoBody,
  OwnReview,
  ReviewBody,
} from '#domain/contracts/product-reviews.ts';
import { hidingReasons, reviewFits } from '#domain/enums.ts';
import { isRecord } from '#domain/basics/record.ts';
import { readList, readNumber, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';
import { readPhotos, type ReturnPhoto } from './return-photos.ts';
import { sendWithProgress } from './send-with-progress.ts';

function orNull<Value>(read: (value: unknown) => Value, value: unknown): Value | null {
  return value === null ? null : read(value);
}

function readReviews(body: unknown): OwnReview[] {
  return readList(readRecord(body).products, isRecord).map((row) => ({
    product: readNumber(row.product),
    name: readText(row.name),
    hat: row.hat === true,
    image: orNull(readText, row.image),
    revision: readNumber(row.revision),
    review: orNull(readNumber, row.review),
    stars: orNull(readNumber, row.stars),
    fit: reviewFits.find((fit) => fit === row.fit) ?? null,
    words: orNull(readText, row.words),
    shown_name: readText(row.shown_name),
    hidden: hidingReasons.find((reason) => reason === row.hidden) ?? null,
    hidden_because: orNull(readText, row.hidden_because),
    answer: orNull(readText, row.answer),
    listed: row.listed === true,
  }));
}

const path = '/api/review/';

/**
 * The products behind a mailed link with the buyer's reviews, after writing or withdrawing one if asked.
 * @throws ApiError 400, 404, 409, 429
 */
export function actOnReviews(
  body: Extract<ReviewBody, { do: 'show' | 'write' | 'withdraw' }>,
): Promise<OwnReview[]> {
  return request(path, readReviews, { method: 'POST', body });
}

/** The photos of a review, after removing one if asked. @throws ApiError 400, 404 */
export function changeReviewPhotos(
  body: Extract<ReviewBody, { do: 'photos' | 'remove_photo' }>,
): Promise<ReturnPhoto[]> {
  return request(path, readPhotos, { method: 'POST', body });
}

/** Adds a photo to a review; idempotent by `photo`. Returns all of them. @throws ApiError 400, 404, 409, 429 */
export function addReviewPhoto(
  body: AddReviewPhotoBody,
  onProgress: (share: number) => void,
): Promise<ReturnPhoto[]> {
  return sendWithProgress('/api/review/photo/', readPhotos, { body, access: null, onProgress });
}
