/**
 * What `netlify dev` runs to serve the pages. Under `npm run dev` the stack is up already; when a
 * developer calls `netlify dev` directly, it is started here first.
 */
import path from 'node:path';
import { startChild } from './child.ts';
import { requireNode } from './node-version.ts';
import { projectFolder, readSettings } from './settings.ts';
import { type RunningStack, startStack } from './stack.ts';

async function main(): Promise<void> {
  requireNode();
  const { settings } = readSettings();
  const nothingToStop: RunningStack = { close: async () => undefined };
  const stack = process.env['STACK_RUNNING'] ? nothingToStop : await startStack(settings);
  const astro = startChild(
    path.join(projectFolder, 'node_modules/.bin/astro'),
    ['dev', '--host', '127.0.0.1', '--port', String(settings.SITE_PORT)],
    { cwd: projectFolder },
  );
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await astro.stop();
    await stack.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0));
  }
  await stop(await astro.exited);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
