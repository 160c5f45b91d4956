import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** All that decides, apart from the catalogue, how a page looks. */
const patterns = ['src/**/*.*', 'astro.config.mjs', 'package.json', 'package-lock.json'];

/** Tests change no page. */
const exclude = ['src/**/*.test.*'];

/**
 * Hash of every file that can change a page. Astro looks at the modules of a page alone; but the names
 * of its scripts, which the page holds, also change with what is bundled beside them.
 */
export function codeDigest(project = process.cwd()): string {
  const digest = createHash('sha256');
  for (const file of globSync(patterns, { cwd: project, exclude }).toSorted())
    digest.update(file).update(readFileSync(path.join(project, file)));
  return digest.digest('hex');
}
