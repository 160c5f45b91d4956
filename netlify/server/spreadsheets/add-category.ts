import { freeSlug } from '#domain/names/free-slug.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import type { FileCategory } from './file-rows.ts';

/** Adds a category that a file names, once for all spellings, with a slug of its own. */
export function addCategory(categories: FileCategory[], name: string): void {
  const key = nameKey(name);
  if (key === '' || categories.some((other) => nameKey(other.name) === key)) return;
  const isTaken = (slug: string) => categories.some((other) => other.slug === slug);
  const slug = slugOf(name) || (/[\p{L}\p{N}]/u.test(name) ? 'category' : '');
  categories.push({ slug: freeSlug(slug, isTaken), name });
}
