import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import type { ThrowawayDatabase } from '#local/throwaway-database.ts';
import { functionsBehindCdn } from '#harness/cdn-functions.ts';
import { startFunctions } from '#harness/function-server.ts';
import { copyProject } from '#harness/project-copy.ts';
import { startApiStack } from './api-stack.ts';
import { startCdn } from '#harness/cdn-server.ts';

/** Duration and output of the site's build. */
interface BuildFigures {
  seconds: number;
  pages: number;
  files: number;
  kilobytes: number;
}

/** The built shop behind a server like Netlify's CDN, with its own database. */
export interface BuiltShop {
  origin: string;
  folder: string;
  functions: string;
  database: ThrowawayDatabase;
  build: BuildFigures;
  close(): Promise<void>;
}

/** Builds the pages of a copy of the project. @throws Error with Astro's output when that fails. */
async function buildPages(project: string, env: NodeJS.ProcessEnv): Promise<BuildFigures> {
  let output = '';
  const began = performance.now();
  const onOutput = (text: string) => {
    output += text;
  };
  const astro = path.join(projectFolder, 'node_modules/.bin/astro');
  const code = await startChild(astro, ['build'], { env, cwd: project, onOutput }).exited;
  if (code !== 0) throw new Error(`The pages could not be built:\n${output}`);
  const seconds = (performance.now() - began) / 1000;
  const folder = path.join(project, 'dist');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile());
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return {
    seconds,
    pages: files.filter((name) => name.endsWith('.html')).length,
    files: files.length,
    kilobytes: Math.round(bytes / 1000),
  };
}

/**
 * Builds and starts the shop on free ports, in a temporary folder.
 * @param fill adds to the seeded catalogue before the build.
 */
export async function startBuiltShop(
  fill?: (database: ThrowawayDatabase) => Promise<void>,
): Promise<BuiltShop> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-bench-'));
  const stops: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    const stack = await startApiStack();
    stops.push(() => stack.close());
    const { database } = stack;
    await fill?.(database);
    Object.assign(process.env, {
      ASTRO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      SITE_URL: 'https://minicia.example',
    });
    const project = copyProject(folder);
    const build = await buildPages(project, process.env);
    const functions = await startFunctions();
    stops.push(() => functions.close());
    const dist = path.join(project, 'dist');
    const cdn = await startCdn({
      folder: dist,
      functions: functionsBehindCdn(functions.answer),
    });
    stops.push(() => cdn.close());
    // Pages name a public address; the functions, which read this at their first call, fetch pages here.
    process.env['SITE_URL'] = cdn.origin;
    return {
      origin: cdn.origin,
      folder: dist,
      functions: functions.origin,
      database,
      build,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
