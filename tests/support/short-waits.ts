import { afterAll } from 'vitest';

/**
 * Before they repeat a call, postgrest-js waits up to 4 seconds and Stripe's library up to 5. What
 * they do is tested, not how patient they are: a hundredth will do. Nobody else's timers change.
 */
const libraries = /\/node_modules\/(@supabase\/postgrest-js|stripe)\//;
const wait = globalThis.setTimeout;

function callerOf(stack = ''): string {
  // The message, this file's function, then who called it.
  return stack.split('\n')[2] ?? '';
}

function setShortTimeout(act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
  const short = libraries.test(callerOf(new Error('Where from?').stack));
  return wait(act, short ? ms / 100 : ms, ...args);
}

globalThis.setTimeout = Object.assign(setShortTimeout, wait);
afterAll(() => {
  globalThis.setTimeout = wait;
});
