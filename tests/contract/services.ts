import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startMailbox } from '#local/mailbox/mailbox.ts';
import { startStripeSandbox } from 'stripe-checkout-sandbox';
import { type AccountMail, startSupabase } from '#local/supabase.ts';
import { mailTestKey, stripeTestKeys, testKeys } from '#harness/test-keys.ts';
import { makePasswordsCheap } from '#tests/support/cheap-passwords.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';

/**
 * The services that the shop is built on: hosted ones if `npm run contract` has named a settings file, else the
 * stand-ins of this machine. The tests are the same, so what the stand-ins do is what the services do.
 */
export const isHosted = process.env['CONTRACT_SETTINGS'] !== undefined;

function hosted(name: string): string {
  const value = process.env[name]?.trim();
  if (!value) throw new Error(`${name} is missing in the settings file.`);
  return value;
}

function optional(name: string): string | null {
  return process.env[name]?.trim() || null;
}

export interface SupabaseProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The secret that signs tokens; null if they are signed with published keys. */
  jwtSecret: string | null;
  /** E-mails of Supabase Auth; null if only their recipients can read them. */
  mails: AccountMail[] | null;
  close(): Promise<void>;
}

export async function openSupabase(): Promise<SupabaseProject> {
  if (isHosted) {
    return {
      url: hosted('SUPABASE_URL').replace(/\/+$/, ''),
      publishableKey: hosted('SUPABASE_PUBLISHABLE_KEY'),
      secretKey: hosted('SUPABASE_SECRET_KEY'),
      jwtSecret: optional('SUPABASE_JWT_SECRET'),
      mails: null,
      close: () => Promise.resolve(),
    };
  }
  makePasswordsCheap();
  const mails: AccountMail[] = [];
  const database = await freshDatabase();
  const storageFolder = mkdtempSync(path.join(os.tmpdir(), 'minicia-contract-'));
  const supabase = await startSupabase({
    databaseUrl: database.url,
    port: 0,
    ...testKeys,
    storageFolder,
    onMail: (mail) => mails.push(mail),
  });
  return {
    url: supabase.url,
    ...testKeys,
    mails,
    async close() {
      await supabase.close();
      await database.drop();
      rmSync(storageFolder, { recursive: true, force: true });
    },
  };
}

interface Service {
  /** Base URL; null for the hosted service's own. */
  base: string | null;
  key: string;
  close(): Promise<void>;
}

export async function openStripe(): Promise<Service> {
  if (isHosted) {
    const key = hosted('STRIPE_SECRET_KEY');
    if (!/^[sr]k_test_/.test(key)) throw new Error('STRIPE_SECRET_KEY must be a test key.');
    return { base: optional('STRIPE_API_BASE'), key, close: () => Promise.resolve() };
  }
  const { secretKey } = stripeTestKeys;
  const sandbox = await startStripeSandbox({ port: 0, secretKey, webhook: null });
  return { base: sandbox.url, key: secretKey, close: () => sandbox.close() };
}

export async function openResend(): Promise<Service> {
  if (isHosted) {
    const key = hosted('RESEND_API_KEY');
    return { base: optional('RESEND_API_BASE'), key, close: () => Promise.resolve() };
  }
  const mailbox = await startMailbox({ port: 0, apiKey: mailTestKey });
  return { base: mailbox.url, key: mailTestKey, close: () => mailbox.close() };
}

/** Sender of e-mails; hosted, one of a domain that Resend has verified. */
export function sender(): string {
  return isHosted ? hosted('MAIL_FROM') : 'Minicia <orders@minicia.example>';
}
