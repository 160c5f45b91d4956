/**
 * `npm test`: the checks of types and style, then all tests, with a sample of the long suites. `npm run
 * check` (argument `check`): only the checks and the unit tests. `npm run test:long` (argument `long`): the
 * complete long suites. The end of the output names the slowest files, the tests that passed only on a
 * retry and those that failed; the last line is the total, "N passed, N failed", in which a check counts as one.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type RunningChild, startChild } from '#local/child.ts';
import { memoryFolder } from '#local/memory-folder.ts';
import { projectFolder } from '#local/settings.ts';
import { type Count, slowest } from './reports.ts';
import { letBrowsersBegin, sharing } from './support/shared-folder.ts';
import { browserTests, checks, longTests, type Step, unitTests, vitestTests } from './steps.ts';

/** Temporary files of all tests, and what their processes share. */
const folder = mkdtempSync(path.join(memoryFolder(), 'minicia-run-'));
// PostgreSQL may run as a different user.
chmodSync(folder, 0o755);
const environment = { TMPDIR: folder, ...sharing(folder) };

/** Kills what interrupted tests have started, known by the environment that it inherited (Linux). */
function killLeftovers(): void {
  if (!existsSync('/proc/self/environ')) return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      if (variables.includes(`TMPDIR=${folder}`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Another user's process, or one that has just exited.
    }
  }
}

process.once('exit', () => {
  killLeftovers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const running = new Set<RunningChild>();
let stopping: Promise<never> | undefined;
/** Stops the runners once: npm repeats a terminal's Ctrl-C, and a second SIGINT would skip Playwright's teardown. */
async function stop(): Promise<never> {
  await Promise.all([...running].map((child) => child.stop('SIGINT')));
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void (stopping ??= stop()));
}

/**
 * @param quietUntil resolves when the output of other steps is complete; until then this step's output is
 *   buffered.
 */
async function run(step: Step, quietUntil?: Promise<unknown>): Promise<Count> {
  const { name, command, args, env, count } = step;
  const heading = `\n▸ ${name}\n`;
  let kept: string | null = quietUntil ? heading : null;
  const release = () => {
    if (kept !== null) process.stdout.write(kept);
    kept = null;
  };
  if (quietUntil) void quietUntil.then(release);
  else process.stdout.write(heading);
  const began = performance.now();
  const child = startChild(path.join(projectFolder, 'node_modules/.bin', command), args, {
    cwd: projectFolder,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      ...environment,
      ...env,
    },
    ...(quietUntil && {
      onOutput: (text: string) => {
        if (kept === null) process.stdout.write(text);
        else kept += text;
      },
    }),
  });
  running.add(child);
  const code = await child.exited;
  await child.stop();
  running.delete(child);
  release();
  const one = {
    passed: Number(code === 0),
    failed: Number(code !== 0),
    failures: code === 0 ? [] : [name],
    flaky: [],
    skipped: [],
    files: [],
  };
  const counted = count ? count(code) : one;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`  ${name}: ${counted.passed} passed, ${counted.failed} failed in ${seconds} s`);
  return counted;
}

const never = new Promise<never>(() => undefined);

/** Runs independent steps, two at a time. The last one prints its output as it runs. */
async function runTogether(...steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = [];
  const left = steps.values();
  const work = async () => {
    for (const step of left)
      counts.push(await run(step, step === steps.at(-1) ? undefined : never));
  };
  await Promise.all([work(), work()]);
  return counts;
}

const counts: Count[] = [];
if (process.argv[2] === 'check') {
  counts.push(...(await runTogether(...checks, unitTests(folder))));
} else if (process.argv[2] === 'long') {
  letBrowsersBegin(folder);
  for (const step of longTests(folder)) counts.push(await run(step));
} else {
  const others = runTogether(...checks, vitestTests(folder));
  // The browser tests' shop is built meanwhile, but they start only once the other tests have ended: the time a browser
  // loses beside them to slower drawing, polling and waiting exceeds the idle time that they could use.
  const inBrowser = run(browserTests(folder), others);
  counts.push(...(await others));
  letBrowsersBegin(folder);
  counts.push(await inBrowser);
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
const reasons = Map.groupBy(
  counts.flatMap(({ skipped }) => skipped),
  (reason) => reason,
);
for (const [reason, tests] of reasons) console.log(`\n${tests.length} skipped: ${reason}`);
const failures = counts.flatMap((count) => count.failures);
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
