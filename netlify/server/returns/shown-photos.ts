import type { PhotosAnswer } from '#domain/contracts/return-photos.ts';
import type { ShopRow } from '../database-shapes.ts';
import { database, dataOf } from '../database.ts';
import { withAddresses } from './photo-storage.ts';

/** Photos with the addresses that show them. @throws Error */
export async function shownPhotos(
  stored: readonly ShopRow<'photos_of_return'>[],
): Promise<PhotosAnswer> {
  return { photos: await withAddresses('return-photos', stored, (photo) => photo.return) };
}

/** The photos of a return. The caller has authorised the request for the order. @throws Error */
export async function photosOfReturn(order: number, returnId: number): Promise<PhotosAnswer> {
  const asked = { p_order: order, p_return: returnId };
  return shownPhotos(dataOf(await database().rpc('photos_of_return', asked)));
}
