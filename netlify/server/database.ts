import {
  PostgrestClient,
  type PostgrestError,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import type { ShopDatabase } from './database-shapes.ts';
import { environment } from './environment.ts';

let client: PostgrestClient<ShopDatabase> | undefined;

/**
 * The database with the secret key: Row Level Security does not apply, so check who is asking. This
 * is the part of supabase-js for tables and SQL functions, with the headers that it gives it: a
 * function that was asleep has to load all that it imports before it answers.
 */
export function database(): PostgrestClient<ShopDatabase> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY: apikey } = environment();
  client ??= new PostgrestClient<ShopDatabase>(`${SUPABASE_URL}/rest/v1`, {
    headers: { apikey, Authorization: `Bearer ${apikey}` },
  });
  return client;
}

/** A refusal that one of our SQL functions raised on purpose, as `PT` and an HTTP status. */
export class DatabaseRefusal extends Error {
  /** HTTP status that fits. */
  readonly status: number;
  /** The word that names the reason, e.g. `out_of_stock`. */
  readonly reason: string;
  /** What the function told about it, parsed. */
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
 * The data of a database answer.
 * @throws DatabaseRefusal when our SQL refused; Error for any other failure.
 */
export function dataOf<Data>(answer: PostgrestSingleResponse<Data>): Data {
  if (answer.error === null) return answer.data;
  if (/^PT\d{3}$/.test(answer.error.code)) throw new DatabaseRefusal(answer.error);
  throw new Error(`Database: ${answer.error.code} ${answer.error.message}`);
}
