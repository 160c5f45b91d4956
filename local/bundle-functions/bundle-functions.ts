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

/** Bundles these functions, each into one file, and again whenever something changes that is in one. */
async function bundle(files: readonly string[]): Promise<BuildContext> {
  const builds = await context({
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
  await builds.rebuild();
  await builds.watch();
  return builds;
}

/**
 * Bundles all functions for Netlify's server for developers, and keeps the bundles up to date.
 * @returns ends that.
 * @throws Error when one cannot be bundled; esbuild has printed why.
 */
export async function bundleFunctions(): Promise<() => Promise<void>> {
  rmSync(bundles, { recursive: true, force: true });
  let files = functionFiles();
  let builds = await bundle(files);

  async function follow(): Promise<void> {
    const now = functionFiles();
    if (now.join() === files.join()) return;
    const gone = files.filter((file) => !now.includes(file));
    files = now;
    await builds.dispose();
    for (const file of gone) rmSync(path.join(bundles, `${path.parse(file).name}.mjs`));
    builds = await bundle(now);
  }

  let timer: NodeJS.Timeout | undefined;
  let following = Promise.resolve();
  // Of a function that cannot be bundled esbuild has said so; it is tried again with the next change.
  const followSafely = () => (following = following.then(follow).catch(() => undefined));
  const watcher = watch(sources, () => {
    clearTimeout(timer);
    timer = setTimeout(followSafely, SETTLE_MS);
  });
  return async () => {
    watcher.close();
    clearTimeout(timer);
    await following;
    await builds.dispose();
  };
}
