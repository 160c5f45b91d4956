import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { expect, test } from 'vitest';
import { newModules } from '#tests/support/new-modules.ts';
import { plainImports } from './plain-imports.ts';

/** Builds a page whose script lazily imports `later.ts`. @returns the text of its scripts. */
async function built(modules: Record<string, string>): Promise<string> {
  const root = newModules({
    'index.html': '<script type="module" src="./now.ts"></script>',
    'now.ts': "import('./later.ts').then(({ act }) => act());",
    ...modules,
  });
  const builder = await createBuilder({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plainImports()],
  });
  await builder.buildApp();
  const scripts = path.join(root, 'dist/assets');
  return readdirSync(scripts)
    .map((name) => readFileSync(path.join(scripts, name), 'utf8'))
    .join('\n');
}

const act = 'export const act = () => document.title;';

test('a dynamic import has no preload helper', async () => {
  const scripts = await built({ 'later.ts': act });
  expect(scripts).toMatch(/import\(/);
  expect(scripts).not.toMatch(/modulepreload|vite:preloadError/);
});

test('a lazily loaded script with a style sheet fails the build', async () => {
  const modules = { 'later.ts': `import './later.css';\n${act}`, 'later.css': 'p { color: red }' };
  await expect(built(modules)).rejects.toThrow(/must be imported by a page/);
});
