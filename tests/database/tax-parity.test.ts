import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pence } from '#domain/money.ts';
import { DEFAULT_TAX_PERCENT, taxOn } from '#domain/tax.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase(1);
});
afterAll(() => database.drop());

/** The tax that SQL puts on each subtotal, in pence. */
async function taxInSql(asked: readonly [subtotal: number, basisPoints: number][]) {
  const rows = await database.sql<{ tax: number }[]>`
    select tax_on(subtotal, points)::float8 as tax
    from unnest(
      ${asked.map(([subtotal]) => subtotal)}::bigint[], ${asked.map(([, points]) => points)}::int[]
    ) with ordinality as asked (subtotal, points, place)
    order by place`;
  return rows.map(({ tax }) => tax);
}

function taxInTypeScript([subtotal, basisPoints]: readonly [number, number]): number {
  return taxOn(pence(subtotal), basisPoints / 100);
}

// What checkouts.subtotal_pence and tax_settings.tax_basis_points can hold.
const subtotal = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

test('SQL and TypeScript compute the same tax on any subtotal at any rate', async () => {
  const asked = fc.array(fc.tuple(subtotal, basisPoints), { minLength: 500, maxLength: 1000 });
  await fc.assert(
    fc.asyncProperty(asked, async (pairs) => {
      expect(await taxInSql(pairs)).toEqual(pairs.map(taxInTypeScript));
    }),
    { numRuns: 50 },
  );
});

test('even where half a penny decides', async () => {
  // Odd multiples of 50 at odd rates in whole per cent end in exactly half a penny.
  const pairs = Array.from({ length: 50 }, (_, rate) => (2 * rate + 1) * 100).flatMap((points) =>
    Array.from({ length: 40 }, (_, step): [number, number] => [(2 * step + 1) * 50, points]),
  );
  expect(taxInTypeScript([50, 100])).toBe(1);
  expect(await taxInSql(pairs)).toEqual(pairs.map(taxInTypeScript));
});

test('a basket is taxed at the current rate, or at 6 % if none is set', async () => {
  const { sql } = database;
  const inForce = async () => [...(await sql`select tax_basis_points from current_tax`)];
  expect(await inForce()).toEqual([{ tax_basis_points: 600 }]);
  await sql`update tax_settings set tax_basis_points = 1750`;
  expect(await inForce()).toEqual([{ tax_basis_points: 1750 }]);
  await sql`delete from tax_settings`;
  expect(await inForce()).toEqual([{ tax_basis_points: DEFAULT_TAX_PERCENT * 100 }]);
});
