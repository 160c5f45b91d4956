/** The quantile of a list: 0.5 is the median. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(Math.floor(sorted.length * fraction), sorted.length - 1);
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
