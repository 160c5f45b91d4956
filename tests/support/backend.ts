import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { type CarrierControl, carrierControl, startCarrierSandbox } from 'carrier-sandbox';
import { freePort } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';
import { startStripeSandbox, type StripeControl, stripeControl } from 'stripe-checkout-sandbox';
import { type Mailbox, startMailbox } from '#local/mailbox/mailbox.ts';
import { startSupabase } from '#local/supabase.ts';
import { afterwardsDone } from './afterwards.ts';
import { makeDecoyCheap, makePasswordsCheap } from './cheap-passwords.ts';
import { type FreshDatabase, freshDatabase, waitForLocks } from './fresh-database.ts';
import { startFunctions } from '#harness/function-server.ts';
import {
  carrierTestKeys,
  mailTestKey,
  shopEnvironment,
  stripeTestKeys,
  testKeys,
} from '#harness/test-keys.ts';
import type { KillableServices } from './killable-services.ts';
import type { Wire } from './wire.ts';

const seedFile = path.join(projectFolder, 'supabase/seed/catalogue.sql');

/** The shop without pages: functions with their own database and payment sandbox. */
export interface Backend {
  /** Origin of the functions. */
  origin: string;
  /** URL of the Supabase API. */
  supabaseUrl: string;
  /** URL of the payment sandbox. */
  stripeUrl: string;
  /** Controls shoppers, banks, networks and time at the payment sandbox. */
  stripe: StripeControl;
  /** Controls the parcels' journey, and faults, at the carrier. */
  carrier: CarrierControl;
  database: FreshDatabase;
  /** Mailbox of the shop's e-mails. */
  mailbox: Mailbox;
  close(): Promise<void>;
}

export interface BackendOptions {
  /** Lifetime of an access token, in seconds. */
  tokenSeconds?: number;
  /** Wire for the functions' calls to the database and Stripe; direct if omitted. */
  wire?: Wire;
  /** Whether order e-mails are sent; otherwise they stay due. */
  mails?: boolean;
  /** Whether checkouts time out waiting for each other's locks, as in the shop. */
  lockTimeouts?: boolean;
  /** Services in their own processes, which can be killed. */
  services?: KillableServices;
}

/** A listing page without cards. */
const emptyListing = `<section data-listing-root data-page-size="1000"><ul data-cards></ul>
  <template data-card-template><li data-card><a href="#" data-card-name></a></li></template></section>`;

/** Files of the built site that functions fetch, without products. */
const builtFiles: Readonly<Record<string, string>> = {
  '/arrivals/sitemap.xml': '<urlset>\n</urlset>',
  '/arrivals/all/': emptyListing,
  '/arrivals/category/': emptyListing,
  '/arrivals/product/':
    '<title></title><script type="application/ld+json">{"@graph":[{"@type":"MerchantReturnPolicy","@id":"#returns"}]}' +
    '</script><main></main>',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((id) => [`/productListing/${id}`, emptyListing])),
  '/arrivals/terms/': '<h1>The terms</h1><p data-terms-since></p><div data-terms></div>',
};

/** Starts the backend on free ports. Call it once per test file: the functions read the environment once. */
export async function startBackend({
  tokenSeconds = 3600,
  wire,
  mails = false,
  lockTimeouts = false,
  services,
}: BackendOptions = {}): Promise<Backend> {
  makePasswordsCheap();
  const database = services?.database ?? (await freshDatabase());
  const mailbox = await startMailbox({ port: 0, apiKey: mailTestKey });
  const storageFolder = mkdtempSync(path.join(os.tmpdir(), 'minicia-storage-'));
  const supabase = await startSupabase({
    databaseUrl: database.url,
    port: 0,
    ...testKeys,
    storageFolder,
    tokenSeconds,
    onMail: mailbox.deliver,
    ...(services ? { seedFile } : { schemaFile: inject('schemaFile') }),
  });
  await makeDecoyCheap(database.sql);
  if (!lockTimeouts) await waitForLocks(database.sql);
  const port = await freePort();
  const sandbox = await (services?.startSandbox ?? startStripeSandbox)({
    port: 0,
    secretKey: stripeTestKeys.secretKey,
    webhook: {
      url: `http://127.0.0.1:${port}/api/stripe/webhook/`,
      secret: stripeTestKeys.webhookSecret,
    },
    webhookRetryDelays: [50, 100, 200, 400, 800],
  });
  const carrier = await (services?.startCarrier ?? startCarrierSandbox)({
    port: 0,
    apiKey: carrierTestKeys.apiKey,
    webhookUrl: `http://127.0.0.1:${port}/api/shippo/webhook?token=${carrierTestKeys.webhookToken}`,
  });
  const supabaseUrl = (await wire?.through('database', supabase.url)) ?? supabase.url;
  const stripeUrl = (await wire?.through('stripe', sandbox.url)) ?? sandbox.url;
  const carrierUrl = (await wire?.through('carrier', carrier.url)) ?? carrier.url;
  const resendUrl = services?.mailboxUrl ?? mailbox.url;
  const mailUrl = services ? await wire?.through('mail', resendUrl) : null;
  const mailboxUrl = mails ? (mailUrl ?? resendUrl) : undefined;
  Object.assign(process.env, shopEnvironment(supabaseUrl, stripeUrl, mailboxUrl, carrierUrl));
  const functions = await startFunctions(port, builtFiles);
  return {
    origin: functions.origin,
    supabaseUrl: supabase.url,
    stripeUrl: sandbox.url,
    stripe: stripeControl(sandbox.url),
    carrier: carrierControl(carrier.url),
    database,
    mailbox,
    async close() {
      await afterwardsDone();
      await functions.close();
      await wire?.close();
      await sandbox.close();
      await carrier.close();
      await supabase.close();
      await mailbox.close();
      rmSync(storageFolder, { recursive: true, force: true });
      await database.drop();
    },
  };
}
