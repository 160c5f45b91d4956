import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildContext, context, type OutputFile, type Plugin } from 'esbuild';
import { projectFolder } from './settings.ts';

const sources = 'netlify/functions';
/** The functions folder under `[dev]` in netlify.toml. */
const bundles = '.local/functions';

const nativePackages = ['sharp'];

/** Packages in CommonJS require Node's own modules. */
const requireOfModule =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

/** Time for a file to be completely written or renamed, in milliseconds. */
const SETTLE_MS = 100;

const functionFiles = (project: string) =>
  globSync('*.ts', { cwd: path.join(project, sources) }).toSorted();

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Replaces a changed bundle atomically: Netlify's server would lose a function if it read a half-written file. */
function replaceBundle({ path: file, text }: OutputFile): void {
  if (textOf(file) === text) return;
  const unfinished = path.join(path.dirname(file), '..', `unfinished-${path.basename(file)}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

const wholeFiles: Plugin = {
  name: 'whole-files',
  setup({ onEnd }) {
    onEnd(({ outputFiles = [] }) => outputFiles.forEach(replaceBundle));
  },
};

/** esbuild contexts of these functions, one output file each. */
function buildsOf(
  project: string,
  files: readonly string[],
  plugins: Plugin[] = [],
): Promise<BuildContext> {
  return context({
    entryPoints: files.map((file) => path.join(project, sources, file)),
    outdir: path.join(project, bundles),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Netlify's server loads a function again for each call: in half the time with its packages in the same file.
    external: nativePackages,
    banner: { js: requireOfModule },
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    // Netlify's server runs a copy in another folder, where relative paths name no file.
    sourceRoot: `${pathToFileURL(path.join(project, bundles)).href}/`,
    sourcesContent: false,
    absWorkingDir: project,
    logLevel: 'error',
    write: false,
    plugins: [wholeFiles, ...plugins],
  });
}

/**
 * Bundles all functions for Netlify's dev server. Its own bundler traces the packages of every function
 * again, which takes minutes instead of seconds.
 * @throws Error when one cannot be bundled, after esbuild has printed the reason.
 */
export async function bundleFunctions(project: string): Promise<void> {
  const builds = await buildsOf(project, functionFiles(project));
  await builds.rebuild();
  await builds.dispose();
}

/**
 * Bundles all functions, rebuilds those whose files change, and picks up new ones. Prints build errors and
 * retries on the next change.
 * @returns after the first build.
 */
export async function keepBundled(): Promise<void> {
  const project = projectFolder;
  rmSync(path.join(project, bundles), { recursive: true, force: true });
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const firstBuild: Plugin = { name: 'first-build', setup: ({ onEnd }) => onEnd(() => resolve()) };
  let files = functionFiles(project);
  let builds = await buildsOf(project, files, [firstBuild]);
  await builds.watch();

  async function follow(): Promise<void> {
    const now = functionFiles(project);
    if (now.join() === files.join()) return;
    const gone = files.filter((file) => !now.includes(file));
    files = now;
    await builds.dispose();
    for (const file of gone)
      rmSync(path.join(project, bundles, `${path.parse(file).name}.mjs`), { force: true });
    builds = await buildsOf(project, now);
    await builds.watch();
  }

  let timer: NodeJS.Timeout | undefined;
  let following = Promise.resolve();
  watch(path.join(project, sources), () => {
    clearTimeout(timer);
    timer = setTimeout(() => (following = following.then(follow).catch(console.error)), SETTLE_MS);
  });
  await first;
}
