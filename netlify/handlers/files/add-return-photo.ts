import { AddPhotoBody, mostPhotoBody } from '#domain/contracts/return-photos.ts';
import { answer } from '#server/answer.ts';
import { returnPhotoAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';
import { addPhoto } from '#server/returns/add-photo.ts';
import { orderOfRequest } from '#server/returns/order-of-request.ts';

/**
 * Adds a photo to a return, authorised by login or by the order's link. A separate function, because it decodes
 * pictures.
 */
export default async function addReturnPhoto(request: Request): Promise<Response> {
  const asked = await readBody(request, AddPhotoBody, mostPhotoBody);
  const order = await orderOfRequest(request, asked);
  await takeAttempt(returnPhotoAttempt(order));
  return answer(200, await addPhoto(order, asked));
}
