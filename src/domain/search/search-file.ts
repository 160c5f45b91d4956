import { parsePrice } from '../money/money.ts';
import type { Category, Product } from '../catalogue/product.ts';
import { isRecord } from '../basics/record.ts';
import type { SearchPage } from './search-pages.ts';
import { searchTerm, wordsOf } from './search-term.ts';

/** A product in the search file, which the build writes and the search box loads. */
export interface SearchEntry {
  id: number;
  name: string;
  category: string;
  /** Pence, as of the build. */
  price: number;
  /** `image`: path of the first picture; empty without one. */
  colours: readonly { id: number; name: string; image: string }[];
  /** Keywords from material and description that name and category lack. */
  words: string;
}

/** Maximum keywords per entry: enough to find it by, small enough to load. */
const MAX_WORDS = 24;
const MIN_WORD_LENGTH = 4;

/**
 * Listed facts are named one by one, as in product-shape.ts: a loop costs bytes that each listing waits
 * for.
 */
function keywordsOf({ name, description, material, category_name }: Product): string {
  const known = new Set(wordsOf(`${name} ${category_name}`).map(searchTerm));
  const kept: string[] = [];
  // Leave out addresses of links.
  const text = description.replace(/\]\(\S+\)/g, '');
  for (const word of wordsOf(`${material ?? ''} ${text}`)) {
    const term = searchTerm(word);
    if (term === null || word.length < MIN_WORD_LENGTH || known.has(term)) continue;
    known.add(term);
    kept.push(word.toLowerCase());
    if (kept.length === MAX_WORDS) break;
  }
  return kept.join(' ');
}

/** Converts a product to its search entry. */
export function toSearchEntry(product: Product): SearchEntry {
  return {
    id: product.id,
    name: product.name,
    category: product.category_name,
    price: parsePrice(product.price),
    colours: product.color_variants.map(({ id, color_name, images: [first] }) => ({
      id,
      name: color_name,
      image: first?.image ?? '',
    })),
    words: keywordsOf(product),
  };
}

/** A product's row: id, name, index of its category, pence, colours (id, name, picture, id, name …), words. */
type Row = [number, string, number, number, (number | string)[], string];

/**
 * Products in each file: about 25 kB compressed, indexed by a slow phone in less time than between two keys. A larger
 * shop's other products are in further files, which are loaded once something has been typed.
 */
const PRODUCTS_PER_FILE = 500;

/** The URL paths of a shop's search files: the first, which always exists, and the others. */
export function searchFileAddress(index: number): string {
  return index === 0 ? '/search.json' : `/search/${index}.json`;
}

/** The texts of the files, the first with the first products. */
export function writeSearchFiles(
  products: readonly Product[],
  categories: readonly Category[],
  pages: readonly SearchPage[] = [],
): string[] {
  const files = Math.max(1, Math.ceil(products.length / PRODUCTS_PER_FILE));
  return Array.from({ length: files }, (_, index) => {
    const start = index * PRODUCTS_PER_FILE;
    const own = products.slice(start, start + PRODUCTS_PER_FILE);
    return index === 0
      ? writeSearchFile(own, categories, files - 1, pages)
      : writeSearchFile(own, categories, 0, []);
  });
}

/** Serialises a file. Arrays instead of objects keep it small for phones. */
function writeSearchFile(
  products: readonly Product[],
  categories: readonly Category[],
  more: number,
  pages: readonly SearchPage[],
): string {
  const entries = products.map(toSearchEntry);
  const names = [
    ...new Set([...categories.map(({ name }) => name), ...entries.map((entry) => entry.category)]),
  ];
  const rows = entries.map(({ id, name, category, price, colours, words }): Row => [
    id,
    name,
    names.indexOf(category),
    price,
    colours.flatMap(({ id: colour, name: called, image }) => [colour, called, image]),
    words,
  ]);
  return JSON.stringify({
    categories: names,
    ...(more > 0 && { more }),
    products: rows,
    ...(pages.length > 0 && {
      pages: pages.map(({ slug, title, words: text }) => [slug, title, text]),
    }),
  });
}

function isColours(value: unknown): value is (number | string)[] {
  return (
    Array.isArray(value) &&
    value.length % 3 === 0 &&
    value.every((part, index) => typeof part === (index % 3 === 0 ? 'number' : 'string'))
  );
}

function isRow(value: unknown): value is Row {
  if (!Array.isArray(value)) return false;
  const [id, name, category, price, colours, words] = value;
  return (
    [id, category, price].every((part) => Number.isSafeInteger(part)) &&
    typeof name === 'string' &&
    typeof words === 'string' &&
    isColours(colours)
  );
}

function coloursOf(parts: readonly (number | string)[]) {
  return Array.from({ length: parts.length / 3 }, (_, index) => ({
    id: Number(parts[3 * index]),
    name: String(parts[3 * index + 1]),
    image: String(parts[3 * index + 2]),
  }));
}

/** The content of a search file. */
export interface SearchFile {
  entries: SearchEntry[];
  /** Number of further files; only in the first. */
  more: number;
}

/** Parses a file. @throws Error when it is not a search file. */
export function readSearchFile(file: unknown): SearchFile {
  if (!isRecord(file) || !Array.isArray(file.categories) || !Array.isArray(file.products)) {
    throw new Error('Not a search file');
  }
  const { categories, products, more = 0 } = file;
  const entries = products.filter(isRow).map(([id, name, category, price, colours, words]) => ({
    id,
    name,
    category: String(categories[category] ?? ''),
    price,
    colours: coloursOf(colours),
    words,
  }));
  return { entries, more: Number(more) };
}
