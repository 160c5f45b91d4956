import { existsSync, mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { type NeededPort, requireFreePorts } from './ports.ts';
import { reachableByAll } from './postgres-binaries.ts';
import { startLastingPostgres } from './lasting-postgres.ts';
import { type LocalLogin, makeLocalStaff } from './local-staff.ts';
import { startBeacon } from './beacon/beacon.ts';
import { type Mailbox, startMailbox } from './mailbox/mailbox.ts';
import { step } from './progress.ts';
import { plainAddress } from '#domain/basics/plain-address.ts';
import { isLoopback } from '#domain/basics/loopback.ts';
import { projectFolder, type Settings } from './settings.ts';
import { startStripeSandbox } from 'stripe-checkout-sandbox';
import { startCarrierSandbox } from 'carrier-sandbox';
import { type AccountMail, startSupabase } from './supabase.ts';

/** The stand-ins for hosted services that run on this machine. */
export interface RunningStack {
  /** URL of the mailbox; null when e-mails are really sent. */
  mailboxUrl: string | null;
  /** Logins for the studio; empty with a hosted database. */
  staff: readonly LocalLogin[];
  /** Rejects when a part exits by itself; never resolves. */
  failed: Promise<never>;
  close(): Promise<void>;
}

/**
 * Data folder of the stack. PostgreSQL, which does not run as root, must be able to reach it, and root's
 * clone may be in a folder that only root can enter.
 */
export function dataFolder(): string {
  const inProject = path.join(projectFolder, '.local');
  if (process.getuid?.() !== 0 || reachableByAll(inProject)) return inProject;
  const name = createHash('sha256').update(projectFolder).digest('hex').slice(0, 12);
  return path.join(os.tmpdir(), `minicia-${name}`);
}

/** Data folder of PostgreSQL. */
export function databaseFolder(): string {
  return path.join(dataFolder(), 'postgres');
}

/** Deletes the data of earlier runs: orders, accounts, payments. */
export function forgetData(): void {
  if (existsSync(dataFolder())) rmSync(dataFolder(), { recursive: true });
}

function portOf(address: string): number {
  return Number(new URL(address).port || 80);
}

/** Ports of the stand-ins that the settings ask for. */
export function neededPorts(settings: Settings): NeededPort[] {
  const needed: NeededPort[] = [];
  if (isLoopback(settings.SUPABASE_URL)) {
    needed.push(
      { port: settings.DATABASE_PORT, use: 'database', setting: 'DATABASE_PORT' },
      { port: portOf(settings.SUPABASE_URL), use: 'Supabase API', setting: 'SUPABASE_URL' },
    );
  }
  if (settings.STRIPE_API_BASE && isLoopback(settings.STRIPE_API_BASE)) {
    const port = portOf(settings.STRIPE_API_BASE);
    needed.push({ port, use: 'payment sandbox', setting: 'STRIPE_API_BASE' });
  }
  const carrier = localCarrier(settings);
  if (carrier) needed.push({ port: portOf(carrier), use: 'carrier', setting: 'SHIPPO_API_BASE' });
  const beacon = settings.DRAND_API_BASE;
  if (beacon) needed.push({ port: portOf(beacon), use: 'beacon', setting: 'DRAND_API_BASE' });
  const mailbox = localMailbox(settings);
  if (mailbox) needed.push({ port: portOf(mailbox), use: 'mailbox', setting: 'RESEND_API_BASE' });
  return needed;
}

/** URL of the mailbox; null unless the settings ask for a local one. */
function localMailbox({ RESEND_API_BASE, RESEND_API_KEY }: Settings): string | null {
  return RESEND_API_KEY && RESEND_API_BASE && isLoopback(RESEND_API_BASE) ? RESEND_API_BASE : null;
}

/** URL of the carrier; null unless the settings ask for a local one. */
function localCarrier({ SHIPPO_API_BASE, SHIPPO_API_KEY }: Settings): string | null {
  return SHIPPO_API_KEY && SHIPPO_API_BASE && isLoopback(SHIPPO_API_BASE) ? SHIPPO_API_BASE : null;
}

async function startOwnMailbox(settings: Settings, folder: string): Promise<Mailbox | null> {
  const address = localMailbox(settings);
  if (!address) return null;
  return step('Mailbox', () =>
    startMailbox({
      port: portOf(address),
      apiKey: settings.RESEND_API_KEY ?? '',
      dataFile: path.join(folder, 'mails.json'),
    }),
  );
}

/** PostgreSQL with the Supabase API in front of it. */
async function startDatabase(settings: Settings, onMail: (mail: AccountMail) => void) {
  const database = await step('PostgreSQL 17', () =>
    startLastingPostgres({ dir: databaseFolder(), port: settings.DATABASE_PORT }),
  );
  try {
    const api = await step('Supabase API, migrations, catalogue', () =>
      startSupabase({
        databaseUrl: database.url(),
        port: portOf(settings.SUPABASE_URL),
        publishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
        secretKey: settings.SUPABASE_SECRET_KEY,
        jwtSecret: settings.SUPABASE_JWT_SECRET ?? '',
        seedFile: path.join(projectFolder, 'supabase/seed/catalogue.sql'),
        storageFolder: path.join(dataFolder(), 'storage'),
        shopUrl: `http://localhost:${settings.SHOP_PORT}`,
        onMail,
      }),
    );
    const { failed } = database;
    return { failed, stops: [database.stop, api.close] };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Starts a stand-in for each service with a local URL, and none for hosted ones.
 * @throws Error when a port is taken or a part fails to start; nothing is left running then.
 */
export async function startStack(settings: Settings): Promise<RunningStack> {
  await requireFreePorts(neededPorts(settings));
  const folder = dataFolder();
  mkdirSync(folder, { recursive: true });

  const stops: (() => Promise<void>)[] = [];
  let staff: readonly LocalLogin[] = [];
  let failed = new Promise<never>(() => undefined);
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    const mailbox = await startOwnMailbox(settings, folder);
    if (mailbox) stops.push(() => mailbox.close());
    if (isLoopback(settings.SUPABASE_URL)) {
      const onMail = (mail: AccountMail) => mailbox?.deliver(mail);
      const database = await startDatabase(settings, onMail);
      stops.push(...database.stops);
      ({ failed } = database);
      staff = await step('Logins for the studio', () =>
        makeLocalStaff(plainAddress(settings.SUPABASE_URL), settings.SUPABASE_SECRET_KEY),
      );
    }
    const { STRIPE_API_BASE: sandboxUrl } = settings;
    if (sandboxUrl && isLoopback(sandboxUrl)) {
      const sandbox = await step('Payment sandbox', () =>
        startStripeSandbox({
          port: portOf(sandboxUrl),
          secretKey: settings.STRIPE_SECRET_KEY,
          webhook: {
            url: `http://127.0.0.1:${settings.SHOP_PORT}/api/stripe/webhook/`,
            secret: settings.STRIPE_WEBHOOK_SECRET,
          },
          dataFile: path.join(folder, 'stripe.json'),
        }),
      );
      stops.push(() => sandbox.close());
    }
    const carrierUrl = localCarrier(settings);
    if (carrierUrl) {
      const token = settings.SHIPPO_WEBHOOK_TOKEN ?? '';
      const carrier = await step('Carrier', () =>
        startCarrierSandbox({
          port: portOf(carrierUrl),
          apiKey: settings.SHIPPO_API_KEY ?? '',
          webhookUrl: `http://127.0.0.1:${settings.SHOP_PORT}/api/shippo/webhook?token=${token}`,
          dataFile: path.join(folder, 'carrier.json'),
        }),
      );
      stops.push(() => carrier.close());
    }
    const { DRAND_API_BASE } = settings;
    if (DRAND_API_BASE) {
      const beacon = await step('Beacon', () => startBeacon(portOf(DRAND_API_BASE)));
      stops.push(() => beacon.close());
    }
    return { close, failed, mailboxUrl: mailbox?.url ?? null, staff };
  } catch (error) {
    await close();
    throw error;
  }
}
