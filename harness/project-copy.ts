import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '#local/settings.ts';

const copied = [
  '.env.example',
  '.gitignore',
  'astro.config.mjs',
  'catalogue',
  'local',
  'netlify',
  'netlify.toml',
  'package.json',
  'packages',
  'src',
  'supabase',
  'tsconfig.json',
];
const linked = ['node_modules', 'public'];

/**
 * Copies the project to `folder`, so that this run has its own Astro and Netlify caches and does not read the
 * developer's `.env`.
 * @returns the folder of the copy.
 */
export function copyProject(folder: string): string {
  const copy = path.join(folder, 'project');
  mkdirSync(copy);
  for (const name of copied) {
    cpSync(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
  }
  for (const name of linked) symlinkSync(path.join(projectFolder, name), path.join(copy, name));
  return copy;
}
