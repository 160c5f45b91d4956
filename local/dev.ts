/**
 * `npm run dev`: brings up the whole shop on this machine and keeps it running until Ctrl-C.
 * `npm run dev -- --fresh` forgets the data of earlier runs first; `-- --verbose` prints each request.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { untilAnswers } from './answers.ts';
import { startAstro } from './astro-server.ts';
import { keepBundled } from './bundle-functions.ts';
import { forwardPort } from './forward-port.ts';
import { endLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { startNetlify } from './netlify-server.ts';
import { freePort, requireFreePorts } from './ports.ts';
import { elapsed, step } from './progress.ts';
import { quietLog } from './quiet-log.ts';
import { runSchedules, scheduledFunctions } from './schedules.ts';
import { readSettings, type Settings } from './settings.ts';
import { signsOfLife } from './signs-of-life.ts';
import { forgetData, neededPorts, type RunningStack, startStack } from './stack.ts';

/** The page that the launch lock leaves open. */
const openPage = '/launch';
/** How long the ports of killed processes may take to be free again. */
const leftoverMilliseconds = 60_000;

/** For every server that is started here. Much of a start is compiling the same modules again. */
const environment = {
  ASTRO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache'),
};

/** Starts the pages and the functions at once; each waits for the other where it has to. */
async function startServers(settings: Settings, log: (text: string) => void) {
  const { SHOP_PORT, SITE_PORT, START_TIMEOUT_SECONDS } = settings;
  const life = signsOfLife();
  let said = '';
  let open = false;
  const onOutput = (text: string) => {
    life.heard(text);
    if (open) log(text);
    else said += text;
  };
  const pids: number[] = [];
  const watch = (pid: number | undefined) => {
    if (pid === undefined) return;
    life.watch(pid);
    pids.push(pid);
    rememberRun(pids);
  };

  const astroPort = await freePort();
  const astroUrl = `http://127.0.0.1:${astroPort}${openPage}`;
  const astro = startAstro(astroPort, onOutput, ({ pid }) => watch(pid));
  const astroEnded = astro.exited.then((code): never => {
    throw new Error(`Astro's dev server has ended (exit code ${code}).`);
  });
  const astroAnswers = untilAnswers(astroUrl, astroEnded);
  astroAnswers.catch(() => undefined);
  // Netlify's server gives up on a port that is not open within seconds; requests wait until Astro answers.
  await forwardPort(SITE_PORT, astroPort, astroAnswers);
  const netlify = startNetlify(settings, onOutput);
  watch(netlify.pid);
  const netlifyEnded = netlify.exited.then((code): never => {
    throw new Error(`Netlify's dev server has ended (exit code ${code}).`);
  });
  const ended = Promise.race([astroEnded, netlifyEnded]);
  ended.catch(() => undefined);

  return {
    ended,
    /** @throws Error when one of them ends or nothing moves any more; their output is printed. */
    async untilOpen(stackFailed: Promise<never>): Promise<void> {
      const gaveUp = Promise.race([ended, stackFailed, life.stalled(START_TIMEOUT_SECONDS)]);
      try {
        await step('Astro', () => Promise.race([astroAnswers, gaveUp]), life.lastLine);
        await step(
          'Netlify dev server',
          () => untilAnswers(`http://localhost:${SHOP_PORT}${openPage}`, gaveUp),
          life.lastLine,
        );
        open = true;
      } catch (error) {
        process.stdout.write(said);
        throw error;
      } finally {
        life.end();
      }
    },
    async stop(): Promise<void> {
      // Errors of a server whose neighbour has gone say nothing.
      open = false;
      await Promise.all([netlify.stop(), astro.stop()]);
    },
  };
}

function announce({ SHOP_PORT }: Settings, stack: RunningStack, verbose: boolean): void {
  const address = `http://localhost:${SHOP_PORT}`;
  console.log(`\n  The shop is open: ${address}   (${elapsed()})`);
  if (stack.mailboxUrl) console.log(`  What it e-mails arrives here: ${stack.mailboxUrl}`);
  for (const { username, password } of stack.staff) {
    console.log(`  Studio: ${address}/studio as “${username}”, password “${password}”.`);
  }
  console.log('  Test card: 4242 4242 4242 4242.');
  console.log(
    '  Ctrl-C ends everything and keeps your data; "npm run dev -- --fresh" starts over.',
  );
  if (!verbose) console.log('  "npm run dev -- --verbose" prints each request.');
  console.log('');
}

function print(text: string): void {
  process.stdout.write(text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  // Whoever reads our output may end before us. That must not keep us from ending what we started.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  console.log('\nMinicia: starting the shop\n');
  const { settings, madeEnvFile } = readSettings();
  if (madeEnvFile) console.log('  · made .env from .env.example');
  const ended = await endLeftovers();
  if (ended) console.log('  · ended what an earlier run left behind');
  const { SHOP_PORT, SITE_PORT } = settings;
  await requireFreePorts(
    [
      { port: SHOP_PORT, use: 'the shop', setting: 'SHOP_PORT' },
      { port: SITE_PORT, use: 'Astro', setting: 'SITE_PORT' },
      ...neededPorts(settings),
    ],
    ended ? leftoverMilliseconds : 0,
  );
  if (values.fresh) {
    forgetData();
    console.log('  · forgot the data of earlier runs');
  }

  rememberRun();
  const stops: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
      for (const part of stops.toReversed()) await part();
      forgetRun();
      console.log('Stopped.');
      process.exit(code);
    })();
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nStopping …');
      void stop(0);
    });
  }

  try {
    Object.assign(process.env, environment);
    const bundled = keepBundled();
    bundled.catch(() => undefined);
    const stack = await startStack(settings);
    stops.push(() => stack.close());
    await bundled;
    const servers = await startServers(settings, values.verbose ? print : quietLog(print));
    stops.push(() => servers.stop());
    await servers.untilOpen(stack.failed);
    announce(settings, stack, values.verbose);
    const endSchedules = runSchedules(await scheduledFunctions(), `http://localhost:${SHOP_PORT}`);
    stops.push(async () => endSchedules());
    await Promise.race([servers.ended, stack.failed]);
  } catch (error) {
    if (stopping) return;
    console.error(`\n${messageOf(error)}`);
    console.error('Stopping. "npm run dev" starts again with your data.');
    await stop(1);
  }
}

main().catch((error: unknown) => {
  console.error(`\n${messageOf(error)}\n`);
  process.exit(1);
});
