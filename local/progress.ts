/** Interval between reports of a slow step, in milliseconds. */
const REPORT_MS = 10_000;

/** Longer last lines are cut to fit a terminal. */
const LINE_LENGTH = 60;

/** Formats milliseconds: "0.8 s". */
function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Announces a step, runs it, and prints how long it took. Reports every 10 seconds that it is still waiting.
 * @param lastLine the last line printed by the awaited program.
 */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  lastLine = () => '',
): Promise<T> {
  const began = performance.now();
  const interactive = process.stdout.isTTY;
  const back = interactive ? '\r\u001B[K' : '';
  if (interactive) process.stdout.write(`  … ${name}`);
  const report = setInterval(() => {
    const line = lastLine().slice(0, LINE_LENGTH);
    const waited = Math.round((performance.now() - began) / 1000);
    const last = line && ` (last said: ${line})`;
    process.stdout.write(`${back}  … waiting for ${name}, ${waited} s${last}${back ? '' : '\n'}`);
  }, REPORT_MS);
  try {
    const done = await work();
    const took = seconds(performance.now() - began).padStart(7);
    process.stdout.write(`${back}  ✓ ${name.padEnd(34)} ${took}\n`);
    return done;
  } catch (error) {
    process.stdout.write(`${back}  ✗ ${name}\n`);
    throw error;
  } finally {
    clearInterval(report);
  }
}

/** Uptime of this process, formatted. */
export function elapsed(): string {
  return seconds(performance.now());
}
