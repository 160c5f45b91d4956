/** What British shoppers write, for the American and other spellings that they or others also use. */
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

/** Other words for what the shop sells. */
const SAME_THING: Readonly<Record<string, string>> = {
  bobble: 'beanie',
  burgundy: 'red',
  cap: 'trucker',
  claret: 'red',
  eyewear: 'sunglasses',
  gents: 'men',
  glasses: 'sunglasses',
  ladies: 'women',
  maroon: 'red',
  shades: 'sunglasses',
  specs: 'sunglasses',
  toque: 'beanie',
  tuque: 'beanie',
  wallet: 'holder',
};

/** Words that a query may have and that say nothing of what is wanted. */
const EMPTY = new Set('a an and for in of or the to with'.split(' '));

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
 * The form in which a word is kept in the search index and looked up: without case, accents and
 * plural, in British spelling, and a synonym by the shop's own word. `null` for a word that says
 * nothing.
 */
export function searchTerm(word: string): string | null {
  const plain = word
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  if (plain === '' || EMPTY.has(plain)) return null;
  const spelt = british(plain);
  return singular(SAME_THING[spelt] ?? SAME_THING[singular(spelt)] ?? spelt);
}

/** The words of a text, as typed: runs of letters and digits, with apostrophes left out. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/['’]/g, '')
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter((word) => word !== '');
}
