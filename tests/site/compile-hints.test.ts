import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { compileAtOnce } from '#integrations/compile-at-once.ts';

const folder = path.join(inject('distFolder'), '_astro');
const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));

test.each(['navigation.', 'Navigation.astro_', 'Listing.astro_'])(
  'the browser compiles all of %s as it loads',
  (name) => {
    const [script = '', ...others] = scripts.filter((file) => file.startsWith(name));
    expect(others).toEqual([]);
    expect(readFileSync(path.join(folder, script), 'utf8').split('\n')[0]).toBe(compileAtOnce);
  },
);
