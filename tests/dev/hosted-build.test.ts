import {
  chmodSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import { type ThrowawayDatabase, startThrowawayDatabase } from '#local/throwaway-database.ts';
import { copyProject } from '#harness/project-copy.ts';
import { testKeys } from '#harness/test-keys.ts';

let folder: string;
let project: string;
let database: ThrowawayDatabase;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-hosted-'));
  chmodSync(folder, 0o755);
  project = copyProject(folder);
  // Netlify packs them with Deno, which it would download.
  rmSync(path.join(project, 'netlify/edge-functions'), { recursive: true });
  database = await startThrowawayDatabase(testKeys);
}, 60_000);

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds as Netlify does: from a fresh checkout, with nothing of an earlier build but Netlify's cache. */
async function hostedBuild(): Promise<string> {
  rmSync(path.join(project, '.astro'), { recursive: true, force: true });
  rmSync(path.join(project, 'dist'), { recursive: true, force: true });
  let said = '';
  const { PATH, HOME } = process.env;
  const build = startChild('netlify', ['build', '--offline'], {
    cwd: project,
    onOutput: (text) => {
      said += text;
    },
    env: {
      PATH: `${path.join(projectFolder, 'node_modules/.bin')}:${PATH}`,
      HOME,
      SUPABASE_URL: database.supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
      SUPABASE_SECRET_KEY: testKeys.secretKey,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  if ((await build.exited) !== 0) throw new Error(`The build ended:\n${said}`);
  return said;
}

const filesIn = (pattern: string) => globSync(pattern, { cwd: project }).toSorted();

test('a hosted build reuses what the previous one made', async () => {
  expect(await hostedBuild()).toContain('There is no build cache yet.');
  const shown = filesIn('dist/share/*.jpg');
  expect(shown.length).toBeGreaterThan(24);
  const keptFolder = '.netlify/cache/cwd/.astro/cache/share';
  const kept = filesIn(`${keptFolder}/*.jpg`);
  expect(kept.map((file) => path.basename(file))).toEqual(shown.map((file) => path.basename(file)));

  // A mark in one of them shows whether it is drawn again; another is of a page that is gone.
  const [marked = ''] = kept;
  writeFileSync(path.join(project, marked), 'marked');
  writeFileSync(path.join(project, keptFolder, 'product-0-gone.jpg'), 'gone');
  expect(await hostedBuild()).toContain('Restored the build cache.');
  expect(readFileSync(path.join(project, 'dist/share', path.basename(marked)), 'utf8')).toBe(
    'marked',
  );
  expect(filesIn('dist/share/*.jpg')).toEqual(shown);
  expect(filesIn(`${keptFolder}/*.jpg`)).toEqual(kept);
});

test('the cache holds only public data', () => {
  const keptFolder = path.join(project, '.netlify/cache/cwd');
  const names = readdirSync(keptFolder, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => /\.(json|html)$/.test(name));
  expect(texts.length).toBeGreaterThan(0);
  for (const name of texts) {
    const text = readFileSync(path.join(keptFolder, name), 'utf8');
    for (const secret of [testKeys.secretKey, testKeys.jwtSecret])
      expect(text).not.toContain(secret);
  }
});
