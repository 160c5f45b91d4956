import { pence } from './money.ts';
import type { Pence } from './money.ts';

/**
 * Shares of a discount by price among lines of different ids: each rounded down, and the pence left over to the
 * largest remainders, the smallest id first. Like `spread_discount` in supabase/schemas/checkout/discount_uses.sql, which
 * decides; compared by tests/database/discount-parity.test.ts.
 * @param discount at most the sum of the prices.
 */
export function spreadDiscount(
  discount: Pence,
  lines: readonly { id: number; price: Pence }[],
): Map<number, Pence> {
  const sum = lines.reduce((total, { price }) => total + BigInt(price), 0n);
  const shares = lines.map(({ id, price }) => {
    // The product of two amounts may be larger than the largest exact number.
    const exact = BigInt(discount) * BigInt(price);
    return { id, share: Number(exact / sum), rest: exact % sum };
  });
  const left = discount - shares.reduce((total, { share }) => total + share, 0);
  const byRest = shares.toSorted((a, b) => Number(b.rest - a.rest) || a.id - b.id);
  return new Map(byRest.map(({ id, share }, place) => [id, pence(share + (place < left ? 1 : 0))]));
}
