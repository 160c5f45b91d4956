import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '#tests/longest-first.ts';
import { HANG_MS } from '#tests/support/hang-limit.ts';
import { runsWhole } from '#tests/support/long-suites.ts';

/** Test files share a worker and its loaded libraries, but not the shop's modules. */
const inSharedWorkers = { isolate: false, setupFiles: ['tests/support/shared-worker.ts'] };

/** Limits that only catch a hang, even on a slow machine that runs all tests at once. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 };
const patient = { ...timeouts, expect: { poll: { timeout: HANG_MS } } };

/** Tests next to the code that start a process or a build. */
const processes = '{src,local,bench}/**/*.process.test.ts';

/** Rooms without state of a shop: Node loads them once for a worker, instead of vite for each file. */
const stateless = new RegExp(
  `^${import.meta.dirname.replaceAll(/[^\w/]/g, '\\$&')}/(?:local|packages|src/domain)/`,
);

const withDatabase = {
  globalSetup: ['tests/support/postgres-server.ts'],
  server: { deps: { external: [stateless] } },
  ...patient,
};

/** One more than cores, because most tests wait for a database or a process. All projects need the same number. */
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    // The Supabase server logs every refusal that a test expects.
    silent: 'passed-only',
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{src,netlify,emails,local,catalogue,doctor,bench,harness,tests/unit}/**/*.test.{ts,tsx}',
          ],
          exclude: [processes],
          ...patient,
          ...inSharedWorkers,
          // Reloaded with the shop's stores, because it listens to the storage present when it loads.
          server: { deps: { inline: [/nanostores/] } },
        },
      },
      { test: { name: 'process', include: [processes], ...patient, ...inSharedWorkers } },
      {
        test: {
          name: 'dev',
          include: ['tests/dev/**/*.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: ['tests/support/built-site.ts'],
          ...patient,
          ...inSharedWorkers,
        },
      },
      {
        extends: './packages/stripe-checkout-sandbox/vitest.config.ts',
        root: './packages/stripe-checkout-sandbox',
        test: { name: 'stripe-checkout-sandbox', maxWorkers },
      },
      {
        extends: './packages/carrier-sandbox/vitest.config.ts',
        root: './packages/carrier-sandbox',
        test: { name: 'carrier-sandbox', maxWorkers },
      },
      {
        test: {
          name: 'database',
          include: ['tests/{contract,database,doctor,staff}/**/*.test.ts'],
          ...withDatabase,
          ...inSharedWorkers,
        },
      },
      { test: { name: 'catalogue', include: ['tests/catalogue/**/*.test.ts'], ...withDatabase } },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          ...withDatabase,
          ...inSharedWorkers,
          setupFiles: [...inSharedWorkers.setupFiles, 'tests/support/short-waits.ts'],
        },
      },
      {
        test: {
          name: 'load',
          include: ['tests/load/**/*.test.ts'],
          exclude: [
            // Only with `npm run load`: they take minutes, waiting for a drop or for the provider's limit of
            // two calls per second.
            ...(process.env['npm_lifecycle_event'] === 'load'
              ? []
              : ['tests/load/{drop,mailings}.test.ts']),
            // A smaller crowd with the same rules always runs: tests/api/storm.test.ts.
            ...(runsWhole ? [] : ['tests/load/functions.test.ts']),
          ],
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/**/*.test.ts'],
          ...withDatabase,
        },
      },
    ],
  },
});
