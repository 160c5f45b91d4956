/**
 * What `netlify dev` runs to serve the pages, and to keep the functions' bundles up to date: what it prints is
 * seen, unlike what the plugin prints that makes them. Under `npm run dev` the stack is up already; when a
 * developer calls `netlify dev` directly, it is started here first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { untilAnswers } from './answers.ts';
import { keepBundled } from './bundle-functions/bundle-functions.ts';
import { forwardPort } from './forward-port.ts';
import { endLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { freePort, requireFreePorts } from './ports.ts';
import { commandOf } from './process-command.ts';
import { runSchedules, scheduledFunctions } from './schedules.ts';
import { projectFolder, readSettings, type Settings } from './settings.ts';
import { type RunningStack, startStack } from './stack.ts';

const startMilliseconds = 120_000;
/** The page that the launch lock leaves open. */
const openPage = '/launch';
const Toml = z.object({ dev: z.object({ targetPort: z.int() }) });

/** Starts the stack, for a `netlify dev` that was not started by `npm run dev`. */
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
 * Where Netlify's dev server expects Astro: at SITE_PORT, as `npm run dev` tells it. Started directly
 * it takes its ports from netlify.toml alone, which cannot read `.env`.
 */
function sitePorts({ SITE_PORT }: Settings, owner: number): Set<number> {
  if (owner) return new Set([SITE_PORT]);
  const text = readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8');
  return new Set([SITE_PORT, Toml.parse(parse(text)).dev.targetPort]);
}

/** Where Netlify's dev server will listen, by what it tells its command. */
function portOfNetlify(): number {
  return Number(new URL(process.env['URL'] ?? 'http://localhost:8888').port);
}

/** @throws Error for anything that would stop Netlify's server later. */
async function requireStartable({ SHOP_PORT, SITE_PORT }: Settings): Promise<void> {
  await requireFreePorts([
    { port: SITE_PORT, use: 'Astro', setting: 'SITE_PORT' },
    // Netlify's dev server checks its own port.
    ...(portOfNetlify() === SHOP_PORT
      ? []
      : [{ port: SHOP_PORT, use: 'the shop', setting: 'SHOP_PORT' }]),
  ]);
}

/** Lets the shop answer at SHOP_PORT, wherever Netlify's server does, and begins its schedules. */
async function open({ SHOP_PORT }: Settings): Promise<void> {
  const netlifyPort = portOfNetlify();
  if (netlifyPort !== SHOP_PORT) {
    await forwardPort(SHOP_PORT, netlifyPort);
    console.log(`The shop answers at http://localhost:${SHOP_PORT} too (SHOP_PORT).`);
  }
  const shop = `http://localhost:${SHOP_PORT}`;
  await untilAnswers(`${shop}${openPage}`, startMilliseconds);
  runSchedules(await scheduledFunctions(), shop);
}

/**
 * Ends when whoever started us has: a Netlify dev server that was killed, or a killed `npm run dev`,
 * sends no signal.
 */
function whenOthersEnd(owner: number, end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || (owner && commandOf(owner) === null)) end();
  }, 500).unref();
}

/** What Astro warns of when it goes on without the content collections. */
const withoutContent = 'Content config not loaded';

/** Times that Astro is started before its warning stands. */
const mostStarts = 3;

/**
 * Starts Astro's dev server, and again if it comes up without the content collections: on a busy machine it may look
 * for them while they are still being read, and every page would fail until somebody starts it again.
 */
function startAstro(port: number) {
  const ended = Promise.withResolvers<void>();
  let starts = 0;
  let stopped = false;
  let child: ChildProcess | undefined;

  function start(): void {
    starts += 1;
    let again = false;
    // In our own process group, so that whoever ends that ends Astro too.
    const astro = spawn(
      path.join(projectFolder, 'node_modules/.bin/astro'),
      ['dev', '--host', '127.0.0.1', '--port', String(port)],
      { cwd: projectFolder, stdio: ['inherit', 'pipe', 'pipe'] },
    );
    child = astro;
    const streams = [
      [astro.stdout, process.stdout],
      [astro.stderr, process.stderr],
    ] as const;
    for (const [said, out] of streams) {
      said.on('data', (text: Buffer) => {
        out.write(text);
        if (again || starts === mostStarts || !text.includes(withoutContent)) return;
        again = true;
        astro.kill('SIGTERM');
      });
    }
    astro.once('error', ended.reject);
    astro.once('exit', () => {
      if (again && !stopped) start();
      else ended.resolve();
    });
  }

  start();
  return {
    /** When it has ended for good. */
    ended: ended.promise,
    stop(): void {
      stopped = true;
      child?.kill('SIGTERM');
    },
  };
}

async function main(): Promise<void> {
  const { settings } = readSettings();
  const owner = Number(process.env['STACK_OWNER'] ?? 0);
  const astroPort = await freePort();
  const astroAnswers = Promise.withResolvers<void>();
  if (!owner) await requireStartable(settings);
  // At once, for Netlify's server gives up after some 15 seconds; requests wait until Astro is there.
  for (const port of sitePorts(settings, owner))
    await forwardPort(port, astroPort, astroAnswers.promise);
  const stack = owner ? null : await startOwnStack(settings);
  const astro = startAstro(astroPort);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, astro.stop);
  }
  whenOthersEnd(owner, astro.stop);
  await keepBundled();
  const { ended } = astro;
  try {
    await Promise.race([
      untilAnswers(`http://127.0.0.1:${astroPort}${openPage}`, startMilliseconds),
      ended,
    ]);
    astroAnswers.resolve();
    if (stack) await Promise.race([open(settings), ended, stack.failed]);
    await (stack ? Promise.race([ended, stack.failed]) : ended);
  } finally {
    astro.stop();
    await stack?.close();
  }
}

main().then(
  // What still waits for an answer need not.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
