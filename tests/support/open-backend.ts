import { afterAll } from 'vitest';
import { type BackendOptions, startBackend } from './backend.ts';
import { purchasesAt } from './purchases.ts';
import { shopDatabase } from './shop-database.ts';

/** The backend of a test file, from its first line to its last test, and what tests do with it. */
export async function openBackend(options: BackendOptions = {}) {
  const backend = await startBackend(options);
  afterAll(() => backend.close());
  return { backend, shop: shopDatabase(backend.database), purchases: purchasesAt(backend) };
}
