import { database, dataOf } from '../database.ts';
import { deleteObjects } from './photo-storage.ts';

/** Objects deleted per call to Storage, which takes up to a thousand. */
const batch = 200;

/**
 * Deletes pictures without a photo (`stray_return_photos`): removed, expired, or never recorded.
 * @param end no batch starts after it, in milliseconds since 1970.
 * @returns the number of deleted objects, and whether time ran out.
 * @throws Error when the database or Storage does not answer; deletions until then stay.
 */
export async function sweepPhotos(end: number): Promise<{ deleted: number; cutShort: boolean }> {
  let deleted = 0;
  while (Date.now() < end) {
    const names = dataOf(await database().rpc('stray_return_photos', { p_limit: batch }));
    await deleteObjects(names);
    deleted += names.length;
    if (names.length < batch) return { deleted, cutShort: false };
  }
  return { deleted, cutShort: true };
}
