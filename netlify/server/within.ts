import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for work, for a limited number of milliseconds; the work itself goes on.
 * @returns the work's result; null if it is not done by then. @throws any error of the work within that time.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const over = new AbortController();
  try {
    return await Promise.race([
      work,
      // Once aborted, it never settles.
      pause(ms, null, { signal: over.signal }).catch(() => new Promise<null>(() => undefined)),
    ]);
  } finally {
    over.abort();
  }
}
