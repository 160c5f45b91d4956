import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listedFacts } from '../catalogue/product-facts.ts';
import type { Product } from '../catalogue/product.ts';
import { makeSearch, openSearch } from './search-engine.ts';
import { readSearchFile, toSearchEntry, writeSearchFiles } from './search-file.ts';
import { searchTerm, wordsOf } from './search-term.ts';
import { colour, product } from '#tests/support/sample-product.ts';

const Catalogue = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      material: z.string().optional(),
      price: z.number(),
      category: z.string(),
      color_variants: z.array(z.object({ color_name: z.string() })),
    }),
  ),
});

function seedProducts(): Product[] {
  const file = new URL('../../../supabase/seed/catalogue.json', import.meta.url);
  const { categories, products } = Catalogue.parse(JSON.parse(readFileSync(file, 'utf8')));
  return products.map(({ color_variants, category, ...facts }, place) =>
    product({
      ...facts,
      id: place + 1,
      category_name: categories.find(({ id }) => id === category)?.name ?? '',
      color_variants: color_variants.map(({ color_name }, number) =>
        colour(100 * (place + 1) + number, 1, color_name),
      ),
    }),
  );
}

const search = makeSearch(seedProducts().map(toSearchEntry));

/** The search results as "name: colour, colour", best first. */
function found(words: string): string[] {
  return search(words).map(
    ({ entry, colours }) => `${entry.name}: ${colours.map(({ name }) => name).join(', ')}`,
  );
}

describe('a search', () => {
  test('finds a product by its name, in all of its colours', () => {
    expect(found('beret')).toEqual([
      'Velvet Collection Beret: Emerald, Bordeaux, Noir, Antique Rose',
    ]);
  });

  test('finds the colour in the query', () => {
    expect(found('beret noir')).toEqual(['Velvet Collection Beret: Noir']);
  });

  test('finds a colour by its common name', () => {
    expect(found('black beret')).toEqual(['Velvet Collection Beret: Noir']);
    expect(found('burgundy scarf')[0]).toBe('Velvet Collection Scarf: Bordeaux');
  });

  test('finds a product by its description', () => {
    expect(found('eyelets')).toHaveLength(1);
  });

  test('finds a product by its material', () => {
    expect(found('merino').toSorted()).toEqual([
      expect.stringContaining('After Hours Slouch Beanie'),
      expect.stringContaining('Dockside Fisherman Beanie'),
    ]);
  });

  test.each(listedFacts)('finds a product by its %s', (fact) => {
    const entry = toSearchEntry(product({ [fact]: 'Spun moonlight' }));
    expect(makeSearch([entry])('moonlight')).toHaveLength(1);
  });

  test('matches word prefixes', () => {
    expect(found('sunglas')).toHaveLength(4);
  });

  test.each([
    ['beenie', 'Beanie'],
    ['sunglases', 'Sunglasses'],
    ['truker', 'Trucker'],
    ['velvit scraf', 'Velvet Collection Scarf'],
    ['scarves', 'Scarf'],
    ['fishermenn', 'Fisherman'],
    ['scarf emarald', 'Velvet Collection Scarf: Emerald'],
  ])('tolerates typos: %s', (words, name) => {
    const names = found(words);
    expect(names).not.toEqual([]);
    for (const one of names) expect(one).toContain(name);
  });

  test('does not mix exact with fuzzy matches', () => {
    const names = found('bucket');
    expect(names).toHaveLength(4);
    for (const one of names) expect(one).toContain('Bucket');
  });

  // Each is similar to a word of the catalogue: pouch, olive, shift, side, rope or rose, coat, belt.
  test.each(['poncho', 'gloves', 'shirt', 'slides', 'robe', 'goat', 'bell', 'beret gloves'])(
    'finds nothing rather than what the shop does not have: %s',
    (words) => {
      expect(found(words)).toEqual([]);
    },
  );

  test('takes a word of a description as it is', () => {
    const texts = product({ name: 'Halo', description: 'Comes with a pouch and a mirror' });
    const halo = makeSearch([toSearchEntry(texts)]);
    expect(
      ['pouch', 'mirror', 'poncho', 'mirrow', 'mirro'].map((words) => halo(words).length),
    ).toEqual([1, 1, 0, 0, 1]);
  });

  test('lists a product that has the very word before those with a longer one', () => {
    const names = ['Cordelia', 'Cord Cap', 'Cordless', 'Beret in Cord', 'Cord Hat', 'Cordoba'];
    const entries = names.map((name, id) => toSearchEntry(product({ id, name })));
    const sorted = makeSearch(entries)('cord').map(({ entry }) => /\bCord\b/.test(entry.name));
    expect(sorted).toEqual([true, true, true, false, false, false]);
  });

  test.each(['', '   ', '!!!', 'no such thing', 'x'.repeat(5000)])(
    'finds nothing for %j',
    (words) => {
      expect(found(words)).toEqual([]);
    },
  );

  test('finds nothing unless every word matches', () => {
    expect(found('velvet trucker')).toEqual([]);
  });
});

