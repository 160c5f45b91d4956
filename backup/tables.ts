import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import type { SavedTable } from './backup-folder.ts';

/** A connection, or a transaction on one. */
export type Connection = Pick<Sql, 'unsafe'>;

/** A table as the database has it. */
export interface Table {
  schema: string;
  name: string;
  /** Without generated ones. */
  columns: string[];
  /** Columns of the primary key. */
  key: string[];
}

/**
 * All tables of the shop, with the accounts. The others end with the project: sessions, tokens, secrets and codes of
 * authenticator apps, login codes, and counts whose keys are hashed with its secret key.
 */
export async function tablesIn(sql: Connection): Promise<Table[]> {
  return sql.unsafe<Table[]>(`
    select n.nspname as schema, c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(
        select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r'
      and (n.nspname = 'public' and c.relname not in ('second_factor_codes', 'login_codes', 'rate_limits')
        or n.nspname = 'auth' and c.relname in ('users', 'identities'))
    order by n.nspname, c.relname`);
}

/** Makes `copy` write the same text everywhere. */
export const plainFormats = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0`;

function listOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/**
 * The rows as `copy` writes them, ordered by primary key. Tokens of mailed links are emptied; Supabase Auth expects
 * text in them.
 */
async function rowsOf(sql: Connection, { schema, name, columns, key }: Table): Promise<Readable> {
  const values = columns.map((column) =>
    schema === 'auth' && column.includes('_token')
      ? `case when "${column}" is not null then '' end`
      : `"${column}"`,
  );
  // The C collation, because databases may sort texts by different rules.
  const order = key.map((column) => `"${column}"::text collate "C"`);
  return sql
    .unsafe(
      `copy (select ${values.join(', ')} from "${schema}"."${name}" order by ${order.join(', ')}) to stdout`,
    )
    .readable();
}

/** Replaces a text in each line. In `copy`'s format a line is a row, and URLs are not escaped. */
export function replaceInRows(from: string, to: string): Transform {
  if (from === to) return new PassThrough();
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      // Bytes, so that no character is cut in two.
      rest += chunk.toString('latin1');
      const end = rest.lastIndexOf('\n') + 1;
      const whole = rest.slice(0, end).replaceAll(from, to);
      rest = rest.slice(end);
      done(null, Buffer.from(whole, 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(rest.replaceAll(from, to), 'latin1'));
    },
  });
}

/** Counts and hashes rows on their way. */
export function rowMeter() {
  const hash = createHash('sha256');
  let rows = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
      done(null, chunk);
    },
  });
  return { meter, measured: () => ({ rows, sha256: hash.digest('hex') }) };
}

/** Sends a table's rows through streams to their end. @returns number and hash of the rows as read. */
export async function readTable(
  sql: Connection,
  table: Table,
  replacement: Transform,
  ...through: [...NodeJS.ReadWriteStream[], NodeJS.WritableStream]
): Promise<Pick<SavedTable, 'rows' | 'sha256'>> {
  const { meter, measured } = rowMeter();
  const rows = await rowsOf(sql, table);
  await pipeline([rows, replacement, meter, ...through]);
  // Lets the connection go on: the driver leaves it paused when the last rows have filled the stream's buffer.
  // oxlint-disable-next-line no-underscore-dangle -- the driver's only way to resume it.
  rows._read(0);
  return measured();
}

/** Fills a table with rows from `copy`. */
export async function fillTable(
  sql: Connection,
  table: Pick<Table, 'schema' | 'name' | 'columns'>,
  ...rows: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]
): Promise<void> {
  const { schema, name, columns } = table;
  const into = await sql
    .unsafe(`copy "${schema}"."${name}" (${listOf(columns)}) from stdin`)
    .writable();
  await pipeline([...rows, into]);
}
