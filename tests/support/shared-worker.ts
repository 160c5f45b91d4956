/**
 * Test files run one after another in one worker, which saves starting it and loading Stripe's, Supabase's
 * and PostgreSQL's libraries for each. The shop's own modules, which remember settings and connections,
 * are loaded anew for each file, and what it has set in the environment or globally goes with it.
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
