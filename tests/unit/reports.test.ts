import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countOfPlaywright } from '../reports.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Playwright's report of one file with a test in each of the given statuses. */
function reportOf(...statuses: string[]): string {
  const file = path.join(folder, 'report.json');
  const specs = statuses.map((status) => ({
    file: 'cart.spec.ts',
    title: status,
    tests: [{ projectName: 'phone', status, annotations: [], results: [{ duration: 1000 }] }],
  }));
  writeFileSync(file, JSON.stringify({ suites: [{ specs }], errors: [] }));
  return file;
}

test('a test that passed only on a retry is named, and fails if asked for', () => {
  const file = reportOf('expected', 'flaky');
  const flaky = ['[phone] cart.spec.ts › flaky'];
  expect(countOfPlaywright(file, 1, true)).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['[phone] cart.spec.ts › flaky: flaky'],
    flaky,
  });
  expect(countOfPlaywright(file, 0, false)).toMatchObject({ passed: 1, failed: 0, flaky });
});

test('a runner that exits with an error and no failed test is a failure', () => {
  expect(countOfPlaywright(reportOf('expected'), 1, false)).toMatchObject({ passed: 1, failed: 1 });
});
