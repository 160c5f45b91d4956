/**
 * `npm test`: the checks of types and style, then all tests. `npm run check` (`check` as argument):
 * the checks and the unit tests alone. The slowest files and the tests that passed only at their
 * second try are named at the end; the last line is the sum, "N passed, N failed", in which a check
 * counts as one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type RunningChild, startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import { type Count, slowest } from './reports.ts';
import { sharing } from './support/shared-folder.ts';
import { browserTests, checks, type Step, unitTests, vitestTests } from './steps.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-report-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const running = new Set<RunningChild>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // On SIGINT the runners tear down what they have set up.
    const stopped = Promise.all([...running].map((child) => child.stop('SIGINT')));
    void stopped.then(() => process.exit(130));
  });
}

/** @param aside keeps what it prints until it has ended, because something else is printing. */
async function run({ name, command, args, env, count }: Step, aside: boolean): Promise<Count> {
  if (!aside) console.log(`\n▸ ${name}`);
  const began = performance.now();
  let said = '';
  const child = startChild(path.join(projectFolder, 'node_modules/.bin', command), args, {
    cwd: projectFolder,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      ...sharing(folder),
      ...env,
    },
    ...(aside && {
      onOutput: (text: string) => {
        said += text;
      },
    }),
  });
  running.add(child);
  const code = await child.exited;
  await child.stop();
  running.delete(child);
  const one = { passed: Number(code === 0), failed: Number(code !== 0), flaky: [], files: [] };
  const counted = count ? count(code) : one;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (aside) console.log(`\n▸ ${name}\n${said.trimEnd()}`);
  console.log(`  ${name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds} s`);
  return counted;
}

/** Runs steps that do not mind each other, two at a time. The last prints as it goes. */
async function runTogether(...steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = [];
  const left = steps.values();
  const work = async () => {
    for (const step of left) counts.push(await run(step, step !== steps.at(-1)));
  };
  await Promise.all([work(), work()]);
  return counts;
}

const counts: Count[] = [];
if (process.argv[2] === 'check') {
  counts.push(...(await runTogether(...checks, unitTests(folder))));
} else {
  counts.push(...(await runTogether(...checks, vitestTests(folder))));
  // Alone: beside other tests a browser draws, polls and waits for longer than that fills its pauses.
  counts.push(await run(browserTests(folder), false));
}

const slow = slowest(
  counts.flatMap(({ files }) => files),
  20,
);
if (slow.length > 0) console.log(`\nThe slowest files:\n${slow.join('\n')}`);
const flaky = counts.flatMap((count) => count.flaky);
if (flaky.length > 0) {
  console.log(`\n${flaky.length} flaky, passed only at the second try:\n  ${flaky.join('\n  ')}`);
}
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
