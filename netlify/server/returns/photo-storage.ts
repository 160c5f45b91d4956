import { isStoredAlready, storage, storageFailure } from '../storage.ts';
import type { SafePicture } from './safe-picture.ts';

/** The private bucket that the database's migration creates. */
const bucketName = 'return-photos';

const bucket = () => storage().from(bucketName);

/** Names of a photo's pictures in the bucket. */
export function namesOf(returnId: number, photo: string) {
  return { large: `${returnId}/${photo}.jpg`, small: `${returnId}/${photo}-small.jpg` };
}

async function upload(name: string, picture: Buffer) {
  const { error } = await bucket().upload(name, picture, {
    contentType: 'image/jpeg',
    cacheControl: '3600',
  });
  // 409: an earlier attempt, whose answer was lost, has stored it.
  return error && isStoredAlready(error) ? null : error;
}

/** Retried once, because one of two simultaneous copies may be reported as a failure. */
async function store(name: string, picture: Buffer): Promise<void> {
  const error = (await upload(name, picture)) && (await upload(name, picture));
  if (error) throw storageFailure(error);
}

/** Stores a photo of a return, unless its id is already stored. @throws Error */
export async function storePhoto(
  returnId: number,
  photo: string,
  { large, small }: SafePicture,
): Promise<void> {
  const names = namesOf(returnId, photo);
  await Promise.all([store(names.large, large), store(names.small, small)]);
}

/** Deletes objects by name; missing ones are ignored. @throws Error */
export async function deleteObjects(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { error } = await bucket().remove([...names]);
  if (error) throw storageFailure(error);
}

/** Deletes a photo. @throws Error */
export function deletePhoto(returnId: number, photo: string): Promise<void> {
  return deleteObjects(Object.values(namesOf(returnId, photo)));
}

/** A photo of a return, as stored in the database. */
export interface StoredPhoto {
  id: string;
  return: number;
}

/**
 * Adds signed addresses that show photos without a key, for the given number of seconds. A photo missing from
 * Storage is left out.
 * @throws Error when Storage does not answer.
 */
export async function withAddresses<Photo extends StoredPhoto>(
  photos: readonly Photo[],
  seconds: number,
): Promise<(Photo & { small: string; large: string })[]> {
  if (photos.length === 0) return [];
  const names = photos.map((photo) => namesOf(photo.return, photo.id));
  const paths = names.flatMap(({ large, small }) => [large, small]);
  const { data, error } = await bucket().createSignedUrls(paths, seconds);
  if (error) throw storageFailure(error);
  const signed = new Map(data.map(({ path, signedUrl }) => [path, signedUrl]));
  return photos.flatMap((photo, place) => {
    const { large = '', small = '' } = names[place] ?? {};
    const [largeAddress, smallAddress] = [signed.get(large), signed.get(small)];
    return largeAddress && smallAddress
      ? [{ ...photo, small: smallAddress, large: largeAddress }]
      : [];
  });
}
