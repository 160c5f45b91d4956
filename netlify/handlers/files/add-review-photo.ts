import { AddReviewPhotoBody } from '#domain/contracts/product-reviews.ts';
import { mostPhotoBody } from '#domain/contracts/return-photos.ts';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { shopperDataOf } from '#server/orders/shopper-data.ts';
import { reviewAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';
import { storePhoto } from '#server/returns/photo-storage.ts';
import { safePicture } from '#server/returns/safe-picture.ts';
import { checkoutOfReviewLink, ownPhotos } from '#server/reviews/own-reviews.ts';

/** Adds a photo to a review, authorised by its link; a repeat adds nothing. Returns all photos of the review. */
export default async function addReviewPhoto(request: Request): Promise<Response> {
  const body = await readBody(request, AddReviewPhotoBody, mostPhotoBody);
  const { token, review, photo, picture } = body;
  const checkout = await checkoutOfReviewLink(token);
  await takeAttempt(reviewAttempt('review-photo', checkout));
  const which = { p_photo: photo, p_review: review, p_checkout: checkout };
  if (!shopperDataOf(await database().rpc('review_photo_is_known', which))) {
    const safe = await safePicture(Buffer.from(picture, 'base64'));
    // Stored first, so that every row has its picture. A picture without a row is swept.
    await storePhoto({ bucket: 'review-photos', folder: review, photo }, safe);
    shopperDataOf(await database().rpc('add_review_photo', which));
  }
  return answer(200, await ownPhotos(checkout, review));
}
