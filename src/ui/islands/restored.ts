import { atom } from 'nanostores';
import { liveSession } from '#stores/live-session.ts';

/** Timeout for restoring the stored state, in milliseconds (spec, section 3). */
const RESTORE_LIMIT_MS = 5000;

/** Whether the stored state has been read, and an expired login renewed; until then pages show "Loading...". */
export const $restored = atom(false);

if (typeof window !== 'undefined') {
  const limit = setTimeout(() => $restored.set(true), RESTORE_LIMIT_MS);
  void liveSession()
    .catch((error: unknown) => console.error('The stored state could not be read', error))
    .finally(() => {
      clearTimeout(limit);
      $restored.set(true);
    });
}
