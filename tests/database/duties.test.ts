import { expect, test } from 'vitest';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(1);

type Line = readonly [product: number, pence: number, quantity?: number];

/** Duties of lines sent to a country. */
async function duties(country: string, zone: string, ...lines: Line[]): Promise<unknown> {
  const basket = lines.map(([product_id, unit_pence, quantity = 1]) => ({
    product_id,
    unit_pence,
    quantity,
  }));
  const [found] = await sql<{ duties: unknown }[]>`
    select duties_on(${country}, ${zone}, ${sql.json(basket)}) as duties`;
  return found?.duties;
}

async function products(...codes: (string | null)[]): Promise<number[]> {
  return Promise.all(
    codes.map(async (code) => {
      const { product_id } = await shop.newSku(9);
      await sql`update products set hs_code = ${code} where id = ${product_id}`;
      return product_id;
    }),
  );
}

test('the EU’s duty is €3 for each six-digit code, and VAT is charged on it and on delivery', async () => {
  const [beanie = 0, scarf = 0, hat = 0, unknown = 0] = await products(
    '65050090',
    '621410',
    '6505009000',
    null,
  );
  // Three kinds: both codes of 650500 are one, a product without a code is one. £14.95 is the delivery.
  expect(
    await duties('FR', 'europe', [beanie, 2000, 2], [scarf, 1000], [hat, 500], [unknown, 500]),
  ).toEqual({
    policy: 'you_pay',
    in_union: true,
    estimate: {
      vat_basis_points: 2000,
      vat_pence: Math.round((6000 + 1495 + 3 * 3 * 87) * 0.2),
      duty_pence: 3 * 3 * 87,
      fee_pence: 0,
      euro_pence: 87,
    },
  });
  const dear = await duties('IE', 'europe', [beanie, 150 * 87], [scarf, 1]);
  expect(dear).toMatchObject({ estimate: { duty_pence: null, vat_basis_points: 2300 } });
  expect(await duties('IE', 'europe', [beanie, 150 * 87])).toMatchObject({
    estimate: { duty_pence: 261 },
  });
});

test('fees in force add to the estimate, for each parcel or kind of goods, up to €150', async () => {
  const [beanie = 0, scarf = 0] = await products('65050090', '621410');
  const fee = (country: string, ...lines: Line[]) => duties(country, 'europe', ...lines);
  const two: Line[] = [
    [beanie, 2000, 2],
    [scarf, 1000],
  ];
  expect(await fee('RO', ...two)).toMatchObject({ estimate: { fee_pence: 435 } });
  expect(await fee('RO', [beanie, 150 * 87 + 1])).toMatchObject({ estimate: { fee_pence: 0 } });
  // France's ended in June; Italy's and the Union's have no date yet.
  for (const country of ['FR', 'IT', 'DE']) {
    expect(await fee(country, ...two)).toMatchObject({ estimate: { fee_pence: 0 } });
  }
  await sql`update import_fees set from_day = current_date - 1, until_day = current_date + 1 where place in ('FR', 'EU')`;
  expect(await fee('FR', ...two)).toMatchObject({ estimate: { fee_pence: 8 * 87 } });
  expect(await fee('DE', ...two)).toMatchObject({ estimate: { fee_pence: 4 * 87 } });
  expect(await fee('RO', ...two)).toMatchObject({ estimate: { fee_pence: 435 + 4 * 87 } });
  await sql`update import_fees set from_day = null, until_day = null where place in ('FR', 'EU')`;
});

test('tax included in the price is not part of the goods’ value', async () => {
  const [beanie = 0] = await products('65050090');
  await sql`update tax_settings set display = 'included', tax_basis_points = 2000`;
  expect(await duties('FR', 'europe', [beanie, 12_000])).toMatchObject({
    estimate: { vat_pence: Math.round((10_000 + 1495 + 261) * 0.2) },
  });
  await sql`update tax_settings set display = 'added', tax_basis_points = 600`;
});

test('other countries have the rule in their row, or the usual one, without an estimate', async () => {
  const usual = { policy: 'you_pay', in_union: false, estimate: null };
  expect(await duties('NZ', 'world', [1, 5000])).toEqual(usual);
  expect(await duties('US', 'world', [1, 5000])).toEqual({ ...usual, policy: 'we_pay' });
  expect(await duties('GB', 'domestic', [1, 5000])).toBeNull();
  expect(await duties('FR', 'europe')).toMatchObject({ in_union: true, estimate: null });
});

test('a change of who pays adds a version of the terms, and asks for a build', async () => {
  const state = async () =>
    sql`
      select (select count(*)::int from catalogue_changes) as changes, texts -> 'duties' -> 'NZ' as rule
      from terms_versions where id = current_terms_version()`;
  const [before] = await state();
  expect(before).toMatchObject({ rule: null });
  await sql`insert into country_duties (country, policy) values ('NZ', 'not_sold')`;
  expect(await state()).toEqual([
    { changes: before?.['changes'] + 1, rule: { policy: 'not_sold', in_union: false } },
  ]);
});

test('a checkout freezes who pays, and is refused where the shop does not sell', async () => {
  const [sku, shopper] = [await shop.newSku(5, 3000), await shop.newShopper()];
  const opened = await shop.open(shopper, [{ sku, quantity: 1 }], { country: 'FR' });
  await sql`update country_duties set policy = 'we_pay' where country = 'FR'`;
  expect(await sql`select duties from checkouts where id = ${opened.checkout_id}`).toMatchObject([
    { duties: { policy: 'you_pay', estimate: { duty_pence: 261 } } },
  ]);
  await sql`update country_duties set policy = 'not_sold' where country = 'FR'`;
  const refused = shop.open(await shop.newShopper(), [{ sku, quantity: 1 }], {
    country: 'FR',
  });
  expect(await refusalOf(refused)).toMatchObject({
    code: 'PT400',
    reason: 'not_sold_there',
    detail: { country: 'FR' },
  });
});
