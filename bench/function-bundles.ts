import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { memoryFolder } from '#local/memory-folder.ts';
import { projectFolder } from '#local/settings.ts';

/** A function as deployed by Netlify: the shop's code bundled into one file, next to its packages. */
interface FunctionBundle {
  name: string;
  /** The entry point. */
  file: string;
  /** Size in kB of 1000 bytes, without the files that Netlify adds to every function. */
  kilobytes: number;
  /** Names of its packages, sorted. */
  packages: string[];
}

export interface FunctionBundles {
  bundles: FunctionBundle[];
  close(): void;
}

function packageOf(file: string): string[] {
  const [, rest] = file.split(/node_modules\/(?!.*node_modules\/)/);
  if (rest === undefined) return [];
  const parts = rest.split('/');
  return [parts.slice(0, rest.startsWith('@') ? 2 : 1).join('/')];
}

/** Settings of single functions in netlify.toml; the other entries of that table apply to all functions. */
const Settings = z.object({
  functions: z.record(
    z.string(),
    z.union([z.object({ included_files: z.array(z.string()) }), z.string()]),
  ),
});

/** Additions to and exclusions from the files that the bundler finds, by function name. */
function includedFiles() {
  const toml = readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8');
  return Object.fromEntries(
    Object.entries(Settings.parse(parse(toml)).functions).flatMap(([name, settings]) =>
      typeof settings === 'string'
        ? []
        : [
            [
              name,
              { includedFiles: settings.included_files, includedFilesBasePath: projectFolder },
            ],
          ],
    ),
  );
}

/**
 * Bundles every function with Netlify's own bundler into a temporary folder, 250 MB of copied packages. For
 * functions in this format it always traces the packages' files.
 */
export async function bundleFunctions(): Promise<FunctionBundles> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'minicia-functions-'));
  const made = await zipFunctions(path.join(projectFolder, 'netlify/functions'), folder, {
    archiveFormat: 'none',
    basePath: projectFolder,
    config: includedFiles(),
  });
  const bundles = made.map(({ name, path: place }): FunctionBundle => {
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        statSync(path.join(place, file)).isFile() && !path.basename(file).startsWith('___netlify-'),
    );
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(place, file)).size, 0);
    return {
      name,
      file: path.join(place, `netlify/functions/${name}.mjs`),
      kilobytes: Math.round(bytes / 1000),
      packages: [...new Set(files.flatMap(packageOf))].toSorted(),
    };
  });
  return { bundles, close: () => rmSync(folder, { recursive: true, force: true }) };
}