describe('spellings of a word give the same term', () => {
  test.each([
    ['colour', 'color', 'Colours'],
    ['grey', 'gray', 'GREY'],
    ['jewellery', 'jewelry'],
    ['organise', 'organize'],
    ['sunglasses', 'shades', 'specs', 'glasses'],
    ['crème', 'creme'],
    ['woollen', 'woolen'],
  ])('%s', (...spellings) => {
    expect(new Set(spellings.map(searchTerm)).size).toBe(1);
  });

  test('empty words have no term', () => {
    expect(wordsOf("The men's hat for the rain").flatMap((word) => searchTerm(word) ?? [])).toEqual(
      ['men', 'hat', 'rain'],
    );
  });
});

describe('the search file', () => {
  test('is read back as written', () => {
    const products = seedProducts();
    const [text = '', ...others] = writeSearchFiles(products, [{ id: 1, name: 'Beanies' }]);
    expect(readSearchFile(JSON.parse(text))).toEqual({
      entries: products.map(toSearchEntry),
      more: 0,
    });
    expect(others).toEqual([]);
  });

  test('is split in a large shop, with each product in one of the parts', () => {
    const products = Array.from({ length: 1001 }, (_, id) =>
      product({ id, name: id < 1000 ? 'Cap' : 'Zeppelin' }),
    );
    const files = writeSearchFiles(products, []).map((text) => readSearchFile(JSON.parse(text)));
    expect(files.map(({ entries, more }) => [entries.length, more])).toEqual([
      [500, 2],
      [500, 0],
      [1, 0],
    ]);
    const { add, find } = openSearch();
    for (const { entries } of files) add(entries);
    expect(files.flatMap(({ entries }) => entries)).toEqual(products.map(toSearchEntry));
    expect(find('zeppelin').map(({ entry }) => entry.id)).toEqual([1000]);
    add([toSearchEntry(product({ id: 1000, name: 'Beret' }))]);
    expect([find('zeppelin'), find('beret').length]).toEqual([[], 1]);
  });

  test.each([null, [], {}, { categories: [] }, { products: [] }])('is not %j', (file) => {
    expect(() => readSearchFile(file)).toThrow('Not a search file');
  });

  test('skips rows of another shape', () => {
    const rows = [[1, 'Cap', 0, 100, [1], ''], [1], null, ['1', 'Cap', 0, 100, [], '']];
    expect(readSearchFile({ categories: ['Hats'], products: rows }).entries).toEqual([]);
  });

  test('is less than 100 kB for 500 products, even when no word repeats', () => {
    let random = 1;
    // No two products share a word: the worst case for compression.
    const otherwise = (text: string) =>
      text.replaceAll(/[a-z]/g, () => {
        random = (random * 48_271) % 2_147_483_647;
        return String.fromCharCode(97 + (random % 26));
      });
    const seed = seedProducts();
    const products = Array.from({ length: 500 }, (_, number) => {
      const like = product(seed[number % seed.length]);
      const [name, description] = [otherwise(like.name), otherwise(like.description)];
      return { ...like, id: 1000 + number, name, description };
    });
    expect(gzipSync(writeSearchFiles(products, []).join('')).length).toBeLessThan(100_000);
  });
});
