import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = new URL('../../netlify/edge-functions/', import.meta.url);

/** Runtime imports of a file, without types. */
function imports(file: URL): string[] {
  const statement = /^(?:import|export) (?!type )(?:[^;=]*? from )?'([^']+)';/gm;
  const found = readFileSync(file, 'utf8').matchAll(statement);
  return [...found].map(([, name]) => name ?? '');
}

function unknownAtTheEdge(file: URL): string[] {
  return imports(file).flatMap((name) =>
    /^\.\.?\/.*\.ts$/.test(name)
      ? unknownAtTheEdge(new URL(name, file))
      : [`${name} in ${fileURLToPath(file)}`],
  );
}

// Deno runs them on Netlify, without package.json's "imports" and our packages.
test.each(readdirSync(folder))('%s imports only files by relative path', (name) => {
  const file = new URL(name, folder);
  expect(imports(file)).not.toEqual([]);
  expect(unknownAtTheEdge(file)).toEqual([]);
});
