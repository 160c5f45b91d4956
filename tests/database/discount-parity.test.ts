import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountOn } from '#domain/cart/discount.ts';
import { discountKinds } from '#domain/enums.ts';
import { NO_PENCE, pence, sumPence } from '#domain/money/money.ts';
import { spreadDiscount } from '#domain/money/spread-discount.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase(1);

// Ranges of products.price_pence, quantities and discounts; the last line makes dear baskets that nothing but
// exact arithmetic gets right.
const price = fc.integer({ min: 1, max: 9_999_999 }).map(pence);
const line = fc.record({ price, quantity: fc.integer({ min: 1, max: 10 }), covered: fc.boolean() });
const basket = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  kind: fc.constantFrom(...discountKinds),
  percent: fc.integer({ min: 1, max: 100 }),
  amount: price,
});
type Basket = typeof basket extends fc.Arbitrary<infer Value> ? Value : never;

const noBasket: Basket = { lines: [], kind: 'percent', percent: 1, amount: NO_PENCE };

function priced({ lines, kind, percent, amount }: Basket) {
  const all = lines.map((one, id) => ({ ...one, id, price: pence(one.price * one.quantity) }));
  const covered = all.filter((one) => one.covered);
  const sum = sumPence(covered.map((one) => one.price));
  const subtotal = sumPence(all.map((one) => one.price));
  return { kind, percent, amount: kind === 'amount' ? amount : NO_PENCE, covered, sum, subtotal };
}

function inTypeScript(asked: Basket) {
  const { kind, percent, amount, covered, sum, subtotal } = priced(asked);
  const off = discountOn({ kind, percent, amount }, sum, subtotal);
  const shares = off > 0 ? spreadDiscount(off, covered) : new Map();
  return { off, shares: covered.map(({ id }) => shares.get(id) ?? 0) };
}

async function inSql(baskets: readonly Basket[]) {
  const asked = baskets.map(priced).map(({ covered, kind, percent, amount, sum, subtotal }) => ({
    kind,
    sum,
    subtotal,
    percent: kind === 'percent' ? percent : null,
    amount_pence: kind === 'amount' ? amount : null,
    lines: covered.map(({ id, price: total }) => ({ id, price: total })),
  }));
  return sql<{ off: number; shares: number[] }[]>`
    select d.off::float8 as off, array(
      select case when d.off > 0 then (
        select s.pence::float8 from spread_discount(d.off, asked -> 'lines') s
        where s.variant_id = (line ->> 'id')::bigint) else 0 end
      from jsonb_array_elements(asked -> 'lines') with ordinality as l (line, place) order by place) as shares
    from jsonb_array_elements(${sql.json(asked)}) with ordinality as a (asked, place)
    cross join lateral discount_pence(
      jsonb_populate_record(null::discounts, asked), (asked ->> 'sum')::bigint, (asked ->> 'subtotal')::bigint
    ) d (off)
    order by place`;
}

test(`SQL and TypeScript take the same off ${runsWhole ? '100,000' : '1,000'} baskets and their lines, to the penny`, async () => {
  const each = 500;
  const baskets = fc.array(basket, { minLength: each, maxLength: each, size: 'max' });
  await fc.assert(
    fc.asyncProperty(baskets, async (asked) => {
      const expected = asked.map(inTypeScript);
      expect(await inSql(asked)).toEqual(expected);
      for (const [place, { off, shares }] of expected.entries()) {
        const { covered, subtotal } = priced(asked[place] ?? noBasket);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(off);
        expect(shares.every((share, at) => share >= 0 && share <= (covered[at]?.price ?? 0))).toBe(
          true,
        );
        expect(subtotal - off >= Math.min(subtotal, 30)).toBe(true);
      }
    }),
    { ...(runsWhole ? { numRuns: 200 } : { numRuns: 2, seed: 16 }), endOnFailure: true },
  );
});
