/**
 * What `netlify dev` runs to serve the pages. Under `npm run dev` the stack is up already; when a
 * developer calls `netlify dev` directly, it is started here first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectFolder, readSettings } from './settings.ts';
import { type RunningStack, startStack } from './stack.ts';

async function main(): Promise<void> {
  const { settings } = readSettings();
  const nothingToStop: RunningStack = { close: async () => undefined };
  const stack = process.env['STACK_RUNNING'] ? nothingToStop : await startStack(settings);
  // In our own process group, so that whoever ends that ends Astro too.
  const astro = spawn(
    path.join(projectFolder, 'node_modules/.bin/astro'),
    ['dev', '--host', '127.0.0.1', '--port', String(settings.SITE_PORT)],
    { cwd: projectFolder, stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => astro.kill('SIGTERM'));
  }
  await once(astro, 'exit');
  await stack.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
