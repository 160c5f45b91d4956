import { globSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { type BuildContext, context } from 'esbuild';
import { projectFolder } from '../settings.ts';

const sources = path.join(projectFolder, 'netlify/functions');
/** Where netlify.toml has Netlify's server for developers look. */
const bundles = path.join(projectFolder, '.local/functions');

/** How long a file that is being written or renamed may take, in milliseconds. */
const SETTLE_MS = 100;

const functionFiles = () => globSync('*.ts', { cwd: sources }).toSorted();

/** Builds of these functions, each into one file. */
function buildsOf(files: readonly string[]): Promise<BuildContext> {
  return context({
    entryPoints: files.map((file) => path.join(sources, file)),
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    sourcesContent: false,
    absWorkingDir: projectFolder,
    logLevel: 'error',
  });
}

/**
 * Bundles all functions for Netlify's server for developers.
 * @throws Error when one cannot be bundled; esbuild has printed why.
 */
export async function bundleFunctions(): Promise<void> {
  rmSync(bundles, { recursive: true, force: true });
  const builds = await buildsOf(functionFiles());
  await builds.rebuild();
  await builds.dispose();
}

/**
 * Bundles functions again when something changes that is in one, and new ones. Prints what cannot be bundled, which is
 * tried again when it changes.
 */
export async function keepBundled(): Promise<void> {
  let files = functionFiles();
  let builds = await buildsOf(files);
  await builds.watch();

  async function follow(): Promise<void> {
    const now = functionFiles();
    if (now.join() === files.join()) return;
    const gone = files.filter((file) => !now.includes(file));
    files = now;
    await builds.dispose();
    for (const file of gone)
      rmSync(path.join(bundles, `${path.parse(file).name}.mjs`), { force: true });
    builds = await buildsOf(now);
    await builds.watch();
  }

  let timer: NodeJS.Timeout | undefined;
  let following = Promise.resolve();
  watch(sources, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (following = following.then(follow).catch(console.error)), SETTLE_MS);
  });
}
