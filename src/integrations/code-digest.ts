import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** All files besides the catalogue that can change a page. */
const patterns = ['src/**/*.*', 'astro.config.mjs', 'package.json', 'package-lock.json'];

/** Tests cannot change a page. */
const exclude = ['src/**/*.test.*'];

/**
 * Hash of every file that can change a page. Astro considers only a page's own modules, but the hashed
 * names of its scripts in the HTML also change with other modules of the same bundle.
 */
export function codeDigest(project = process.cwd()): string {
  const digest = createHash('sha256');
  for (const file of globSync(patterns, { cwd: project, exclude }).toSorted())
    digest.update(file).update(readFileSync(path.join(project, file)));
  return digest.digest('hex');
}
