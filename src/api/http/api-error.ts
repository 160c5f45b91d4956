import { isRecord } from '#domain/record.ts';
import { isText, listOf } from '#domain/shape.ts';

/** The texts of the spec's error catalogue (section 8) for calls that say nothing better. */
const NETWORK_ERROR = 'Network error';
const BAD_RESPONSE = 'Network response was not ok';
/** Where Netlify itself cuts a flood off, before our functions can say how long to wait. */
const TOO_MANY = 'Too many attempts. Please wait a moment and try again.';

function textOf(status: number): string {
  if (status === 0) return NETWORK_ERROR;
  return status === 429 ? TOO_MANY : BAD_RESPONSE;
}

const isTextList = listOf(isText);

function readFields(body: unknown): Record<string, string[]> {
  if (!isRecord(body)) return {};
  const lists = Object.entries(body).filter((entry): entry is [string, string[]] =>
    isTextList(entry[1]),
  );
  return Object.fromEntries(lists);
}

/** A call that did not succeed: no network, a refusal by the server, or an answer nobody can read. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when no answer came. */
  declare readonly status: number;
  /** The server's sentence for people, where it gave one. */
  declare readonly detail: string | null;
  /** Messages by field (`{"username": ["…"]}`). */
  declare readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The answer's JSON, for calls whose refusals carry more (stock or amount of a 409). */
  declare readonly body: unknown;
  /** Seconds to wait before trying again, where the server says (429). */
  declare readonly retryAfter: number | null;

  constructor(status: number, body?: unknown, retryAfter: number | null = null) {
    const detail = isRecord(body) && typeof body.detail === 'string' ? body.detail : null;
    super(detail ?? textOf(status));
    this.status = status;
    this.detail = detail;
    this.fields = readFields(body);
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Whether there were too many attempts: `message` says how long to wait. */
  get isTooMany(): boolean {
    return this.status === 429;
  }

  /** Whether the same call may succeed if it is made again: no network, too many, server trouble. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** What a failed call says to the shopper: the server's words, or that there is no network. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NETWORK_ERROR;
}

/** What a listing that could not be fetched says of it: one of two texts (spec, section 8). */
export function listingFailure(error: unknown): string {
  return error instanceof ApiError && error.status > 0 ? BAD_RESPONSE : NETWORK_ERROR;
}
