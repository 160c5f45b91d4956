import { isRecord } from '../basics/record.ts';
import { searchTerm, wordsOf } from './search-term.ts';

/** A page in the search file that marketers made. */
export interface SearchPage {
  slug: string;
  title: string;
  /** How its texts begin. */
  words: string;
}

/** The pages of a search file. */
export function readSearchPages(file: unknown): SearchPage[] {
  if (!isRecord(file) || !Array.isArray(file.pages)) return [];
  return file.pages.flatMap((page) => {
    if (!Array.isArray(page)) return [];
    const [slug, title, words] = page.map(String);
    return slug && title ? { slug, title, words: words ?? '' } : [];
  });
}

/** The pages in which each word occurs, or the beginning of one. */
export function pagesWith(pages: readonly SearchPage[], text: string): SearchPage[] {
  const wanted = wordsOf(text).flatMap((word) => searchTerm(word) ?? []);
  if (wanted.length === 0) return [];
  return pages.filter(({ title, words }) => {
    const terms = wordsOf(`${title} ${words}`).flatMap((word) => searchTerm(word) ?? []);
    return wanted.every((start) => terms.some((term) => term.startsWith(start)));
  });
}
