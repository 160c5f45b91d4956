import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { laterDirective } from './later-directive.ts';

test('the directive is registered and its file exists', () => {
  const add = vi.fn<(directive: { name: string; entrypoint: string }) => void>();
  const setUp = laterDirective().hooks['astro:config:setup'];
  if (!setUp) throw new Error('The integration does nothing');
  Reflect.apply(setUp, undefined, [{ addClientDirective: add }]);
  const [[directive] = []] = add.mock.calls;
  expect(directive?.name).toBe('later');
  expect(existsSync(directive?.entrypoint ?? '')).toBe(true);
});
