import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, started first so that they do not run alone at the end. */
const long = [
  'bench/function-bundles',
  'local/local-stack',
  'local/migrations',
  'src/integrations/launch-check',
  'tests/dev/',
  'tests/api/kills',
  'tests/api/order-faults',
  'tests/database/every-table',
  'tests/fuzz/',
  'tests/api/checkout-faults',
  'tests/doctor/services',
  'tests/api/staff-roles',
  'tests/api/round-trips',
  'tests/database/releases',
  'tests/database/own-pages',
  'tests/database/schemas',
  'tests/database/order-life',
  'tests/api/sweep',
  'tests/catalogue/command',
  'tests/site/',
];

function place({ moduleId }: TestSpecification): number {
  const found = long.findIndex((name) => moduleId.includes(name));
  return found < 0 ? long.length : found;
}

/** Runs the slow files first, in the order of the list, and the others in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- Vitest's own method, not Array's.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
