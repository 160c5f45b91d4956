/**
 * What `netlify dev` runs to serve the pages. Under `npm run dev` the stack is up already; when a
 * developer calls `netlify dev` directly, it is started here first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { endLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { commandOf } from './process-command.ts';
import { projectFolder, readSettings, type Settings } from './settings.ts';
import { type RunningStack, startStack } from './stack.ts';

/** The stack where nobody else has started it. */
async function startOwnStack(settings: Settings): Promise<RunningStack> {
  await endLeftovers();
  rememberRun();
  const stack = await startStack(settings);
  return {
    ...stack,
    async close() {
      await stack.close();
      forgetRun();
    },
  };
}

/**
 * Ends when whoever started us has: the shell that npm puts between Netlify's dev server and us
 * passes no signal on, and a killed `npm run dev` sends none.
 */
function whenOthersEnd(owner: number, end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || (owner && commandOf(owner) === null)) end();
  }, 500).unref();
}

async function main(): Promise<void> {
  const { settings } = readSettings();
  const owner = Number(process.env['STACK_OWNER'] ?? 0);
  const stack = owner ? null : await startOwnStack(settings);
  // In our own process group, so that whoever ends that ends Astro too.
  const astro = spawn(
    path.join(projectFolder, 'node_modules/.bin/astro'),
    ['dev', '--host', '127.0.0.1', '--port', String(settings.SITE_PORT)],
    { cwd: projectFolder, stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => astro.kill('SIGTERM'));
  }
  whenOthersEnd(owner, () => astro.kill('SIGTERM'));
  await once(astro, 'exit');
  await stack?.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
