import { StorageClient } from '@supabase/storage-js';
import { apiKeyHeaders } from '#domain/api-key-headers.ts';
import { timedFetch } from './timed-fetch.ts';
import { environment } from './environment.ts';
import { isAway, Unavailable } from './http-error.ts';

/** Supabase Storage, with the secret key: it may do anything. */
export function storage(): StorageClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  return new StorageClient(
    `${SUPABASE_URL}/storage/v1`,
    apiKeyHeaders(SUPABASE_SECRET_KEY),
    timedFetch(),
  );
}

/** A failure of Storage to throw: Unavailable when it is away. */
export function storageFailure(error: Error): Error {
  const status = 'status' in error ? Number(error.status) : undefined;
  return isAway(status) ? new Unavailable(`Storage: ${error.message}`, { cause: error }) : error;
}

/** Whether an upload was refused since there is such an object already (409). */
export function isStoredAlready(error: Error): boolean {
  return 'statusCode' in error && error.statusCode === '409';
}
