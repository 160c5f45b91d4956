import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { colourFamilies } from '../colour-family.ts';
import type { SearchEntry } from './search-file.ts';
import { searchTerm, wordsOf } from './search-term.ts';

/** A search result: a product, with the colours that match the query. */
export interface SearchHit {
  entry: SearchEntry;
  /** All colours if the query names none. */
  colours: SearchEntry['colours'];
}

/** Finds products by words, best match first. */
export type Search = (words: string) => SearchHit[];

/** Maximum edit distance. Short words tolerate less, because one letter makes them another word. */
function maxEditDistance(term: string): number {
  if (term.length < 4) return 0;
  return term.length === 4 ? 1 : 2;
}

function colourText(name: string): string {
  return `${name} ${colourFamilies(name).join(' ')}`;
}

function termsOfColour(name: string): Set<string> {
  return new Set(wordsOf(colourText(name)).flatMap((word) => searchTerm(word) ?? []));
}

/** The index terms matched by each query word that matches only in colours. */
function colourTerms({ queryTerms, terms, match }: SearchResult): string[][] {
  return queryTerms.flatMap((queried) => {
    const byPrefix = terms.filter((term) => term.startsWith(queried));
    const matches = byPrefix.length > 0 ? byPrefix : terms;
    const onlyColours = matches.every((term) => match[term]?.every((field) => field === 'colours'));
    return onlyColours ? [matches] : [];
  });
}

function matchingColours(entry: SearchEntry, result: SearchResult): SearchEntry['colours'] {
  const queried = colourTerms(result);
  const matching = entry.colours.filter(({ name }) => {
    const terms = termsOfColour(name);
    return queried.every((matches) => matches.some((term) => terms.has(term)));
  });
  return matching.length > 0 ? matching : entry.colours;
}

/** A search to which products can be added. */
export interface GrowingSearch {
  /** Adds products; those with a known id replace it. */
  add: (entries: readonly SearchEntry[]) => void;
  find: Search;
}

/**
 * A search over names, colours, categories and descriptions, empty at first. Every word must match, by prefix. Typos
 * are tolerated only if nothing matches exactly.
 */
export function openSearch(): GrowingSearch {
  const byId = new Map<number, SearchEntry>();
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

  function add(entries: readonly SearchEntry[]): void {
    for (const entry of entries) {
      if (byId.has(entry.id)) index.replace(entry);
      else index.add(entry);
      byId.set(entry.id, entry);
    }
  }

  // Exact matches must not be diluted by fuzzy ones.
  function find(words: string): SearchResult[] {
    for (const limit of [0, 1, 2]) {
      const fuzzy = (term: string) => Math.min(limit, maxEditDistance(term)) || false;
      const results = index.search(words, { fuzzy });
      if (results.length > 0) return results;
    }
    return [];
  }

  return {
    add,
    find: (words) =>
      find(words).flatMap((result) => {
        const entry = byId.get(Number(result.id));
        return entry ? [{ entry, colours: matchingColours(entry, result) }] : [];
      }),
  };
}

/** A search over some products. */
export function makeSearch(entries: readonly SearchEntry[]): Search {
  const { add, find } = openSearch();
  add(entries);
  return find;
}
