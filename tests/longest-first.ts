import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, so that it does not begin when all else is done. */
const long = [
  'bench/function-bundles',
  'local/local-stack',
  'tests/dev/',
  'tests/fuzz/straight',
  'tests/api/payment-faults',
  'tests/fuzz/over-http',
  'tests/api/checkout-faults',
  'tests/api/refund-faults',
  'tests/api/order-faults',
  'tests/load/functions',
  'tests/api/sweep',
  'tests/api/request-bodies',
  'tests/api/refunds',
  'tests/catalogue/command',
  'tests/api/stock-attack',
  'tests/site/cache-headers',
];

function place({ moduleId }: TestSpecification): number {
  const found = long.findIndex((name) => moduleId.includes(name));
  return found < 0 ? long.length : found;
}

/** Those that take long first, in the order of the list; the others as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line no-array-sort -- Vitest's own, which is no array's.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
