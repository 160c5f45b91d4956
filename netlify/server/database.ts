import {
  PostgrestClient,
  type PostgrestError,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import { apiKeyHeaders } from '#domain/api-key-headers.ts';
import type { ShopDatabase } from './database-shapes.ts';
import { environment } from './environment.ts';
import { loginRequired } from './http-error.ts';

let client: PostgrestClient<ShopDatabase> | undefined;

/**
 * The database with the secret key: Row Level Security does not apply, so authorise the caller first.
 * Only supabase-js's part for tables and SQL functions: a cold start loads every import before it
 * answers.
 */
export function database(): PostgrestClient<ShopDatabase> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  client ??= new PostgrestClient<ShopDatabase>(`${SUPABASE_URL}/rest/v1`, {
    headers: apiKeyHeaders(SUPABASE_SECRET_KEY),
  });
  return client;
}

/** An error that one of our SQL functions raised on purpose, with code `PT` plus an HTTP status. */
export class DatabaseRefusal extends Error {
  /** HTTP status to answer with. */
  readonly status: number;
  /** Machine-readable reason, e.g. `out_of_stock`. */
  readonly reason: string;
  /** The error's JSON detail, parsed. */
  readonly detail: unknown;

  constructor(error: PostgrestError) {
    super(error.message);
    this.name = 'DatabaseRefusal';
    this.status = Number(error.code.slice(2));
    this.reason = error.hint ?? '';
    this.detail = error.details ? JSON.parse(error.details) : undefined;
  }
}

/**
 * Unwraps the data of a database response.
 * @throws HttpError 401 when the shopper's session has ended; DatabaseRefusal when our SQL refused
 *   otherwise; Error for any other failure.
 */
export function dataOf<Data>(answer: PostgrestSingleResponse<Data>): Data {
  if (answer.error === null) return answer.data;
  if (answer.error.hint === 'session_ended') throw loginRequired();
  if (/^PT\d{3}$/.test(answer.error.code)) throw new DatabaseRefusal(answer.error);
  throw new Error(`Database: ${answer.error.code} ${answer.error.message}`);
}
