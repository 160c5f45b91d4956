import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for work, so many milliseconds at most; the work itself goes on.
 * @returns its result; null when it is not done by then. @throws what the work throws in that time.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  const over = new AbortController();
  try {
    return await Promise.race([
      work,
      // Aborted, it never ends.
      pause(ms, null, { signal: over.signal }).catch(() => new Promise<null>(() => undefined)),
    ]);
  } finally {
    over.abort();
  }
}
