import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptGroups, groupFolders } from './script-groups.ts';

const folders = Object.entries(groupFolders).flatMap(([name, group]) =>
  group.folders.map((folder) => [name, folder] as const),
);

test.each(folders)('the file %s contains the modules of %s', (name, folder) => {
  const group = scriptGroups.find((one) => one.name === name);
  const modules = globSync(`${folder}/*.{ts,tsx,js}`, { exclude: ['**/*.test.*'] });
  expect(modules).not.toEqual([]);
  for (const module of modules) expect(`/project/${module}`).toMatch(group?.test ?? '');
});

test('subfolders are not part of a group', () => {
  const [shop] = scriptGroups;
  expect('/project/src/stores/cart.ts').toMatch(shop?.test ?? '');
  expect('/project/src/stores/checkout/tax.ts').not.toMatch(shop?.test ?? '');
  expect('/project/src/stores/cart.ts?copy').not.toMatch(shop?.test ?? '');
});
