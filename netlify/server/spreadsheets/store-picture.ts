import type { StorageClient } from '@supabase/storage-js';
import { isStoredAlready, storageFailure } from '../storage.ts';
import { BUCKET } from './picture-storage.ts';
import { bucketSettings, storedAs } from './web-picture.ts';

/** Stores a picture prepared for the web, or a film; the first one creates the bucket. @throws Error of `storageFailure`. */
export async function storePicture(
  storage: StorageClient,
  name: string,
  content: Uint8Array,
  contentType: string = storedAs.contentType,
): Promise<void> {
  const upload = () => storage.from(BUCKET).upload(name, content, { ...storedAs, contentType });
  let { error } = await upload();
  if (error && 'statusCode' in error && error.statusCode === '404') {
    await storage.createBucket(BUCKET, bucketSettings);
    ({ error } = await upload());
  }
  // Equal names mean equal files: a name contains the hash of its content.
  if (error && !isStoredAlready(error)) throw storageFailure(error);
}
