import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PLACEHOLDER_IMAGE } from '#domain/catalogue/image.ts';

const timeoutMilliseconds = 20_000;

const publicFolder = path.resolve('public');

/** Decodes a URL path; unchanged if it is malformed, such as one with a lone percent sign. */
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

/** A file that this site serves, or the placeholder if there is none at that path. */
async function ownFile(address: string): Promise<Buffer> {
  return readFile(fileAt(address)).catch(() => readFile(fileAt(PLACEHOLDER_IMAGE)));
}

/** Content hashes by path and modification time, so that a file is hashed once per version. */
const knownKeys = new Map<string, Promise<string>>();

async function contentKey(address: string): Promise<string> {
  return createHash('sha256')
    .update(await ownFile(address))
    .digest('hex');
}

const isRemote = (address: string) => /^https?:/i.test(address);

/**
 * Identifies a photograph without fetching it: local files by content hash, remote ones by URL, which
 * changes with the content.
 */
export async function photographKey(address: string): Promise<string> {
  if (isRemote(address)) return address;
  const written = await stat(fileAt(address)).catch(() => null);
  const version = `${address}\n${written?.mtimeMs}`;
  const key = knownKeys.get(version) ?? contentKey(address);
  knownKeys.set(version, key);
  return key;
}

/** @throws Error if a remote photograph cannot be fetched. */
export async function readPhotograph(address: string): Promise<Buffer> {
  if (!isRemote(address)) return ownFile(address);
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

export function readPlaceholder(): Promise<Buffer> {
  return ownFile(PLACEHOLDER_IMAGE);
}
