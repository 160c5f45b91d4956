import path from 'node:path';
import { z } from 'zod';

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const SavedTable = z.object({
  schema: name,
  name,
  columns: z.array(name),
  rows: count,
  /** Hash of the rows as `copy` writes them, by primary key. */
  sha256,
});
export type SavedTable = z.infer<typeof SavedTable>;

const SavedFile = z.object({
  bucket: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  cache: z.string().nullable(),
  bytes: count,
  sha256,
});
export type SavedFile = z.infer<typeof SavedFile>;

/** Content of `backup.json`, written last: a folder without it is an interrupted backup. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime({ offset: true }),
  /** URL of the project, which URLs of its pictures contain. */
  address: z.url(),
  migrations: z.array(z.string()),
  tables: z.array(SavedTable),
  sequences: z.array(z.object({ name, last_value: z.string().nullable() })),
  buckets: z.array(
    z.object({
      id: z.string(),
      public: z.boolean(),
      file_size_limit: z.coerce.number().nullable(),
      allowed_mime_types: z.array(z.string()).nullable(),
    }),
  ),
  files: z.array(SavedFile),
  /** Number of violations of each invariant, without late orders. */
  violations: z.record(z.string(), count),
});
export type Manifest = z.infer<typeof Manifest>;

/** Mode of every file: the backup holds personal data and password hashes. */
export const privately = { mode: 0o600 };

export function manifestPath(folder: string): string {
  return path.join(folder, 'backup.json');
}

/** The rows of a table, compressed with gzip. */
export function tablePath(folder: string, table: Pick<SavedTable, 'schema' | 'name'>): string {
  return path.join(folder, 'tables', `${table.schema}.${table.name}.gz`);
}

/** A file of Storage, named by its content: names in Storage need not be valid here. */
export function filePath(folder: string, file: Pick<SavedFile, 'sha256'>): string {
  return path.join(folder, 'files', file.sha256);
}
