import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { bundleFunctions } from './bundle-functions.ts';

const SourceMap = z.object({ sourceRoot: z.string(), sources: z.array(z.string()) });

test('a bundle names its sources so that a debugger finds them from a copy in another folder', async () => {
  const project = mkdtempSync(path.join(os.tmpdir(), 'minicia-bundle-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const source = path.join(project, 'netlify/functions/hello.ts');
  mkdirSync(path.dirname(source), { recursive: true });
  writeFileSync(source, `export default () => new Response('Hello');\n`);

  await bundleFunctions(project);
  const bundle = readFileSync(path.join(project, '.local/functions/hello.mjs'), 'utf8');
  const [, encoded = ''] =
    /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(bundle) ?? [];
  const map = SourceMap.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()));
  const copy = 'file:///elsewhere/copy.mjs';
  expect(map.sources.map((name) => new URL(map.sourceRoot + name, copy).href)).toEqual([
    pathToFileURL(source).href,
  ]);
});
