import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8');
}

test('the README shows the example as it is tested', async () => {
  expect(await read('../README.md')).toContain(await read('example.test.ts'));
});
