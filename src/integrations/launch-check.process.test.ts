import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'astro';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchCheck } from './launch-check.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'minicia-launch-'));
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  mkdirSync(path.join(root, 'src/pages'), { recursive: true });
  writeFileSync(path.join(root, 'src/pages/index.astro'), '<p>Minicia</p>');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function buildWith(fields: string[], context: string | undefined): Promise<void> {
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    integrations: [
      launchCheck(async () => fields.map((field) => ({ field, remedy: 'Fill it in.' })), context),
    ],
  });
}

test('a production build with launch blockers fails and names the fields', async () => {
  await expect(buildWith(['number', 'email'], 'production')).rejects.toThrow(
    'The shop must not open yet:\n- number. Fill it in.\n- email. Fill it in.',
  );
});

test('a production build without launch blockers succeeds', async () => {
  await expect(buildWith([], 'production')).resolves.toBeUndefined();
});

test('launch blockers do not stop a deploy preview', async () => {
  await expect(buildWith(['email'], 'deploy-preview')).resolves.toBeUndefined();
});
