import { afterAll } from 'vitest';
import { type BackendOptions, startBackend } from './backend.ts';
import { purchasesAt } from './purchases.ts';
import { shopDatabase } from './shop-database.ts';

/** Starts a test file's backend, closed after its last test, with the helpers that tests use. */
export async function openBackend(options: BackendOptions = {}) {
  const backend = await startBackend(options);
  afterAll(() => backend.close());
  return { backend, shop: shopDatabase(backend.database), purchases: purchasesAt(backend) };
}
