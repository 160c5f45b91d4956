import { database, dataOf } from '../database.ts';
import { deleteObjects, type PhotoBucket, photoBuckets } from './photo-storage.ts';

/** Objects deleted per call to Storage, which takes up to a thousand. */
const batch = 200;

/** @returns the number of deleted objects, and whether time ran out. */
async function sweepBucket(bucket: PhotoBucket, end: number) {
  let deleted = 0;
  while (Date.now() < end) {
    const stray = { p_bucket: bucket, p_limit: batch };
    const names = dataOf(await database().rpc('stray_photos', stray));
    await deleteObjects(bucket, names);
    deleted += names.length;
    if (names.length < batch) return { deleted, cutShort: false };
  }
  return { deleted, cutShort: true };
}

/**
 * Deletes pictures without a photo (`stray_photos`): removed, expired, or never recorded.
 * @param end no batch starts after it, in milliseconds since 1970.
 * @returns the number of deleted objects, and whether time ran out.
 * @throws Error when the database or Storage does not answer; deletions until then stay.
 */
export async function sweepPhotos(end: number): Promise<{ deleted: number; cutShort: boolean }> {
  let deleted = 0;
  for (const bucket of photoBuckets) {
    const swept = await sweepBucket(bucket, end);
    deleted += swept.deleted;
    if (swept.cutShort) return { deleted, cutShort: true };
  }
  return { deleted, cutShort: false };
}
