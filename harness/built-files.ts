import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
const compressed = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.md', '.xml']);

export interface BuiltFile {
  body: Buffer;
  type: string;
  encoding: 'br' | null;
  /** Unchanged while the body is. */
  etag: string;
}

/** Compression of text and pictures: the smallest size, as a CDN makes it, or several times as fast. */
export type Compression = 'smallest' | 'quick';

/** Brotli quality levels. */
const levels: Record<Compression, number> = { smallest: 11, quick: 5 };

/** A file as a CDN stores it. @param extension the end of its name, from the dot. */
export function builtFile(plain: Buffer, extension: string, compression: Compression): BuiltFile {
  const encoding = compressed.has(extension) ? 'br' : null;
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    [constants.BROTLI_PARAM_QUALITY]: levels[compression],
  };
  const body = encoding ? brotliCompressSync(plain, { params }) : plain;
  return {
    body,
    type: types[extension] ?? 'application/octet-stream',
    encoding,
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
  };
}

/** Files of a built site as a CDN stores them: text is compressed once, with brotli. */
export function builtFiles(folder: string, compression: Compression) {
  const kept = new Map<string, BuiltFile>();

  /** The file at a path: the file itself, or the index page of that folder. */
  return (pathname: string): BuiltFile | null => {
    const inside = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const page = path.join(inside, 'index.html');
    const file = existsSync(page) ? page : inside;
    if (!existsSync(file) || !statSync(file).isFile()) return null;
    const found = kept.get(file) ?? builtFile(readFileSync(file), path.extname(file), compression);
    kept.set(file, found);
    return found;
  };
}
