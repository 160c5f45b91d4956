import { existsSync } from 'node:fs';
import path from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { isWebAddress, plainAddress } from '#domain/basics/plain-address.ts';
import type { ShopDatabase } from './database-shapes.ts';

/** Resolves a path against the folder in which the command was typed; npm runs it in the project folder. */
export function typedPath(name: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), name);
}

/**
 * Opens a shop with full access, for a command.
 * @param settings file of settings missing from the environment, as typed; `.env` without one.
 * @throws Error in plain words when the settings are incomplete.
 */
export function openShop(settings: string | undefined) {
  const file = settings ? typedPath(settings) : path.resolve(import.meta.dirname, '../../.env');
  if (settings && !existsSync(file)) throw new Error(`File not found: ${file}`);
  if (existsSync(file)) process.loadEnvFile(file);
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = process.env;
  const missing = [
    ...(isWebAddress(SUPABASE_URL) ? [] : ['SUPABASE_URL is missing or is not a URL.']),
    ...(SUPABASE_SECRET_KEY === '' ? ['SUPABASE_SECRET_KEY is missing.'] : []),
    ...(SUPABASE_SECRET_KEY.startsWith('sb_publishable_')
      ? ['SUPABASE_SECRET_KEY must be the secret key (sb_secret_…), not the publishable one.']
      : []),
  ];
  if (missing.length > 0) {
    throw new Error(`The shop’s settings are incomplete (looked in ${file}). ${missing.join(' ')}`);
  }
  const address = plainAddress(SUPABASE_URL);
  const headers = apiKeyHeaders(SUPABASE_SECRET_KEY);
  return {
    address,
    database: new PostgrestClient<ShopDatabase>(`${address}/rest/v1`, { headers }),
    storage: new StorageClient(`${address}/storage/v1`, headers),
  };
}

export type CommandShop = ReturnType<typeof openShop>;

/** Words a command's failure: an unreachable shop, a wrong key, or the error's own message. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/fetch failed|ECONNREFUSED/.test(text)) {
    return 'The shop’s database does not answer. Is “npm run dev” running, or is this machine online?';
  }
  if (/Invalid API key/.test(text)) return 'The shop rejects the key in SUPABASE_SECRET_KEY.';
  return text;
}
