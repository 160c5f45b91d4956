import type { z } from 'zod';
import type { AddPhotoBody, PhotosAnswer } from '#domain/contracts/return-photos.ts';
import { database } from '../database.ts';
import { shopperDataOf } from '../orders/shopper-data.ts';
import { storePhoto } from './photo-storage.ts';
import { safePicture } from './safe-picture.ts';
import { photosOfReturn } from './shown-photos.ts';

/**
 * Adds a photo to an open return of something faulty. A repeat, by a double click or after a lost answer, adds
 * nothing. The caller has authorised the request for the order.
 * @returns all photos of the return.
 * @throws HttpError 400, 404, 409 with `{ detail, reason }`.
 */
export async function addPhoto(
  order: number,
  { photo, picture, return: returnId }: z.output<typeof AddPhotoBody>,
): Promise<PhotosAnswer> {
  const which = { p_photo: photo, p_order: order, p_return: returnId };
  if (!shopperDataOf(await database().rpc('photo_is_known', which))) {
    const safe = await safePicture(Buffer.from(picture, 'base64'));
    // Stored first, so that every row has its picture. A picture without a row is swept.
    await storePhoto({ bucket: 'return-photos', folder: returnId, photo }, safe);
    shopperDataOf(await database().rpc('add_return_photo', which));
  }
  return photosOfReturn(order, returnId);
}
