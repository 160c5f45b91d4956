/**
 * Test files run one after another in one worker, which saves starting it and loading the libraries of
 * Stripe, Supabase and PostgreSQL for each. The shop's own modules, which cache settings and connections, are
 * reloaded for each file, and its changes to the environment and to globals are undone.
 */
import { afterAll, vi } from 'vitest';

vi.resetModules();

const before = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
