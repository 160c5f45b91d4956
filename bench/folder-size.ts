import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Total size in bytes and number of the files in a folder. */
export function sizeOf(folder: string): { bytes: number; files: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.map((file) => statSync(path.join(file.parentPath, file.name)).size);
  return { files: files.length, bytes: bytes.reduce((sum, size) => sum + size, 0) };
}
