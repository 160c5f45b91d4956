import { vi } from 'vitest';
import { HANG_MS } from './hang-limit.ts';

/** Repeats a check until it passes, and returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: HANG_MS, interval: 20 });
}
