import { PostgrestClient } from '@supabase/postgrest-js';
import { z } from 'astro/zod';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { plainAddress } from '#domain/basics/plain-address.ts';

/** Supabase returns at most this many rows (`max_rows`) and silently drops the rest. */
const ROWS_AT_ONCE = 1000;

/** Timeout of a build's request, in milliseconds. */
const patience = 30_000;

const RowWithId = z.object({ id: z.number() });

function catalogueClient() {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env;
  if (!SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY) {
    throw new Error(
      'The catalogue cannot be read: set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, ' +
        'or start the local stack with `npm run dev`.',
    );
  }
  return new PostgrestClient(`${plainAddress(SUPABASE_URL)}/rest/v1`, {
    headers: apiKeyHeaders(SUPABASE_PUBLISHABLE_KEY),
    timeout: patience,
  });
}

function unreadable(table: string, message: string): Error {
  return new Error(
    `The catalogue cannot be read from ${process.env.SUPABASE_URL} (${table}): ` +
      `${message}. Is the database running?`,
  );
}

/**
 * Reads the only row of a table or view.
 * @throws Error that names the table and the reason, as `allRows` does.
 */
export async function onlyRow<Row>(table: string, shape: z.ZodType<Row>): Promise<Row> {
  const { data, error } = await catalogueClient().from(table).select().limit(1);
  if (error) throw unreadable(table, error.message);
  return shape.parse(data[0]);
}

/**
 * Reads a table or view of a few rows, at most `max_rows`.
 * @throws Error that names the table and the reason, as `allRows` does.
 */
export async function fewRows<Row>(table: string, shape: z.ZodType<Row>): Promise<Row[]> {
  const { data, error } = await catalogueClient().from(table).select();
  if (error) throw unreadable(table, error.message);
  return z.array(shape).parse(data);
}

/**
 * Reads every row of a table or view, in id order.
 * @param columns in PostgREST's `select` syntax, including the id; all by default.
 * @throws Error that names the table and the reason if the database cannot be reached or a row does not
 * match the schema.
 */
export async function allRows<Row extends { id: number }>(
  table: string,
  shape: z.ZodType<Row>,
  columns = '*',
): Promise<Row[]> {
  const client = catalogueClient();
  const rows: Row[] = [];
  for (let last = 0; ;) {
    const { data, error } = await client
      .from(table)
      .select(columns)
      .gt('id', last)
      .order('id')
      .limit(ROWS_AT_ONCE);
    if (error) throw unreadable(table, error.message);
    rows.push(...z.array(shape).parse(data));
    if (data.length < ROWS_AT_ONCE) return rows;
    last = RowWithId.parse(data.at(-1)).id;
  }
}
