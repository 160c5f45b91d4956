import { vi } from 'vitest';

/** Repeats a check until it passes, and returns its result. The limit only catches a hang. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 20 });
}
