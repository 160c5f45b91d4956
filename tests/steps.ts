/** Steps of `npm run check` and `npm test`, in order. */
import path from 'node:path';
import { type Count, countOfPlaywright, countOfVitest } from './reports.ts';

export interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Reads the results from its report; if absent, it counts as one check. */
  count?: (exitCode: number) => Count;
}

/** Independent checks, which may run in parallel. */
export const checks: Step[] = [
  // First, because it takes longest.
  { name: 'Types', command: 'node', args: ['tests/check-types.ts'] },
  { name: 'Lint and boundaries', command: 'oxlint', args: [] },
  { name: 'Formatting', command: 'oxfmt', args: ['--check'] },
  {
    name: 'Formatting of pages',
    command: 'prettier',
    args: ['--check', '--log-level', 'warn', '**/*.astro'],
  },
  // Locks and rewrites that a live shop would notice (.squawk.toml).
  { name: 'Migrations', command: 'squawk', args: ['supabase/migrations/*.sql'] },
  { name: 'Unused code', command: 'knip', args: [] },
];

function vitest(name: string, report: string, ...more: string[]): Step {
  return {
    name,
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...more],
    count: (code) => countOfVitest(report, code),
  };
}

/** @param folder folder of the reports. */
export function unitTests(folder: string): Step {
  return vitest('Unit tests', path.join(folder, 'unit.json'), '--project=unit');
}

/** All tests except the browser tests. @param folder folder of the report. */
export function vitestTests(folder: string): Step {
  return vitest('Unit, sandbox, database and API tests', path.join(folder, 'vitest.json'));
}

function playwright(name: string, report: string, ...projects: string[]): Step {
  return {
    name,
    command: 'playwright',
    args: ['test', '--reporter=list,json', ...projects.map((project) => `--project=${project}`)],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: (code) => countOfPlaywright(report, code),
  };
}

/** @param folder folder of the report. */
export function browserTests(folder: string): Step {
  return playwright('Browser tests', path.join(folder, 'playwright.json'), 'desktop', 'phone');
}

/** The suites of which `npm test` runs only a sample. @param folder folder of the reports. */
export function longTests(folder: string): Step[] {
  const files = [
    'tests/dev',
    'tests/fuzz',
    'tests/load',
    'tests/database/constraints',
    'tests/database/discounts',
    'tests/database/generated-orders',
    'tests/database/order-life',
    'tests/database/own-pages',
    'tests/database/promise-clock',
    'tests/database/releases',
    'tests/api/counts',
    'tests/api/kills',
    'tests/api/large-listing',
    'faults.test',
    'parity.test',
  ];
  const step = vitest('Long tests', path.join(folder, 'long.json'), ...files);
  const report = path.join(folder, 'netlify.json');
  const shifts = path.join(folder, 'shifts.json');
  const still = playwright('Layout of pages', shifts, 'desktop', 'phone');
  return [
    { ...step, env: { LONG_SUITES: 'whole' } },
    playwright('Browser tests on netlify dev', report, 'netlify'),
    {
      ...still,
      args: [...still.args, 'layout-shifts', 'whole-page'],
      env: { ...still.env, LONG_SUITES: 'whole' },
    },
  ];
}
