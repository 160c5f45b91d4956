import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PLACEHOLDER_IMAGE } from '#domain/address/image.ts';

const patienceMilliseconds = 20_000;

const publicFolder = path.resolve('public');

/** A path as a file's name; as it stands where a lone percent sign says nothing. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function fileAt(address: string): string {
  return path.join(publicFolder, path.normalize(`/${decoded(address)}`));
}

/** A file that this site serves; the placeholder where there is none at that path. */
async function ownFile(address: string): Promise<Buffer> {
  return readFile(fileAt(address)).catch(() => readFile(fileAt(PLACEHOLDER_IMAGE)));
}

/** A file's content is looked at once for each time that it was written. */
const knownKeys = new Map<string, Promise<string>>();

async function contentKey(address: string): Promise<string> {
  return createHash('sha256')
    .update(await ownFile(address))
    .digest('hex');
}

const isElsewhere = (address: string) => /^https?:/i.test(address);

/**
 * What tells a photograph from another without fetching it: the content of our own files, the address
 * of those elsewhere, which get another address when they change.
 */
export async function photographKey(address: string): Promise<string> {
  if (isElsewhere(address)) return address;
  const written = await stat(fileAt(address)).catch(() => null);
  const version = `${address}\n${written?.mtimeMs}`;
  const key = knownKeys.get(version) ?? contentKey(address);
  knownKeys.set(version, key);
  return key;
}

/** @throws Error when a photograph elsewhere cannot be fetched. */
export async function readPhotograph(address: string): Promise<Buffer> {
  if (!isElsewhere(address)) return ownFile(address);
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMilliseconds) });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

export function readPlaceholder(): Promise<Buffer> {
  return ownFile(PLACEHOLDER_IMAGE);
}
