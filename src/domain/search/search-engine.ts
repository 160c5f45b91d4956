import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { colourFamilies } from '../colour-family.ts';
import type { SearchEntry } from './search-file.ts';
import { searchTerm, wordsOf } from './search-term.ts';

/** A product that was found, in those of its colours that the words ask for. */
export interface SearchHit {
  entry: SearchEntry;
  /** All of its colours where the words name none. */
  colours: SearchEntry['colours'];
}

/** Finds products by words; the best match stands first. */
export type Search = (words: string) => SearchHit[];

/** Letters in which a word may be wrong. Short words forgive less: a letter makes another of them. */
function mistakesIn(term: string): number {
  if (term.length < 4) return 0;
  return term.length === 4 ? 1 : 2;
}

function colourText(name: string): string {
  return `${name} ${colourFamilies(name).join(' ')}`;
}

function termsOfColour(name: string): Set<string> {
  return new Set(wordsOf(colourText(name)).flatMap((word) => searchTerm(word) ?? []));
}

/** For each word of the query that only colours answer, the terms of the index that do. */
function colourTerms({ queryTerms, terms, match }: SearchResult): string[][] {
  return queryTerms.flatMap((wanted) => {
    const begun = terms.filter((term) => term.startsWith(wanted));
    const answers = begun.length > 0 ? begun : terms;
    const onlyColours = answers.every((term) => match[term]?.every((field) => field === 'colours'));
    return onlyColours ? [answers] : [];
  });
}

function wantedColours(entry: SearchEntry, result: SearchResult): SearchEntry['colours'] {
  const wanted = colourTerms(result);
  const fitting = entry.colours.filter(({ name }) => {
    const terms = termsOfColour(name);
    return wanted.every((answers) => answers.some((term) => terms.has(term)));
  });
  return fitting.length > 0 ? fitting : entry.colours;
}

/**
 * A search over names, colours, categories and descriptions. Every word must be found, and the
 * beginning of a word is enough. Typing mistakes are forgiven where nothing is found as typed.
 */
export function makeSearch(entries: readonly SearchEntry[]): Search {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<SearchEntry>({
    fields: ['name', 'colours', 'category', 'words'],
    extractField(entry, field) {
      if (field === 'id') return String(entry.id);
      if (field === 'colours') return entry.colours.map(({ name }) => colourText(name)).join(' ');
      if (field === 'name') return entry.name;
      return field === 'category' ? entry.category : entry.words;
    },
    tokenize: wordsOf,
    processTerm: searchTerm,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      boost: { name: 4, category: 3, colours: 2 },
    },
  });
  index.addAll(entries);

  // What is spelt right must not be watered down by what is spelt nearly so.
  function find(words: string): SearchResult[] {
    for (const most of [0, 1, 2]) {
      const fuzzy = (term: string) => Math.min(most, mistakesIn(term)) || false;
      const results = index.search(words, { fuzzy });
      if (results.length > 0) return results;
    }
    return [];
  }

  return (words) =>
    find(words).flatMap((result) => {
      const entry = byId.get(Number(result.id));
      return entry ? [{ entry, colours: wantedColours(entry, result) }] : [];
    });
}
