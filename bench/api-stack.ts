import { startStripeSandbox } from 'stripe-checkout-sandbox';
import { startThrowawayDatabase, type ThrowawayDatabase } from '#local/throwaway-database.ts';
import { shopEnvironment, stripeTestKeys, testKeys } from '#harness/test-keys.ts';

/** The backend of the functions, without pages. */
export interface ApiStack {
  database: ThrowawayDatabase;
  close(): Promise<void>;
}

/**
 * Starts a database and a payment sandbox on free ports and sets the environment variables.
 * @param parent folder for a database too large for memory.
 */
export async function startApiStack(parent?: string): Promise<ApiStack> {
  const database = await startThrowawayDatabase(testKeys, parent === undefined ? {} : { parent });
  const sandbox = await startStripeSandbox({
    port: 0,
    secretKey: stripeTestKeys.secretKey,
    webhook: { url: 'http://127.0.0.1:9/', secret: stripeTestKeys.webhookSecret },
  });
  Object.assign(process.env, shopEnvironment(database.supabaseUrl, sandbox.url));
  return {
    database,
    async close() {
      await sandbox.close();
      await database.close();
    },
  };
}
