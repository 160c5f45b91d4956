import { StorageClient } from '@supabase/storage-js';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { timedFetch } from './timed-fetch.ts';
import { environment } from './environment.ts';
import { isAway, Unavailable } from './http-error.ts';

/** Supabase Storage, with the secret key: unrestricted. */
export function storage(): StorageClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  return new StorageClient(
    `${SUPABASE_URL}/storage/v1`,
    apiKeyHeaders(SUPABASE_SECRET_KEY),
    timedFetch(),
  );
}

/** Turns a Storage failure into an error to throw: Unavailable when Storage is unreachable. */
export function storageFailure(error: Error): Error {
  const status = 'status' in error ? Number(error.status) : undefined;
  return isAway(status) ? new Unavailable(`Storage: ${error.message}`, { cause: error }) : error;
}

/** Whether an upload was refused because the object already exists (409). */
export function isStoredAlready(error: Error): boolean {
  return 'statusCode' in error && error.statusCode === '409';
}
