import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pence } from '#domain/money/money.ts';
import { DEFAULT_TAX_PERCENT, taxInside, taxOn } from '#domain/money/tax.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase(1);

/** Tax in pence that SQL adds to each subtotal and finds within each total. */
async function taxInSql(asked: readonly [subtotal: number, basisPoints: number][]) {
  const rows = await sql<{ on: number; inside: number }[]>`
    select tax_on(subtotal, points)::float8 as on, tax_inside(subtotal, points)::float8 as inside
    from unnest(
      ${asked.map(([subtotal]) => subtotal)}::bigint[], ${asked.map(([, points]) => points)}::int[]
    ) with ordinality as asked (subtotal, points, place)
    order by place`;
  return rows.map(({ on, inside }) => [on, inside]);
}

function taxInTypeScript([amount, basisPoints]: readonly [number, number]): [number, number] {
  const percent = basisPoints / 100;
  return [taxOn(pence(amount), percent), taxInside(pence(amount), percent)];
}

// Ranges of checkouts.subtotal_pence and tax_settings.tax_basis_points.
const subtotal = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

test('SQL and TypeScript compute the same tax on any subtotal and in any total, at any rate', async () => {
  const asked = fc.array(fc.tuple(subtotal, basisPoints), { minLength: 500, maxLength: 1000 });
  await fc.assert(
    fc.asyncProperty(asked, async (pairs) => {
      expect(await taxInSql(pairs)).toEqual(pairs.map(taxInTypeScript));
    }),
    runsWhole ? { numRuns: 50 } : { numRuns: 5, seed: 16 },
  );
});

test('even where half a penny decides', async () => {
  // Odd multiples of 50 at odd rates in whole per cent end in exactly half a penny.
  const pairs = Array.from({ length: 50 }, (_, rate) => (2 * rate + 1) * 100).flatMap((points) =>
    Array.from({ length: 40 }, (_, step): [number, number] => [(2 * step + 1) * 50, points]),
  );
  expect(taxInTypeScript([50, 100])).toEqual([1, 0]);
  expect(taxInTypeScript([3, 2000])).toEqual([1, 1]);
  expect(await taxInSql(pairs)).toEqual(pairs.map(taxInTypeScript));
});

const added = (points: number) => [{ tax_basis_points: points, included_basis_points: 0 }];

test('a basket is taxed at the current rate, or at 6 % if none is set', async () => {
  const inForce = async () => [
    ...(await sql`select tax_basis_points, included_basis_points from current_tax`),
  ];
  expect(await inForce()).toEqual(added(600));
  await sql`update tax_settings set tax_basis_points = 1750`;
  expect(await inForce()).toEqual(added(1750));
  await sql`delete from tax_settings`;
  expect(await inForce()).toEqual(added(DEFAULT_TAX_PERCENT * 100));
});

test('a zone has its own rate or the general one, added to prices or included', async () => {
  const taxes = async () =>
    (
      await sql`select zone, tax_basis_points, included_basis_points from zone_taxes order by zone`
    ).map((row) => Object.values(row));
  await sql`insert into tax_settings (tax_basis_points) values (2000)`;
  await sql`insert into zone_tax_rates values ('world', 0)`;
  const onTop = [
    ['domestic', 2000, 0],
    ['europe', 2000, 0],
    ['world', 0, 0],
  ];
  expect(await taxes()).toEqual(onTop);
  await sql`update tax_settings set display = 'included'`;
  expect(await taxes()).toEqual([
    ['domestic', 0, 2000],
    ['europe', 0, 2000],
    ['world', 0, 0],
  ]);
});
