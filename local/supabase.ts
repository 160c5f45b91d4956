import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { openConnectionPool } from './servers/connection-pool.ts';
import { fileStorage } from './file-storage.ts';
import { spareRoundTrips } from './fewer-round-trips.ts';
import { startHttpServer } from './servers/http-server.ts';
import { migrate } from './migrations.ts';
import { otpLength } from './second-factors/recovery-link.ts';
import { prepareSecondFactors } from './second-factors/tables.ts';
import { withSecondFactors } from './second-factors/second-factors.ts';
import { projectFolder } from './settings.ts';
import { signingSeveral } from './signed-addresses.ts';

/** API keys of clients, and the secret that signs tokens. */
export interface SupabaseKeys {
  publishableKey: string;
  secretKey: string;
  /** At least 32 characters. */
  jwtSecret: string;
}

/** An e-mail that Supabase Auth sends. */
export interface AccountMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

export interface SupabaseOptions extends SupabaseKeys {
  /** The database to serve, as superuser. */
  databaseUrl: string;
  /** 0 for any free port. */
  port: number;
  /** SQL run once, when the first migration is applied. */
  seedFile?: string;
  /** Folder of Storage's files; without one there is no Storage. */
  storageFolder?: string;
  /** File in which copies of one database share what the server reads about its schema. */
  schemaFile?: string;
  /** Lifetime of an access token in seconds; 3600 as in supabase/config.toml. */
  tokenSeconds?: number;
  /** URL of the shop, for links in e-mails. */
  shopUrl?: string;
  /** Called with each e-mail; if absent, none is sent. */
  onMail?: (mail: AccountMail) => void;
}

export interface RunningSupabase {
  url: string;
  close(): Promise<void>;
}

/** As in supabase/config.toml. */
const recoveryTemplate = {
  subject: 'Choose a new password',
  content_path: path.join(projectFolder, 'supabase/templates/recovery.html'),
};

const roles = ['anon', 'authenticated', 'service_role'];
const maxRows = 1000;

const mostConnections = 20;
/** Connections for second factors and their sessions. */
const mostAuthConnections = 4;

/** PostgreSQL's type OIDs of json and jsonb. */
const jsonTypes = { json: 114, jsonb: 3802 };

/** Keeps the driver from encoding JSON text a second time. */
function jsonAsIs(type: number) {
  return {
    to: type,
    from: [type],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  };
}

/** PostgreSQL's timestamps as PostgREST writes them: `2026-03-14T09:26:53.589+00:00`. */
const timestamps = {
  to: 1184,
  from: [1184],
  serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
  parse: (text: string) => text.replace(' ', 'T').replace(/\+00$/, '+00:00'),
};

