import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { untilAnswers } from '#local/answers.ts';
import { startChild } from '#local/child.ts';
import { freePort } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';
import { startMailbox } from '#local/mailbox/mailbox.ts';
import { startCarrierSandbox } from 'carrier-sandbox';
import { startStripeSandbox } from 'stripe-checkout-sandbox';
import { startThrowawayDatabase } from '#local/throwaway-database.ts';
import { buildPages } from './build-pages.ts';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { copyProject } from '#harness/project-copy.ts';
import {
  carrierTestKeys,
  mailTestKey,
  shopEnvironment,
  stripeTestKeys,
  testKeys,
} from '#harness/test-keys.ts';

/** The built shop behind a server like Netlify's CDN, with its own database and payment sandbox. */
export interface WholeShop {
  origin: string;
  databaseUrl: string;
  stripeUrl: string;
  /** The built copy of the project, with the pages in `dist`. */
  project: string;
  mailboxUrl: string;
  /** Environment of the functions. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

interface WholeShopOptions {
  /** Changes the catalogue before the pages are built from it. */
  stock?: (databaseUrl: string) => Promise<unknown>;
  /**
   * Builds the pages; by default in a copy of the project, for this shop's URL.
   * @param folder deleted when the shop is closed.
   * @returns the project folder, with the pages in `dist`.
   */
  build?: (folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
}

async function buildHere(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const project = copyProject(folder);
  await buildPages(project, env);
  return project;
}

/**
 * Builds the pages and serves them with the functions, redirects and headers. Uses its own folder and free
 * ports, so that parallel runs do not interfere.
 */
export async function startWholeShop({
  stock,
  build = buildHere,
}: WholeShopOptions = {}): Promise<WholeShop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-shop-'));
  const stops: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    makePasswordsCheap();
    const mailbox = await startMailbox({ port: 0, apiKey: mailTestKey });
    stops.push(() => mailbox.close());
    const database = await startThrowawayDatabase(testKeys, {
      shopUrl: origin,
      onMail: mailbox.deliver,
    });
    stops.push(() => database.close());
    await stock?.(database.databaseUrl());
    const sandbox = await startStripeSandbox({
      port: 0,
      secretKey: stripeTestKeys.secretKey,
      webhook: { url: `${origin}/api/stripe/webhook/`, secret: stripeTestKeys.webhookSecret },
    });
    stops.push(() => sandbox.close());
    const carrier = await startCarrierSandbox({
      port: 0,
      apiKey: carrierTestKeys.apiKey,
      webhookUrl: `${origin}/api/shippo/webhook?token=${carrierTestKeys.webhookToken}`,
    });
    stops.push(() => carrier.close());

    const environment = {
      ...shopEnvironment(database.supabaseUrl, sandbox.url, mailbox.url, carrier.url),
      SITE_URL: origin,
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    };
    const env = { ...process.env, ...environment };
    const project = await build(folder, env);

    let said = '';
    const server = startChild(
      'node',
      [path.join(projectFolder, 'harness/serve-shop.ts'), path.join(project, 'dist'), String(port)],
      {
        env,
        cwd: projectFolder,
        onOutput: (text) => {
          said += text;
        },
      },
    );
    stops.push(() => server.stop());
    const ended = server.exited.then((): never => {
      throw new Error(`The shop's server ended:\n${said}`);
    });
    ended.catch(() => undefined);
    await untilAnswers(`${origin}/`, ended);
    return {
      origin,
      databaseUrl: database.databaseUrl(),
      stripeUrl: sandbox.url,
      mailboxUrl: mailbox.url,
      project,
      environment,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
