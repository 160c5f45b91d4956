import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { compileAtOnce } from '#integrations/compile-at-once.ts';

const folder = path.join(inject('distFolder'), '_astro');
const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));

test('the browser eagerly compiles React and the navigation script, and no other', () => {
  const compiled = scripts
    .filter((file) => readFileSync(path.join(folder, file), 'utf8').startsWith(compileAtOnce))
    .toSorted();
  expect(compiled).toEqual([
    expect.stringMatching(/^navigation\./),
    expect.stringMatching(/^react\./),
  ]);
});
