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

/** A page that stays open under the launch lock. */
const openPage = '/launch';
/** Maximum time for the ports of killed processes to become free again. */
const leftoverMilliseconds = 60_000;

/** Environment of every server started here. Caching compiled modules shortens their start. */
const environment = {
  ASTRO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache'),
};

/** Starts the pages and the functions at once; each waits for the other, and for the database, where it has to. */
async function startServers(
  settings: Settings,
  databaseReady: Promise<unknown>,
  log: (text: string) => void,
) {
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
  const astro = startAstro(astroPort, databaseReady, onOutput, ({ pid }) => watch(pid));
  const astroEnded = astro.exited.then((code): never => {
    throw new Error(`Astro's dev server has exited (exit code ${code}).`);
  });
  const astroAnswers = untilAnswers(astroUrl, astroEnded);
  astroAnswers.catch(() => undefined);
  // Netlify's server gives up on a port that is not open within seconds; requests wait until Astro answers.
  await forwardPort(SITE_PORT, astroPort, astroAnswers);
  const netlify = startNetlify(settings, onOutput);
  watch(netlify.pid);
  const netlifyEnded = netlify.exited.then((code): never => {
    throw new Error(`Netlify's dev server has exited (exit code ${code}).`);
  });
  const ended = Promise.race([astroEnded, netlifyEnded]);
  ended.catch(() => undefined);

  return {
    ended,
    /** @throws Error when a server exits or makes no progress; prints their output. */
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
      // Once one server has stopped, errors of the other are meaningless.
      open = false;
      await Promise.all([netlify.stop(), astro.stop()]);
    },
  };
}

function announce(address: string, stack: RunningStack, verbose: boolean): void {
  console.log(`\n  The shop is open: ${address}   (${elapsed()})`);
  // Under the shop's host: Astro's dev server refuses pictures to pages of another.
  const mailbox = stack.mailboxUrl?.replace('127.0.0.1', 'localhost');
  if (mailbox) console.log(`  Mailbox: ${mailbox}`);
  for (const { username, password } of stack.staff) {
    console.log(`  Studio: ${address}/studio as “${username}”, password “${password}”.`);
  }
  console.log('  Test card: 4242 4242 4242 4242.');
  console.log(
    '  Ctrl-C stops everything and keeps your data; "npm run dev -- --fresh" starts over.',
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
  // The reader of our output may exit first, and EPIPE must not keep us from stopping our child processes.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const { values } = parseArgs({
    options: {
      fresh: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  console.log('\nMinicia: starting the shop\n');
  const { settings, madeEnvFile } = readSettings();
  if (madeEnvFile) console.log('  · created .env from .env.example');
  const ended = await endLeftovers();
  if (ended) console.log('  · stopped processes left behind by an earlier run');
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
    console.log('  · deleted the data of earlier runs');
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

  // Pages, feeds and e-mails name the shop by Netlify's variable.
  const address = `http://localhost:${SHOP_PORT}`;
  try {
    Object.assign(process.env, environment, { URL: address });
    const bundled = keepBundled();
    bundled.catch(() => undefined);
    const starting = startStack(settings);
    stops.push(() =>
      starting.then(
        ({ close }) => close(),
        () => undefined,
      ),
    );
    await bundled;
    const log = values.verbose ? print : quietLog(print);
    const servers = await startServers(settings, starting, log);
    stops.push(() => servers.stop());
    const stack = await starting;
    await servers.untilOpen(stack.failed);
    announce(address, stack, values.verbose);
    const endSchedules = runSchedules(await scheduledFunctions(), address);
    stops.push(async () => endSchedules());
    await Promise.race([servers.ended, stack.failed]);
  } catch (error) {
    if (stopping) return;
    console.error(`\n${messageOf(error)}`);
    console.error('Stopping. Run "npm run dev" to start again with your data.');
    await stop(1);
  }
}

main().catch((error: unknown) => {
  console.error(`\n${messageOf(error)}\n`);
  process.exit(1);
});
