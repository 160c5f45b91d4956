import { atom } from 'nanostores';
import { $root } from '#stores/root.ts';

/** Timeout for restoring the stored state (spec, section 3). */
const RESTORE_LIMIT_MS = 5000;

/** Whether the stored state has been read; until then pages show "Loading...". */
export const $restored = atom(false);

async function readStoredState(): Promise<void> {
  $root.get();
}

if (typeof window !== 'undefined') {
  const limit = setTimeout(() => $restored.set(true), RESTORE_LIMIT_MS);
  void readStoredState()
    .catch((error: unknown) => console.error('The stored state could not be read', error))
    .finally(() => {
      clearTimeout(limit);
      $restored.set(true);
    });
}
