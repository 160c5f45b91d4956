import { isRecord } from '#domain/basics/record.ts';
import { isText, listOf } from '#domain/basics/shape.ts';

/** Texts of the spec's error catalogue (section 8), used when the server sends no message. */
const NETWORK_ERROR = 'Network error';
const BAD_RESPONSE = 'Network response was not ok';
/** Netlify's own rate limit, unlike that of our functions, does not say how long to wait. */
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

/** A failed call: no network, an error status, or a response that could not be parsed. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 without a response. */
  declare readonly status: number;
  /** The server's message for the shopper, if any. */
  declare readonly detail: string | null;
  /** Messages by field (`{"username": ["…"]}`). */
  declare readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The response's JSON, for errors that carry more (a 409's stock or amount). */
  declare readonly body: unknown;
  /** Seconds to wait before retrying, if the server says so (429). */
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

  /** Whether the call was rate limited: `message` says how long to wait. */
  get isTooMany(): boolean {
    return this.status === 429;
  }

  /** Whether the error is transient, so that a retry may succeed: network, rate limit, server error. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The shopper's message for a failed call: the server's, or a network error. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : NETWORK_ERROR;
}

/** The message for a listing that failed to load: one of two texts (spec, section 8). */
export function listingFailure(error: unknown): string {
  return error instanceof ApiError && error.status > 0 ? BAD_RESPONSE : NETWORK_ERROR;
}
