type Level = 'info' | 'warn' | 'error';

/** Facts of a log line: ids, numbers and codes, never a name, an address or a token. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Replaced in every line, because services repeat parts of a request in their errors: e-mail addresses, tokens and
 * keys (`eyJ…`, `sk_live_…`, `whsec_…`, `sb_secret_…`), and query strings.
 */
const secrets: readonly [RegExp, string][] = [
  [/[^\s"'<>(]+@[^\s"'<>)]+\.[a-z]+/gi, '[address]'],
  [/\beyJ[\w-]+(\.[\w-]+)*/g, '[token]'],
  [/\b(sk|rk|pk|whsec|re|sb)_(live_|test_|secret_|publishable_)?[\w-]{12,}/g, '[key]'],
  [/(?<=https?:\/\/[^\s"'?]*)\?[^\s"']*/g, '?[query]'],
];

function clean(text: string): string {
  return secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
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

function write(level: Level, message: string, { error, ...fields }: LogFields): void {
  const line = {
    level,
    message,
    ...fields,
    ...(error !== undefined && errorFields(error)),
  };
  const text = JSON.stringify(line, (_key, value: unknown) =>
    typeof value === 'string' ? clean(value) : value,
  );
  // Netlify takes the level of a line from the console's method.
  if (level === 'error') console.error(text);
  else if (level === 'warn') console.warn(text);
  else console.log(text);
}

/**
 * The log of the functions: one line of JSON per event, with its level, message and fields. A field
 * `error` may be anything that was thrown. Messages for people to act on begin with words in capitals
 * (docs/operate.md).
 */
export const log = {
  info: (message: string, fields: LogFields = {}) => write('info', message, fields),
  warn: (message: string, fields: LogFields = {}) => write('warn', message, fields),
  error: (message: string, fields: LogFields = {}) => write('error', message, fields),
};
