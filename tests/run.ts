/**
 * `npm test`: types, lint, formatting, and the unit, sandbox, database, API and browser tests. The
 * last line is the sum: "N passed, N failed"; a check of types or style counts as one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';

interface Count {
  passed: number;
  failed: number;
}

interface Runner {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** What it counted, from its report; absent: it is one check. */
  count?: (exitCode: number) => Count;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-report-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const vitestReport = path.join(folder, 'vitest.json');
const playwrightReport = path.join(folder, 'playwright.json');

const Vitest = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), success: z.boolean() });
const Playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** A runner that ended badly without naming a failed test has failed all the same. */
function atLeastOneFailure(count: Count, bad: boolean): Count {
  return bad && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function readReport<Report>(file: string, schema: z.ZodType<Report>): Report | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

const runners: Runner[] = [
  { name: 'Types', command: 'node', args: ['tests/check-types.ts'] },
  { name: 'Lint', command: 'oxlint', args: [] },
  { name: 'Formatting', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  {
    name: 'Unit, sandbox, database and API tests',
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: (code) => {
      const report = readReport(vitestReport, Vitest);
      const count = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
      return atLeastOneFailure(count, code !== 0 || !report?.success);
    },
  },
  {
    name: 'Browser tests',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: (code) => {
      const { stats, errors } = readReport(playwrightReport, Playwright) ?? {};
      const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
      if (flaky > 0) console.log(`  ${flaky} browser tests passed only at their second try`);
      const count = { passed: expected + flaky, failed: unexpected };
      return atLeastOneFailure(count, code !== 0 || !errors || errors.length > 0);
    },
  },
];

let stopCurrent: (() => Promise<void>) | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(
    signal,
    () => void (stopCurrent?.() ?? Promise.resolve()).then(() => process.exit(130)),
  );
}

async function run({ name, command, args, env, count }: Runner): Promise<Count> {
  console.log(`\n▸ ${name}`);
  const began = performance.now();
  const child = startChild(path.join(projectFolder, 'node_modules/.bin', command), args, {
    cwd: projectFolder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', ...env },
  });
  // On SIGINT the runners tear down what they have set up.
  stopCurrent = () => child.stop('SIGINT');
  const code = await child.exited;
  await child.stop();
  const ok = { passed: Number(code === 0), failed: Number(code !== 0) };
  const counted = count ? count(code) : ok;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds} s`);
  return counted;
}

const sum: Count = { passed: 0, failed: 0 };
for (const runner of runners) {
  const { passed, failed } = await run(runner);
  sum.passed += passed;
  sum.failed += failed;
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
