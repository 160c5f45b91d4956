import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createGzip } from 'node:zlib';
import { namesOf } from '#server/returns/photo-storage.ts';
import {
  filePath,
  type Manifest,
  manifestPath,
  privately,
  type SavedTable,
  tablePath,
} from './backup-folder.ts';
import type { Project } from './project.ts';
import { download } from './stored-files.ts';
import { type Connection, plainFormats, readTable, tablesIn } from './tables.ts';
import { violationsByInvariant } from './violations.ts';

interface StoredObject {
  bucket: string;
  name: string;
  type: string | null;
  cache: string | null;
}

/** Files that the database knows. @throws Error naming photos of shoppers that Storage has lost. */
async function storedObjects(sql: Connection): Promise<StoredObject[]> {
  const objects = await sql.unsafe<StoredObject[]>(`
    select bucket_id as bucket, name, metadata ->> 'mimetype' as type,
      regexp_replace(metadata ->> 'cacheControl', '^max-age=', '') as cache
    from storage.objects order by bucket_id, name collate "C"`);
  const names = new Set(objects.map(({ name }) => name));
  const photos = await sql.unsafe<{ photo: string; folder: number }[]>(`
    select id as photo, return_id::integer as folder from public.return_photos where removed_at is null
    union all
    select id, review_id::integer from public.review_photos where removed_at is null`);
  const lost = photos
    .flatMap((photo) => Object.values(namesOf(photo)))
    .filter((name) => !names.has(name));
  if (lost.length > 0) {
    throw new Error(
      `Storage has lost files that return_photos or review_photos names; remove those rows first:\n  ${lost.join('\n  ')}`,
    );
  }
  return objects;
}

async function saveTables(sql: Connection, folder: string): Promise<SavedTable[]> {
  const saved: SavedTable[] = [];
  for (const table of await tablesIn(sql)) {
    const file = createWriteStream(tablePath(folder, table), privately);
    const measured = await readTable(sql, table, new PassThrough(), createGzip(), file);
    const { schema, name, columns } = table;
    saved.push({ schema, name, columns, ...measured });
  }
  return saved;
}

/**
 * Copies a project into a new folder: all tables and sequences at one moment, then the files of Storage that existed
 * then. The shop can stay open.
 * @throws Error in plain words when the folder is in use or a file is lost.
 */
export async function makeBackup(project: Project, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty. A backup needs a folder of its own.`);
  }
  for (const part of ['tables', 'files']) {
    mkdirSync(path.join(folder, part), { recursive: true, mode: 0o700 });
  }
  const snapshot = await project.sql.begin(
    'isolation level repeatable read read only',
    async (sql) => {
      await sql.unsafe(plainFormats);
      const [{ made_at, migrations }] = await sql.unsafe<
        [Pick<Manifest, 'made_at' | 'migrations'>]
      >(`
      select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made_at,
        array(select version::text from supabase_migrations.schema_migrations order by version) as migrations`);
      return {
        made_at,
        migrations,
        tables: await saveTables(sql, folder),
        sequences: [
          ...(await sql.unsafe<Manifest['sequences']>(`
          select sequencename as name, last_value::text from pg_sequences where schemaname = 'public' order by 1`)),
        ],
        buckets: [
          ...(await sql.unsafe<Manifest['buckets']>(`
          select id, public, file_size_limit::float, allowed_mime_types from storage.buckets order by id`)),
        ],
        violations: await violationsByInvariant(sql),
        objects: await storedObjects(sql),
      };
    },
  );
  const { objects, ...data } = snapshot;
  const files = await download(project, objects, (file) => filePath(folder, file));
  const manifest: Manifest = { format: 1, address: project.address, ...data, files };
  writeFileSync(manifestPath(folder), `${JSON.stringify(manifest, null, 1)}\n`, privately);

  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Saved ${rows} rows of ${manifest.tables.length} tables and ${files.length} files, as of ${manifest.made_at}.`,
  );
  for (const [invariant, number] of Object.entries(manifest.violations)) {
    console.log(`The database contradicts itself: ${invariant} (${number}).`);
  }
  console.log(`${folder} holds personal data and password hashes: keep it encrypted.`);
}
