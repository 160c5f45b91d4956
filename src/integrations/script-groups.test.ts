import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scriptGroups, groupFolders } from './script-groups.ts';

describe.each(Object.entries(groupFolders))('the file %s', (name, { folders }) => {
  const group = scriptGroups.find((one) => one.name === name);

  test.each(folders)('contains the modules of %s', (folder) => {
    const modules = globSync(`${folder}/*.{ts,tsx,js}`, { exclude: ['**/*.test.*'] });
    expect(modules).not.toEqual([]);
    for (const module of modules) expect(`/project/${module}`).toMatch(group?.test ?? '');
  });
});

test('subfolders are not part of a group', () => {
  const [shop] = scriptGroups;
  expect('/project/src/stores/cart.ts').toMatch(shop?.test ?? '');
  expect('/project/src/stores/checkout/tax.ts').not.toMatch(shop?.test ?? '');
  expect('/project/src/stores/cart.ts?copy').not.toMatch(shop?.test ?? '');
});
