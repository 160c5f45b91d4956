import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { islandDirectives } from './island-directives.ts';

test('the directives are registered and their files exist', () => {
  const add = vi.fn<(directive: { name: string; entrypoint: string }) => void>();
  const setUp = islandDirectives().hooks['astro:config:setup'];
  if (!setUp) throw new Error('The integration does nothing');
  Reflect.apply(setUp, undefined, [{ addClientDirective: add }]);
  const registered = add.mock.calls.map(([directive]) => directive);
  expect(registered.map(({ name }) => name)).toEqual(['later', 'painted']);
  for (const { entrypoint } of registered) expect(existsSync(entrypoint)).toBe(true);
});
