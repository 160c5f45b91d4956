/**
 * Shares of a discount in proportion to the amounts of lines, all in minor units: each rounded down, and the units left
 * over to the largest remainders, the first lines first.
 * @param discount at most the sum of the amounts.
 */
export function spreadDiscount(discount: number, amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const shares = amounts.map((amount, place) => {
    // The product of two amounts may be larger than the largest exact number.
    const exact = BigInt(discount) * BigInt(amount);
    return { place, share: Number(exact / sum), rest: exact % sum };
  });
  const left = discount - shares.reduce((total, { share }) => total + share, 0);
  const largest = shares.toSorted((a, b) => Number(b.rest - a.rest)).slice(0, left);
  for (const line of largest) line.share += 1;
  return shares.map(({ share }) => share);
}
