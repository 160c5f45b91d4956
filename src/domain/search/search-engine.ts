import MiniSearch from 'minisearch';
import type { Query, SearchResult } from 'minisearch';
import { colourFamilies } from '../catalogue/colour-family.ts';
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

/** Fields whose words may be mistyped. A description has so many that a wrong one is always similar to one of them. */
const NAMING_FIELDS = ['name', 'category', 'colours'];

/** Minimum letters of a mistyped word: fewer are as likely another word, as “belt” beside “bell”. */
const MIN_TYPO_LENGTH = 5;

function sortedLetters(word: string): string {
  return [...word].toSorted().join('');
}

/**
 * Whether a word may be a typo of another with this edit distance, 1 or 2: a letter too many or missing, two swapped, in
 * longer words a wrong one, and from eight letters on any two of these. “Shirt” is not taken for “shift”.
 */
function mayBeTypo(word: string, other: string, distance: number): boolean {
  if (other.length < MIN_TYPO_LENGTH || other[0] !== word[0]) return false;
  if (word.length >= 8) return true;
  if (distance > 1) return sortedLetters(word) === sortedLetters(other);
  return word.length > MIN_TYPO_LENGTH || word.length !== other.length;
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
    const matches = terms.filter((term) => term.startsWith(queried));
    const onlyColours = matches.every((term) => match[term]?.every((field) => field === 'colours'));
    return onlyColours ? [matches] : [];
  });
}

/** Whether each query word is a whole word of name, category or colours. */
function isNamed({ queryTerms, match }: SearchResult): boolean {
  return queryTerms.every((term) => match[term]?.some((field) => NAMING_FIELDS.includes(field)));
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
 * A search over names, colours, categories and descriptions, empty at first. Every word must match, by prefix. One that
 * matches nothing is taken for a typo of the most similar words in names, colours and categories. Products that are named
 * by the words come first.
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
      processTerm: (term) => term,
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

  /** The most similar words that the term may be a typo of. */
  function corrected(term: string): string[] {
    if (term.length < MIN_TYPO_LENGTH) return [];
    for (const fuzzy of [1, 2]) {
      const results = index.search(term, { fuzzy, fields: NAMING_FIELDS });
      const similar = new Set(results.flatMap(({ terms }) => terms));
      const likely = [...similar].filter((other) => mayBeTypo(term, other, fuzzy));
      if (likely.length > 0) return likely;
    }
    return [];
  }

  function queryOf(term: string): Query {
    const whole = { queries: [term], prefix: true };
    if (index.search(whole).length > 0) return whole;
    return { queries: corrected(term), fields: NAMING_FIELDS };
  }

  function find(words: string): SearchResult[] {
    const terms = new Set(wordsOf(words).flatMap((word) => searchTerm(word) ?? []));
    const results = index.search({ queries: [...terms].map(queryOf), combineWith: 'AND' });
    return results.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
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
