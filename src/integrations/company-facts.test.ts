import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'astro';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyFacts } from './company-facts.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'minicia-company-'));
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  mkdirSync(path.join(root, 'src/pages'), { recursive: true });
  writeFileSync(path.join(root, 'src/pages/index.astro'), '<p>Minicia</p>');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function buildWith(placeholders: string[], context: string | undefined): Promise<void> {
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    integrations: [companyFacts(placeholders, context)],
  });
}

test('a production build with placeholders fails and names them', async () => {
  await expect(buildWith(['number', 'email'], 'production')).rejects.toThrow(
    'src/company.ts still has placeholders: number, email.',
  );
});

test('a production build of a company that is filled in goes through', async () => {
  await expect(buildWith([], 'production')).resolves.toBeUndefined();
});

test('placeholders do not stop a deploy preview', async () => {
  await expect(buildWith(['email'], 'deploy-preview')).resolves.toBeUndefined();
});
