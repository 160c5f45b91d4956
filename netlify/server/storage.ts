import { StorageClient } from '@supabase/storage-js';
import { apiKeyHeaders } from '#domain/api-key-headers.ts';
import { environment } from './environment.ts';

/** Supabase Storage, with the secret key: it may do anything. */
export function storage(): StorageClient {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  return new StorageClient(`${SUPABASE_URL}/storage/v1`, apiKeyHeaders(SUPABASE_SECRET_KEY));
}

/** Whether an upload was refused since there is such an object already (409). */
export function isStoredAlready(error: Error): boolean {
  return 'statusCode' in error && error.statusCode === '409';
}
