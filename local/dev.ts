/**
 * `npm run dev`: brings up the whole shop on this machine and keeps it running until Ctrl-C.
 * `npm run dev -- --fresh` forgets the data of earlier runs first.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { untilAnswers } from './answers.ts';
import { startChild } from './child.ts';
import { endLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { requireFreePorts } from './ports.ts';
import { elapsed, step } from './progress.ts';
import { projectFolder, readSettings, type Settings } from './settings.ts';
import { forgetData, neededPorts, startStack } from './stack.ts';

const startMilliseconds = 120_000;
/** How long what was killed may take to give up its ports. */
const leftoverMilliseconds = 15_000;

/** Netlify's dev server: the site by Astro, the functions, redirects, headers and images. */
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
  const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
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
  let printing = false;
  let said = '';
  const netlify = startNetlify(settings, (text) => {
    if (printing) process.stdout.write(text);
    else said += text;
  });

  rememberRun(netlify.pid);

  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= (async () => {
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

  const gaveUp = netlify.exited.then((code): never => {
    throw new Error(`Netlify's dev server ended (${code}).`);
  });
  try {
    await step('Netlify dev server and Astro', () =>
      untilAnswers(`${address}/`, startMilliseconds, gaveUp),
    );
    printing = true;
    console.log(`\n  The shop is open: ${address}   (${elapsed()})`);
    if (stack.mailboxUrl) console.log(`  What it e-mails arrives here: ${stack.mailboxUrl}`);
    console.log('  Test card 4242 4242 4242 4242. Edge functions are skipped on this machine.');
    console.log(
      '  Ctrl-C ends everything; your data is kept. "npm run dev -- --fresh" starts over.\n',
    );
    await gaveUp;
  } catch (error) {
    if (stopping) return;
    if (!printing) process.stdout.write(said);
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    await stop(1);
  }
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
