import { freePort } from '#local/ports.ts';
import { type StripeControl, stripeControl } from '#local/stripe/control-client.ts';
import { startStripeSandbox } from '#local/stripe/sandbox.ts';
import { startSupabase } from '#local/supabase.ts';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { startFunctions } from './function-server.ts';
import { shopEnvironment, stripeTestKeys, testKeys } from './test-keys.ts';
import type { Wire } from './wire.ts';

/** The shop without its pages: functions over a database and a payment sandbox of their own. */
export interface Backend {
  /** Where the functions answer. */
  origin: string;
  /** Where the Supabase API answers. */
  supabaseUrl: string;
  /** Where the payment sandbox answers. */
  stripeUrl: string;
  /** What shoppers, banks, networks and time do to the payments. */
  stripe: StripeControl;
  database: FreshDatabase;
  close(): Promise<void>;
}

export interface BackendOptions {
  /** Seconds that a login lasts. */
  tokenSeconds?: number;
  /** What the functions' calls to the database and to Stripe go through; nothing when left out. */
  wire?: Wire;
}

/** Starts it all on free ports. The functions read the environment once, so: once in a test file. */
export async function startBackend({
  tokenSeconds = 3600,
  wire,
}: BackendOptions = {}): Promise<Backend> {
  makePasswordsCheap();
  const database = await freshDatabase();
  const supabase = await startSupabase({
    databaseUrl: database.url,
    port: 0,
    ...testKeys,
    tokenSeconds,
  });
  const port = await freePort();
  const sandbox = await startStripeSandbox({
    port: 0,
    secretKey: stripeTestKeys.secretKey,
    webhook: {
      url: `http://127.0.0.1:${port}/api/stripe/webhook/`,
      secret: stripeTestKeys.webhookSecret,
    },
    webhookRetryDelays: [50, 100, 200, 400, 800],
  });
  const supabaseUrl = (await wire?.through('database', supabase.url)) ?? supabase.url;
  const stripeUrl = (await wire?.through('stripe', sandbox.url)) ?? sandbox.url;
  Object.assign(process.env, shopEnvironment(supabaseUrl, stripeUrl));
  const functions = await startFunctions(port);
  return {
    origin: functions.origin,
    supabaseUrl: supabase.url,
    stripeUrl: sandbox.url,
    stripe: stripeControl(sandbox.url),
    database,
    async close() {
      await functions.close();
      await wire?.close();
      await sandbox.close();
      await supabase.close();
      await database.drop();
    },
  };
}