/** Creates the roles and settings that a hosted project has before its first migration. */
async function prepareRoles(sql: postgres.Sql): Promise<void> {
  for (const role of roles) {
    await sql.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin ${role === 'service_role' ? 'bypassrls' : ''};
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$;
      grant usage on schema auth, public to ${role};
      alter default privileges in schema public grant all on tables to ${role};
      alter default privileges in schema public grant all on sequences to ${role};`);
  }
}

/** Suppresses the warning about deploying experimental features: none of this is deployed. */
async function initialise(app: App): Promise<void> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).startsWith('EXPERIMENTAL FEATURES')) warn(...words);
  };
  try {
    await app.init();
  } finally {
    console.warn = warn;
  }
}

/**
 * Makes the first request alone: on it, the server grants its roles their privileges. Concurrent first
 * requests would all do so, and all but one would fail in PostgreSQL.
 */
async function grantOnce(app: App, { publishableKey, secretKey }: SupabaseOptions): Promise<void> {
  for (const apikey of [publishableKey, secretKey]) {
    await app.fetch(
      new Request('http://127.0.0.1/rest/v1/categories?limit=0', { headers: { apikey } }),
    );
  }
}

/**
 * Empties the definitions of views in the server's schema. For each request it searches them for casts to its
 * own types, which are not used here; that takes longer than most requests.
 */
async function forgetViewTexts(
  connection: ReturnType<typeof createPostgresConnection>,
): Promise<void> {
  const { views } = await connection.introspect({ useCache: true });
  for (const view of views) view.sql = '';
}

/**
 * Serves a database as a Supabase project would: PostgREST and Auth on one address, with second factors, the
 * project's own migrations applied and, in an empty database, its seed.
 */
export async function startSupabase(options: SupabaseOptions): Promise<RunningSupabase> {
  const postgresOptions = {
    onnotice: () => undefined,
    types: { json: jsonAsIs(jsonTypes.json), jsonb: jsonAsIs(jsonTypes.jsonb), timestamps },
  };
  const { schemaFile } = options;
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions,
    ...(schemaFile && {
      schemaCache: {
        get: async () => readFile(schemaFile, 'utf8').catch(() => undefined),
        set: async (_: string, schema: string) => writeFile(schemaFile, schema),
        delete: async () => rm(schemaFile, { force: true }),
      },
    }),
  });
  const { types, connection: settings } = connection.driver.options;
  const pool = openConnectionPool(
    options.databaseUrl,
    // Includes the server's own additions, such as its number parsers.
    { ...postgresOptions, types, connection: settings },
    mostConnections,
  );
  // The only method of the driver that the server calls.
  Object.assign(connection.driver, { reserve: spareRoundTrips(pool) });
  const {
    storageFolder,
    tokenSeconds = 3600,
    shopUrl: siteUrl = 'http://localhost:8888',
  } = options;
  // Experimental; it supports only the calls made by `npm run catalogue` and by photos of returns.
  if (storageFolder) setExperimental('storage', true);
  const app = new App({
    connection,
    ...(storageFolder && { storage: { enabled: true, file_size_limit: '50MiB' } }),
    db: { driver: 'postgres' },
    api: { enabled: true, schemas: ['public'], extra_search_path: ['public'], max_rows: maxRows },
    auth: {
      enabled: true,
      site_url: siteUrl,
      jwt_secret: options.jwtSecret,
      jwt_expiry: tokenSeconds,
      enable_signup: true,
      minimum_password_length: 8,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      email: {
        enable_signup: true,
        enable_confirmations: false,
        otp_length: otpLength,
        template: { recovery: recoveryTemplate },
      },
    },
    options: {
      server: { admin: false },
      drivers: {
        email: {
          send: async ({ to, subject, text = '', html = '' }) =>
            options.onMail?.({ from: 'Supabase Auth', to: [to], subject, text, html }),
        },
      },
    },
  });
  // oxlint-disable-next-line no-underscore-dangle -- the only documented way.
  if (storageFolder) app._storageAdapter = fileStorage(storageFolder);
  await initialise(app);
  await app.ensureSystemSchema();

  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => undefined });
  await prepareRoles(sql);
  await prepareSecondFactors(sql);
  const applied = await migrate(sql);
  if (options.seedFile && applied.length > 0) {
    const [history] = await sql<[{ total: number }]>`
      select count(*)::int as total from supabase_migrations.schema_migrations`;
    if (history.total === applied.length) await sql.unsafe(readFileSync(options.seedFile, 'utf8'));
  }
  await sql.end();
  if (applied.length > 0) pool.renew();

  const authPool = openConnectionPool(
    options.databaseUrl,
    { onnotice: () => undefined },
    mostAuthConnections,
  );
  const serve = withSecondFactors({
    sql: authPool.query,
    transaction: authPool.begin,
    jwtSecret: options.jwtSecret,
    publishableKey: options.publishableKey,
    secretKey: options.secretKey,
    tokenSeconds,
    siteUrl,
    serve: (request, ip) =>
      signingSeveral(async (asked) => app.fetch(asked, { peerAddress: ip ?? null }))(request),
  });
  const inProgress = new Set<Promise<Response>>();
  const server = await startHttpServer(options.port, (request, ip) => {
    const answer = serve(request, ip);
    inProgress.add(answer);
    const forget = () => inProgress.delete(answer);
    answer.then(forget, forget);
    return answer;
  });
  await grantOnce(app, options);
  await forgetViewTexts(connection);
  const close = async () => {
    await server.close();
    // Requests continue after their client has disconnected.
    await Promise.allSettled(inProgress);
    await Promise.all([connection.close(), pool.end(), authPool.end()]);
  };
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    close: () => (closed ??= close()),
  };
}
