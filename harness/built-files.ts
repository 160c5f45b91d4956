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
  '.woff2': 'font/woff2',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};
const compressed = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml']);

export interface BuiltFile {
  body: Buffer;
  type: string;
  encoding: 'br' | null;
}

function read(file: string): BuiltFile {
  const extension = path.extname(file);
  const plain = readFileSync(file);
  const encoding = compressed.has(extension) ? 'br' : null;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    body: encoding ? brotliCompressSync(plain, { params }) : plain,
    type: types[extension] ?? 'application/octet-stream',
    encoding,
  };
}

/** The files of a built site as a CDN stores them: text precompressed with brotli. */
export function builtFiles(folder: string) {
  const kept = new Map<string, BuiltFile>();

  /** The file for a path: the file itself, or the page in the folder of that name. */
  return (pathname: string): BuiltFile | null => {
    const inside = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    const page = path.join(inside, 'index.html');
    const file = existsSync(page) ? page : inside;
    if (!existsSync(file) || !statSync(file).isFile()) return null;
    const found = kept.get(file) ?? read(file);
    kept.set(file, found);
    return found;
  };
}
