import { database, dataOf } from '../database.ts';
import { deleteObjects } from './photo-storage.ts';

/** Objects that one call to Storage deletes; it takes up to a thousand. */
const batch = 200;

/**
 * Deletes pictures that no photo has any more (`stray_return_photos`): removed, past their time, or never recorded.
 * @param end no batch is begun after it, in milliseconds since 1970.
 * @returns how many objects went, and whether time ran out.
 * @throws Error when the database or Storage does not answer; what went by then is gone.
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
