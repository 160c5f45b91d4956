import { isIP } from 'node:net';
import {
  createClient,
  type PostgrestError,
  type PostgrestSingleResponse,
  type SupabaseClient,
} from '@supabase/supabase-js';
import type { Database } from './database.types.ts';
import { environment } from './environment.ts';

// A function has no browser to keep a session in and answers one request at a time.
const stateless = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
};

let client: SupabaseClient<Database> | undefined;

/** The database with the secret key: Row Level Security does not apply, so check who is asking. */
export function database(): SupabaseClient<Database> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  client ??= createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, stateless);
  return client;
}

/**
 * Supabase Auth for one request. It remembers who logged in through it, so it is never shared. Auth
 * has limits of its own for each address: it is told whose request this is, which it believes with
 * the secret key alone, or all shoppers would share those of our functions.
 * @param ip `context.ip` of the function.
 * @see https://supabase.com/docs/guides/auth/rate-limits (IP address forwarding)
 */
export function accounts(ip: string) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  const headers: Record<string, string> = isIP(ip) ? { 'Sb-Forwarded-For': ip } : {};
  const options = { ...stateless, global: { headers } };
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, options).auth;
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
