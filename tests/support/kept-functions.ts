import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Keeps only a few functions of a copied project for Netlify to bundle; `bench/function-bundles.process.test.ts`
 * bundles them all.
 */
export function keepFunctions(project: string, ...kept: string[]): void {
  const functions = path.join(project, 'netlify/functions');
  for (const file of readdirSync(functions))
    if (!kept.includes(path.basename(file, '.ts')))
      rmSync(path.join(functions, file), { recursive: true });
}
