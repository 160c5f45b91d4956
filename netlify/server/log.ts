import { AsyncLocalStorage } from 'node:async_hooks';
import { withoutSecrets } from './without-secrets.ts';

type Level = 'info' | 'warn' | 'error';

/** Facts of a log line: ids, numbers and codes, never a name, an address or a token. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A request being answered. */
interface Answering {
  id: string;
  /** The path's pattern, e.g. `/api/account/orders`: the path itself may contain an id. */
  route: string;
  /** Calls of the database, Auth and Storage, until the answer. */
  trips: number;
}

const answering = new AsyncLocalStorage<Answering>();

/** The id of the request being answered; undefined outside one. */
export function requestId(): string | undefined {
  return answering.getStore()?.id;
}

/** Notes the pattern of the path of the request being answered. */
export function noteRoute(route: string): void {
  const now = answering.getStore();
  if (now) now.route = route;
}

/** Counts a call of the database, Auth or Storage for the request being answered. */
export function countTrip(): void {
  const now = answering.getStore();
  if (now) now.trips += 1;
}

/** The loggable parts of anything that was thrown. */
function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return {
    error: `${name}: ${message}`,
    // Without the first line, which repeats the message.
    stack: stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(cause instanceof Error && { cause: `${cause.name}: ${cause.message}` }),
  };
}

/** Whether lines of a level are written: all of them, without `LOG_LEVEL=warn`. */
function isHeard(level: Level): boolean {
  return level !== 'info' || process.env['LOG_LEVEL'] !== 'warn';
}

/** Passes an error on to Sentry, if it is on. Its SDK is loaded at the first error. */
function track(message: string, error: unknown): void {
  const dsn = process.env['SENTRY_DSN']?.trim();
  if (!dsn) return;
  const now = answering.getStore();
  const tags = { message, route: now?.route, request: now?.id };
  const done = import('./error-tracker.ts')
    .then(({ trackError }) => trackError(dsn, error, tags))
    .catch((failure: unknown) => write('warn', 'Sentry was not told', errorFields(failure)));
  if ('Netlify' in globalThis) globalThis.Netlify.context?.waitUntil(done);
}

function write(level: Level, message: string, { error, ...fields }: LogFields): void {
  if (!isHeard(level)) return;
  const line = {
    level,
    message,
    request: requestId(),
    ...fields,
    ...(error !== undefined && errorFields(error)),
  };
  const text = JSON.stringify(line, (_key, value: unknown) =>
    typeof value === 'string' ? withoutSecrets(value) : value,
  );
  if (level === 'error' && error !== undefined) track(message, error);
  // Netlify takes the level of a line from the console's method.
  if (level === 'error') console.error(text);
  else if (level === 'warn') console.warn(text);
  else console.log(text);
}

/**
 * The log of the functions: one line of JSON per event, with its level, message, request id and fields. A field
 * `error` may be anything that was thrown. Messages for people to act on begin with words in capitals
 * (docs/operate.md).
 */
export const log = {
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}) => write('error', message, fields),
};

/**
 * Answers a request and writes its line: level, id, method, route, status, milliseconds and round trips. All lines
 * written meanwhile, and by work that goes on after the answer, carry the id.
 */
export function loggedRequest(
  id: string,
  method: string,
  answer: () => Promise<Response>,
): Promise<Response> {
  const now: Answering = { id, route: 'unknown', trips: 0 };
  return answering.run(now, async () => {
    const began = performance.now();
    const response = await answer();
    const { status } = response;
    const ms = Math.round(performance.now() - began);
    const { route, trips } = now;
    log[status >= 500 ? 'error' : 'info']('request', { method, route, status, ms, trips });
    return response;
  });
}
