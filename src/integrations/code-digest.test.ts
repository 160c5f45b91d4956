import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codeDigest } from './code-digest.ts';

function newProject() {
  const project = mkdtempSync(path.join(tmpdir(), 'code-digest-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(path.join(project, 'src/pages'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);
  write('package.json', '{}');
  write('src/pages/index.astro', '<h1>Minicia</h1>');
  return { project, write };
}

test.each(['src/pages/index.astro', 'src/pages/new.ts', 'package.json', 'astro.config.mjs'])(
  'changing %s changes the digest',
  (file) => {
    const { project, write } = newProject();
    const before = codeDigest(project);
    expect(codeDigest(project)).toBe(before);
    write(file, 'changed');
    expect(codeDigest(project)).not.toBe(before);
  },
);

test.each(['src/pages/index.test.ts', 'README.md'])(
  'changing %s leaves the digest unchanged',
  (file) => {
    const { project, write } = newProject();
    const before = codeDigest(project);
    write(file, 'changed');
    expect(codeDigest(project)).toBe(before);
  },
);
