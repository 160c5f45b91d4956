/** Results of a run, read from the reports of Vitest and Playwright. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

/** A test file and the total duration of its tests. */
interface TestFile {
  file: string;
  seconds: number;
  tests: number;
}

export interface Count {
  passed: number;
  failed: number;
  /** File, title and first line of the message of each failed test. */
  failures: string[];
  /** Titles of tests that passed only on a retry. They count as failed with `FAIL_ON_FLAKY=1`, otherwise as neither. */
  flaky: string[];
  /** Reasons of skipped tests, one per test. */
  skipped: string[];
  files: TestFile[];
}

const Vitest = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
});

const Spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
      results: z.array(
        z.object({
          duration: z.number(),
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([]);
  },
});
const Playwright = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) });

function readReport<Report>(file: string, schema: z.ZodType<Report>): Report | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Counts a failure if the runner exited with an error but reported no failed test. */
function atLeastOneFailure(runner: string, count: Count, bad: boolean): Count {
  if (!bad || count.failed > 0) return count;
  return {
    ...count,
    failed: 1,
    failures: [...count.failures, `${runner}: an error outside of tests`],
  };
}

function failure(title: string, message = ''): string {
  return `${title}: ${stripVTControlCharacters(message).trim().split('\n', 1)[0]}`;
}

/** Results of Vitest. */
export function countOfVitest(file: string, exitCode: number): Count {
  const report = readReport(file, Vitest);
  const results = report?.testResults ?? [];
  const count = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    failures: results.flatMap(({ name, status, message, assertionResults }) => {
      const where = path.relative(projectFolder, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0 && status === 'failed') return failure(where, message);
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${where} › ${fullName}`, failureMessages?.[0]),
      );
    }),
    flaky: [],
    skipped: [],
    files: results.map(({ name, startTime, endTime, assertionResults }) => ({
      file: path.relative(projectFolder, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
    })),
  };
  return atLeastOneFailure('Vitest', count, exitCode !== 0 || !report?.success);
}

function specsOf(suites: readonly z.infer<typeof Suite>[]): z.infer<typeof Spec>[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites)]);
}

/**
 * Results of Playwright. A test that runs in several projects counts once per project.
 * @param flakyFails whether a test that passed only on a retry counts as failed.
 */
export function countOfPlaywright(
  file: string,
  exitCode: number,
  flakyFails = Boolean(process.env['FAIL_ON_FLAKY']),
): Count {
  const report = readReport(file, Playwright);
  const runs = specsOf(report?.suites ?? []).flatMap((spec) =>
    spec.tests.map(({ projectName, status, annotations, results }) => ({
      file: `tests/e2e/${spec.file}`,
      title: `[${projectName}] ${spec.file} › ${spec.title}`,
      status,
      reason: annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
      message: results.at(-1)?.error?.message,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  const having = (wanted: string) => runs.filter(({ status }) => status === wanted);
  const flaky = having('flaky').map(({ title }) => title);
  const byFile = Map.groupBy(runs, (run) => run.file);
  const count = {
    passed: having('expected').length,
    failed: having('unexpected').length + (flakyFails ? flaky.length : 0),
    failures: [
      ...having('unexpected').map(({ title, message }) => failure(title, message)),
      ...(flakyFails ? flaky.map((title) => failure(title, 'flaky')) : []),
    ],
    flaky,
    skipped: having('skipped').map(({ reason }) => reason),
    files: Array.from(byFile, ([name, own]) => ({
      file: name,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      tests: own.length,
    })),
  };
  return atLeastOneFailure(
    'Playwright',
    count,
    exitCode !== 0 || !report || report.errors.length > 0,
  );
}

/** The slowest files in descending order, one line each. */
export function slowest(files: readonly TestFile[], number: number): string[] {
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, number)
    .map(({ file, seconds, tests }) => {
      const time = seconds.toFixed(1).padStart(7);
      return `${time} s  ${file} (${tests === 1 ? '1 test' : `${tests} tests`})`;
    });
}
