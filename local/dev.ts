/**
 * `npm run dev`: brings up the whole shop on this machine and keeps it running until Ctrl-C.
 * `npm run dev -- --fresh` forgets the data of earlier runs first; `-- --verbose` prints each request.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { untilAnswers } from './answers.ts';
import { startChild } from './child.ts';
import { endLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { requireFreePorts } from './ports.ts';
import { elapsed, step } from './progress.ts';
import { quietLog } from './quiet-log.ts';
import { runSchedules, scheduledFunctions } from './schedules.ts';
import { projectFolder, readSettings, type Settings } from './settings.ts';
import { forgetData, neededPorts, startStack } from './stack.ts';

const startMilliseconds = 120_000;
/** The page that the launch lock leaves open. */
const openPage = '/launch';
/** How long what was killed may take to give up its ports. */
const leftoverMilliseconds = 15_000;

function write(text: string): void {
  process.stdout.write(text);
}

/**
 * Netlify's dev server: the site by Astro, the functions, redirects, headers and images. Edge
 * functions would need Deno and the network; Astro's server runs them (src/integrations).
 */
function startNetlify({ SHOP_PORT, SITE_PORT }: Settings, onOutput: (text: string) => void) {
  const netlify = path.join(projectFolder, 'node_modules/.bin/netlify');
  const args = [
    'dev',
    '--offline',
    '--internal-disable-edge-functions',
    '--port',
    String(SHOP_PORT),
    '--target-port',
    String(SITE_PORT),
  ];
  return startChild(netlify, args, {
    cwd: projectFolder,
    onOutput,
    env: {
      ...process.env,
      // Netlify's dev server starts site.ts, which must end when this process does.
      STACK_OWNER: String(process.pid),
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      BROWSER: 'none',
    },
  });
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
  const address = `http://localhost:${SHOP_PORT}`;
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
  const stack = await startStack(settings);
  let phase: 'starting' | 'open' | 'failed' = 'starting';
  let said = '';
  const print = values.verbose ? write : quietLog(write);
  const netlify = startNetlify(settings, (text) => {
    if (phase === 'open') print(text);
    else if (phase === 'starting') said += text;
  });

  rememberRun(netlify.pid);

  let stopping: Promise<void> | undefined;
  let endSchedules: (() => void) | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
      endSchedules?.();
      await netlify.stop();
      await stack.close();
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

  const netlifyEnded = netlify.exited.then((code): never => {
    throw new Error(`Netlify's dev server has ended (exit code ${code}).`);
  });
  const gaveUp = Promise.race([netlifyEnded, stack.failed]);
  try {
    await step('Netlify dev server and Astro', () =>
      untilAnswers(`${address}${openPage}`, startMilliseconds, gaveUp),
    );
    phase = 'open';
    endSchedules = runSchedules(await scheduledFunctions(), address);
    console.log(`\n  The shop is open: ${address}   (${elapsed()})`);
    if (stack.mailboxUrl) console.log(`  What it e-mails arrives here: ${stack.mailboxUrl}`);
    for (const { username, password } of stack.staff) {
      console.log(`  Studio: ${address}/studio as “${username}”, password “${password}”.`);
    }
    console.log('  Test card: 4242 4242 4242 4242.');
    console.log(
      '  Ctrl-C ends everything and keeps your data; "npm run dev -- --fresh" starts over.',
    );
    if (!values.verbose) console.log('  "npm run dev -- --verbose" prints each request.');
    console.log('');
    await gaveUp;
  } catch (error) {
    if (stopping) return;
    if (phase === 'starting') process.stdout.write(said);
    // What fails next, because of this, would bury the reason.
    phase = 'failed';
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    console.error('Stopping. "npm run dev" starts again with your data.');
    await stop(1);
  }
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
