import type { z } from 'zod';
import type { PhotosAnswer, ReturnPhotosBody } from '#domain/contracts/return-photos.ts';
import { database } from '../database.ts';
import { shopperDataOf } from '../orders/shopper-data.ts';
import { orderOfRequest } from './order-of-request.ts';
import { deletePhotos } from './photo-storage.ts';
import { photosOfReturn } from './shown-photos.ts';

async function removePhoto(order: number, returnId: number, photo: string): Promise<void> {
  const which = { p_photo: photo, p_order: order, p_return: returnId };
  shopperDataOf(await database().rpc('remove_return_photo', which));
  await deletePhotos('return-photos', returnId, [photo]);
}

/** Shows the photos of a return, after removing one if that was asked. @throws HttpError 400, 401, 404, 409. */
export async function changePhotos(
  request: Request,
  asked: z.output<typeof ReturnPhotosBody>,
): Promise<PhotosAnswer> {
  const order = await orderOfRequest(request, asked);
  if (asked.do === 'remove') await removePhoto(order, asked.return, asked.photo);
  return photosOfReturn(order, asked.return);
}
