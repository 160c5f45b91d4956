import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import type { CarrierSandbox, CarrierSandboxOptions } from 'carrier-sandbox';
import { mailTestKey } from '#harness/test-keys.ts';
import { startChild } from '#local/child.ts';
import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import { memoryFolder } from '#local/memory-folder.ts';
import { freePort } from '#local/ports.ts';
import { startPostgres } from '#local/postgres.ts';
import { projectFolder } from '#local/settings.ts';
import type { StripeSandbox, StripeSandboxOptions } from 'stripe-checkout-sandbox';
import type { FreshDatabase } from './fresh-database.ts';
import { violationsIn } from './invariants.ts';
import { compileCache } from './run-command.ts';

/** A service that can be killed, as in a crash, and restarts without losing anything it has acknowledged. */
interface Killable {
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it at the same address; does nothing if it is running. */
  restart(): Promise<void>;
}

export interface KillableServices {
  services: Record<'PostgreSQL' | 'Stripe' | 'the mailbox' | 'the carrier', Killable>;
  database: FreshDatabase;
  startSandbox(options: StripeSandboxOptions): Promise<Pick<StripeSandbox, 'url' | 'close'>>;
  startCarrier(options: CarrierSandboxOptions): Promise<Pick<CarrierSandbox, 'url' | 'close'>>;
  mailboxUrl: string;
  mails(): Promise<StoredMail[]>;
  close(): Promise<void>;
}

const program = path.join(projectFolder, 'tests/support/stand-in-process.ts');

/** A stand-in in its own process. */
function standIn(which: 'stripe' | 'mailbox' | 'carrier', options: object) {
  let child: ReturnType<typeof startChild> | undefined;
  return {
    async kill() {
      await child?.stop('SIGKILL');
      child = undefined;
    },
    async restart() {
      if (child) return;
      let said = '';
      await new Promise<void>((resolve, reject) => {
        const started = startChild(process.execPath, [program, which, JSON.stringify(options)], {
          env: { ...process.env, ...compileCache },
          onOutput(text) {
            said += text;
            if (said.includes('ready')) resolve();
          },
        });
        child = started;
        started.exited.then(() => reject(new Error(`The ${which} did not start: ${said}`)), reject);
      });
    },
  };
}

/** PostgreSQL that writes each commit before acknowledging it, as a hosted one does. */
async function killablePostgres(dir: string) {
  const port = await freePort();
  // The machine stays up, so written data survives without fsync.
  const settings = ['fsync=off', 'full_page_writes=off', 'plan_cache_mode=force_generic_plan'];
  const options = { dir, port, settings };
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined = await startPostgres(options);
  const url = server.url('shop');
  await server.createDatabase('shop');
  return {
    url,
    async kill() {
      const killed = server;
      server = undefined;
      await killed?.kill();
    },
    async restart() {
      while (!server) {
        try {
          server = await startPostgres(options);
        } catch (error) {
          // Child processes of the killed server may not have exited yet.
          if (!/is still in use|already exists/.test(String(error))) throw error;
          await pause(20);
        }
      }
    },
    async stop() {
      await server?.stop();
    },
  };
}

/** Starts PostgreSQL, the payment sandbox, the carrier and the mailbox, each in a process that can be killed. */
export async function startKillableServices(): Promise<KillableServices> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'minicia-kills-'));
  // PostgreSQL may run as a different user.
  chmodSync(folder, 0o755);
  const server = await killablePostgres(path.join(folder, 'postgres'));
  const mailPort = await freePort();
  const mailbox = standIn('mailbox', {
    port: mailPort,
    apiKey: mailTestKey,
    dataFile: path.join(folder, 'mails.json'),
  });
  await mailbox.restart();
  const mailboxUrl = `http://127.0.0.1:${mailPort}`;
  const sql = postgres(server.url, { onnotice: () => undefined });
  let sandbox: Killable | undefined;
  const stripe: Killable = {
    kill: async () => sandbox?.kill(),
    restart: async () => sandbox?.restart(),
  };
  let carrier: Killable | undefined;
  const parcels: Killable = {
    kill: async () => carrier?.kill(),
    restart: async () => carrier?.restart(),
  };
  return {
    services: {
      PostgreSQL: server,
      Stripe: stripe,
      'the mailbox': mailbox,
      'the carrier': parcels,
    },
    database: {
      url: server.url,
      sql,
      async drop() {
        const violations = await violationsIn(sql);
        await sql.end();
        if (violations.length > 0) throw new Error(JSON.stringify(violations, null, 2));
      },
    },
    async startSandbox(options) {
      const port = await freePort();
      const dataFile = path.join(folder, 'stripe.json');
      sandbox = standIn('stripe', { ...options, port, dataFile });
      await sandbox.restart();
      return { url: `http://127.0.0.1:${port}`, close: stripe.kill };
    },
    async startCarrier(options) {
      const port = await freePort();
      const dataFile = path.join(folder, 'carrier.json');
      carrier = standIn('carrier', { ...options, port, dataFile });
      await carrier.restart();
      return { url: `http://127.0.0.1:${port}`, close: parcels.kill };
    },
    mailboxUrl,
    mails: async () => (await fetch(`${mailboxUrl}/mails`)).json(),
    async close() {
      await mailbox.kill();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
