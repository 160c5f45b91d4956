import { Unavailable } from '../http-error.ts';
import { isStoredAlready, storage, storageFailure } from '../storage.ts';
import { log } from '../log.ts';
import type { SafePicture } from './safe-picture.ts';

/** The private buckets that the database's migration creates. */
export const photoBuckets = ['return-photos', 'review-photos'] as const;
export type PhotoBucket = (typeof photoBuckets)[number];

/** A photo in Storage: its bucket, the return or review that it belongs to, and its id. */
export interface PhotoPlace {
  bucket: PhotoBucket;
  folder: number;
  photo: string;
}

/** Names of a photo's pictures in its bucket. */
export function namesOf({ folder, photo }: Pick<PhotoPlace, 'folder' | 'photo'>) {
  return { large: `${folder}/${photo}.jpg`, small: `${folder}/${photo}-small.jpg` };
}

async function upload(bucket: PhotoBucket, name: string, picture: Buffer) {
  const { error } = await storage().from(bucket).upload(name, picture, {
    contentType: 'image/jpeg',
    cacheControl: '3600',
  });
  // 409: an earlier attempt, whose answer was lost, has stored it.
  return error && isStoredAlready(error) ? null : error;
}

/** Retried once, because one of two simultaneous copies may be reported as a failure. */
async function store(bucket: PhotoBucket, name: string, picture: Buffer): Promise<void> {
  const error = (await upload(bucket, name, picture)) && (await upload(bucket, name, picture));
  if (error) throw storageFailure(error);
}

/** Stores a photo, unless its id is already stored. @throws Error */
export async function storePhoto(place: PhotoPlace, { large, small }: SafePicture): Promise<void> {
  const names = namesOf(place);
  await Promise.all([
    store(place.bucket, names.large, large),
    store(place.bucket, names.small, small),
  ]);
}

/** Deletes objects by name; missing ones are ignored. @throws Error */
export async function deleteObjects(bucket: PhotoBucket, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { error } = await storage()
    .from(bucket)
    .remove([...names]);
  if (error) throw storageFailure(error);
}

/** Deletes photos that the shopper removed. A failure is left to the sweep of the night. */
export async function deletePhotos(
  bucket: PhotoBucket,
  folder: number,
  photos: readonly string[],
): Promise<void> {
  try {
    const names = photos.flatMap((photo) => Object.values(namesOf({ folder, photo })));
    await deleteObjects(bucket, names);
  } catch (error) {
    log.error('A removed photo waits for the sweep of the night', { error });
  }
}

/** A photo's picture; null if Storage lacks it. @throws Unavailable when Storage does not answer. */
export async function readPhoto(
  place: PhotoPlace,
  size: 'small' | 'large',
): Promise<ArrayBuffer | null> {
  const { data, error } = await storage().from(place.bucket).download(namesOf(place)[size]);
  const failure = error && storageFailure(error);
  if (failure instanceof Unavailable) throw failure;
  return data ? data.arrayBuffer() : null;
}

/** Usual lifetime of a photo's address, in seconds. */
const addressSeconds = 15 * 60;

/**
 * Adds signed addresses that show photos without a key, for the given number of seconds. A photo missing from Storage is
 * left out.
 * @throws Error when Storage does not answer.
 */
export async function withAddresses<Photo extends { id: string }>(
  bucket: PhotoBucket,
  photos: readonly Photo[],
  folderOf: (photo: Photo) => number,
  seconds = addressSeconds,
): Promise<(Photo & { small: string; large: string })[]> {
  if (photos.length === 0) return [];
  const names = photos.map((photo) => namesOf({ folder: folderOf(photo), photo: photo.id }));
  const paths = names.flatMap(({ large, small }) => [large, small]);
  const { data, error } = await storage().from(bucket).createSignedUrls(paths, seconds);
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
