import type { Catalogue } from '../catalogue-file.ts';
import type { FileRows } from '../file-rows.ts';

/** Note on the categories that a platform's file adds; none for a file of the shop, which asks for them. */
export function newCategoriesNote({ platform }: FileRows, { categories }: Catalogue): string[] {
  if (platform === null || categories.length === 0) return [];
  const names = categories.map(({ name }) => `“${name}”`).join(', ');
  return [
    `New categories: ${names}. To use another of the shop’s, add a column “category” with its name.`,
  ];
}
