/** The quantile of a list: 0.5 is the median. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(Math.floor(sorted.length * fraction), sorted.length - 1);
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median of a measurement, rounded; undefined if it is missing in most runs. */
export function medianOf<Run>(
  runs: readonly Run[],
  value: (run: Run) => number | undefined,
): number | undefined {
  const values = runs.map(value).filter((found) => found !== undefined);
  return values.length > runs.length / 2 ? Math.round(median(values)) : undefined;
}
