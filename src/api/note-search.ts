import { note } from './listing/counts.ts';

/** Searches noted since this document was opened: suggestions and results of the same words are one search. */
const noted = new Set<string>();

/** Notes a search that the visitor has finished. @param found whether anything was found. */
export function noteSearch(words: string, found: boolean): void {
  if (words === '' || noted.has(words)) return;
  noted.add(words);
  note(found ? 'searched' : 'in_vain', words);
}
