import postgres from 'postgres';
import { expect, test } from 'vitest';
import {
  hasUnseen,
  HS_CODE,
  isSaneTime,
  LONGEST,
  MAX_PRICE,
  SLUG,
} from '#domain/catalogue/catalogue-rules.ts';
import { productProblems } from '#domain/launch-check/product-problems.ts';
import { gtinOf, SKU } from '#domain/names/product-code.ts';
import { type FactName, facts, numberFacts, textFacts } from '#domain/catalogue/product-facts.ts';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase(1);

/** Whether the database accepts this change of the first product, which is rolled back. */
async function takes(
  column:
    | 'slug'
    | 'name'
    | 'description'
    | 'price_pence'
    | 'hs_code'
    | 'created_at'
    | 'visible_from'
    | FactName,
  value: string | number,
) {
  return keeps('products', column, value);
}

/** Whether the database accepts this value in the first row of a table; the change is rolled back. */
async function keeps(table: string, field: string, value: string | number) {
  const undo = new Error('undo');
  const isFact = Object.hasOwn(facts, field);
  const column = isFact ? 'facts' : field;
  const row = { [column]: isFact ? { [field]: value } : value };
  try {
    await sql.begin(async (transaction) => {
      await transaction`
        update ${transaction(table)} set ${transaction(column)} =
          (jsonb_populate_record(null::${transaction(table)}, ${transaction.json(row)})).${transaction(column)}
        where id = (select min(id) from ${transaction(table)})`;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return true;
    const refused = error instanceof postgres.PostgresError && error.constraint_name;
    if (refused && refused.startsWith(`${table}_`)) return false;
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
  'files and database agree on whether %i pence is a valid price',
  async (price) => {
    expect(await takes('price_pence', price)).toBe(price > 0 && price <= MAX_PRICE);
  },
);

test.each(textFacts)('catalogue files and database agree on valid values of %s', async (fact) => {
  const { longest } = facts[fact];
  expect(await takes(fact, 'Crème £ 🏳️‍🌈')).toBe(true);
  expect(await takes(fact, 'x'.repeat(longest))).toBe(true);
  expect(await takes(fact, 'x'.repeat(longest + 1))).toBe(false);
});

test.each(numberFacts)('files and database agree on the range of %s', async (fact) => {
  const { least, most } = facts[fact];
  const taken = [least - 1, least, most, most + 1].map((value) => takes(fact, value));
  expect(await Promise.all(taken)).toEqual([false, true, true, false]);
});

test.each(['65050', '650500', '6505009', '65050090', '6505009000', '650500900000', '65O500', ''])(
  'catalogue files and database agree on whether %j is a commodity code',
  async (code) => {
    expect(await takes('hs_code', code)).toBe(HS_CODE.test(code));
  },
);

test('catalogue files and database agree on SKUs and GTINs', async () => {
  const gtins = [
    '4006381333931',
    '4006381333932',
    '0036000291452',
    '036000291452',
    '96385074',
    '00096385074',
    '٩٦٣٨٥٠٧٤',
  ];
  for (const code of [...gtins, '10036000291459', '00036000291452', '400638133393', 'x', '']) {
    const [row] = await sql`select is_gtin(${code}) as taken`;
    expect([code, row?.['taken']]).toEqual([code, gtinOf(code) === code]);
  }
  for (const code of ['A', 'BB-RUST-7', 'A/1.B_2', 'a', '-A', 'A-', 'A B', 'É1', 'A'.repeat(41)]) {
    const [row] = await sql`
      select ${code} ~ substring(pg_get_constraintdef(oid) from '''(.*)''') as taken
      from pg_constraint where conname = 'color_variants_sku_form'`;
    expect([code, row?.['taken']]).toEqual([code, SKU.test(code)]);
  }
});

test.each([
  { name: 'Cap', category: 'Beanies', material: null, safety: null },
  ...[
    '100% merino wool',
    '100 % Baumwolle cotton',
    'Shell: 100% recycled nylon. Lining: 52,5% polyester, 47.5% cotton',
    'Full-grain cowhide, solid brass buckle',
    'Outside: 80% wool, 20% polyamide; lining: 100% viscose.',
    'Wool blend',
    '60% wool, acrylic',
    '60% wool, 30% acrylic',
    '60% wool, 40.4% silk',
    'Shell: 100% cotton. Lining: silk',
    'Woollen felt',
  ].map((material) => ({ name: 'Cap', category: 'Beanies', material, safety: null })),
  { name: 'Cap', category: 'Sunglasses', material: 'Wool', safety: null },
  { name: 'Round SUNGLASSES', category: 'Beanies', material: null, safety: 'Filter 3.' },
])(
  'builds and database agree on the facts that %j lacks',
  async ({ name, category, material, safety }) => {
    const undo = new Error('undo');
    const found: unknown[] = [];
    await sql
      .begin(async (transaction) => {
        await transaction`update categories set name = ${category} where id = 5`;
        await transaction`
        update products set name = ${name}, category_id = 5,
          facts = jsonb_strip_nulls(${transaction.json({ material, safety })}) where id = 1`;
        found.push(
          ...(await transaction`select facts from lacking_products() where product_id = 1`),
        );
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    const problems = productProblems([{ name, category_name: category, material, safety }]);
    const lacking = problems.map(({ column }) => column);
    expect(found).toEqual(lacking.length === 0 ? [] : [{ facts: lacking }]);
  },
);

/** Each kind of harmful character, and some that must pass. */
const characters = [
  1, 7, 9, 10, 13, 31, 0x7f, 0x85, 0xa0, 0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200f,
  0x2028, 0x202e, 0x2030, 0x2060, 0x2069, 0xfe0f, 0xfeff, 0xfffb,
].map((code) => String.fromCodePoint(code));

test.each([
  ['products', 'name', LONGEST.name],
  ['products', 'material', facts.material.longest],
  ['categories', 'name', LONGEST.category],
  ['color_variants', 'color_name', LONGEST.colour],
  ['variant_images', 'alt', LONGEST.alt],
])(
  'catalogue files and database agree on valid values of %s.%s',
  async (table, column, longest) => {
    expect(await keeps(table, column, 'x'.repeat(longest))).toBe(true);
    expect(await keeps(table, column, 'x'.repeat(longest + 1))).toBe(false);
    expect(await keeps(table, column, ' ')).toBe(false);
    for (const character of characters) {
      const text = `Dawn${character}Hat`;
      expect([text, await keeps(table, column, text)]).toEqual([text, !hasUnseen(text)]);
    }
  },
);

test('a description may have lines, has a limit, and contains no invisible characters', async () => {
  expect(await takes('description', `One.\n\tTwo.\r\n${'x'.repeat(4987)}`)).toBe(true);
  expect(await takes('description', 'x'.repeat(LONGEST.description + 1))).toBe(false);
  expect(await takes('description', 'One.\u202E')).toBe(false);
});

test.each(['created_at', 'visible_from'] as const)(
  'files and database agree on valid times of %s',
  async (column) => {
    for (const at of ['1999-12-31T23:59:59Z', '2000-01-01', '2099-12-31T23:59Z', '9999-01-01']) {
      expect([at, await takes(column, at)]).toEqual([at, isSaneTime(at)]);
    }
    for (const at of ['infinity', '-infinity']) expect(await takes(column, at)).toBe(false);
  },
);

test.each([
  ['/catalogue/a-1.jpg', true],
  ['https://abc.supabase.co/storage/v1/object/public/catalogue/a.webp', true],
  ['https://evil.example/x.svg', false],
  ['//evil.example/x.svg', false],
  ['/\\evil.example/x.svg', false],
  ['javascript:alert(1)', false],
  ['data:image/svg+xml,x', false],
  ['http://169.254.169.254/latest/', false],
  ['/catalogue/../secret.jpg', false],
  [`/${'x'.repeat(500)}`, false],
])('whether a picture may be at %s: %s', async (path, may) => {
  expect(await keeps('variant_images', 'path', path)).toBe(may);
});
