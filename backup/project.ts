import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { StorageClient } from '@supabase/storage-js';
import postgres from 'postgres';
import { apiKeyHeaders } from '#domain/api-key-headers.ts';
import { isLoopback } from '#domain/loopback.ts';
import { isWebAddress, plainAddress } from '#domain/plain-address.ts';

/** @throws Error in plain words when it is not a connection string. */
function databaseAddress(text: string): string {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
  throw new Error(
    'DATABASE_URL is missing or is not a connection string (postgresql://…). Supabase shows it under Connect, “Session pooler”.',
  );
}

/** A connection that sends the end of each `copy` at once: Nagle's algorithm would wait 40 ms for every table. */
const promptly = {
  async socket({ host: [host = ''], port: [port = 5432] }: { host: string[]; port: number[] }) {
    const socket = connect({ host, port, noDelay: true });
    await once(socket, 'connect');
    return socket;
  },
};

/**
 * Opens a Supabase project with full access: its database, as owner, and its Storage.
 * @param settingsFile file of settings missing from the environment.
 * @throws Error in plain words when the settings are incomplete.
 */
export function openProject(settingsFile: string) {
  if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '', DATABASE_URL = '' } = process.env;
  if (!isWebAddress(SUPABASE_URL)) throw new Error('SUPABASE_URL is missing or is not a URL.');
  if (!SUPABASE_SECRET_KEY || SUPABASE_SECRET_KEY.startsWith('sb_publishable_')) {
    throw new Error('SUPABASE_SECRET_KEY must be the secret key (sb_secret_…).');
  }
  const database = databaseAddress(DATABASE_URL.trim());
  const address = plainAddress(SUPABASE_URL);
  // Supabase signs its certificate itself; with it in NODE_EXTRA_CA_CERTS, sslmode=verify-full works.
  const encrypted = new URL(database).searchParams.has('sslmode')
    ? {}
    : { ssl: isLoopback(database) ? (false as const) : ('require' as const) };
  return {
    address,
    storage: new StorageClient(`${address}/storage/v1`, apiKeyHeaders(SUPABASE_SECRET_KEY)),
    // No prepared statements, which Supabase's transaction pooler does not keep.
    sql: postgres(database, {
      max: 1,
      prepare: false,
      onnotice: () => undefined,
      ...encrypted,
      ...promptly,
    }),
  };
}

export type Project = ReturnType<typeof openProject>;
