import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  filePath,
  Manifest,
  manifestPath,
  type SavedFile,
  type SavedTable,
  tablePath,
} from './backup-folder.ts';
import { rowMeter } from './tables.ts';

/** Damage to a table's file; null if it is intact. */
async function faultOfTable(folder: string, table: SavedTable): Promise<string | null> {
  const { meter, measured } = rowMeter();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(tablePath(folder, table)), createGunzip(), meter, nowhere);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'missing'
      : 'truncated or damaged';
  }
  const { rows, sha256 } = measured();
  return rows === table.rows && sha256 === table.sha256 ? null : 'changed';
}

function faultOfFile(folder: string, file: SavedFile): string | null {
  const at = filePath(folder, file);
  if (!existsSync(at)) return 'missing';
  const found = createHash('sha256').update(readFileSync(at)).digest('hex');
  return found === file.sha256 ? null : 'truncated or changed';
}

/**
 * Reads a backup's `backup.json` and compares every file with it.
 * @throws Error naming each file that is missing, truncated or changed.
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const at = manifestPath(folder);
  if (!existsSync(at)) {
    throw new Error(`${folder} has no backup.json: it is not a backup, or an interrupted one.`);
  }
  const { data: manifest } = Manifest.safeParse(JSON.parse(readFileSync(at, 'utf8')));
  if (!manifest) throw new Error(`${at} was not written by this version of the command.`);
  const faults: string[] = [];
  for (const table of manifest.tables) {
    const fault = await faultOfTable(folder, table);
    if (fault !== null) faults.push(`table ${table.schema}.${table.name}: ${fault}`);
  }
  for (const file of manifest.files) {
    const fault = faultOfFile(folder, file);
    if (fault !== null) faults.push(`file ${file.bucket}/${file.name}: ${fault}`);
  }
  if (faults.length > 0) {
    throw new Error(`The backup cannot be used:\n  ${faults.join('\n  ')}`);
  }
  return manifest;
}
