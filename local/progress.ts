/** Formats milliseconds: "0.8 s". */
function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Announces a step, runs it, and prints how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const interactive = process.stdout.isTTY;
  if (interactive) process.stdout.write(`  … ${name}`);
  const done = await work().catch((error: unknown) => {
    process.stdout.write(`${interactive ? '\r' : ''}  ✗ ${name}\n`);
    throw error;
  });
  const line = `  ✓ ${name.padEnd(34)} ${seconds(performance.now() - began).padStart(7)}`;
  process.stdout.write(`${interactive ? '\r' : ''}${line}\n`);
  return done;
}

/** How long this process has been running. */
export function elapsed(): string {
  return seconds(performance.now());
}
