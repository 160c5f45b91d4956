import { isRecord } from '#shop/record.ts';

/** The texts of the spec's error catalogue (section 8) for calls that say nothing better. */
export const NETWORK_ERROR = 'Network error';
export const BAD_RESPONSE = 'Network response was not ok';

function readFields(body: unknown): Record<string, string[]> {
  if (!isRecord(body)) return {};
  const lists = Object.entries(body).filter(
    (entry): entry is [string, string[]] =>
      Array.isArray(entry[1]) && entry[1].every((text) => typeof text === 'string'),
  );
  return Object.fromEntries(lists);
}

/** A call that did not succeed: no network, a refusal by the server, or an answer nobody can read. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's sentence for people, where it gave one. */
  readonly detail: string | null;
  /** Messages by field (`{"username": ["…"]}`). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The answer's JSON, for calls whose refusals carry more (stock or amount of a 409). */
  readonly body: unknown;
  /** Seconds to wait before trying again, where the server says (429). */
  readonly retryAfter: number | null;

  constructor(status: number, body?: unknown, retryAfter: number | null = null) {
    const detail = isRecord(body) && typeof body.detail === 'string' ? body.detail : null;
    super(detail ?? (status === 0 ? NETWORK_ERROR : BAD_RESPONSE));
    this.status = status;
    this.detail = detail;
    this.fields = readFields(body);
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether the same call may succeed if it is made again: no network, too many, server trouble. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
