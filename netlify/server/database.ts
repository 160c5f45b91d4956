import {
  PostgrestClient,
  type PostgrestError,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import type { ShopDatabase } from './database-shapes.ts';
import { environment } from './environment.ts';
import { accountRequired, isAway, loginRequired, Unavailable } from './http-error.ts';
import { callMs, timedFetch } from './timed-fetch.ts';
import type { Shopper } from './token.ts';

function open(ms: number, headers: Record<string, string> = {}): PostgrestClient<ShopDatabase> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  return new PostgrestClient<ShopDatabase>(`${SUPABASE_URL}/rest/v1`, {
    headers: { ...apiKeyHeaders(SUPABASE_SECRET_KEY), ...headers },
    fetch: timedFetch(ms),
  });
}

let client: PostgrestClient<ShopDatabase> | undefined;

/**
 * The database with the secret key: Row Level Security does not apply, so authorise the caller first.
 * Only supabase-js's client for tables and SQL functions: a cold start loads every import before it
 * answers.
 * @param ms timeout in milliseconds; longer only for SQL that sets its own `statement_timeout`.
 */
export function database(ms: number = callMs): PostgrestClient<ShopDatabase> {
  if (ms !== callMs) return open(ms);
  client ??= open(ms);
  return client;
}

/**
 * The database for calls on behalf of a caller. Two headers identify the caller to SQL functions (`caller_user`,
 * `caller_session`), which refuse a call without them.
 * @param ms as for `database`.
 */
export function databaseFor(
  { id, session }: Shopper,
  ms: number = callMs,
): PostgrestClient<ShopDatabase> {
  return open(ms, { 'x-caller-user': id, 'x-caller-session': session });
}

/** `lock_timeout` and `statement_timeout` (https://www.postgresql.org/docs/17/errcodes-appendix.html). */
const tookTooLong = new Set(['55P03', '57014']);

/**
 * An error that one of our SQL functions raised on purpose, with code `PT` plus an HTTP status; `refusalText`
 * words it.
 */
export class DatabaseRefusal extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The reason, e.g. `out_of_stock`: the error's hint. */
  readonly reason: string;
  /** The error's JSON detail, parsed: numbers, names and dates used in the sentence. */
  readonly facts: unknown;

  constructor(error: PostgrestError) {
    const reason = error.hint ?? '';
    super(`The database refused: ${reason}`);
    this.name = 'DatabaseRefusal';
    this.status = Number(error.code.slice(2));
    this.reason = reason;
    this.facts = error.details ? JSON.parse(error.details) : undefined;
  }
}

/**
 * Unwraps the data of a database response.
 * @throws HttpError 401 when the shopper's session has ended; 403 for a guest; DatabaseRefusal when our SQL refused
 *   otherwise; Unavailable when the database is unreachable or too busy; Error for any other failure.
 */
export function dataOf<Data>(answer: PostgrestSingleResponse<Data>): Data {
  const { data, error, status } = answer;
  if (error === null) return data;
  if (error.hint === 'session_ended') throw loginRequired();
  if (error.hint === 'account_required') throw accountRequired();
  if (/^PT\d{3}$/.test(error.code)) throw new DatabaseRefusal(error);
  const reason = `Database: ${error.code} ${error.message}`;
  throw isAway(status) || tookTooLong.has(error.code) ? new Unavailable(reason) : new Error(reason);
}
