import { once } from 'node:events';
import { connect } from 'node:net';
import postgres from 'postgres';
import { isLoopback } from '#domain/basics/loopback.ts';
import { openShop } from '#server/command-shop.ts';

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
 * @param settings file of settings missing from the environment, as typed; `.env` without one.
 * @throws Error in plain words when the settings are incomplete.
 */
export function openProject(settings: string | undefined) {
  const { address, storage } = openShop(settings);
  const database = databaseAddress((process.env['DATABASE_URL'] ?? '').trim());
  // Supabase signs its certificate itself; with it in NODE_EXTRA_CA_CERTS, sslmode=verify-full works.
  const encrypted = new URL(database).searchParams.has('sslmode')
    ? {}
    : { ssl: isLoopback(database) ? (false as const) : ('require' as const) };
  return {
    address,
    storage,
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
