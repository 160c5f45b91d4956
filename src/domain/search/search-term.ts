import { searchSynonyms } from '#brand/search-synonyms.ts';
import { plainLetters } from '../names/plain-letters.ts';

/** British spellings, by their American and other variants. */
const BRITISH: Readonly<Record<string, string>> = {
  center: 'centre',
  cozy: 'cosy',
  fiber: 'fibre',
  gray: 'grey',
  jewelry: 'jewellery',
  mold: 'mould',
  pajamas: 'pyjamas',
  plaid: 'check',
  theater: 'theatre',
  woolen: 'woollen',
  wooly: 'woolly',
};

/** Query words without meaning. */
const STOP_WORDS = new Set('a an and for in of or the to with'.split(' '));

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function british(word: string): string {
  return (
    BRITISH[word] ??
    word
      .replace(/^(col|fav|flav|harb|arm|hum|lab|rum|vap)or/, '$1our')
      .replace(/([a-z]{3})iz(e|ed|ing|ation)$/, '$1is$2')
      .replace(/([aeiou])l(ed|ing|er)$/, '$1ll$2')
  );
}

/**
 * Normalises a word for the search index and for queries: no case, accents or plural, British
 * spelling, and synonyms replaced by the shop's own word. `null` for a stop word.
 */
export function searchTerm(word: string): string | null {
  const plain = plainLetters(word);
  if (plain === '' || STOP_WORDS.has(plain)) return null;
  const spelt = british(plain);
  return singular(searchSynonyms[spelt] ?? searchSynonyms[singular(spelt)] ?? spelt);
}

/** The words of a text, as typed: runs of letters and digits, with apostrophes left out. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/['’‘ʼ]/g, '')
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter((word) => word !== '');
}
