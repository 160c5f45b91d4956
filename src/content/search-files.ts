import { writeSearchFiles } from '#domain/search/search-file.ts';
import type { SearchPage } from '#domain/search/search-pages.ts';
import { firstWords } from '#domain/site-content/first-words.ts';
import { allOwnPages } from './built-own-pages.ts';
import { allCategories, allProducts, oncePerBuild } from './built-catalogue.ts';

/** Own pages as the search finds them. */
async function searchPages(): Promise<SearchPage[]> {
  return (await allOwnPages()).map((page) => ({
    slug: page.slug,
    title: page.title,
    words: page.blocks
      .flatMap((block) => (block.type === 'text' ? firstWords(block.text) : []))
      .join(' '),
  }));
}

/** The texts of this build's search files. */
export const searchFiles = oncePerBuild(async () =>
  writeSearchFiles(await allProducts(), await allCategories(), await searchPages()),
);
