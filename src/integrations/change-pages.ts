import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Changes every page of a build.
 * @param dir the build's folder.
 * @param change receives a page's HTML and its file's path in the folder; returns the new HTML.
 */
export function changePages(dir: URL, change: (html: string, name: string) => string): void {
  const folder = fileURLToPath(dir);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const file = path.join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8'), name));
  }
}
