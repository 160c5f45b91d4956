import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inlineScripts } from './inline-scripts.ts';
import { newModules } from '#tests/support/new-modules.ts';

test('a module and its imports are bundled into one short script', async () => {
  const folder = newModules({
    'page.ts': "import code from './greet.ts?inline-script';\nexport default code;",
    'greet.ts':
      "import { name } from './name.ts';\nconst greeting: string = `Hello, ${name}`;\nObject.assign(globalThis, { greeting });",
    'name.ts': "export const name: string = 'Minicia';\nexport const unused = 'nobody';",
  });
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [inlineScripts()],
    build: {
      lib: { entry: 'page.ts', formats: ['es'], fileName: () => 'page.mjs' },
      outDir: 'dist',
    },
  });
  expect(built).toBeDefined();
  const page: unknown = await import(/* @vite-ignore */ `${folder}/dist/page.mjs`);
  const code = z.object({ default: z.string() }).parse(page).default;
  const context = { greeting: '' };
  runInNewContext(code, context);
  expect(context.greeting).toBe('Hello, Minicia');
  expect(code).not.toContain('nobody');
  expect(code).not.toMatch(/\b(import|export)\b/);
});
