import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEAVIEST_GRAMS, HS_CODE, MAX_PRICE, SLUG } from '#domain/catalogue-rules.ts';
import { hasControlCharacters } from '#domain/control-characters.ts';
import { type FactName, factNames, facts } from '#domain/product-facts.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase(1);
});
afterAll(() => database.drop());

/** Whether the database lets the first product have this, which is undone at once. */
async function takes(
  column: 'slug' | 'price_pence' | 'weight_grams' | 'hs_code' | FactName,
  value: string | number,
) {
  const undo = new Error('undo');
  try {
    await database.sql.begin(async (sql) => {
      await sql`update products set ${sql({ [column]: value })} where id = 1`;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return true;
    const refused = error instanceof postgres.PostgresError && error.constraint_name;
    if (refused && refused.startsWith('products_')) return false;
    throw error;
  }
  throw new Error('The change was kept');
}

test.each([
  'boss-beanie',
  'a',
  '9-lives',
  '',
  '-boss',
  'boss-',
  'boss--beanie',
  'Boss',
  'boss beanie',
  'bóss',
  'boss\n',
  '\nboss',
])('catalogue files and database agree on whether %j is a slug', async (slug) => {
  expect(await takes('slug', slug)).toBe(SLUG.test(slug));
});

test.each([0, 1, MAX_PRICE, MAX_PRICE + 1])(
  'files and database agree whether %i pence are a price',
  async (price) => {
    expect(await takes('price_pence', price)).toBe(price > 0 && price <= MAX_PRICE);
  },
);

test.each(factNames)('catalogue files and database agree on what %s may be', async (fact) => {
  const { longest } = facts[fact];
  expect(await takes(fact, 'Crème £ \u0085')).toBe(true);
  expect(await takes(fact, 'x'.repeat(longest))).toBe(true);
  expect(await takes(fact, 'x'.repeat(longest + 1))).toBe(false);
});

test.each([0, 1, HEAVIEST_GRAMS, HEAVIEST_GRAMS + 1])(
  'files and database agree whether %i grams are a weight',
  async (grams) => {
    expect(await takes('weight_grams', grams)).toBe(grams > 0 && grams <= HEAVIEST_GRAMS);
  },
);

test.each(['65050', '650500', '6505009', '65050090', '6505009000', '650500900000', '65O500', ''])(
  'catalogue files and database agree on whether %j is a commodity code',
  async (code) => {
    expect(await takes('hs_code', code)).toBe(HS_CODE.test(code));
  },
);

test('the database treats no control character as printable', async () => {
  for (const code of [1, 8, 11, 14, 31, 127]) {
    const character = String.fromCharCode(code);
    expect([code, hasControlCharacters(character)]).toEqual([code, true]);
    expect([code, await takes('material', `wool${character}`)]).toEqual([code, false]);
  }
});
