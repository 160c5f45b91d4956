import type * as Sentry from '@sentry/core/server';
import { withoutSecrets } from './without-secrets.ts';

/**
 * Sentry's SDK. A computed name, because bundlers would add a plain import's 4 MB to every function, on or off;
 * netlify/plugins/error-tracker adds the files when it is on.
 */
const sdk = ['@sentry', 'core', 'server'].join('/');

/** Milliseconds for which a function stays alive to deliver an error. */
const patienceMs = 2000;

let client: Promise<{ sentry: typeof Sentry; client: Sentry.ServerRuntimeClient }> | undefined;

async function open(dsn: string) {
  const sentry: typeof Sentry = await import(/* @vite-ignore */ sdk);
  const opened = new sentry.ServerRuntimeClient({
    dsn,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    sendDefaultPii: false,
    stackParser: sentry.createStackParser(sentry.nodeStackLineParser()),
    transport: (options) =>
      sentry.createTransport(options, async ({ body }) => {
        const { status } = await fetch(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : new Uint8Array(body),
          ...(options.headers && { headers: options.headers }),
        });
        return { statusCode: status };
      }),
    beforeSend: (event) =>
      JSON.parse(JSON.stringify(event), (_key, value: unknown) =>
        typeof value === 'string' ? withoutSecrets(value) : value,
      ),
  });
  opened.init();
  return { sentry, client: opened };
}

/**
 * Sends an error to Sentry, through its own SDK and without secrets.
 * @param dsn the project's address and public key (`SENTRY_DSN`).
 * @param tags the log line's message, route and request id.
 * @throws when the SDK's files are missing.
 */
export async function trackError(
  dsn: string,
  error: unknown,
  tags: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  client ??= open(dsn);
  const { sentry, client: opened } = await client;
  const scope = new sentry.Scope();
  scope.setTags(tags);
  if (error instanceof Error) opened.captureException(error, {}, scope);
  else opened.captureMessage(String(error), 'error', {}, scope);
  await opened.flush(patienceMs);
}
